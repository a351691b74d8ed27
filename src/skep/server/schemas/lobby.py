"""Request and response bodies of the REST API about guests and games."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import ClockRule, Side
from skep.server.schemas.patterns import whole_match

__all__ = [
    "Body",
    "ClockChoice",
    "Created",
    "EditionId",
    "Expansions",
    "Invitation",
    "Link",
    "Me",
    "NameChoice",
    "NewGame",
    "PlayerNames",
    "Renewed",
    "SeatChoice",
]

EditionId: TypeAlias = Literal["ultimate-2024", "pocket-2012", "pocket-fr", "hive-2016", "hive-classic"]
Expansions: TypeAlias = Annotated[str, whole_match("M?L?P?")]

_RANGES: Final = {
    "minutes": (0.25, 180, "minutes"),
    "increment": (0, 180, "seconds per move"),
    "days": (1, 14, "days per move"),
}
"""The minimum, maximum and unit of each number of a clock."""


def _range(field: str) -> Any:
    """Return the limits of a number for the description of the API; :class:`ClockChoice` explains them."""
    least, most, _ = _RANGES[field]
    return Meta(extra_json_schema={"minimum": least, "maximum": most})


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request, without unknown fields."""


class ClockChoice(Body, frozen=True, kw_only=True):
    """No clock, minutes per game with an increment in seconds, or days per move."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: Annotated[float, _range("minutes")] = 10
    """Fractions are allowed: 1.5 is a minute and a half."""
    increment: Annotated[int, _range("increment")] = 5
    days: Annotated[int, _range("days")] = 2

    def __post_init__(self) -> None:
        """Say which numbers are allowed."""
        for field, (least, most, unit) in _RANGES.items():
            if not least <= getattr(self, field) <= most:
                raise ValueError(f"choose {least} to {most} {unit}")


class NewGame(Body, frozen=True, kw_only=True):
    """A game to create. The defaults make a good first game."""

    opponent: Literal["computer", "here", "friend", "anyone"] = "computer"
    """The computer, another player at the same screen, a friend who receives a link, or whoever joins first."""
    level: Annotated[int, Meta(ge=1, le=10)] = 2
    side: Literal["white", "black", "random"] = "white"
    edition: EditionId = "ultimate-2024"
    expansions: Expansions = ""
    """Some of M, L and P: mosquito, ladybug, pillbug."""
    threefold: bool = False
    clock: ClockChoice = ClockChoice()
    private: bool | None = None
    """Whether the game is neither listed nor added to the game database. Default: unless the computer plays.

    A game that anyone can join is never private.
    """
    rated: bool = False
    """Whether the result changes the players' ratings. Both need an account, or one of them is the computer, and the
    game needs a clock."""


class Invitation(Struct, frozen=True, kw_only=True):
    """The terms of an invitation, which a visitor accepts or not."""

    by: str
    """The name of the player who invites; empty if they have not chosen one."""
    side: Side | None
    """The side that the visitor plays; None if chance decides."""
    clock: ClockRule
    expansions: str
    """Some of M, L and P: mosquito, ladybug, pillbug."""
    edition: str
    threefold: bool
    private: bool
    """Whether the game is neither listed nor added to the game database."""
    rated: bool
    """Whether the result changes the players' ratings, so that accepting takes an account."""
    game: str | None
    """The game, if this browser already plays it, so that there is nothing to accept."""


class Created(Struct, frozen=True, kw_only=True):
    """A game that was created, or in which a seat was taken."""

    game: str


class Link(Body, frozen=True, kw_only=True):
    """The secret of a link to a seat or an invitation."""

    secret: Annotated[str, whole_match("[A-Za-z0-9_-]{37}")]
    """The part of the link after the `#`, which is never part of an address that a server logs."""


class SeatChoice(Body, frozen=True, kw_only=True):
    """The seat whose links are replaced."""

    side: Side


class Renewed(Struct, frozen=True, kw_only=True):
    """The links of a seat are new."""

    removed: int
    """The number of other browsers that no longer play the seat."""


class NameChoice(Body, frozen=True, kw_only=True):
    """The name that a guest has chosen."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]


class PlayerNames(Body, frozen=True, kw_only=True):
    """The names of the two people who play on one screen; empty for none."""

    white: Annotated[str, Meta(max_length=24)] = ""
    black: Annotated[str, Meta(max_length=24)] = ""


class Me(Struct, frozen=True, kw_only=True):
    """The player of this browser: a guest, or someone who is signed in."""

    name: str
    registered: bool = False
    """Whether the player is signed in to an account."""
    role: Literal["", "moderator", "admin"] = ""
