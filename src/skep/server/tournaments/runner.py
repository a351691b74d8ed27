"""The runner: starts tournaments, pairs players and announces games.

Every process looks once a second. What is due is claimed and done in one transaction, so it happens once whichever
process comes first, and nothing is left half done if a process dies.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.accounts.quotas import TournamentQuota
from skep.server.http.background import stop_task
from skep.server.play.rooms import Rooms
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.tournament_messages import TournamentGameReady
from skep.server.schemas.views import side_name
from skep.server.store.records import StoreOverloaded, StoreUnavailable
from skep.server.tournaments import arena_statements, due_work, entry_statements, pairing_statements, queries
from skep.server.tournaments.announcements import Announcements
from skep.server.tournaments.arena_statements import FindRefused
from skep.server.tournaments.new_games import new_games
from skep.server.tournaments.pairing_statements import NewTournamentGame, StepOutcome
from skep.server.tournaments.rulings import Rulings
from skep.server.tournaments.settings_statements import cancel
from skep.server.tournaments.watching import TournamentWatchers

__all__ = ["FindStreams", "TournamentRunner"]

log = logging.getLogger("skep.server")

_INTERVAL: Final = 1.0
_EXPIRY: Final = 6.0
"""Seconds for which a report on who is there counts."""
_REPORTED: Final = 2.0
"""A report is repeated after this many seconds, or when it changes."""
_BAN_SECONDS: Final = 5.0
"""Seconds between two searches for players who may not play any longer."""

FindStreams = Callable[[], Iterable[str]]
"""Returns the bots whose event streams this process serves: they wait for games like players who watch."""


class TournamentRunner:
    """The runner of one process."""

    def __init__(
        self,
        rooms: Rooms,
        channels: PlayerChannels,
        watchers: TournamentWatchers,
        rulings: Rulings,
        announcements: Announcements,
        *,
        find_refused: FindRefused,
        find_streams: FindStreams,
        quota: TournamentQuota,
    ) -> None:
        """``find_refused`` names the players who must not meet in an arena, because one has blocked the other.

        ``quota`` limits the games in which players are paired in arenas.
        """
        self._quota = quota
        self._rooms = rooms
        self._store = rooms.store
        self._channels = channels
        self._watchers = watchers
        self._rulings = rulings
        self._announcements = announcements
        self._find_refused = find_refused
        self._find_streams = find_streams
        self._streams: dict[str, float] = {}
        """Since when the event streams of bots have been open."""
        self._reported: dict[str, dict[str, float]] = {}
        self._reported_at = 0.0
        self._banned_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start looking."""
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop. Other processes continue, or this one after its restart."""
        await stop_task(self._task)

    async def _loop(self) -> None:
        while True:
            await asyncio.sleep(_INTERVAL * random.uniform(0.9, 1.1))
            await self._attempt("cannot look after tournaments", self.look)
            await self._attempt("cannot show tournaments", self._watchers.look)

    async def _attempt(self, what: str, work: Callable[..., Awaitable[object]], *arguments: Any) -> None:
        """Do some work whose failure must not stop the rest."""
        try:
            await work(*arguments)
        except (StoreUnavailable, StoreOverloaded, SkepError) as error:
            log.warning("%s at the moment: %s", what, error)
        except Exception:
            log.exception("%s", what)

    async def look(self) -> None:
        """Do everything that is due."""
        now = self._rooms.time.now()
        await self._report_presence(now)
        due = await self._store.read(partial(due_work.find_due, now))
        if due is None:
            return
        for tournament in due.start:
            await self._attempt("cannot start a tournament", self._start, tournament, now)
        if due.missed:
            await self._store.write(partial(due_work.record_missed, due.missed))
        for tournament in due.rulings:
            await self._attempt("cannot end a game", self._rulings.end_decided, tournament)
        for tournament in due.arenas:
            await self._attempt("cannot pair an arena", self._pair_arena, tournament)
        for tournament in due.rounds:
            await self._attempt("cannot pair a round", self._pair_round, tournament)
        for tournament in due.announce:
            await self._attempt("cannot announce a round", self._announcements.announce, tournament)
        for tournament in due.forgotten:
            await self._store.write(partial(cancel, tournament, None, "never started", now))
        await self._remove_banned(now)

    async def _start(self, tournament: str, now: float) -> None:
        await self._store.write(partial(due_work.start_due, tournament, now))

    async def _pair_round(self, tournament: str) -> None:
        facts = await self._store.read(partial(pairing_statements.read_facts, tournament))
        if facts is None:
            return
        plan = await asyncio.to_thread(pairing_statements.make_plan, facts)
        now = self._rooms.time.now()
        self._announce(await self._store.write(partial(pairing_statements.pair_round, plan, new_games, now)))

    async def _pair_arena(self, tournament: str) -> None:
        now = self._rooms.time.now()
        row = await self._store.read(partial(queries.find, tournament))
        if row is None or row.status != "running":
            return
        if row.ends is None or now < row.ends:
            waiting = await self._store.read(partial(arena_statements.waiting_since, tournament, now))
            self._rooms.metrics.pool_size("arena", len(waiting))
            if row.suspended or len(waiting) < 2:
                return
        began = time.perf_counter()
        pair = partial(arena_statements.pair_arena, tournament, new_games, self._find_refused, now)
        outcome: StepOutcome = await self._store.write(pair)
        if outcome.games:
            log.debug("paired %d games in %.0f ms", len(outcome.games), 1000 * (time.perf_counter() - began))
        self._announce(outcome)

    def _announce(self, outcome: StepOutcome) -> None:
        for game in outcome.games:
            self._quota.charge(game.white.id)
            self._quota.charge(game.black.id)
            self._rooms.metrics.game_created("tournament")
            self._send_ready(game)

    def _send_ready(self, game: NewTournamentGame) -> None:
        """Tell both players, in all their tabs."""
        for own, other, side in ((game.white, game.black, Color.WHITE), (game.black, game.white, Color.BLACK)):
            self._channels.send(
                own.id,
                TournamentGameReady(
                    tournament=game.tournament,
                    name=game.name,
                    game=game.game,
                    side=side_name(side),
                    opponent=other.name,
                    round=game.round,
                ),
            )

    # presence

    async def _report_presence(self, now: float) -> None:
        """Store who waits in the arenas that are watched here."""
        present = self._watchers.present()
        for tournament, players in (await self._bots(now)).items():
            present.setdefault(tournament, {}).update(players)
        for players in present.values():
            for player in [player for player in players if not self._quota.allows(player)]:
                del players[player]
        gone = {tournament: dict[str, float]() for tournament in self._reported if tournament not in present}
        if present == self._reported and (not present or now - self._reported_at < _REPORTED):
            return
        report = partial(arena_statements.report_presence, self._rooms.process, {**gone, **present}, now + _EXPIRY)
        await self._store.write(report)
        self._reported, self._reported_at = {key: dict(players) for key, players in present.items()}, now

    async def _bots(self, now: float) -> dict[str, dict[str, float]]:
        """Return since when the bots with open event streams wait in their arenas."""
        open_now = frozenset(self._find_streams())
        self._streams = {bot: self._streams.get(bot, now) for bot in open_now}
        if not open_now:
            return {}
        found: dict[str, dict[str, float]] = {}
        for tournament, bot in await self._store.read(partial(queries.running_arenas_of, list(open_now))):
            found.setdefault(tournament, {})[bot] = self._streams[bot]
        return found

    # bans

    async def _remove_banned(self, now: float) -> None:
        """Remove players who were banned or suspended, and let them lose their games."""
        if abs(now - self._banned_at) < _BAN_SECONDS:
            return
        self._banned_at = now
        for tournament, player in await self._store.read(partial(due_work.find_banned, now)):
            remove = partial(entry_statements.remove, tournament, player, None, "banned", now)
            if await self._store.write(remove):
                await self._forfeit(tournament, player)

    async def _forfeit(self, tournament: str, player: str) -> None:
        row = await self._store.read(partial(queries.find, tournament))
        if row is not None and row.status == "running":
            await self._rulings.forfeit(row, player, None)
