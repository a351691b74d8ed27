"""Comments in a PGN file: text with embedded commands for clock times, glyphs, rings and arrows.

Programs that read Hive games line by line skip a comment on its own line, so everything they do not support is written
there, as ``[%name value]`` commands like those of chess::

    { [%clk 0:09:58] [%emt 0:00:02.5] [%glyph !?] [%mark red 0,0 1,-1] the text }

``[%u 7d]`` is the character with that hexadecimal code, where the character itself would be misread. Unknown commands
are kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from skep.notation.characters import is_unicode_scalar
from skep.notation.marks import MARK, MAX_MARKS, Mark, format_mark, parse_mark
from skep.notation.records import Glyph

__all__ = ["MAX_CLOCK_SECONDS", "Remark", "format_remark", "format_seconds", "parse_remark", "parse_seconds"]

_COMMAND: Final = re.compile(rf"(?:\[%(?P<name>clk|emt|glyph)\s+(?P<value>[^\]\s]+)\s*\]|{MARK})[ ]?", re.ASCII)
_CHARACTER: Final = re.compile(r"\[%u ([0-9a-f]{1,6})\]", re.ASCII)
_OURS: Final = re.compile(r"\[(?=%(?:clk|emt|glyph|mark|u|var)\b)", re.ASCII)
_SECONDS: Final = re.compile(r"(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})(?:\.(\d{1,3}))?", re.ASCII)


MAX_CLOCK_SECONDS: Final = 1_000_000_000
"""The largest clock time in seconds: about thirty years."""


@dataclass(frozen=True, slots=True)
class Remark:
    """The parsed comment of a move."""

    text: str = ""
    glyph: Glyph | None = None
    clock: float | None = None
    spent: float | None = None
    marks: tuple[Mark, ...] = ()


def parse_remark(comment: str) -> Remark:
    """Parse a comment, given without its braces.

    >>> parse_remark(" [%clk 0:01:30] [%glyph ?!] too slow ")
    Remark(text='too slow', glyph=<Glyph.DUBIOUS: '?!'>, clock=90.0, spent=None, marks=())
    """
    glyph: Glyph | None = None
    times = dict[str, float]()
    marks = list[Mark]()

    def take(match: re.Match[str]) -> str:
        nonlocal glyph
        name, value = match["name"], match["value"]
        if name is None:
            mark = parse_mark(match)
            if mark is None or len(marks) == MAX_MARKS:
                return match[0]
            marks.append(mark)
        elif name == "glyph":
            known = {symbol.value: symbol for symbol in Glyph}
            if value not in known:
                return match[0]
            glyph = known[value]
        else:
            seconds = parse_seconds(value)
            if seconds is None:
                return match[0]
            times[name] = seconds
        return ""

    text = _COMMAND.sub(take, comment).strip()
    return Remark(_CHARACTER.sub(_character, text), glyph, times.get("clk"), times.get("emt"), tuple(marks))


def _character(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if is_unicode_scalar(number) else match[0]


def format_remark(remark: Remark) -> str:
    """Return a comment without its braces; empty if the remark is.

    >>> format_remark(Remark("a {brace}", clock=61))
    '[%clk 0:01:01] a [%u 7b]brace[%u 7d]'
    """
    return " ".join(_parts(remark))


def _parts(remark: Remark) -> Iterator[str]:
    if remark.clock is not None:
        yield f"[%clk {format_seconds(remark.clock)}]"
    if remark.spent is not None:
        yield f"[%emt {format_seconds(remark.spent)}]"
    if remark.glyph is not None:
        yield f"[%glyph {remark.glyph}]"
    yield from map(format_mark, remark.marks)
    if remark.text:
        yield _escape(remark.text)


def _escape(text: str) -> str:
    """Escape the characters that would end a line or a comment, be stripped, or be read as a command."""
    text = _OURS.sub("[%u 5b]", text)
    inner = text.strip(" ")
    lead = len(text) - len(text.lstrip(" "))
    escaped = (char if char.isprintable() and char not in "{}" else f"[%u {ord(char):x}]" for char in inner)
    return "[%u 20]" * lead + "".join(escaped) + "[%u 20]" * (len(text) - lead - len(inner))


def parse_seconds(text: str) -> float | None:
    """Parse a time such as ``h:mm:ss.fff`` or ``m:ss`` into seconds, or return None.

    >>> parse_seconds("1:00:01.5")
    3601.5
    """
    match = _SECONDS.fullmatch(text.strip())
    if match is None:
        return None
    hours, minutes, seconds, thousandths = match.groups(default="0")
    whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
    return (whole * 1000 + int(thousandths.ljust(3, "0"))) / 1000 if whole < MAX_CLOCK_SECONDS else None


def format_seconds(seconds: float) -> str:
    """Format seconds as ``h:mm:ss``, with thousandths if there are any.

    >>> format_seconds(3601.5)
    '1:00:01.5'
    """
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    minutes, second = divmod(whole, 60)
    text = f"{minutes // 60}:{minutes % 60:02}:{second:02}"
    return f"{text}.{thousandths:03}".rstrip("0") if thousandths else text
