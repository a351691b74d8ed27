from __future__ import annotations

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Bug
from skep.rules import PathKind, Rule, explain, path

from .cases import CASES, THROW_GATE, THROW_SPLITS, THROWS
from .helpers import draw, moves, moves_of, replay


def test_slides_one_space_like_the_queen_bee() -> None:
    diagram = draw("""
          *
        wP  bQ  wQ
          *
    """)
    assert diagram.reach("wP") == diagram.marks


def test_throws_friend_and_enemy_over_itself() -> None:
    diagram = draw("""
          *   *
        bA1 wP  bQ  wQ
          *   *
    """)
    assert diagram.reach("bA1") == diagram.marks
    assert diagram.reach("bQ") == frozenset()
    own = draw("""
          *   *
        wQ  wP  bQ  bA1
          *   *
    """)
    assert own.reach("wQ") == own.marks


def test_throws_into_and_out_of_closed_spaces() -> None:
    diagram = draw("""
          *   bS1 wG1
        bA1 wP  *   wQ
          *   bQ  bG1
    """)
    assert diagram.reach("bA1") == diagram.marks


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
    assert reason.alternatives == frozenset(m.to for m in moves_of(position, str(move.piece)))


def test_splitting_the_hive_names_the_parts() -> None:
    reason = explain(THROW_SPLITS.position, THROW_SPLITS.move("bA1", "b"))
    assert reason is not None
    assert reason.parts == (THROW_SPLITS.hexes("wP wQ bQ"), THROW_SPLITS.hexes("bS1"))


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_gate_of_stacks(edition: Edition) -> None:
    diagram = draw(
        """
          wA1 *
        bA1 wP  *
          wG1 wQ  bQ
        """,
        on={"wA1": "bB1", "wG1": "bB2"},
        edition=edition,
    )
    assert diagram.reach("bA1") == (frozenset() if edition.gates_above_ground else diagram.marks)


def test_gates_going_up_and_coming_down() -> None:
    up = explain(THROW_GATE.position, THROW_GATE.move("bA1", "x"))
    assert up is not None
    assert up.gate is not None
    assert (up.gate.start, up.gate.to) == (THROW_GATE.at("bA1"), THROW_GATE.at("wP"))
    assert (up.gate.step, up.gate.height) == (1, 1)
    diagram = draw(
        """
          *   wA1
        bA1 wP  x
          *   wG1
            wQ  bQ
        """,
        on={"wA1": "bB1", "wG1": "bB2"},
    )
    assert diagram.reach("bA1") == diagram.marks
    down = explain(diagram.position, diagram.move("bA1", "x"))
    assert down is not None
    assert down.rule is Rule.THROW_GATE
    assert down.gate is not None
    assert (down.gate.start, down.gate.to) == (diagram.at("wP"), diagram.at("x"))
    assert down.gate.step == 2


def test_covered_pillbug_throws_nothing() -> None:
    diagram = draw("bA1 wP  wQ  bQ", on={"wP": "wB1"})
    assert diagram.reach("bA1") == frozenset()


def test_just_moved_piece_rests_for_both_players() -> None:
    picture = """
          x
        wA1 wP  wQ  bQ
    """
    assert draw(picture, just_moved="wA1").reach("wA1") == frozenset()
    assert draw(picture).at("x") in draw(picture).reach("wA1")


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_throws_only_after_the_queen_bee_is_placed(edition: Edition) -> None:
    position = replay("Base+P;InProgress;White[2];wP;bP wP-", edition)
    reason = explain(position, next(iter(moves(position, "bP -wP"))))
    assert reason is not None
    assert reason.rule is Rule.QUEEN_BEFORE_MOVING
    assert [str(piece) for piece in reason.pieces] == ["wQ"]


def test_mosquito_throws_like_the_pillbug_it_touches() -> None:
    diagram = draw("""
          x   y
        bA1 wM  bP  bQ  wQ
          z   u
    """)
    assert diagram.reach("bA1") == diagram.hexes("x y z u")
    way = path(diagram.position, diagram.move("bA1", "y"))
    assert (way.kind, str(way.thrower), way.copied) == (PathKind.THROW, "wM", Bug.PILLBUG)
    assert way.hexes == (diagram.at("bA1"), diagram.at("wM"), diagram.at("y"))


def test_enemy_piece_without_a_pillbug_is_not_yours() -> None:
    reason = explain(THROWS.position, THROWS.move("bG1", "z"))
    assert reason is not None
    assert reason.rule is Rule.NOT_YOUR_PIECE
