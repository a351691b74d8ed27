"""An engine's options: one line each, ``Name;type;value;default[;min;max or ;choices…]``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from skep.editions import DEFAULT_EDITION, EDITIONS
from skep.errors import NotationError, SkepError, quoted

__all__ = ["Option", "Options"]

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
    """One option, with everything as the protocol writes it.

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
    """The least and the greatest number, or the choices of an enum."""

    @classmethod
    def parse(cls, line: str) -> Option:
        """Read an option's line."""
        name, *fields = (field.strip() for field in line.split(";"))
        if not name or len(fields) < 3 or fields[0].lower() not in _KINDS:
            raise NotationError("option", line, "expected Name;type;value;default and min;max or choices")
        return cls(name, fields[0].lower(), fields[1], fields[2], tuple(field for field in fields[3:] if field))

    def __str__(self) -> str:
        return ";".join([self.name, self.kind, self.value, self.default, *self.bounds])

    def with_value(self, text: str) -> Option:
        """The option with another value, in any letter case; raises SkepError when it may not have it."""
        value = self._canonical(text.strip())
        if value is None:
            raise SkepError(f"{self.name} may not be {quoted(text.strip())}: expected {self.expected}")
        return replace(self, value=value)

    @property
    def expected(self) -> str:
        """What the values may be, in words."""
        if self.kind == "bool":
            return "True or False"
        if self.kind == "enum":
            return f"one of {', '.join(self.bounds)}"
        kind = "a whole number" if self.kind == "int" else "a number"
        return f"{kind} from {self.bounds[0]} to {self.bounds[1]}" if len(self.bounds) == 2 else kind

    def _canonical(self, text: str) -> str | None:
        """The value as it is written, or None when it is not one."""
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
    """The options of our own engine. Names are found in any letter case.

    >>> options = Options()
    >>> print(options.set("level", "3"))
    Level;int;3;10;1;10
    >>> options.level
    3
    """

    def __init__(self) -> None:
        editions = tuple(edition.id for edition in EDITIONS)
        self._options = {
            option.name.lower(): option
            for option in (
                Option("Threads", "int", "1", "1", ("1", "64")),
                Option("TableMB", "int", "64", "64", ("1", "16384")),
                Option("Level", "int", "10", "10", ("1", "10")),
                Option("Edition", "enum", DEFAULT_EDITION.id, DEFAULT_EDITION.id, editions),
                Option("Repetition", "bool", "False", "False"),
                Option("Verbosity", "enum", "quiet", "quiet", ("quiet", "normal", "debug")),
            )
        }

    def all(self) -> tuple[Option, ...]:
        """Every option, in a fixed order."""
        return tuple(self._options.values())

    def get(self, name: str) -> Option:
        """The option with that name."""
        option = self._options.get(name.strip().lower())
        if option is None:
            known = ", ".join(option.name for option in self.all())
            raise SkepError(f"no option {quoted(name.strip())}: there are {known}")
        return option

    def set(self, name: str, value: str) -> Option:
        """Give an option another value; returns the option as it is now."""
        option = self.get(name).with_value(value)
        self._options[option.name.lower()] = option
        return option

    @property
    def threads(self) -> int:
        """How many threads search."""
        return int(self.get("Threads").value)

    @property
    def table_mb(self) -> int:
        """How many megabytes the table of known positions has."""
        return int(self.get("TableMB").value)

    @property
    def level(self) -> int:
        """How strong the engine plays: 10 is as strong as it can."""
        return int(self.get("Level").value)

    @property
    def edition(self) -> str:
        """The id of the rulebook that the next game is played by."""
        return self.get("Edition").value

    @property
    def repetition(self) -> bool:
        """Whether a third occurrence of a position ends the next game."""
        return self.get("Repetition").value == "True"

    @property
    def verbosity(self) -> str:
        """How much is said on stderr: ``quiet``, ``normal`` or ``debug``."""
        return self.get("Verbosity").value
