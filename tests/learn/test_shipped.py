"""The puzzles that come with the program: balanced, distinct and proved."""

from __future__ import annotations

from collections import Counter

import pytest

from skep.editions import GAME_TYPES
from skep.learn.proving import verify_puzzle
from skep.learn.puzzles import THEMES, Puzzle, all_puzzles, puzzle_id
from skep.learn.themes import find_themes
from tests.learn.helpers import sample

ALL = list(all_puzzles().values())
PARTS = 40
"""The number of tests that share all puzzles, so that several processes can run them."""


def test_game_types_have_equal_shares() -> None:
    assert len(ALL) >= 1500
    types = Counter(puzzle.game_type for puzzle in ALL)
    assert set(types) == set(map(str, GAME_TYPES))
    assert min(types.values()) > 0.9 * max(types.values())


def test_every_theme_and_length_is_frequent_and_wins_in_one_are_a_minority() -> None:
    themes = Counter(theme for puzzle in ALL for theme in puzzle.themes)
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 50
    assert all(puzzle.themes for puzzle in ALL)
    lengths = Counter((puzzle.kind, puzzle.moves) for puzzle in ALL)
    assert lengths["win", 1] < len(ALL) / 3
    assert min(lengths["win", 2], lengths["win", 3], lengths["save", 1], lengths["save", 2]) > 100


def test_ratings_range_from_easy_to_hard() -> None:
    ratings = sorted(puzzle.rating for puzzle in ALL)
    assert ratings[len(ALL) // 10] < 800
    assert 1000 < ratings[len(ALL) // 2] < 1500
    assert ratings[9 * len(ALL) // 10] > 1500


def test_no_two_are_equal_when_rotated_or_mirrored() -> None:
    boards = [puzzle.board() for puzzle in ALL]
    assert [puzzle.id for puzzle in ALL] == [puzzle_id(board) for board in boards]
    assert len({(board.game_type, board.symmetric_key()) for board in boards}) == len(ALL)


def test_at_most_two_come_from_one_game() -> None:
    assert max(Counter(puzzle.source for puzzle in ALL).values()) <= 2


def test_long_wins_that_derive_from_one_game_differ() -> None:
    """``tools/find_long_wins.py`` looks for them near other puzzles."""

    def game(puzzle: Puzzle) -> str:
        while puzzle.source.startswith("variation"):
            puzzle = all_puzzles()[puzzle.source.rpartition(" ")[2]]
        return puzzle.source

    wins = [(game(puzzle), puzzle) for puzzle in ALL if puzzle.kind == "win" and puzzle.moves >= 4]
    assert max(Counter(name for name, _ in wins).values()) <= 4
    assert max(Counter((name, puzzle.line[::2]) for name, puzzle in wins).values()) == 1


@pytest.mark.parametrize("puzzle", sample(20), ids=lambda puzzle: puzzle.id)
def test_a_sample_is_verified(puzzle: Puzzle) -> None:
    assert verify_puzzle(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_are_verified(part: int) -> None:
    assert [puzzle.id for puzzle in ALL[part::PARTS] if not verify_puzzle(puzzle)] == []


@pytest.mark.parametrize("puzzle", sample(10), ids=lambda puzzle: puzzle.id)
def test_the_themes_of_the_line_are_listed(puzzle: Puzzle) -> None:
    board = puzzle.board()
    line = [board.push_uhp(text) for text in puzzle.line]
    assert set(find_themes(puzzle.board(), puzzle.kind, line)) - {"escape"} <= set(puzzle.themes)
