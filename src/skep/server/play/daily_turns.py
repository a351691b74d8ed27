"""Daily turns: what happens after every event of a game with days per move.

The clock of a player on vacation is stopped, a reply that the player has prepared is played, and otherwise the players
are notified. All of this can be repeated without effect: events are numbered, and a notification is stored once. A game
is recorded as handled at the end; a background task finds the games of which that was interrupted.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from skep.pieces import Color
from skep.server.http.background import stop_task
from skep.server.notifications import Notifications
from skep.server.play.conditional_moves import ConditionalMoves
from skep.server.play.live_game import DamagedGame, LiveGame
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.play.vacations import DAYS_CLOCK, Vacations
from skep.server.schemas.game import GameResult
from skep.server.schemas.views import side_name
from skep.server.store.daily_tables import handled_turns
from skep.server.store.records import Event, StoreOverloaded, StoreUnavailable
from skep.server.store.tables import games, seat_guests
from skep.server.store.values import micros

__all__ = ["DailyTurns"]

log = logging.getLogger("skep.server")

_PERIOD: Final = 30.0
"""Seconds between two searches for interrupted turns, in whichever process."""
_DAY: Final = 24 * 3600.0
_OPENING_SECONDS: Final = 3.0
"""Seconds that both players have to open a new game that is not daily before those who are elsewhere are notified."""
_SETTLING_SECONDS: Final = 10.0
"""Seconds after which an event counts as interrupted."""
_GAMES_PER_QUERY: Final = 100
_FINISHED: Final = 2**30
"""The version of the notification that a game is over, after which there is no other."""
_MAX_SEEN: Final = 10_000


@dataclass(frozen=True, slots=True)
class _Turn:
    """The facts that notifications need."""

    seq: int
    began: int
    """The event with which the turn began."""
    side: Color | None
    """The side to move; None if the game has not started or is over."""
    ply: int
    deadline: float | None
    result: GameResult | None
    names: tuple[str, str]
    present: tuple[bool, bool]
    """Whether White and Black are looking at a game that is not daily, so that they need no notification."""
    away: tuple[int, float] | None
    """The event that stopped the clock for a vacation just now, and until when."""


class DailyTurns:
    """Handles the turns of daily games in one process."""

    def __init__(
        self,
        rooms: Rooms,
        conditional: ConditionalMoves,
        vacations: Vacations,
        notifications: Notifications,
        *,
        opening: float = _OPENING_SECONDS,
    ) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._conditional = conditional
        self._vacations = vacations
        self._notifications = notifications
        self._opening = opening
        self._seen: OrderedDict[str, int] = OrderedDict()
        """The last event that was handled, by game."""
        self._handling: dict[str, int] = {}
        """The last event that a task is handling, by game. Loading a game for it announces the same event again."""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start to look for interrupted turns in the background."""
        self._task = asyncio.create_task(self._loop())

    async def close(self) -> None:
        """Stop the background task."""
        await stop_task(self._task)

    def on_event(self, room: Room) -> None:
        """Handle an event soon. A hook of :class:`Rooms`, called with the room's lock held."""
        game = room.game
        assert game is not None
        if not game.started or game.seq <= max(self._seen.get(room.id, -1), self._handling.get(room.id, -1)):
            return
        if game.row.clock.kind == "days" or _is_news(room, game):
            self._handling[room.id] = game.seq
            delay = self._opening if game.row.clock.kind != "days" and game.ply == 0 else 0.0
            self._rooms.spawn(self._settle_soon(room.id, game.seq, delay))

    async def _settle_soon(self, game_id: str, seq: int, delay: float) -> None:
        """Do what is due after an event. The players of a game that is not daily first have a moment to open it."""
        try:
            if delay:
                await asyncio.sleep(delay)
            await self.settle(game_id)
        finally:
            if self._handling.get(game_id) == seq:
                del self._handling[game_id]

    async def settle(self, game_id: str) -> None:
        """Do what is due after the last event of a game."""
        async with self._rooms.use(game_id) as (room, game):
            if self._seen.get(game_id, -1) >= game.seq:
                return
            is_daily, away = game.row.clock.kind == "days", None
            if is_daily:
                handled = await self._store.read(partial(_last_handled_event, game_id))
                if handled >= game.seq or (handled < 0 and game.result is not None):
                    self._remember(game_id, game.seq)  # nothing new, or a game that ended long ago
                    return
                await self._rooms.settle_clock(room)
                while await self._reply(room):
                    pass  # both players may have prepared the next moves too
                away = await self._pause(room)
            game = room.game or game
            turn = _turn_of(room, game, away)
        if _is_between_two(game):
            await self._notify(game_id, turn)
        if is_daily:
            await self._store.write(partial(_mark_handled, game_id, turn.seq))
        self._remember(game_id, turn.seq)

    def _remember(self, game_id: str, seq: int) -> None:
        self._seen[game_id] = seq
        self._seen.move_to_end(game_id)
        if len(self._seen) > _MAX_SEEN:
            self._seen.popitem(last=False)

    async def _follow_vacation(self, account: str) -> None:
        """Stop or start the clocks of an account's games after its vacation has begun or ended."""
        for game_id in await self._vacations.games_of(account):
            try:
                async with self._rooms.use(game_id) as (room, game):
                    await self._rooms.settle_clock(room)
                    away = await self._pause(room)
                    turn = _turn_of(room, game, away)
            except (UnknownGame, DamagedGame):
                log.exception("game %s cannot be loaded", game_id)
                continue
            if _is_between_two(game):
                await self._notify_away(game_id, turn)

    async def _pause(self, room: Room) -> Event | None:
        """Let the clock stand still while the player to move is on vacation; return the event if one was stored."""
        game = room.game
        if game is None or game.running is None:
            return None
        now, player = self._rooms.time.now(), game.row.seats[game.turn].guest
        until = None if player is None else await self._vacations.until(player, now)
        event = game.decide_vacation(now if until is None else until, now)
        return event if event is not None and await self._rooms.commit(room, event) else None

    async def _reply(self, room: Room) -> bool:
        """Play the reply that the side to move has prepared, if any."""
        game = room.game
        if game is None:
            return False
        move = await self._conditional.reply(game)
        if move is None:
            return False
        piece, to = (None, None) if move.is_pass else (str(move.piece), (move.to.q, move.to.r))
        event = game.decide_move(game.turn, piece, to, self._rooms.time.now())
        return isinstance(event, Event) and await self._rooms.commit(room, event)

    # notifications

    async def _notify(self, game_id: str, turn: _Turn) -> None:
        if turn.result is not None:
            await self._notify_end(game_id, turn, turn.result)
            return
        await self._notifications.withdraw("your-turn", game=game_id, before=turn.began)
        if turn.side is None:
            return
        for player in await self._absent(game_id, turn.side, turn):
            await self._notifications.notify(
                player,
                "your-turn",
                game=game_id,
                name=turn.names[turn.side.other],
                until=turn.deadline,
                version=turn.began,
            )
        if turn.ply == 0:
            for player in await self._absent(game_id, turn.side.other, turn):
                await self._notifications.notify(
                    player, "game-started", game=game_id, name=turn.names[turn.side], version=turn.began
                )
        await self._notify_away(game_id, turn)

    async def _notify_away(self, game_id: str, turn: _Turn) -> None:
        """Tell the opponent of a player on vacation why they have to wait."""
        if turn.away is None or turn.side is None or turn.away[1] <= self._rooms.time.now():
            return
        seq, until = turn.away
        for player in await self._players(game_id, turn.side.other):
            name = turn.names[turn.side]
            await self._notifications.notify(player, "vacation", game=game_id, name=name, until=until, version=seq)

    async def _notify_end(self, game_id: str, turn: _Turn, result: GameResult) -> None:
        for side in Color:
            won = None if result.winner is None else result.winner == side_name(side)
            for player in await self._players(game_id, side):
                await self._notifications.notify(
                    player, "game-finished", game=game_id, name=turn.names[side.other], won=won, version=_FINISHED
                )

    async def _absent(self, game_id: str, side: Color, turn: _Turn) -> list[str]:
        """Return the players of a side, unless they see the game anyway."""
        return [] if turn.present[side] else await self._players(game_id, side)

    async def _players(self, game_id: str, side: Color) -> list[str]:
        return await self._store.read(partial(_players_of, game_id, side))

    # interrupted turns

    async def _loop(self) -> None:
        has_started = False
        while True:
            try:
                if not has_started:
                    await self.run_once(older=0.0)  # whatever the processes before have left
                    has_started = True
                elif await self._store.claim("daily games", self._rooms.time.now(), period=_PERIOD):
                    await self.run_once()
            except (StoreUnavailable, StoreOverloaded) as error:
                log.warning("cannot look for interrupted turns at the moment: %s", error)
            except Exception:
                log.exception("looking for interrupted turns failed")
            await asyncio.sleep(_PERIOD)

    async def run_once(self, *, older: float = _SETTLING_SECONDS) -> None:
        """Handle the turns, and the vacations, of which no process has taken care for some seconds."""
        for vacation, account in await self._vacations.find_unapplied():
            await self._apply_vacation(vacation, account)
        now = self._rooms.time.now()
        while interrupted := await self._store.read(partial(_find_unhandled, now - _DAY, now - older)):
            for game_id in interrupted:
                try:
                    await self.settle(game_id)
                except (UnknownGame, ValueError):
                    log.exception("game %s cannot be loaded", game_id)
                    await self._store.write(partial(_mark_handled, game_id, None))
            if len(interrupted) < _GAMES_PER_QUERY:
                break
        if await self._store.claim("old notifications", now, period=_DAY):
            await self._notifications.delete_old()

    async def apply_vacations(self, account: str) -> None:
        """Let the clocks follow the vacation of an account that has just begun or ended."""
        for vacation, _ in await self._vacations.find_unapplied(account):
            await self._apply_vacation(vacation, account)

    async def vacation_in(self, game_id: str, side: Color) -> float | None:
        """Return until when the player of a side is on vacation, or None."""
        seat = await self._store.seat(game_id, side)
        return (
            None
            if seat is None or seat.guest is None
            else await self._vacations.until(seat.guest, self._rooms.time.now())
        )

    async def _apply_vacation(self, vacation: int, account: str) -> None:
        """Let the clocks follow a vacation, and record it."""
        until = await self._vacations.until(account, self._rooms.time.now())
        await self._follow_vacation(account)
        await self._vacations.mark_applied(vacation, until)


