"""Ratings of puzzles: performance ratings and plausible differences."""

from __future__ import annotations

from statistics import mean

import pytest

from skep.learn.puzzles import all_puzzles
from skep.learn.rating import estimate_rating, performance_rating
from tests.learn.helpers import a_win, sample

PLAYERS = (600, 900, 1200, 1500, 1800)


def test_a_puzzle_is_harder_if_more_players_miss_it() -> None:
    ratings = [performance_rating([(player, float(player > missed)) for player in PLAYERS]) for missed in (0, *PLAYERS)]
    assert ratings == sorted(set(ratings))


def test_a_player_who_solves_a_puzzle_half_the_time_has_its_rating() -> None:
    assert performance_rating([(1400, 0.5)] * 50) == pytest.approx(1400, abs=15)


def test_ratings_are_reproducible() -> None:
    puzzle = a_win()
    board = puzzle.board()
    line = [board.push_uhp(text) for text in puzzle.line]
    board.pop()
    endings = [board.parse_uhp(text) for text in puzzle.endings]
    assert estimate_rating(puzzle.board(), line, endings) == puzzle.rating


def test_longer_wins_are_harder_on_average() -> None:
    wins = [puzzle for puzzle in all_puzzles().values() if puzzle.kind == "win"]
    means = [mean(puzzle.rating for puzzle in wins if puzzle.moves == moves) for moves in (1, 2, 3)]
    assert means == sorted(means)
    assert means[2] - means[0] > 300


def test_ratings_are_rounded_to_tens() -> None:
    assert all(puzzle.rating % 10 == 0 and 300 <= puzzle.rating <= 2600 for puzzle in sample(50))
