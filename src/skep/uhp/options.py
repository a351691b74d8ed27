"""Engine options, one per line: ``Name;type;value;default[;min;max or ;choices…]``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from skep.editions import DEFAULT_EDITION, EDITIONS
from skep.errors import NotationError, SkepError, quote

__all__ = ["EngineOptions", "Option", "OptionValue", "Options"]

OptionValue: TypeAlias = str | int | float
"""The value of an option. ``True`` and ``False`` are integers in Python."""

_KINDS: Final = ("bool", "int", "double", "enum")
_NUMBER: Final = {
    "int": re.compile(r"[-+]?\d{1,18}", re.ASCII),
    "double": re.compile(r"[-+]?(\d{1,18}\.?\d{0,18}|\.\d{1,18})(e[-+]?\d{1,2})?", re.ASCII | re.IGNORECASE),
}
_BOOLS: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), "True"),
    **dict.fromkeys(("false", "no", "off", "0"), "False"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One option; all fields are text, as in the protocol.

    >>> option = Option.parse("Level;int;10;10;1;10")
    >>> print(option.with_value("3"))
    Level;int;3;10;1;10
    """

    name: str
    kind: str
    """``bool``, ``int``, ``double`` or ``enum``."""
    value: str
    default: str
    bounds: tuple[str, ...] = ()
    """The minimum and the maximum of a number, or the choices of an enum."""

    @classmethod
    def parse(cls, line: str) -> Option:
        """Parse the line of an option."""
        name, *fields = (field.strip() for field in line.split(";"))
        if not name or len(fields) < 3 or fields[0].lower() not in _KINDS:
            raise NotationError("option", line, "expected Name;type;value;default and min;max or choices")
        return cls(name, fields[0].lower(), fields[1], fields[2], tuple(field for field in fields[3:] if field))

    def __str__(self) -> str:
        return ";".join([self.name, self.kind, self.value, self.default, *self.bounds])

    def with_value(self, text: str) -> Option:
        """Return the option with another value, in any letter case. Raises SkepError if the value is invalid."""
        value = self._canonical(text.strip())
        if value is None:
            raise SkepError(f"invalid {self.name}: {quote(text.strip())} (expected {self.expected})")
        return replace(self, value=value)

    @property
    def expected(self) -> str:
        """A description of the valid values."""
        if self.kind == "bool":
            return "True or False"
        if self.kind == "enum":
            return f"one of {', '.join(self.bounds)}"
        kind = "a whole number" if self.kind == "int" else "a number"
        return f"{kind} from {self.bounds[0]} to {self.bounds[1]}" if len(self.bounds) == 2 else kind

    def _canonical(self, text: str) -> str | None:
        """Return the canonical form of a value, or None if it is invalid."""
        if self.kind == "bool":
            return _BOOLS.get(text.lower())
        if self.kind == "enum":
            return {choice.lower(): choice for choice in self.bounds}.get(text.lower())
        if not _NUMBER[self.kind].fullmatch(text):
            return None
        number = int(text) if self.kind == "int" else float(text)
        if len(self.bounds) == 2 and not float(self.bounds[0]) <= number <= float(self.bounds[1]):
            return None
        return str(number)


class Options:
    """The options of every engine that skep serves. Names are case-insensitive.

    >>> options = Options()
    >>> print(options.set("repetition", "yes"))
    Repetition;bool;True;False
    >>> options.repetition
    True
    """

    def __init__(self, more: Sequence[Option] = ()) -> None:
        """``more`` are listed first."""
        editions = tuple(edition.id for edition in EDITIONS)
        self._options = {
            option.name.lower(): option
            for option in (
                *more,
                Option("Edition", "enum", DEFAULT_EDITION.id, DEFAULT_EDITION.id, editions),
                Option("Repetition", "bool", "False", "False"),
                Option("Verbosity", "enum", "quiet", "quiet", ("quiet", "normal", "debug")),
            )
        }

    def all(self) -> tuple[Option, ...]:
        """Return all options, in a fixed order."""
        return tuple(self._options.values())

    def get(self, name: str) -> Option:
        """Return an option by name. Raises SkepError if it does not exist."""
        option = self._options.get(name.strip().lower())
        if option is None:
            names = ", ".join(option.name for option in self.all())
            raise SkepError(f"unknown option {quote(name.strip())} (expected {names})")
        return option

    def set(self, name: str, value: str) -> Option:
        """Set an option. Return the changed option."""
        option = self.get(name).with_value(value)
        self._options[option.name.lower()] = option
        return option

    @property
    def edition(self) -> str:
        """The id of the edition of the next game."""
        return self.get("Edition").value

    @property
    def repetition(self) -> bool:
        """Whether a third occurrence of a position ends the next game."""
        return self.get("Repetition").value == "True"

    @property
    def verbosity(self) -> str:
        """The verbosity of the log: ``quiet``, ``normal`` or ``debug``."""
        return self.get("Verbosity").value


class EngineOptions(Options):
    """The options of skep's own engine.

    >>> options = EngineOptions()
    >>> print(options.set("level", "3"))
    Level;int;3;10;1;10
    >>> options.level
    3
    """

    def __init__(self) -> None:
        super().__init__(
            (
                Option("Threads", "int", "1", "1", ("1", "64")),
                Option("TableMB", "int", "64", "64", ("1", "16384")),
                Option("Level", "int", "10", "10", ("1", "10")),
            )
        )

    @property
    def threads(self) -> int:
        """The number of search threads."""
        return int(self.get("Threads").value)

    @property
    def table_mb(self) -> int:
        """The size of the transposition table, in megabytes."""
        return int(self.get("TableMB").value)

    @property
    def level(self) -> int:
        """The playing strength, from 1 to 10 (full strength)."""
        return int(self.get("Level").value)
