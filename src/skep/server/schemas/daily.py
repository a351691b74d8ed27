"""Bodies and responses about daily games: conditional moves and vacations."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.lobby import Body
from skep.views import MoveString

__all__ = [
    "MAX_LINES",
    "MAX_LINE_PLIES",
    "ConditionalLines",
    "DailyGame",
    "NextGame",
    "VacationChoice",
    "VacationStatus",
]

MAX_LINES = 20
"""Lines of conditional moves per game and side."""
MAX_LINE_PLIES = 20
"""Moves of a line, those of the opponent included."""

Line: TypeAlias = Annotated[list[MoveString], Meta(min_length=2, max_length=MAX_LINE_PLIES)]
"""The opponent's move, the reply to it, the opponent's next move, and so on; the last move is a reply."""


class ConditionalLines(Body, frozen=True, kw_only=True):
    """The lines of conditional moves of one side. They replace the lines before."""

    ply: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """The number of turns taken before the opponent's move that the lines begin with."""
    lines: Annotated[list[Line], Meta(max_length=MAX_LINES)]


class DailyGame(Struct, frozen=True, kw_only=True):
    """The facts that a player of a daily game sees besides the game."""

    conditional: ConditionalLines
    """The player's own lines."""
    white_vacation: float | None = None
    """Until when White is on vacation, in seconds since 1970; None otherwise."""
    black_vacation: float | None = None


class VacationChoice(Body, frozen=True, kw_only=True):
    """The length of a vacation that starts now."""

    hours: Annotated[int, Meta(ge=24, le=30 * 24)]


class VacationStatus(Struct, frozen=True, kw_only=True):
    """An account's vacation."""

    until: float | None
    """When the current vacation ends, in seconds since 1970; None if the account is not on vacation."""
    hours_left: int
    """How many more hours the account can be on vacation, now and within a year of earlier vacations."""
    next_start: float | None
    """When the next vacation can start, in seconds since 1970; None if it can start now."""


class NextGame(Struct, frozen=True, kw_only=True):
    """The game in which the player's move is due first."""

    game: str | None
    waiting: int
    """In how many games it is the player's turn."""
