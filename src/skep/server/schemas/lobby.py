"""Request and response bodies of the REST API about guests and games."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

__all__ = ["ClockChoice", "Created", "Health", "Me", "NameChoice", "NewGame", "Problem", "Summaries", "Summary"]


def _whole(value: object) -> object:
    """Accept 2.0 for 2, as JSON does not distinguish them."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_WHOLE: Final = BeforeValidator(_whole)
Name = Annotated[str, Field(min_length=1, max_length=24)]


class Model(BaseModel):
    """A body without unknown fields, whose values have exactly the declared types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockChoice(Model):
    """No clock, minutes per game with an increment in seconds, or days per move."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: Annotated[float, Field(ge=0.25, le=180)] = 10
    increment: Annotated[int, Field(ge=0, le=180), _WHOLE] = 5
    days: Annotated[int, Field(ge=1, le=14), _WHOLE] = 2


class NewGame(Model):
    """A game to create. The defaults make a good first game."""

    opponent: Literal["computer", "here", "friend"] = "computer"
    """The computer, another player at the same screen, or a friend who receives a link."""
    level: Annotated[int, Field(ge=1, le=10), _WHOLE] = 2
    side: Literal["white", "black", "random"] = "white"
    edition: Literal["ultimate-2024", "pocket-2012", "pocket-fr", "hive-2016", "hive-classic"] = "ultimate-2024"
    expansions: Annotated[str, Field(pattern="^M?L?P?$")] = ""
    """Some of M, L and P: mosquito, ladybug, pillbug."""
    threefold: bool = False
    clock: ClockChoice = ClockChoice()


class Created(Model):
    """A game that was created, or in which a seat was taken."""

    game: str


class NameChoice(Model):
    """The name that a guest has chosen."""

    name: Name


class Me(Model):
    """The guest of this browser."""

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
    """Whether a seat is still open."""
    ply: int
    to_move: Literal["white", "black"]
    ended: bool
    updated: float
    """Seconds since 1970."""


class Summaries(Model):
    """A list of games, latest first."""

    games: list[Summary]


class Problem(Model):
    """An error response."""

    detail: str


class Health(Model):
    """The response of a healthy server. While the engine is being compiled, most requests have to wait for it."""

    version: str
    engine: Literal["ready", "compiling"]
