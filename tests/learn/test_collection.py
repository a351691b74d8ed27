"""A collection is balanced and takes few puzzles from one game."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from skep.learn.collection import collect
from skep.learn.puzzles import Puzzle
from tests.learn.helpers import a_save, a_win


def mined(count: int, **changes: object) -> list[Puzzle]:
    name = "-".join(map(str, changes.values()))
    return [
        replace(a_win(), id=f"{name}-{number}", source=f"game {name} {number}", **changes) for number in range(count)
    ]


def test_rare_puzzles_are_preferred_to_common_ones() -> None:
    common = mined(90, themes=("drop",), rating=700)
    rare = [*mined(5, themes=("throw",), rating=1500), *mined(5, themes=("gate",), rating=1900)]
    chosen = collect([*common, *rare], 30)
    assert Counter(puzzle.themes for puzzle in chosen) == {("drop",): 20, ("throw",): 5, ("gate",): 5}


def test_game_types_get_the_same_share() -> None:
    one_type = mined(40, rating=900)
    other_type = [replace(puzzle, id=f"b{puzzle.id}", position=a_save().position) for puzzle in mined(15, rating=901)]
    chosen = collect([*one_type, *other_type], 20)
    assert set(Counter(puzzle.game_type for puzzle in chosen).values()) == {10}


def test_at_most_two_distinct_puzzles_come_from_one_game() -> None:
    puzzles = [replace(puzzle, source="one game") for puzzle in mined(9, rating=900)]
    assert len(collect([*puzzles, *puzzles], 20)) == 2


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_input_does_not_matter(seed: int) -> None:
    puzzles = [*mined(20, rating=900), *mined(20, rating=1300), *mined(20, themes=("pin",))]
    shuffled = random.Random(seed).sample(puzzles, len(puzzles))
    assert collect(shuffled, 10) == collect(puzzles, 10)


def test_a_collection_is_ordered_by_rating() -> None:
    ratings = [puzzle.rating for puzzle in collect([*mined(5, rating=1300), *mined(5, rating=900)], 8)]
    assert ratings == sorted(ratings)
