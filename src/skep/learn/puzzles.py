"""Puzzle: a position with one winning move, or one saving move, proved by looking at everything."""

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
Theme: TypeAlias = Literal["surround", "pin", "gate", "throw", "drop", "escape", "ring"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
_SIGNS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_FILE: Final = "puzzles.jsonl"


class Replies(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the other side answers to the wrong moves of one turn: in a win it escapes, in a save it wins.

    >>> replies = Replies("bA1 -wQ", {"wA1 -wQ": "bB1 wQ", "wQ bQ-": ""})
    >>> replies.to("wG1 bQ-"), replies.to("wA1 -wQ"), replies.to("wQ bQ-")
    ('bA1 -wQ', 'bB1 wQ', None)
    """

    usual: str = ""
    """To every wrong move that is not among the others."""
    others: dict[str, str] = {}
    """To some moves another answer; an empty one where the move itself ends the game."""

    def to(self, move: str) -> str | None:
        """The answer to a wrong move, or None where there is nothing to answer."""
        return self.others.get(move, self.usual) or None


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One puzzle. Moves are MoveStrings.

    In a win the solver wins in ``moves`` moves whatever the other side does: the first move is the only one that
    does, and so is every later one but the last, of which ``endings`` lists all. In a save every other move loses
    within ``moves`` moves of the other side.
    """

    id: str
    position: str
    """A position string, the solver to move."""
    kind: Kind
    moves: int
    line: tuple[str, ...]
    """The solution: the solver's moves, and between them the longest resistance."""
    endings: tuple[str, ...] = ()
    """Of a win: every move that ends the game after the line but its last."""
    replies: tuple[Replies, ...] = ()
    """For each of the solver's turns but the last of a win."""
    themes: tuple[Theme, ...] = ()
    rating: int = 1500
    """How hard it is, on the scale of the trainer: estimated from what shallow searches miss."""
    source: str = ""
    """The game it was found in."""

    def board(self) -> Board:
        """The position to be solved."""
        return Board.from_position_string(self.position)

    def accepted(self, turn: int) -> tuple[str, ...]:
        """The right moves at one of the solver's turns, the first being 0."""
        return self.endings if self.kind == "win" and turn == self.moves - 1 else (self.line[2 * turn],)

    @property
    def turns(self) -> int:
        """How often the solver has to find a move."""
        return (len(self.line) + 1) // 2

    @property
    def game_type(self) -> str:
        """The game type, as the position says it."""
        return self.position.split()[1]


def puzzle_id(board: Board) -> str:
    """A name of eight signs: the same for a position turned or mirrored, and for all editions."""
    text = f"{board.game_type}/{board.symmetric_key():016x}"
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
    signs = ""
    for _ in range(8):
        number, sign = divmod(number, len(_SIGNS))
        signs += _SIGNS[sign]
    return signs


_decoder: Final = msgspec.json.Decoder(Puzzle)
_encoder: Final = msgspec.json.Encoder()


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a file, one a line; raises SkepError with the line that cannot be read."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield _decoder.decode(line)
                except msgspec.MsgspecError as error:
                    raise SkepError(f"{path}, line {number}: this is no puzzle: {error}") from error


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles, one a line, in place of what the file held."""
    path.write_bytes(b"".join(_encoder.encode(puzzle) + b"\n" for puzzle in puzzles))


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """The puzzles that come with the program, by their names."""
    lines = files("skep.learn").joinpath(_FILE).read_bytes().splitlines()
    return {puzzle.id: puzzle for puzzle in map(_decoder.decode, lines)}


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of that name; raises SkepError when there is none."""
    puzzle = all_puzzles().get(name.strip().lower())
    if puzzle is None:
        raise SkepError(f"there is no puzzle {name!r}")
    return puzzle
