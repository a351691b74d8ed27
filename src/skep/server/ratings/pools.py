"""Pools: the games whose results are rated together, by speed and by family of game types."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from skep.server.schemas.game import ClockRule

__all__ = ["FAMILIES", "POOLS", "SPEEDS", "Family", "Speed", "pool_of", "speed_of"]

Speed: TypeAlias = Literal["bullet", "blitz", "rapid", "classical", "daily"]
Family: TypeAlias = Literal["base", "expansions"]

SPEEDS: Final[tuple[Speed, ...]] = get_args(Speed)
FAMILIES: Final[tuple[Family, ...]] = get_args(Family)
POOLS: Final = tuple(f"{speed}/{family}" for speed in SPEEDS for family in FAMILIES)
"""All pools, fastest first."""

_EXPECTED_MOVES: Final = 40
"""The number of increments in the estimated time of a side."""
_FASTER: Final[tuple[tuple[int, Speed], ...]] = ((3 * 60, "bullet"), (8 * 60, "blitz"), (25 * 60, "rapid"))
"""The speeds of games whose estimated time of a side is below a number of seconds."""


def speed_of(clock: ClockRule) -> Speed | None:
    """Return the speed of games with a clock, or None without one.

    >>> speed_of(ClockRule(kind="minutes", minutes=5, increment=5))
    'rapid'
    """
    if clock.kind == "none":
        return None
    if clock.kind == "days":
        return "daily"
    estimated = 60 * clock.minutes + _EXPECTED_MOVES * clock.increment
    return next((speed for below, speed in _FASTER if estimated < below), "classical")


def pool_of(clock: ClockRule, game_type: str) -> str | None:
    """Return the pool of games with a clock and a game type, or None without a clock.

    Hive is balanced differently with expansions, so they are rated separately.

    >>> pool_of(ClockRule(kind="minutes", minutes=3, increment=2), "Base+MLP")
    'blitz/expansions'
    """
    speed = speed_of(clock)
    return None if speed is None else f"{speed}/{'base' if game_type == 'Base' else 'expansions'}"
