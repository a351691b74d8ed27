from __future__ import annotations

import pytest

from skep.editions import EDITIONS, GameType, find_edition
from skep.moves import PASS
from skep.pieces import Piece
from skep.position import Position
from skep.rules import legal_moves, play
from tests.sizes import small_and_large

from .cases import ROW, THROWS
from .helpers import moves, replay


def perft(position: Position, depth: int) -> int:
    choices = legal_moves(position)
    return len(choices) if depth == 1 else sum(perft(play(position, move), depth - 1) for move in choices)


PERFT = {
    "Base": (4, 96, 1440, 21600),
    "Base+M": (5, 150, 2610, 45414),
    "Base+L": (5, 150, 2610, 45414),
    "Base+P": (5, 150, 2610, 45414),
    "Base+ML": (6, 216, 4320, 86400),
    "Base+MP": (6, 216, 4320, 86400),
    "Base+LP": (6, 216, 4320, 86400),
    "Base+MLP": (7, 294, 6678, 151686),
}
QUEEN_FIRST = {
    "Base": (5, 150, 2220, 32856),
    "Base+M": (6, 216, 3744, 64896),
    "Base+ML": (7, 294, 5880, 117600),
    "Base+MLP": (8, 384, 8736, 198744),
}


@pytest.mark.parametrize("game_type", PERFT)
@small_and_large("depth", 3, 4)
def test_perft(game_type: str, depth: int) -> None:
    start = Position.start(GameType.parse(game_type))
    assert tuple(perft(start, each) for each in range(1, depth + 1)) == PERFT[game_type][:depth]


@pytest.mark.parametrize("edition", ["pocket-2012", "hive-classic"])
@pytest.mark.parametrize("game_type", QUEEN_FIRST)
def test_perft_with_the_queen_bee_first(game_type: str, edition: str) -> None:
    start = Position.start(GameType.parse(game_type), find_edition(edition))
    depths = range(1, 4) if edition == "hive-classic" else range(1, 5)
    assert tuple(perft(start, depth) for depth in depths) == QUEEN_FIRST[game_type][: len(depths)]


@pytest.mark.slow
def test_perft_five_deep() -> None:
    assert perft(Position.start(GameType.parse("Base")), 5) == 516240
    assert perft(Position.start(GameType.parse("Base+MLP")), 5) == 5427108


def test_placing_takes_the_piece_out_of_the_hand() -> None:
    before = replay("Base+P;InProgress;White[1];wA1;bA1 wA1-")
    (move,) = moves(before, "wQ -wA1")
    after = play(before, move)
    assert after.where(move.piece) == move.to
    assert after.hands == before.hands - {move.piece}
    assert (after.ply, after.just_moved) == (before.ply + 1, None)


def test_moving_climbs_and_uncovers() -> None:
    after = play(ROW.position, ROW.move("wB1", "wG1"))
    assert [str(piece) for piece in after.stack(ROW.at("wG1"))] == ["wG1", "wB1"]
    assert [str(piece) for piece in after.stack(ROW.at("wQ"))] == ["wQ"]
    assert str(after.just_moved) == "wB1"


def test_thrown_piece_counts_as_just_moved() -> None:
    after = play(THROWS.position, THROWS.move("bA1", "b"))
    assert after.where(Piece.parse("bA1")) == THROWS.at("b")
    assert str(after.just_moved) == "bA1"
    assert after.stack(THROWS.at("bA1")) == ()


def test_pass_changes_only_the_turn() -> None:
    after = play(ROW.position, PASS)
    assert (after.stacks, after.hands, after.ply) == (ROW.position.stacks, ROW.position.hands, ROW.position.ply + 1)


def test_play_keeps_the_edition() -> None:
    for edition in EDITIONS:
        start = Position.start(edition=edition)
        for move in legal_moves(start):
            assert play(start, move).edition is edition
