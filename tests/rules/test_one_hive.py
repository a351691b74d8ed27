from __future__ import annotations

import random

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Color
from skep.rules import Rule, explain, pinned
from skep.rules.one_hive import parts_without

from . import games
from .cases import LADYBUG, PINNED
from .helpers import replay, shown, table
from .random_positions import random_position


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_split(edition: Edition) -> None:
    seen = shown(
        replay(games.ONE_HIVE_SPLIT, edition),
        """
          bQ
        wA1 bA1 x
              bB1
                wQ
        """,
    )
    assert seen.reach("bA1") == frozenset()
    reason = explain(seen.position, seen.move("bA1", "x"))
    assert reason is not None
    assert reason.rule is Rule.ONE_HIVE
    assert set(reason.parts) == {seen.hexes("bQ wA1"), seen.hexes("bB1 wQ")}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_diagram_in_transit(edition: Edition) -> None:
    """Linking the hive again at the end of the move does not help: on the way it is in two parts."""
    seen = shown(
        replay(games.ONE_HIVE_IN_TRANSIT, edition),
        """
                  wQ
            bA1 wS1
          bQ  x   wB1
        bG1     bB1
        """,
    )
    assert seen.reach("bQ") == frozenset()
    reason = explain(seen.position, seen.move("bQ", "x"))
    assert reason is not None
    assert reason.rule is Rule.ONE_HIVE
    assert set(reason.parts) == {seen.hexes("bG1"), seen.hexes("bA1 wS1 wQ wB1 bB1")}


def test_pinned_pieces_of_both_colours() -> None:
    assert {str(piece) for piece in pinned(PINNED.position)} == {"wA1", "bQ"}


def test_parts_are_named_largest_first() -> None:
    reason = explain(PINNED.position, PINNED.move("wA1", "x"))
    assert reason is not None
    assert reason.parts == (PINNED.hexes("bQ bS1"), PINNED.hexes("wQ"))


def test_nothing_in_a_stack_is_pinned() -> None:
    seen = table("wQ  wA1 bQ", on={"wA1": "bB1"}, to_move=Color.BLACK)
    assert pinned(seen.position) == frozenset()
    assert seen.reach("bB1") > seen.hexes("wQ bQ")


def test_nothing_is_pinned_in_a_ring() -> None:
    seen = table("""
          wA1 wS1
        wQ  .   bQ
          bA1 bS1
    """)
    assert pinned(seen.position) == frozenset()


def test_no_piece_is_left_stranded() -> None:
    reason = explain(LADYBUG.position, LADYBUG.move("wL", "x"))
    assert reason is not None
    assert reason.rule is Rule.AWAY_FROM_HIVE
    assert reason.source.section == "One Hive Rule"


def test_pinned_means_that_the_hive_falls_apart_without_it() -> None:
    rng = random.Random(11)
    for _ in range(150):
        position = random_position(rng)
        expected = {
            stack[0]
            for hex_, stack in position.stacks.items()
            if len(stack) == 1 and len(parts_without(position, hex_)) > 1
        }
        assert pinned(position) == expected
