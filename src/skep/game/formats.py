"""The formats of records, recognised by their first line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from skep.errors import RecordError, quote
from skep.notation.boardspace import parse_boardspace
from skep.notation.game_strings import parse_game_strings
from skep.notation.pgn import parse_pgn
from skep.notation.records import RecordedGame

__all__ = ["Format", "find_format"]

NumberedLines = Iterator[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of records."""

    parse: Callable[[Iterable[tuple[int, str]]], Iterator[RecordedGame]]
    """Yields the games in numbered lines."""
    reads_ahead: bool
    """Whether a game ends only where the next one begins, so that the parser has to read the next game's first line."""


_GAME_STRINGS: Final = Format(parse_game_strings, reads_ahead=False)
_PGN: Final = Format(parse_pgn, reads_ahead=True)
_SGF: Final = Format(parse_boardspace, reads_ahead=True)


def find_format(lines: NumberedLines) -> tuple[Format, NumberedLines] | None:
    """Return the format of a text, judged by its first significant line, and the lines from there on.

    Returns None if no line is significant. Raises RecordError if the line does not begin a game.
    """
    for number, line in lines:
        text = line.strip()
        if text and not text.startswith("#"):
            return _format_of(text, number), chain([(number, line)], lines)
    return None


def _format_of(text: str, line: int) -> Format:
    if text.startswith("("):
        return _SGF
    if text[:4].lower() == "base":
        return _GAME_STRINGS
    if text[0] in "[{%;" or text[0].isdigit():
        return _PGN
    why = f"{quote(text)} is not the start of a game: expected PGN, BoardSpace SGF or GameStrings"
    raise RecordError(why, line=line)
