"""Rulings on questions that the rulebooks leave open, in all editions, with the pillbug added to the older ones."""

from __future__ import annotations

from typing import Final

import pytest

from skep.editions import EDITIONS, Edition
from skep.moves import PASS
from skep.notation.uhp import parse_move
from skep.rules import Rule, explain, play

from .helpers import draw, moves, moves_of, replay

THROWN: Final = "Base+P;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP/;wQ /bP;wP bP\\"

LEGAL: Final = {
    "a pinned pillbug throws": (
        "Base+P;InProgress;White[3];wP;bB1 \\wP;wQ wP\\;bB2 -bB1",
        "wQ wP-",
        ("wQ -wP", "wQ /wP", "wQ bB1-", "wQ wP-"),
    ),
    "a piece you threw moves on your next turn": (
        "Base+P;InProgress;White[4];wP;bB1 \\wP;wQ wP\\;bB2 -bB1;wQ bB1-;bP /bB2",
        "wQ wP\\",
        ("wQ -wP", "wQ /wP", "wQ bB1/", "wQ wP-", "wQ wP\\"),
    ),
    "a mosquito uses its own pillbug that was just moved": (
        "Base+MP;InProgress;White[5];wP;bM \\wP;wM wP\\;bP bM/;wQ -wM;bQ bP/;wM -wP;wP -bM",
        "wQ bM\\",
        ("wQ -wM", "wQ /wM", "wQ bM\\"),
    ),
    "a mosquito uses the enemy pillbug that just moved": (
        "Base+MP;InProgress;Black[4];wM;bM wM\\;wQ -wM;bQ /bM;wP wM/;bQ -bM;wP wM-",
        "wM wP\\",
        ("wM /bM", "wM bM\\", "wM wP\\"),
    ),
    "a mosquito throws the pillbug it copies": (
        "Base+MP;InProgress;Black[3];wP;bM \\wP;wQ /wP;bQ -bM;wQ bM-",
        "wP bM/",
        ("wP /bM", "wP bM/", "wP bQ/"),
    ),
    "the enemy's queen bee is thrown": (
        "Base+P;InProgress;Black[4];wP;bP wP-;wQ \\wP;bB1 bP/;wQ /bP;bQ bB1/;wP -bB1",
        "wQ bB1\\",
        ("wQ -bP", "wQ bB1\\", "wQ bP\\"),
    ),
}

ILLEGAL: Final = {
    "throwing the piece the opponent just moved": (
        "Base+P;InProgress;Black[3];wP;bP wP-;wQ /wP;bQ bP/;wQ /bP",
        "wQ bP\\",
        Rule.THROW_JUST_MOVED,
        (),
    ),
    "a piece thrown by the opponent moves at once": (THROWN, "wP wQ\\", Rule.JUST_MOVED, ()),
    "a pillbug that was just thrown throws": (THROWN, "wQ wP-", Rule.THROWER_JUST_MOVED, ("wQ -bP", "wQ /wP")),
    "a pillbug that was just thrown throws an enemy": (THROWN, "bP wP\\", Rule.THROWER_JUST_MOVED, ()),
    "a mosquito beside a covered pillbug throws": (
        "Base+MP;InProgress;White[5];wP;bB1 /wP;wM \\wP;bQ bB1\\;wA1 wP-;bQ /wA1;wQ wM/;bB1 wP",
        "wQ /wM",
        Rule.TOO_FAR,
        ("wQ \\wM", "wQ wM-"),
    ),
    "a mosquito on top of the hive beside a pillbug throws": (
        "Base+MP;InProgress;White[5];wB1;bP wB1\\;wM -wB1;bM bP\\;wQ wM/;bQ /bM;wM wB1;bQ -bM",
        "bP /wM",
        Rule.NOT_YOUR_PIECE,
        (),
    ),
}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("ruling", LEGAL)
def test_legal(ruling: str, edition: Edition) -> None:
    game, decided, complete = LEGAL[ruling]
    position = replay(game, edition)
    move = parse_move(decided, position)
    assert moves_of(position, str(move.piece)) == moves(position, *complete)
    assert move in moves(position, *complete)
    assert explain(position, move) is None


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("ruling", ILLEGAL)
def test_illegal(ruling: str, edition: Edition) -> None:
    game, decided, rule, complete = ILLEGAL[ruling]
    position = replay(game, edition)
    move = parse_move(decided, position)
    assert moves_of(position, str(move.piece)) == moves(position, *complete)
    reason = explain(position, move)
    assert reason is not None
    assert reason.rule is rule


def test_pass_and_placing_clear_just_moved() -> None:
    position = replay(THROWN)
    assert str(position.just_moved) == "wP"
    assert play(position, PASS).just_moved is None
    assert play(position, parse_move("wA1 /wQ", position)).just_moved is None


def test_no_piece_rests_in_games_without_a_pillbug() -> None:
    position = replay("Base+M;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1")
    assert position.just_moved is None


def test_placed_piece_cannot_be_beside_an_enemy_pillbug() -> None:
    """So it never matters whether a placed piece counts as just moved."""
    diagram = draw("""
        wQ  wA1 bP  bQ  x
          y
    """)
    placed = explain(diagram.position, diagram.move("wA2", "x"))
    assert placed is not None
    assert placed.rule is Rule.PLACED_NEXT_TO_ENEMY
    assert explain(diagram.position, diagram.move("wA2", "y")) is None
