"""Books: ours, others', and new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.board import Board
from skep.editions import EDITIONS, GAME_TYPES, GameType
from skep.errors import SkepError
from skep.match.book import built_in_book, check_book, read_book
from skep.match.generate import Recipe, book_text, generate_openings, usual_count

BASE = GameType.parse("Base")


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_our_openings_are_legal_in_every_edition_and_differ_up_to_symmetry(game_type: GameType) -> None:
    lines = built_in_book([game_type])
    assert len(lines) == usual_count(game_type)
    boards = [Board.from_game_string(line) for line in lines]
    assert {board.game_type for board in boards} == {game_type}
    assert len({board.symmetric_key() for board in boards}) == len(boards)
    assert all(4 <= board.ply <= 8 for board in boards)
    assert [board.game_string() for board in boards] == list(lines)
    for edition in EDITIONS:
        check_book(lines, edition.id)


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_our_openings_begin_with_every_bug_but_the_queen_bee(game_type: GameType) -> None:
    firsts = {line.split(";")[3][1] for line in built_in_book([game_type])}
    letters = {piece.bug.letter for piece in Board(game_type).hand(Board(game_type).to_move)}
    assert len(firsts) >= (len(letters) - 1 if usual_count(game_type) > 20 else 3)
    assert "Q" not in firsts


def test_new_openings_follow_their_recipe() -> None:
    recipe = Recipe(shortest=3, longest=5, nodes=200, bound=500, seed=9)
    openings = list(generate_openings(BASE, 12, recipe))
    boards = [Board.from_game_string(opening) for opening in openings]
    assert {board.ply for board in boards} <= {3, 4, 5}
    assert len({board.symmetric_key() for board in boards}) == 12
    assert openings == list(generate_openings(BASE, 12, recipe))


def test_a_recipe_that_nothing_fits_gives_up() -> None:
    with pytest.raises(SkepError, match=r"were known or uneven: only [1-4] found"):
        list(generate_openings(BASE, 5, Recipe(shortest=1, longest=1, nodes=0)))
    with pytest.raises(SkepError, match="1 to 40 plies"):
        Recipe(shortest=5, longest=4)


def test_a_book_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    text = book_text(BASE, 3, Recipe(nodes=0)) + "\n" + book_text(GameType.parse("Base+M"), 2, Recipe(nodes=0))
    file.write_text(text)
    assert text.startswith("# 3 openings of 4 to 8 plies, not judged, seed 1\n")
    assert len(read_book(file)) == 5
    assert len(read_book(file, [BASE])) == 3
    with pytest.raises(SkepError, match=r"has no opening for Base\+L"):
        read_book(file, [BASE, GameType.parse("Base+L")])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("# nothing\n", "has no opening"),
        ("nonsense\n", "not a game type"),
        ("Base;;;wS1;bS1 wS1\n", "opening 1 of the book: move 2 of the game"),
    ],
)
def test_books_that_are_none(tmp_path: Path, text: str, error: str) -> None:
    file = tmp_path / "book.txt"
    file.write_text(text)
    with pytest.raises(SkepError, match=error):
        check_book(read_book(file), "ultimate-2024")
