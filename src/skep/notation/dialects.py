"""PGN dialects of other programs.

============ =============================================== ======================================= ============
dialect      first tags                                      result                                  read by
============ =============================================== ======================================= ============
``pgn``      those of the seven chess tags that are known    ``WhiteWins``                           all
``mzinga``   GameType, Date, Event …, even if empty          ``WhiteWins``                           Mzinga
``hivegame`` GameType, Date, Site …; date and time combined  tag ``1-0``, last line ``WhiteWins``    hivegame.com
============ =============================================== ======================================= ============
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from skep.notation.dates import one_date
from skep.notation.records import RecordedGame, RecordedMove
from skep.notation.remarks import Remark, format_remark

__all__ = ["DIALECTS", "FORMS", "Dialect", "Form", "format_pgn"]

Form = Literal["pgn", "mzinga", "hivegame", "uhp"]
"""The name of a text format for games."""
FORMS: Final[tuple[Form, ...]] = get_args(Form)
"""The dialects, and ``uhp`` for GameStrings."""

_NUMBERS: Final = {"WhiteWins": "1-0", "BlackWins": "0-1", "Draw": "1/2-1/2"}
_UNFINISHED: Final = ("", "InProgress", "NotStarted")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The differences between the programs."""

    name: str
    first_tags: tuple[str, ...]
    writes_empty_tags: bool = False
    """Whether the first tags are written even if they are empty."""
    result_in_numbers: bool = False
    """Whether the Result tag is 1-0 rather than WhiteWins."""
    date_with_time: bool = False
    """Whether Date includes the time, as in 30-Jan-2024_16:10:56."""
    blank_before_result: bool = True


DIALECTS: Final = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            "pgn",
            ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "Edition"),
            blank_before_result=False,
        ),
        Dialect(
            "mzinga",
            ("GameType", "Date", "Event", "Site", "Round", "White", "Black", "Result"),
            writes_empty_tags=True,
        ),
        Dialect(
            "hivegame",
            ("GameType", "Date", "Site", "White", "Black", "Result"),
            result_in_numbers=True,
            date_with_time=True,
        ),
    )
}
"""The dialects of PGN by name."""


def format_pgn(game: RecordedGame, dialect: Dialect) -> str:
    """Return the text of a game, with a blank line at its end."""
    lines = [*_tags(game.tags, dialect), ""]
    if game.comment or game.marks:
        lines.append(f"{{ {format_remark(Remark(game.comment, marks=game.marks))} }}")
    for ply, move in enumerate(game.moves, 1):
        lines += _turn(ply, move)
    if game.result not in _UNFINISHED:
        lines += [""] * dialect.blank_before_result + [game.result]
    return "\n".join([*lines, "", ""])


def _tags(tags: Mapping[str, str], dialect: Dialect) -> Iterator[str]:
    if dialect.date_with_time:
        tags = one_date(tags)
    names = [name for name in dialect.first_tags if name in tags or dialect.writes_empty_tags]
    names += [name for name in tags if name not in dialect.first_tags]
    for name in names:
        value = tags.get(name, "")
        if name == "Result" and dialect.result_in_numbers:
            value = _NUMBERS.get(value, value)
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        yield f'[{name} "{escaped}"]'


def _turn(ply: int, move: RecordedMove) -> Iterator[str]:
    """Yield the lines of a turn: the move, its variations and the comment.

    The comment is last because Mzinga keeps only the last one.
    """
    yield f"{ply}. {move.text}"
    for variation in move.variations:
        yield _in_braces(ply, variation)
    remark = _remark(move)
    if remark:
        yield remark


def _remark(move: RecordedMove) -> str:
    text = format_remark(Remark(move.comment, move.glyph, move.clock, move.spent, move.marks))
    return f"{{ {text} }}" if text else ""


def _in_braces(ply: int, variation: list[RecordedMove]) -> str:
    """Return a variation on one line, with its comments and nested variations."""
    parts = list[str]()
    for number, move in enumerate(variation, ply):
        parts += _turn(number, move)
    return f"{{[%var {' '.join(parts)} ]}}"
