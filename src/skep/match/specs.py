"""The players of a match, as given on the command line."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from skep.engine.levels import LEVELS
from skep.errors import NotationError

__all__ = ["BuiltIn", "Program", "Spec", "parse_player"]

_BUILT_IN: Final = re.compile(r"(skep|level:\s*(\d+))\s*(?:[:,]\s*(.*))?", re.IGNORECASE | re.ASCII)
_SETTING: Final = re.compile(r"(\w+)\s*=\s*(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """skep's own engine, at full strength or at a level."""

    level: int | None = None
    threads: int = 1
    table_mb: int = 64

    @property
    def name(self) -> str:
        """The name for tables and records."""
        return "skep" if self.level is None else f"level {self.level}"


@dataclass(frozen=True, slots=True)
class Program:
    """Any engine that speaks the Universal Hive Protocol."""

    command: tuple[str, ...]
    name: str
    options: tuple[tuple[str, str], ...] = ()
    """Options to set before the first game."""


Spec = BuiltIn | Program
"""A player of a match."""


def parse_player(text: str) -> Spec:
    """Parse a player: ``level:7``, ``skep``, ``skep:threads=2,table=256``, or the command line of an engine.

    Before a command line, ``name=…`` names the engine and ``option:KEY=VALUE`` sets one of its options.

    >>> parse_player("level:7").name
    'level 7'
    >>> parse_player("name=old option:Threads=1 python engine.py --quiet")
    Program(command=('python', 'engine.py', '--quiet'), name='old', options=(('Threads', '1'),))
    """
    match = _BUILT_IN.fullmatch(text.strip())
    return _program(text) if match is None else _built_in(text, match)


def _built_in(text: str, match: re.Match[str]) -> BuiltIn:
    level = None if match[2] is None else int(match[2])
    if level is not None and not 1 <= level <= len(LEVELS):
        raise NotationError("player", text, f"expected a level from 1 to {len(LEVELS)}")
    settings = {"threads": 1, "table": 64}
    for word in filter(None, (match[3] or "").split(",")):
        setting = _SETTING.fullmatch(word.strip())
        if setting is None or setting[1].lower() not in settings or int(setting[2]) == 0:
            raise NotationError("player", text, "expected the settings threads=N and table=MEGABYTES")
        settings[setting[1].lower()] = int(setting[2])
    return BuiltIn(level, settings["threads"], settings["table"])


def _program(text: str) -> Program:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NotationError("player", text, f"{error}") from None
    name, options = "", list[tuple[str, str]]()
    while words and (words[0].startswith("name=") or words[0].startswith("option:")):
        key, _, value = words.pop(0).partition("=")
        if key == "name":
            name = value
        else:
            options.append((key.removeprefix("option:"), value))
    if not words:
        raise NotationError("player", text, "expected level:N, skep, or the command line of a UHP engine")
    return Program(tuple(words), name or _short_name(words), tuple(options))


def _short_name(words: list[str]) -> str:
    """Return the name of the program or, for Python, of its script or module: ``python spar.py`` is ``spar``."""
    if Path(words[0]).name.startswith("python"):
        rest = [word for word in words[1:] if not word.startswith("-")]
        return " ".join([Path(word).stem for word in rest[:2]]) or Path(words[0]).name
    return Path(words[0]).name
