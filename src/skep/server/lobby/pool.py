"""The pairing pool: players who look for an opponent are matched within milliseconds, in whichever process they are.

Seeks are stored, so that no process has to survive. A new seek is stored and paired in one write, and a seek that has
to wait is paired again by the process that stored it as soon as any two can accept each other. Every process looks at
all seeks once a second: it renews those of the players who are connected to it, and pairs what a process that died has
left behind.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias

from skep.errors import SkepError
from skep.server.accounts.secrets import new_game_id, new_guest_id
from skep.server.http.background import stop_task
from skep.server.lobby import seek_statements
from skep.server.lobby.bot_players import NO_BOTS
from skep.server.lobby.matching import WaitingSeek, next_pairing
from skep.server.lobby.seek_statements import FindRefused, Match, PairingOutcome, SeekRow, no_refusals
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import PairTerms, clock_rule, paired_row
from skep.server.play.rooms import Rooms
from skep.server.ratings.levels import nearest_level
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.game import ClockRule
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.seeks import ListedSeek, Matched, Seek, Seeking, SeekMatched, Seeks, SeekView
from skep.server.schemas.views import side_name
from skep.server.store.records import GameRow, GameStatus, Guest, StoreOverloaded, StoreUnavailable
from skep.server.store.values import micros, seconds

__all__ = ["FindLevel", "FindPenalty", "FindRating", "Pool", "RatedStrength"]

log = logging.getLogger("skep.server")

EXPIRY: Final = 6.0
"""Seconds after which a seek ends that no process renews."""
_RENEWED: Final = 4.0
"""A seek with fewer seconds left is renewed."""
_LEAVING: Final = 2.5
"""Seconds for which a seek waits for a player to come back, for example while a page is loaded."""
_SWEEP: Final = 1.0
_KEEP_MATCHES: Final = 24 * 3600.0
"""Seconds for which matches are kept, for sides and repeated opponents."""
_LEAVER_DELAY: Final = 5.0
"""Seconds that a player waits who leaves most games."""
_PLAIN_RATING: Final = 1500.0
_PLAIN_DEVIATION: Final = 350.0
_LIST_SECONDS: Final = 1.0
_MAX_LISTED: Final = 30
_RECENT: Final = 60.0
"""Seconds for which a match counts as recent."""
_MAX_TIMER: Final = 30.0

_NEEDS_CLOCK: Final = Refusal(
    "not-possible", "The pool pairs games with minutes on the clock. Open a game for other clocks."
)
_NEEDS_ACCOUNT: Final = Refusal("sign-in", "Sign in to play rated games.")
_NO_BOT: Final = Refusal("not-possible", NO_BOTS)
_EMPTY_RANGE: Final = Refusal("malformed", "The lowest rating of an opponent is above the highest.")


class RatedStrength(Protocol):
    """The strength of a player, as :class:`skep.server.ratings.rating.Rating` has it."""

    @property
    def rating(self) -> float:
        """The estimate."""

    @property
    def deviation(self) -> float:
        """How uncertain it is."""


class FindRating(Protocol):
    """Finds the rating of an account for games with a clock and a game type."""

    async def __call__(self, player: str, clock: ClockRule, game_type: str) -> RatedStrength | None:
        """Return the rating, or None if such games are not rated."""


class FindLevel(Protocol):
    """Finds the level of the computer that is as strong as a player, for games with a clock and a game type."""

    async def __call__(self, rating: float, clock: ClockRule, game_type: str) -> int:
        """Return the level."""


FindPenalty: TypeAlias = Callable[[str], Awaitable[float]]
"""Returns from 0 to 1 how often a player leaves games."""


@dataclass(frozen=True, slots=True)
class _Plain:
    rating: float = _PLAIN_RATING
    deviation: float = _PLAIN_DEVIATION


class Pool:
    """The pool, as one process takes part in it."""

    def __init__(
        self,
        rooms: Rooms,
        channels: PlayerChannels,
        find_rating: FindRating | None = None,
        find_refused: FindRefused = no_refusals,
        find_penalty: FindPenalty | None = None,
        find_level: FindLevel | None = None,
    ) -> None:
        """``find_refused`` names the players who must not meet, because one has blocked the other.

        ``find_penalty`` returns from 0 to 1 how often a player leaves games, for which they wait longer. Without
        ``find_level``, the levels of the computer have their first ratings.
        """
        self._rooms = rooms
        self._store = rooms.store
        self._channels = channels
        self._find_rating = find_rating
        self._find_refused = find_refused
        self._find_penalty = find_penalty
        self._find_level = find_level
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """The next attempt to pair, for each of the terms of waiting seeks."""
        self._seeking: dict[str, str] = {}
        """The seeks of players who were connected to this process at the last look."""
        self._waiting = 0
        self._listed = Seeks(seeks=[], waiting=0)
        self._listed_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start looking at the seeks."""
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop. The seeks stay stored: the players may be connected to other processes, or return."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await stop_task(self._task)

    # requests

    async def seek(self, player: Guest, request: Seek) -> Seeking | Refusal:
        """Let a player look for an opponent."""
        if player.bot:
            return _NO_BOT
        if request.clock.kind != "minutes":
            return _NEEDS_CLOCK
        if request.rated and not player.registered:
            return _NEEDS_ACCOUNT
        if request.lowest is not None and request.highest is not None and request.lowest > request.highest:
            return _EMPTY_RANGE
        seek = await self._row(player, request)
        level = await self._level_near(seek)
        self._seeking[player.id] = seek.id
        store = partial(seek_statements.seek_and_pair, seek, self._new_game, self._find_refused, seek.expires - EXPIRY)
        outcome: PairingOutcome = await self._store.write(store)
        view = None
        if outcome.seek is not None:
            self._seeking[player.id] = outcome.seek.id
            self._waiting = max(self._waiting, 1)
            view = self._view(outcome.seek, level)
            self._channels.send(player.id, Seeking(seek=view, waiting=self._waiting))
        self._on_outcome(seek.terms, outcome)
        return Seeking(seek=view, matched=_find_match(outcome.matches, player.id), waiting=self._waiting)

    async def unseek(self, player: str, seek: str | None = None) -> Seeking:
        """End a player's seek. The answer says if a game came first."""
        await self._store.write(partial(seek_statements.end_seek, player, seek))
        self._seeking.pop(player, None)
        self._channels.send(player, Seeking(seek=None, waiting=self._waiting))
        return await self.state(player, seek)

    async def state(self, player: str | None, seek: str | None = None) -> Seeking:
        """Return what a player waits for, and the game that the given seek led to.

        Without a seek it is the latest game of the last minute that has not ended: if the answer to a seek was lost,
        the player does not know its id.
        """
        rows = await self._store.read_small(seek_statements.waiting_seeks)
        now = self._rooms.time.now()
        own = next((row for row in rows if row.player == player and row.expires > now), None)
        if own is not None:
            self._seeking[own.player] = own.id
        view = None if own is None else self._view(own, await self._level_near(own))
        found = None
        if player is not None and own is None:
            find = partial(seek_statements.latest_match, player, now - _RECENT)
            if seek is not None:
                find = partial(seek_statements.find_match, player, seek)
            found = await self._store.read_small(find)
        matched = None if found is None else Matched(seek=found.seek, game=found.game, side=side_name(found.side))
        return Seeking(seek=view, matched=matched, waiting=len(rows))

    async def list_seeks(self) -> Seeks:
        """Return the seeks that wait, up to a second old, the longest waiting first."""
        now = self._rooms.time.now()
        if abs(now - self._listed_at) >= _LIST_SECONDS:
            self._listed_at = now
            rows = [row for row in await self._store.read_small(seek_statements.waiting_seeks) if row.expires > now]
            self._listed = Seeks(seeks=[_listed_seek(row) for row in rows[:_MAX_LISTED]], waiting=len(rows))
        return self._listed

    def on_left(self, player: str) -> None:
        """Let the seek of a player end soon whose last connection to this process was closed."""
        if self._seeking.pop(player, None) is not None and not self._channels.is_connected(player):
            self._rooms.spawn(self._expire_soon(player))

    async def _expire_soon(self, player: str) -> None:
        expires = self._rooms.time.now() + _LEAVING
        await self._store.write(partial(seek_statements.renew, [player], expires))

    async def _row(self, player: Guest, request: Seek) -> SeekRow:
        clock, game_type = clock_rule(request.clock), f"Base+{request.expansions}".rstrip("+")
        strength: RatedStrength | None = None
        if player.registered and self._find_rating is not None:
            strength = await self._find_rating(player.id, clock, game_type)
        strength = strength or _Plain()
        delay = 0.0 if self._find_penalty is None else _LEAVER_DELAY * await self._find_penalty(player.id)
        now = seconds(micros(self._rooms.time.now()))  # as it is stored
        return SeekRow(
            id=new_guest_id(),
            player=player.id,
            name=player.name,
            terms=_terms(request, clock, game_type),
            clock=clock,
            edition=request.edition,
            game_type=game_type,
            threefold=request.threefold,
            rated=request.rated,
            rating=strength.rating,
            deviation=strength.deviation,
            lowest=request.lowest,
            highest=request.highest,
            since=seconds(micros(now + delay)),
            expires=now + EXPIRY,
        )

    async def _level_near(self, row: SeekRow) -> int:
        """Return the level of the computer that is offered to a player who waits."""
        if self._find_level is None:
            return nearest_level(row.rating)
        return await self._find_level(row.rating, row.clock, row.game_type)

    def _view(self, row: SeekRow, level: int) -> SeekView:
        return SeekView(
            seek=row.id,
            clock=row.clock,
            edition=row.edition,
            game_type=row.game_type,
            threefold=row.threefold,
            rated=row.rated,
            since=row.since,
            waited=max(0.0, self._rooms.time.now() - row.since),
            level=level,
        )

    # pairing

    def _new_game(self, white: SeekRow, black: SeekRow, now: float) -> tuple[GameRow, GameStatus]:
        """Return the game of two seeks. Called on the thread that writes."""
        terms = PairTerms(
            clock=white.clock,
            edition=white.edition,
            game_type=white.game_type,
            threefold=white.threefold,
            rated=white.rated,
        )
        players = Guest(white.player, white.name), Guest(black.player, black.name)
        row = paired_row(new_game_id(), terms, players, now)
        return row, LiveGame(row).status()

    def _on_outcome(self, terms: str, outcome: PairingOutcome) -> None:
        for match in outcome.matches:
            self._announce(match)
            for seek in (match.white, match.black):
                self._rooms.metrics.pool_wait("all", seek.waited)
        if outcome.again is not None:
            self._pair_at(terms, outcome.again)

    def _announce(self, match: Match) -> None:
        """Tell both players, in all their tabs."""
        for own, other in ((match.white, match.black), (match.black, match.white)):
            self._seeking.pop(own.player, None)
            self._channels.send(
                own.player,
                SeekMatched(seek=own.seek, game=match.game, side=side_name(own.side), opponent=other.name),
            )

    def _pair_at(self, terms: str, at: float) -> None:
        """Pair the seeks with some terms at a time, unless an earlier attempt is planned."""
        loop = asyncio.get_running_loop()
        left = at - self._rooms.time.now()
        if left > _MAX_TIMER:
            return  # looking at all seeks once a second finds them
        # several processes do not try in step
        due = loop.time() + max(0.0, left) + random.uniform(0.001, 0.012)
        planned = self._timers.get(terms)
        if planned is not None:
            if planned.when() <= due:
                return
            planned.cancel()
        self._timers[terms] = loop.call_at(due, self._start_pairing, terms)

    def _start_pairing(self, terms: str) -> None:
        del self._timers[terms]
        self._rooms.spawn(self._pair(terms))

    async def _pair(self, terms: str) -> None:
        now = self._rooms.time.now()
        outcome = await self._store.write(partial(seek_statements.pair, terms, self._new_game, self._find_refused, now))
        self._on_outcome(terms, outcome)

    # looking at all seeks

    async def _loop(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP * random.uniform(0.8, 1.2))
            try:
                await self.look()
            except (StoreUnavailable, StoreOverloaded, SkepError) as error:
                log.warning("cannot pair players at the moment: %s", error)
            except Exception:
                log.exception("pairing players failed")

    async def look(self) -> None:
        """Renew the seeks of the players who are connected here, end expired ones and pair what waits."""
        if self._rooms.bus.alone and not self._seeking and not self._waiting:
            return
        rows = await self._store.read_small(seek_statements.waiting_seeks)
        now = self._rooms.time.now()
        present = [row for row in rows if self._channels.is_connected(row.player)]
        self._seeking = {row.player: row.id for row in present}
        due = [row.player for row in present if row.expires < now + _RENEWED]
        if due:
            await self._store.write(partial(seek_statements.renew, due, now + EXPIRY))
        renewed = set(due)
        current = [row for row in rows if row.expires > now or row.player in renewed]
        self._waiting = len(current)
        self._rooms.metrics.pool_size("all", len(current))
        if len(current) < len(rows):
            await self._store.write(partial(seek_statements.delete_expired, now, now - _KEEP_MATCHES))
        by_terms: dict[str, list[SeekRow]] = {}
        for row in current:
            by_terms.setdefault(row.terms, []).append(row)
        for terms, waiting in by_terms.items():
            if len(waiting) > 1 and (at := _earliest(waiting)) < now + _SWEEP:
                self._pair_at(terms, at)


def _earliest(rows: Sequence[SeekRow]) -> float:
    """Return when two seeks may accept each other; the games that their players have played are not considered."""
    return next_pairing(
        [WaitingSeek(row.id, row.player, row.rating, row.deviation, row.since, row.lowest, row.highest) for row in rows]
    )


def _listed_seek(row: SeekRow) -> ListedSeek:
    return ListedSeek(
        seek=row.id,
        name=row.name,
        rating=round(row.rating) if row.rated else None,
        clock=row.clock,
        edition=row.edition,
        game_type=row.game_type,
        threefold=row.threefold,
        rated=row.rated,
        lowest=row.lowest,
        highest=row.highest,
    )


def _find_match(matches: Collection[Match], player: str) -> Matched | None:
    for match in matches:
        for own in (match.white, match.black):
            if own.player == player:
                return Matched(seek=own.seek, game=match.game, side=side_name(own.side))
    return None


def _terms(request: Seek, clock: ClockRule, game_type: str) -> str:
    """Return what two seeks must have in common, as text."""
    time_control = f"{clock.minutes:g}+{clock.increment}"
    kind = "rated" if request.rated else "casual"
    return f"{time_control} {request.edition} {game_type} {'threefold' if request.threefold else '-'} {kind}"
