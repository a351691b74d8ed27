"""What is said over REST. ``web/src/lib/messages.ts`` has the same as TypeScript (``make types``)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

__all__ = ["ClockChoice", "Created", "Health", "Me", "NameChoice", "NewGame", "Problem", "Summaries", "Summary"]


def _whole(value: object) -> object:
    """In JSON, 2.0 is a whole number too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_WHOLE: Final = BeforeValidator(_whole)
Name = Annotated[str, Field(min_length=1, max_length=24)]


class Model(BaseModel):
    """Unknown fields are refused rather than ignored, and nothing is guessed from a value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockChoice(Model):
    """No clock, minutes for the whole game with seconds added after each move, or days for each move."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: Annotated[float, Field(ge=0.25, le=180)] = 10
    increment: Annotated[int, Field(ge=0, le=180), _WHOLE] = 5
    days: Annotated[int, Field(ge=1, le=14), _WHOLE] = 2


class NewGame(Model):
    """A game to be made. The defaults are a good first game."""

    opponent: Literal["computer", "here", "friend"] = "computer"
    """The computer, somebody at the same screen, or a friend who gets a link."""
    level: Annotated[int, Field(ge=1, le=10), _WHOLE] = 2
    side: Literal["white", "black", "random"] = "white"
    edition: Literal["ultimate-2024", "pocket-2012", "pocket-fr", "hive-2016", "hive-classic"] = "ultimate-2024"
    expansions: Annotated[str, Field(pattern="^M?L?P?$")] = ""
    """Some of M, L and P: mosquito, ladybug, pillbug."""
    threefold: bool = True
    clock: ClockChoice = ClockChoice()


class Created(Model):
    """A game was made, or a seat taken."""

    game: str


class NameChoice(Model):
    """The name a guest wants to be called."""

    name: Name


class Me(Model):
    """Who this browser is."""

    name: str


class Summary(Model):
    """A game in a list."""

    game: str
    edition: str
    game_type: str
    white: str
    black: str
    white_level: int | None
    black_level: int | None
    yours: list[Literal["white", "black"]]
    open: bool
    """A seat is still open."""
    ply: int
    to_move: Literal["white", "black"]
    ended: bool
    updated: float
    """Seconds since 1970."""


class Summaries(Model):
    """Some games, the latest first."""

    games: list[Summary]


class Problem(Model):
    """What was wrong with a request."""

    detail: str


class Health(Model):
    """The server works."""

    version: str
