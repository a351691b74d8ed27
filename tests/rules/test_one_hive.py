from __future__ import annotations

import random

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Color
from skep.rules import Rule, explain, pinned
from skep.rules.one_hive import parts_without

from . import games
from .cases import LADYBUG, PINNED
from .helpers import annotate, draw, replay
from .random_positions import random_position


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_split(edition: Edition) -> None:
    diagram = annotate(
        replay(games.ONE_HIVE_SPLIT, edition),
        """
          bQ
        wA1 bA1 x
              bB1
                wQ
        """,
    )
    assert diagram.reach("bA1") == frozenset()
    reason = explain(diagram.position, diagram.move("bA1", "x"))
    assert reason is not None
    assert reason.rule is Rule.ONE_HIVE
    assert set(reason.parts) == {diagram.hexes("bQ wA1"), diagram.hexes("bB1 wQ")}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_in_transit(edition: Edition) -> None:
    """Linking the hive again at the end of the move is not enough, because it is split during the move."""
    diagram = annotate(
        replay(games.ONE_HIVE_IN_TRANSIT, edition),
        """
                  wQ
            bA1 wS1
          bQ  x   wB1
        bG1     bB1
        """,
    )
    assert diagram.reach("bQ") == frozenset()
    reason = explain(diagram.position, diagram.move("bQ", "x"))
    assert reason is not None
    assert reason.rule is Rule.ONE_HIVE
    assert set(reason.parts) == {diagram.hexes("bG1"), diagram.hexes("bA1 wS1 wQ wB1 bB1")}


def test_pinned_pieces_of_both_colours() -> None:
    assert {str(piece) for piece in pinned(PINNED.position)} == {"wA1", "bQ"}


def test_parts_are_named_largest_first() -> None:
    reason = explain(PINNED.position, PINNED.move("wA1", "x"))
    assert reason is not None
    assert reason.parts == (PINNED.hexes("bQ bS1"), PINNED.hexes("wQ"))


def test_no_piece_of_a_stack_is_pinned() -> None:
    diagram = draw("wQ  wA1 bQ", on={"wA1": "bB1"}, turn=Color.BLACK)
    assert pinned(diagram.position) == frozenset()
    assert diagram.reach("bB1") > diagram.hexes("wQ bQ")


def test_no_piece_of_a_ring_is_pinned() -> None:
    diagram = draw("""
          wA1 wS1
        wQ  .   bQ
          bA1 bS1
    """)
    assert pinned(diagram.position) == frozenset()


def test_no_piece_is_left_stranded() -> None:
    reason = explain(LADYBUG.position, LADYBUG.move("wL", "x"))
    assert reason is not None
    assert reason.rule is Rule.AWAY_FROM_HIVE
    assert reason.source.section == "One Hive Rule"


def test_hive_splits_without_a_pinned_piece() -> None:
    rng = random.Random(11)
    for _ in range(150):
        position = random_position(rng)
        expected = {
            stack[0]
            for hex_, stack in position.stacks.items()
            if len(stack) == 1 and len(parts_without(position, hex_)) > 1
        }
        assert pinned(position) == expected
