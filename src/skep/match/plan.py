"""What a match is: everything its games depend on, in a form that can be stored and compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from skep.errors import SkepError
from skep.match.controls import Control
from skep.match.specs import parse_player
from skep.match.sprt import Sprt

__all__ = ["Plan"]

_PATIENCE: Final = 30.0
_PATIENCE_WITHOUT_TIME: Final = 600.0
"""A search to a depth may take minutes."""
_MAY_CHANGE: Final = ("games", "sprt", "patience")
"""What a match may be continued with another value of: the games already played stay as good as they were."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match between A and B."""

    a: str
    """A player, as :func:`skep.match.specs.parse_player` reads it."""
    b: str
    control_a: Control
    control_b: Control
    games: int
    openings: tuple[str, ...]
    """GameStrings; kept with the match, so that a changed book does not change it."""
    edition: str
    threefold: bool = True
    max_plies: int = 300
    margin: float = 0.1
    """Seconds by which a move may be late: the way from process to process takes some."""
    patience: float | None = None
    """Seconds beyond its time after which a silent engine is given up; None for the usual ones."""
    seed: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise SkepError("a match has at least one game")
        if not self.openings:
            raise SkepError("a match needs at least one opening")

    @property
    def names(self) -> tuple[str, str]:
        """What A and B are called; told apart when both would be called the same."""
        a, b = parse_player(self.a).name, parse_player(self.b).name
        return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")

    def control(self, *, of_a: bool) -> Control:
        """The limits of A or of B."""
        return self.control_a if of_a else self.control_b

    def timeout(self, allowed: float | None) -> float:
        """After how many seconds an engine that may use so many is taken to be silent for ever."""
        if allowed is None:
            return _PATIENCE_WITHOUT_TIME if self.patience is None else self.patience
        return allowed + self.margin + (_PATIENCE if self.patience is None else self.patience)

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values."""
        return {**asdict(self), "openings": list(self.openings)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Plan:
        """The plan that plain values mean; raises KeyError or TypeError where they mean none."""
        return cls(
            **{
                **values,
                "control_a": Control(**values["control_a"]),
                "control_b": Control(**values["control_b"]),
                "openings": tuple(values["openings"]),
                "sprt": None if values["sprt"] is None else Sprt(**values["sprt"]),
            }
        )

    def continued_as(self, wanted: Plan) -> Plan:
        """The stored plan with what may change taken from the wanted one; raises SkepError where more differs."""
        changed = [
            field.name
            for field in fields(self)
            if field.name not in _MAY_CHANGE and getattr(self, field.name) != getattr(wanted, field.name)
        ]
        if changed:
            told = ", ".join(f"{name} ({_told(self, name)}, now {_told(wanted, name)})" for name in changed)
            raise SkepError(f"this folder holds another match; what differs: {told}")
        return replace(self, **{name: getattr(wanted, name) for name in _MAY_CHANGE})


def _told(plan: Plan, name: str) -> str:
    value = getattr(plan, name)
    return f"{len(value)} lines" if name == "openings" else str(value)