def _turn_of(room: Room, game: LiveGame, away: Event | None) -> _Turn:
    there = room.presence()
    return _Turn(
        game.seq,
        game.board_seq,
        game.running,
        game.ply,
        game.deadline,
        game.result,
        game.row.names,
        (False, False) if game.row.clock.kind == "days" else (there.white, there.black),
        None if away is None else (away.seq, game.clocks.paused_until),
    )


def _is_between_two(game: LiveGame) -> bool:
    """Return whether two people play, so that one can be elsewhere when the other moves."""
    return game.started and game.computer is None and not game.same_screen


def _is_news(room: Room, game: LiveGame) -> bool:
    """Return whether the last event of a game that is not daily may be news for a player."""
    return (_has_just_started(game) or _waits_for_absent(room, game)) and _is_between_two(game)


def _has_just_started(game: LiveGame) -> bool:
    """Return whether a game has just started. A tournament announces its games itself."""
    is_new = game.ply == 0 and game.running is not None and game.board_seq == game.seq
    return is_new and game.row.tournament is None


def _waits_for_absent(room: Room, game: LiveGame) -> bool:
    """Return whether a game without a clock waits for a player who is not there."""
    if game.row.clock.kind != "none" or game.running is None or game.board_seq != game.seq:
        return False
    return not room.is_present(game.turn)


