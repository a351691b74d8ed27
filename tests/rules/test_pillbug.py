from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Color
from skep.rules import PathKind, Rule, explain, path

from .cases import CASES, THROW_GATE, THROW_SPLITS, THROWS
from .helpers import moves_of, table


def test_slides_one_space_like_the_queen_bee() -> None:
    seen = table("""
          *
        wP  bQ  wQ
          *
    """)
    assert seen.reach("wP") == seen.marks


def test_throws_friend_and_enemy_over_itself() -> None:
    seen = table("""
          *   *
        bA1 wP  bQ  wQ
          *   *
    """)
    assert seen.reach("bA1") == seen.marks
    assert seen.reach("bQ") == frozenset()
    own = table("""
          *   *
        wA1 wP  bQ  wQ
          *   *
    """)
    assert own.marks < own.reach("wA1")


def test_throws_into_and_out_of_closed_spaces() -> None:
    seen = table("""
          bS1 wG1
        bA1 wP  wQ  *
          *   bQ
    """.replace("wQ  *", "wQ"))
    assert seen.reach("bA1") == seen.marks


def test_throw_path_goes_over_the_thrower() -> None:
    way = path(THROWS.position, THROWS.move("bA1", "b"))
    assert way.kind is PathKind.THROW
    assert way.hexes == (THROWS.at("bA1"), THROWS.at("wP"), THROWS.at("b"))
    assert str(way.thrower) == "wP"


@pytest.mark.parametrize(
    ("rule", "pieces"),
    [
        (Rule.THROWER_JUST_MOVED, "wP"),
        (Rule.THROW_NOT_BESIDE, "wP"),
        (Rule.THROW_STACK, "bA2"),
        (Rule.THROW_JUST_MOVED, ""),
        (Rule.THROW_SPLITS, ""),
        (Rule.THROW_TAKEN, "wQ"),
        (Rule.THROW_TO_NOT_BESIDE, "wP"),
        (Rule.THROW_GATE, "bB1 bB2"),
    ],
)
def test_reasons(rule: Rule, pieces: str) -> None:
    position, move = CASES[rule]()
    reason = explain(position, move)
    assert reason is not None
    assert reason.rule is rule
    assert {str(piece) for piece in reason.pieces} == set(pieces.split())
    assert str(reason.source) == "Hive Ultimate Pocket (2024), Pillbug"
    assert reason.instead == frozenset(m.to for m in moves_of(position, str(move.piece)))


def test_splitting_the_hive_names_the_parts() -> None:
    reason = explain(THROW_SPLITS.position, THROW_SPLITS.move("bA1", "b"))
    assert reason is not None
    assert reason.parts == (THROW_SPLITS.hexes("wP wQ bQ"), THROW_SPLITS.hexes("bS1"))


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_of_stacks(edition: Edition) -> None:
    seen = table(
        """
          wA1 *
        bA1 wP  *
          wG1 wQ  bQ
        """,
        on={"wA1": "bB1", "wG1": "bB2"},
        edition=edition,
    )
    assert seen.reach("bA1") == (frozenset() if edition.gates_above_ground else seen.marks)


def test_gate_on_the_way_up_and_on_the_way_down() -> None:
    up = explain(THROW_GATE.position, THROW_GATE.move("bA1", "x"))
    assert up is not None
    assert up.gate is not None
    assert (up.gate.start, up.gate.to) == (THROW_GATE.at("bA1"), THROW_GATE.at("wP"))
    assert (up.gate.step, up.gate.height) == (1, 1)
    seen = table(
        """
          *   wA1
        bA1 wP  x
          *   wG1
            wQ  bQ
        """,
        on={"wA1": "bB1", "wG1": "bB2"},
    )
    assert seen.reach("bA1") == seen.marks
    down = explain(seen.position, seen.move("bA1", "x"))
    assert down is not None
    assert down.rule is Rule.THROW_GATE
    assert down.gate is not None
    assert (down.gate.start, down.gate.to) == (seen.at("wP"), seen.at("x"))
    assert down.gate.step == 2


def test_covered_pillbug_throws_nothing() -> None:
    seen = table("bA1 wP  wQ  bQ", on={"wP": "wB1"})
    assert seen.reach("bA1") == frozenset()


def test_just_moved_piece_rests_whoever_would_move_it() -> None:
    picture = """
          x
        wA1 wP  wQ  bQ
    """
    assert table(picture, just_moved="wA1").reach("wA1") == frozenset()
    assert table(picture).at("x") in table(picture).reach("wA1")


def test_throws_instead_of_moving_only_when_the_queen_bee_is_placed() -> None:
    seen = table("bA1 wP  bQ  bS1".replace("bA1", "bA1"), to_move=Color.BLACK)
    assert seen.reach("wP") == frozenset()


def test_mosquito_throws_like_the_pillbug_it_touches() -> None:
    seen = table("""
          *   *
        bA1 wM  bP  bQ  wQ
          *   *
    """)
    assert seen.reach("bA1") == seen.marks
    way = path(seen.position, seen.move("bA1", "bA1")) if False else None
    assert way is None
