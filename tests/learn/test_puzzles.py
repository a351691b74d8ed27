"""Ids and files of puzzles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from skep.board import Board
from skep.errors import SkepError
from skep.hexes import SYMMETRIES, Hex
from skep.learn.puzzles import find_puzzle, puzzle_id, read_puzzles, write_puzzles
from skep.position import Position
from tests.learn.helpers import a_save, a_win, sample


@pytest.mark.parametrize("image", SYMMETRIES)
def test_rotations_and_mirror_images_have_the_same_id(image: Callable[[Hex], Hex]) -> None:
    position = a_win().board().position()
    stacks = {image(hex_): stack for hex_, stack in position.stacks.items()}
    moved = Position(stacks, position.hands, position.ply, position.just_moved, position.game_type, position.edition)
    assert puzzle_id(Board.from_position(moved)) == a_win().id


def test_reading_inverts_writing(tmp_path: Path) -> None:
    puzzles = [a_win(), a_save()]
    write_puzzles(tmp_path / "some.jsonl", puzzles)
    assert list(read_puzzles(tmp_path / "some.jsonl")) == puzzles


def test_an_invalid_line_is_reported_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    write_puzzles(file, [a_win()])
    file.write_bytes(file.read_bytes() + b'\n{"id": 3}\n')
    with pytest.raises(SkepError, match=r"some\.jsonl, line 3: not a puzzle"):
        list(read_puzzles(file))


def test_puzzles_are_found_by_id() -> None:
    (puzzle, _) = sample(2)
    assert find_puzzle(f" {puzzle.id.upper()} ") == puzzle
    with pytest.raises(SkepError, match="there is no puzzle 'nonsense'"):
        find_puzzle("nonsense")
