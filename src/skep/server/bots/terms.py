"""The terms of games and challenges in the words of Lichess, and back."""

from __future__ import annotations

from typing import Final

from skep.editions import DEFAULT_EDITION, GameType
from skep.server.http.problem_error import ProblemError
from skep.server.ratings.pools import pool_of, speed_of
from skep.server.schemas.bots import (
    BotStatus,
    BotVariant,
    ChallengeTerms,
    ChallengeToAi,
    DeclineKey,
    OpenChallenge,
    PerfName,
    StatusName,
    TimeControl,
)
from skep.server.schemas.challenges import DeclineReason, NewChallenge
from skep.server.schemas.game import ClockRule
from skep.server.schemas.lobby import ClockChoice, EditionId, NewGame

__all__ = [
    "DECLINE_KEYS",
    "DECLINE_REASONS",
    "DECLINE_TEXTS",
    "ai_game",
    "challenge_to",
    "open_game",
    "perf_name",
    "pool_name",
    "speed_name",
    "status_of",
    "time_control",
    "variant_of",
]

DECLINE_REASONS: Final[dict[DeclineKey, DeclineReason]] = {
    "generic": "generic",
    "later": "later",
    "tooFast": "too-fast",
    "tooSlow": "too-slow",
    "timeControl": "generic",
    "rated": "rated",
    "casual": "casual",
    "standard": "rules",
    "variant": "rules",
    "noBot": "generic",
    "onlyBot": "generic",
}
DECLINE_KEYS: Final[dict[DeclineReason, DeclineKey]] = {
    "generic": "generic",
    "later": "later",
    "too-fast": "tooFast",
    "too-slow": "tooSlow",
    "rated": "rated",
    "casual": "casual",
    "rules": "variant",
}
DECLINE_TEXTS: Final[dict[DeclineReason, str]] = {
    "generic": "I'm not accepting challenges at the moment.",
    "later": "This is not a good time, please ask again later.",
    "too-fast": "This clock is too fast for me, please challenge me again with a slower one.",
    "too-slow": "This clock is too slow for me, please challenge me again with a faster one.",
    "rated": "Please send me a rated challenge instead.",
    "casual": "Please send me a casual challenge instead.",
    "rules": "I'm not willing to play with these rules.",
}
_STATUSES: Final[dict[str, StatusName]] = {
    "surrounded": "mate",
    "both-surrounded": "draw",
    "repetition": "draw",
    "length": "draw",
    "agreement": "draw",
    "resignation": "resign",
    "time": "outoftime",
    "aborted": "aborted",
    "abandoned": "unknownFinish",
    "left": "timeout",
}
"""The status of a game by its ending."""
_NUMBERS: Final[dict[StatusName, int]] = {
    "created": 10,
    "started": 20,
    "aborted": 25,
    "mate": 30,
    "resign": 31,
    "timeout": 33,
    "draw": 34,
    "outoftime": 35,
    "unknownFinish": 38,
}


def status_of(ending: str | None) -> BotStatus:
    """Return the status of a game that has begun.

    >>> status_of(None), status_of("surrounded")
    (BotStatus(id=20, name='started'), BotStatus(id=30, name='mate'))
    """
    name = "started" if ending is None else _STATUSES[ending]
    return BotStatus(id=_NUMBERS[name], name=name)


# from skep to Lichess


def variant_of(game_type: str) -> BotVariant:
    """Return a game type as a variant.

    >>> variant_of("Base+ML")
    BotVariant(key='Base+ML', name='Hive with the mosquito and ladybug', short='ML')
    """
    bugs = [bug.name.lower() for bug in GameType.parse(game_type).expansions]
    last = f"{', '.join(bugs[:-1])} and {bugs[-1]}" if len(bugs) > 1 else "".join(bugs)
    name = f"Hive with the {last}" if bugs else "Hive"
    return BotVariant(key=game_type, name=name, short=game_type.partition("+")[2] or "Base")


