"""The plan of a match: everything its games depend on, in a form that can be stored and compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from skep.errors import SkepError
from skep.match.controls import Control
from skep.match.specs import parse_player
from skep.match.sprt import Sprt

__all__ = ["Plan"]

_TIMEOUT: Final = 30.0
_TIMEOUT_WITHOUT_TIME_LIMIT: Final = 600.0
"""A search to a fixed depth can take minutes."""
_CHANGEABLE: Final = ("games", "sprt", "timeout")
"""Fields that can change when a match is continued, because they do not affect the games already played."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match between A and B."""

    a: str
    """A player, as parsed by :func:`skep.match.specs.parse_player`."""
    b: str
    control_a: Control
    control_b: Control
    games: int
    openings: tuple[str, ...]
    """GameStrings, stored with the match so that a change of the book does not affect it."""
    edition: str
    threefold: bool = False
    max_plies: int = 300
    margin: float = 0.1
    """Seconds by which a move can be late, to allow for communication between processes."""
    timeout: float | None = None
    """Seconds to wait for a silent engine beyond its time limit; None for the default."""
    seed: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise SkepError("a match has at least one game")
        if not self.openings:
            raise SkepError("a match needs at least one opening")

    @property
    def names(self) -> tuple[str, str]:
        """The names of A and B, with a suffix if they would otherwise be equal."""
        a, b = parse_player(self.a).name, parse_player(self.b).name
        return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")

    def control(self, *, of_a: bool) -> Control:
        """Return the limits of A or of B."""
        return self.control_a if of_a else self.control_b

    def answer_timeout(self, allowed: float | None) -> float:
        """Return the seconds to wait for an engine that has ``allowed`` seconds for its move."""
        if allowed is None:
            return _TIMEOUT_WITHOUT_TIME_LIMIT if self.timeout is None else self.timeout
        return allowed + self.margin + (_TIMEOUT if self.timeout is None else self.timeout)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON values."""
        return {**asdict(self), "openings": list(self.openings)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Plan:
        """Build the plan from JSON values. Raises KeyError or TypeError if they are invalid."""
        if "patience" in values:  # the former name of the field
            values = {("timeout" if name == "patience" else name): value for name, value in values.items()}
        return cls(
            **{
                **values,
                "control_a": Control(**values["control_a"]),
                "control_b": Control(**values["control_b"]),
                "openings": tuple(values["openings"]),
                "sprt": None if values["sprt"] is None else Sprt(**values["sprt"]),
            }
        )

    def continue_as(self, requested: Plan) -> Plan:
        """Return the stored plan with the changeable fields of the requested one. Raises SkepError if others differ."""
        changed = [
            field.name
            for field in fields(self)
            if field.name not in _CHANGEABLE and getattr(self, field.name) != getattr(requested, field.name)
        ]
        if changed:
            differences = ", ".join(
                f"{name} ({self._format_field(name)}, now {requested._format_field(name)})" for name in changed
            )
            raise SkepError(f"this folder contains a different match: {differences}")
        return replace(self, **{name: getattr(requested, name) for name in _CHANGEABLE})

    def _format_field(self, name: str) -> str:
        value = getattr(self, name)
        return f"{len(value)} lines" if name == "openings" else str(value)