def _players_of(game: str, side: Color, connection: Connection) -> list[str]:
    """Return the guests who play a side, from one device or several."""
    holders = select(seat_guests.c.guest).where(seat_guests.c.game == game, seat_guests.c.side == int(side))
    return list(connection.scalars(holders.order_by(seat_guests.c.guest)))


def _find_unhandled(since: float, before: float, connection: Connection) -> list[str]:
    """Return daily games whose last event no process has handled: running ones, and those that have just ended."""
    columns = games.c
    joined = select(columns.id).outerjoin(handled_turns, handled_turns.c.game == columns.id)
    is_open = ~columns.ended & columns.deadline.is_not(None)
    has_just_ended = columns.ended & (columns.updated > micros(since)) & handled_turns.c.seq.is_not(None)
    waiting = joined.where(
        DAYS_CLOCK,
        or_(is_open, has_just_ended),
        or_(handled_turns.c.seq.is_(None), handled_turns.c.seq < columns.seq),
        columns.updated < micros(before),
    )
    return list(connection.scalars(waiting.order_by(columns.updated).limit(_GAMES_PER_QUERY)))


def _last_handled_event(game: str, connection: Connection) -> int:
    """Return the last event of a game that was handled, or -1."""
    seq = connection.scalar(select(handled_turns.c.seq).where(handled_turns.c.game == game))
    return -1 if seq is None else seq


def _mark_handled(game: str, seq: int | None, connection: Connection, _maybe_done: bool) -> None:
    """Record that an event of a game, or its last one, was handled."""
    if seq is None:
        seq = connection.scalar(select(games.c.seq).where(games.c.id == game))
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    handled = dialect.insert(handled_turns).values(game=game, seq=seq)
    connection.execute(
        handled.on_conflict_do_update(
            index_elements=["game"], set_={"seq": seq}, where=handled_turns.c.seq < handled.excluded.seq
        )
    )