def time_control(clock: ClockRule) -> TimeControl:
    """Return a clock.

    >>> time_control(ClockRule(kind="minutes", minutes=1.5, increment=2))
    TimeControl(type='clock', limit=90, increment=2, show='1.5+2', days_per_turn=None)
    """
    if clock.kind == "days":
        return TimeControl(type="correspondence", days_per_turn=clock.days)
    if clock.kind == "none":
        return TimeControl(type="unlimited")
    show = f"{clock.minutes:g}+{clock.increment}"
    return TimeControl(type="clock", limit=round(60 * clock.minutes), increment=clock.increment, show=show)


def speed_name(clock: ClockRule) -> str:
    """Return the speed of a clock. Lichess calls daily games correspondence, and also those without a clock.

    >>> speed_name(ClockRule(kind="days", days=2)), speed_name(ClockRule(kind="minutes", minutes=3))
    ('correspondence', 'blitz')
    """
    speed = speed_of(clock)
    return "correspondence" if speed in (None, "daily") else str(speed)


def pool_name(clock: ClockRule, game_type: str) -> str:
    """Return the pool of games, by which the ratings of an account are listed; empty without a clock."""
    return pool_of(clock, game_type) or ""


def perf_name(clock: ClockRule, game_type: str) -> PerfName:
    """Return the pool of games as people read it.

    >>> perf_name(ClockRule(kind="minutes", minutes=3), "Base+P").name, perf_name(ClockRule(), "Base").name
    ('Blitz with expansions', 'Unrated')
    """
    pool = pool_of(clock, game_type)
    if pool is None:
        return PerfName(name="Unrated")
    speed, _, family = pool.partition("/")
    return PerfName(name=speed.capitalize() + (" with expansions" if family == "expansions" else ""))


# from Lichess to skep


def challenge_to(name: str, terms: ChallengeTerms) -> NewChallenge:
    """Return a challenge to a player. Raises ProblemError."""
    return NewChallenge(
        to=name,
        side=terms.color or "random",
        edition=_edition(terms.edition),
        expansions=_expansions(terms.variant),
        threefold=bool(terms.threefold),
        clock=_clock(terms),
        rated=bool(terms.rated),
    )


def ai_game(terms: ChallengeToAi) -> NewGame:
    """Return a game against the computer. Raises ProblemError."""
    return NewGame(
        opponent="computer",
        level=terms.level,
        side=terms.color or "random",
        edition=_edition(terms.edition),
        expansions=_expansions(terms.variant),
        threefold=bool(terms.threefold),
        clock=_clock(terms),
    )


def open_game(terms: OpenChallenge) -> NewGame:
    """Return a game for the first two players who open its link. Raises ProblemError."""
    return NewGame(
        opponent="friend",
        edition=_edition(terms.edition),
        expansions=_expansions(terms.variant),
        threefold=bool(terms.threefold),
        clock=_clock(terms),
        rated=bool(terms.rated),
    )


def _edition(edition: EditionId | None) -> EditionId:
    return edition or DEFAULT_EDITION.id  # type: ignore[return-value]


def _expansions(variant: str | None) -> str:
    return (variant or "").partition("+")[2]


def _clock(terms: ChallengeTerms | ChallengeToAi | OpenChallenge) -> ClockChoice:
    limit, increment, days = terms.clock_limit, terms.clock_increment, terms.days
    if days is not None and (limit is not None or increment is not None):
        raise ProblemError(400, "two-clocks", "Choose either clock.limit and clock.increment, or days.")
    if days is not None:
        return ClockChoice(kind="days", days=days)
    if limit is None and increment is None:
        return ClockChoice()
    if limit is None:
        raise ProblemError(400, "no-limit", "clock.increment needs clock.limit: the seconds at the start.")
    return ClockChoice(kind="minutes", minutes=limit / 60, increment=increment or 0)
