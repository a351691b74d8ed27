"""The puzzle of the day, and puzzles by theme, game type and rating."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from skep.editions import GAME_TYPES, GameType
from skep.learn.puzzle_picker import daily_puzzle, pick_puzzles
from skep.learn.puzzles import THEMES, Theme, all_puzzles

DAY = date(2026, 11, 15)


def test_daily_puzzles_repeat_only_after_all_have_been_used() -> None:
    eligible = {puzzle.id for puzzle in all_puzzles().values() if (puzzle.kind, puzzle.moves) != ("win", 1)}
    puzzles = [daily_puzzle(DAY + timedelta(days=day)).id for day in range(len(eligible))]
    assert set(puzzles) == eligible
    assert daily_puzzle(DAY + timedelta(days=len(eligible))).id == puzzles[0]


def test_the_first_and_the_last_day_of_the_calendar_have_a_puzzle() -> None:
    assert daily_puzzle(date.min).id in all_puzzles()
    assert daily_puzzle(date.max).id in all_puzzles()


@pytest.mark.parametrize("theme", THEMES)
def test_picks_by_theme(theme: Theme) -> None:
    picked = pick_puzzles(8, theme=theme)
    assert len({puzzle.id for puzzle in picked}) == 8
    assert all(theme in puzzle.themes for puzzle in picked)


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_picks_by_game_type(game_type: GameType) -> None:
    assert {puzzle.game_type for puzzle in pick_puzzles(5, game_type=game_type)} == {str(game_type)}


@pytest.mark.parametrize("rating", [700, 1200, 1600])
def test_picks_by_rating(rating: int) -> None:
    assert all(abs(puzzle.rating - rating) <= 100 for puzzle in pick_puzzles(10, rating=rating))


def test_excluded_puzzles_are_not_picked() -> None:
    hardest = pick_puzzles(3, rating=3000, rng=random.Random(1))
    others = pick_puzzles(3, rating=3000, exclude=[puzzle.id for puzzle in hardest], rng=random.Random(1))
    assert not {puzzle.id for puzzle in hardest} & {puzzle.id for puzzle in others}


def test_the_same_seed_picks_the_same_puzzles() -> None:
    assert pick_puzzles(5, rng=random.Random(7)) == pick_puzzles(5, rng=random.Random(7))


def test_picks_fewer_puzzles_if_there_are_not_enough() -> None:
    assert pick_puzzles(5, puzzles=[]) == []
