"""The games of a tournament, before they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from skep.server.accounts.secrets import new_game_id
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import PairTerms, paired_row
from skep.server.schemas.game import ClockRule
from skep.server.store.records import GameRow, GameStatus, Guest
from skep.server.tournaments.knockout import clock_share
from skep.server.tournaments.rows import TournamentRow

__all__ = ["clock_of_game", "new_games"]

_MIN_MINUTES: Final = 0.25


def clock_of_game(clock: ClockRule, number: int) -> ClockRule:
    """Return the clock of a game of a match: those that break a tie have less time.

    >>> clock_of_game(ClockRule(kind="minutes", minutes=5, increment=4), 2).minutes
    2.5
    """
    if clock.kind != "minutes":
        return clock
    return msgspec.structs.replace(clock, minutes=max(_MIN_MINUTES, clock.minutes * clock_share(number)))


def new_games(
    row: TournamentRow, pairs: Sequence[tuple[Guest, Guest]], number: int, now: float
) -> tuple[list[GameRow], GameStatus]:
    """Return the games of some players, White and Black, and the status that all of them have."""
    terms = PairTerms(
        clock=clock_of_game(row.clock, number),
        edition=row.edition,
        game_type=row.game_type,
        rated=row.rated,
        private=row.private,
    )
    games = [replace(paired_row(new_game_id(), terms, players, now), tournament=row.id) for players in pairs]
    return games, LiveGame(games[0]).status()
