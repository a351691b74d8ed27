"""Opening books: the built-in one, those read from files, and generated ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.board import Board
from skep.editions import EDITIONS, GAME_TYPES, GameType
from skep.errors import SkepError
from skep.match.book import built_in_book, check_book, read_book
from skep.match.generate import Recipe, book_text, default_count, generate_openings

BASE = GameType.parse("Base")


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_built_in_openings_are_legal_in_every_edition_and_distinct_up_to_symmetry(game_type: GameType) -> None:
    lines = built_in_book([game_type])
    assert len(lines) == default_count(game_type)
    boards = [Board.from_game_string(line) for line in lines]
    assert {board.game_type for board in boards} == {game_type}
    assert len({board.symmetric_key() for board in boards}) == len(boards)
    assert all(4 <= board.ply <= 8 for board in boards)
    assert [board.game_string() for board in boards] == list(lines)
    for edition in EDITIONS:
        check_book(lines, edition.id)


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_built_in_openings_start_with_every_bug_except_the_queen_bee(game_type: GameType) -> None:
    first_bugs = {line.split(";")[3][1] for line in built_in_book([game_type])}
    letters = {piece.bug.letter for piece in Board(game_type).hand(Board(game_type).turn)}
    assert len(first_bugs) >= (len(letters) - 1 if default_count(game_type) > 20 else 3)
    assert "Q" not in first_bugs


def test_generated_openings_follow_their_recipe() -> None:
    recipe = Recipe(min_plies=3, max_plies=5, nodes=200, bound=500, seed=9)
    openings = list(generate_openings(BASE, 12, recipe))
    boards = [Board.from_game_string(opening) for opening in openings]
    assert {board.ply for board in boards} <= {3, 4, 5}
    assert len({board.symmetric_key() for board in boards}) == 12
    assert openings == list(generate_openings(BASE, 12, recipe))


def test_an_impossible_recipe_is_an_error() -> None:
    with pytest.raises(SkepError, match=r"were known or unbalanced: only [1-4] found"):
        list(generate_openings(BASE, 5, Recipe(min_plies=1, max_plies=1, nodes=0)))
    with pytest.raises(SkepError, match="1 to 40 plies"):
        Recipe(min_plies=5, max_plies=4)


def test_a_book_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    text = book_text(BASE, 3, Recipe(nodes=0)) + "\n" + book_text(GameType.parse("Base+M"), 2, Recipe(nodes=0))
    file.write_text(text)
    assert text.startswith("# 3 openings of 4 to 8 plies, not evaluated, seed 1\n")
    assert len(read_book(file)) == 5
    assert len(read_book(file, [BASE])) == 3
    with pytest.raises(SkepError, match=r"has no opening for Base\+L"):
        read_book(file, [BASE, GameType.parse("Base+L")])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("# nothing\n", "has no openings"),
        ("nonsense\n", "not a game type"),
        ("Base;;;wS1;bS1 wS1\n", "opening 1 of the book: move 2 of the game"),
    ],
)
def test_invalid_books_are_errors(tmp_path: Path, text: str, error: str) -> None:
    file = tmp_path / "book.txt"
    file.write_text(text)
    with pytest.raises(SkepError, match=error):
        check_book(read_book(file), "ultimate-2024")
