"""Puzzles: positions with a single winning or saving move, proved by exhaustive search."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from skep.board import Board
from skep.errors import SkepError

__all__ = [
    "KINDS",
    "THEMES",
    "Kind",
    "Puzzle",
    "Replies",
    "Theme",
    "all_puzzles",
    "find_puzzle",
    "puzzle_id",
    "read_puzzles",
    "write_puzzles",
]

Kind: TypeAlias = Literal["win", "save"]
"""The kind of a puzzle: win the game, or save it."""
Theme: TypeAlias = Literal["surround", "pin", "gate", "throw", "drop", "escape", "ring"]
"""A theme of a puzzle, by which you can choose puzzles."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""All kinds of puzzles."""
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
"""All themes."""
_ID_CHARACTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_FILE: Final = "puzzles.jsonl"


class Replies(msgspec.Struct, frozen=True, omit_defaults=True):
    """The other side's replies to the wrong moves of one turn. In a win they escape, in a save they win.

    >>> replies = Replies("bA1 -wQ", {"wA1 -wQ": "bB1 wQ", "wQ bQ-": ""})
    >>> replies.to("wG1 bQ-"), replies.to("wA1 -wQ"), replies.to("wQ bQ-")
    ('bA1 -wQ', 'bB1 wQ', None)
    """

    usual: str = ""
    """The reply to every wrong move that is not in ``others``."""
    others: dict[str, str] = {}
    """The replies to other wrong moves. Empty if the move itself ends the game."""

    def to(self, move: str) -> str | None:
        """Return the reply to a wrong move, or None if the move ends the game."""
        return self.others.get(move, self.usual) or None


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One puzzle. Moves are MoveStrings.

    In a win the player wins in ``moves`` moves whatever the other side does. Every move of the solution is the only
    one that achieves this, except the last: ``endings`` lists all final moves. In a save every move but the solution
    loses within ``moves`` moves of the other side.
    """

    id: str
    position: str
    """A position string with the player to move."""
    kind: Kind
    moves: int
    line: tuple[str, ...]
    """The solution: the player's moves, and between them the replies that resist longest."""
    endings: tuple[str, ...] = ()
    """In a win, every move that ends the game in place of the last move of the line."""
    replies: tuple[Replies, ...] = ()
    """The replies for each of the player's turns, except the last turn of a win."""
    themes: tuple[Theme, ...] = ()
    rating: int = 1500
    """The difficulty on the trainer's scale, estimated from what shallow searches miss."""
    source: str = ""
    """The game in which the puzzle was found."""

    def board(self) -> Board:
        """Return the position to solve."""
        return Board.from_position_string(self.position)

    def accepted_moves(self, turn: int) -> tuple[str, ...]:
        """Return the right moves at one of the player's turns, counted from 0."""
        return self.endings if self.kind == "win" and turn == self.moves - 1 else (self.line[2 * turn],)

    @property
    def turns(self) -> int:
        """The number of moves that the player has to find."""
        return (len(self.line) + 1) // 2

    @property
    def game_type(self) -> str:
        """The game type, read from the position string."""
        return self.position.split()[1]


def puzzle_id(board: Board) -> str:
    """Return an eight-character id, shared by rotations, mirror images and all editions of a position."""
    text = f"{board.game_type}/{board.symmetric_key():016x}"
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
    characters = ""
    for _ in range(8):
        number, index = divmod(number, len(_ID_CHARACTERS))
        characters += _ID_CHARACTERS[index]
    return characters


_decoder: Final = msgspec.json.Decoder(Puzzle)
_encoder: Final = msgspec.json.Encoder()


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, one per line. Raises SkepError with the number of an invalid line."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield _decoder.decode(line)
                except msgspec.MsgspecError as error:
                    raise SkepError(f"{path}, line {number}: not a puzzle: {error}") from error


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles to a file, one per line, replacing its contents."""
    path.write_bytes(b"".join(_encoder.encode(puzzle) + b"\n" for puzzle in puzzles))


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """Return the puzzles that come with the program, by id."""
    lines = files("skep.learn").joinpath(_FILE).read_bytes().splitlines()
    return {puzzle.id: puzzle for puzzle in map(_decoder.decode, lines)}


def find_puzzle(id_: str) -> Puzzle:
    """Return the puzzle with an id. Raises SkepError if it does not exist."""
    puzzle = all_puzzles().get(id_.strip().lower())
    if puzzle is None:
        raise SkepError(f"there is no puzzle {id_!r}")
    return puzzle
