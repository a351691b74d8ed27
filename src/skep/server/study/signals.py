"""Signals of fair play: how often a player's moves are the engine's, what they lose, and how evenly they are timed.

The signals come from reviews, which are the same as the players' own: those that exist are used, and missing ones are
made in the background when a moderator asks. Nothing follows from a signal automatically.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean, median, pstdev
from typing import Final

from skep.pieces import Color
from skep.review import EffortName, Review
from skep.server.lobby.lobby import Lobby
from skep.server.moderation import player_statements
from skep.server.moderation.player_statements import GameOfPlayer
from skep.server.play.live_game import LiveGame
from skep.server.schemas.moderation import Signals, SignalSide
from skep.server.store.records import Store
from skep.server.study.review_routes import archive_live_game
from skep.server.study.reviews import TooManyReviews
from skep.server.study.services import StudyServices

__all__ = ["FIRST_PLY", "SignalService", "moves_of", "summarise"]

MAX_GAMES: Final = 10
"""The latest games of a player that are looked at."""
_CANDIDATES: Final = 40
"""The games among which they are looked for."""
FIRST_PLY: Final = 8
"""The turns at the beginning of each game that say little, because many play them from memory."""
_MIN_PLIES: Final = 20
"""Shorter games are left out."""
_STARTED_AT_ONCE: Final = 3
"""Reviews that one request starts, so that the engines stay free for players."""
_EFFORTS: Final[tuple[EffortName, ...]] = ("deep", "normal", "quick")
_ADDRESS: Final = "moderators"
"""The name that the limits of reviews count these reviews for."""


@dataclass(slots=True)
class Moves:
    """The moves of one side in some games."""

    agreed: list[bool] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class SignalService:
    """Computes the signals of a player when a moderator asks for them."""

    def __init__(self, store: Store, lobby: Lobby, study: StudyServices) -> None:
        self._store = store
        self._lobby = lobby
        self._study = study

    async def view(self, player: str, *, start: bool = False) -> Signals:
        """Return the signals of a player; ``start`` some of the missing reviews."""
        found = await self._store.read(partial(player_statements.games_of, player, _CANDIDATES))
        games = [game for game in found if game.ending not in (None, "aborted") and game.ply >= _MIN_PLIES][:MAX_GAMES]
        own, others = Moves(), Moves()
        reviewed = started = 0
        for game in games:
            live = await self._lobby.copy_of(game.id)
            review, waits = await self._review(game, start=start and started < _STARTED_AT_ONCE)
            reviewed += review is not None
            started += waits
            moves_of(own, live, review, game.side)
            moves_of(others, live, review, game.side.other)
        return Signals(
            games=len(games),
            reviewed=reviewed,
            waiting=self._study.reviews.count_unfinished(_ADDRESS),
            player=summarise(own),
            opponents=summarise(others),
        )

    async def _review(self, game: GameOfPlayer, *, start: bool) -> tuple[Review | None, bool]:
        """Return the review of a game, or None and whether one was requested."""
        record, archived = await archive_live_game(game.id, self._lobby, self._study)
        review = await self._study.reviews.find(record, _EFFORTS)
        if review is not None or not start:
            return review, False
        try:
            await self._study.reviews.start(record, "quick", archived=archived, address=_ADDRESS)
        except TooManyReviews:
            return None, False
        return None, True


def moves_of(moves: Moves, game: LiveGame, review: Review | None, side: Color) -> None:
    """Add the moves of one side of a game."""
    for reviewed in () if review is None else review.moves[FIRST_PLY:]:
        if reviewed.ply % 2 == int(side) and reviewed.judgement != "forced":
            moves.agreed.append(reviewed.best == reviewed.uhp)
            moves.lost.append(reviewed.lost)
    if game.row.clock.kind == "minutes":
        turns = enumerate(game.played)
        moves.seconds += [turn.spent / 1000 for ply, turn in turns if ply >= FIRST_PLY and ply % 2 == int(side)]


def summarise(moves: Moves) -> SignalSide:
    """Return the signals of some moves."""
    mean = fmean(moves.seconds) if moves.seconds else 0.0
    return SignalSide(
        moves=len(moves.agreed),
        agreement=_mean(moves.agreed),
        loss=_mean(moves.lost),
        timed_moves=len(moves.seconds),
        median_seconds=median(moves.seconds) if moves.seconds else None,
        variation=pstdev(moves.seconds) / mean if mean else None,
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
