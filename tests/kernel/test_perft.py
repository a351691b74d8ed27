"""Perft against published numbers, for every game type."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from skep import DEFAULT_EDITION, EDITIONS, GAME_TYPES, Board, GameType, rules
from skep.position import Position

DATA = Path(__file__).parent.parent / "data"
QUICK = 5


def published(name: str) -> list[Any]:
    """Return a test case per line of a file. Deep ones are marked as slow."""
    cases = []
    with (DATA / name).open(newline="") as file:
        for row in csv.DictReader(file):
            depth = int(row["depth"])
            marks = [pytest.mark.slow] if depth > QUICK else []
            cases.append(pytest.param(row["game_type"], depth, int(row["nodes"]), marks=marks))
    return cases


@pytest.mark.parametrize(("game_type", "depth", "nodes"), published("perft.csv"))
def test_perft_matches_the_published_number(game_type: str, depth: int, nodes: int) -> None:
    assert Board(game_type).perft(depth) == nodes


@pytest.mark.parametrize(("game_type", "depth", "nodes"), published("queen_first.csv"))
def test_perft_with_the_queen_bee_allowed_first(game_type: str, depth: int, nodes: int) -> None:
    edition = replace(DEFAULT_EDITION, id="queen-first", queen_from_turn=1)
    assert Board(game_type, edition=edition).perft(depth) == nodes


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_bulk_counting_does_not_change_the_result(edition: str, game_type: GameType) -> None:
    board = Board(game_type, edition=edition)
    assert board.perft(4) == board.perft(4, bulk=False)


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_perft_of_the_readable_rules_is_the_same(game_type: str) -> None:
    def count(position: Position, depth: int) -> int:
        moves = rules.legal_moves(position)
        return len(moves) if depth == 1 else sum(count(rules.play(position, move), depth - 1) for move in moves)

    board = Board(game_type, edition="pocket-2012")
    assert count(board.position(), 3) == board.perft(3)


@pytest.mark.parametrize("depth", [-1, 31])
def test_perft_rejects_depths_out_of_range(depth: int) -> None:
    with pytest.raises(ValueError, match=f"not {depth}"):
        Board().perft(depth)
