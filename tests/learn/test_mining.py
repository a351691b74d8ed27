"""Long wins near known puzzles."""

from __future__ import annotations

import pytest

from skep.learn.certificates import certificate_holds, certify
from skep.learn.mining import find_long_win
from skep.learn.proving import verify_puzzle
from skep.learn.puzzles import find_puzzle


@pytest.mark.parametrize(("name", "seed"), [("hsuu77gj", 41), ("nmhp4gpv", 41)])
def test_a_long_win_is_found_near_a_shorter_one(name: str, seed: int) -> None:
    start = find_puzzle(name)
    puzzle = find_long_win(start, 4, seed)
    assert puzzle is not None
    assert (puzzle.kind, puzzle.moves, puzzle.game_type) == ("win", 4, start.game_type)
    assert puzzle.source == f"variation {seed} of {name}"
    assert verify_puzzle(puzzle)
    assert certificate_holds(certify(puzzle.board(), 4))
    assert find_long_win(start, 4, seed) == puzzle


def test_nothing_is_found_near_a_position_without_an_attack() -> None:
    assert find_long_win(find_puzzle("k2thjhfs"), 5, 1) is None
