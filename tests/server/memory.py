"""A store in memory, which can be made to fail, for tests of the code that uses the store."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from skep.pieces import Color
from skep.server.store.records import (
    Appended,
    ChatRow,
    Chats,
    Event,
    EventKind,
    GameRow,
    GameStatus,
    Guest,
    Heartbeat,
    SeatRow,
    SpectatorRow,
    StoredGame,
    Unfinished,
)

__all__ = ["MemoryStore"]


class MemoryStore:
    """An implementation of :class:`skep.server.store.records.Store`. Several rooms can share one, like a database."""

    def __init__(self) -> None:
        self.rows: dict[str, GameRow] = {}
        self.statuses: dict[str, GameStatus] = {}
        self.events: dict[str, list[Event]] = {}
        self.lines: dict[str, list[ChatRow]] = {}
        self.spectator_lines: dict[str, list[SpectatorRow]] = {}
        self.holders: set[tuple[str, Color, str]] = set()
        self.guests: dict[str, Guest] = {}
        self.archived: set[str] = set()
        self.latest: float | None = None
        """The latest heartbeat of any process."""
        self.beats: dict[str, Heartbeat] = {}
        self.failures: list[Exception] = []
        """The exceptions of the next writes, one for each."""
        self.stores_before_failing = False
        """Whether a failing write is stored nevertheless."""
        self.tasks: dict[str, float] = {}
        """When each task of one process at a time was last done."""
        self.guest_deletions: list[tuple[float, str, int]] = []
        self.touches: list[float] = []
        self.loads = 0
        self.side_queries = 0

    waiting_writes = 0

    async def close(self) -> None:
        pass

    async def read(self, query: Callable[[Connection], Any]) -> Any:
        raise NotImplementedError("tests of SQL use a database")

    async def read_small(self, query: Callable[[Connection], Any]) -> Any:
        raise NotImplementedError("tests of SQL use a database")

    async def write(self, statement: Callable[[Connection, bool], Any]) -> Any:
        raise NotImplementedError("tests of SQL use a database")

    async def ping(self) -> None:
        if self.failures:
            raise self.failures.pop(0)

    async def touch(self, now: float) -> None:
        await self.ping()
        self.touches.append(now)

    async def key(self) -> bytes:
        return b"k" * 32

    async def create(self, game: GameRow, status: GameStatus) -> None:
        self.rows[game.id] = game
        self.statuses[game.id] = status
        self.events[game.id] = []
        self.holders |= {(game.id, seat.side, seat.guest) for seat in game.seats if seat.guest is not None}

    def append_nowait(self, event: Event, status: GameStatus, done: Appended) -> None:
        def notify(task: asyncio.Task[bool]) -> None:
            error = task.exception()
            done(error if isinstance(error, Exception) else task.result())

        asyncio.ensure_future(self.append(event, status)).add_done_callback(notify)

    async def append(self, event: Event, status: GameStatus) -> bool:
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None and not self.stores_before_failing:
            raise failure
        events = self.events[event.game]
        if event.seq != len(events) + 1:
            return False
        events.append(event)
        self.statuses[event.game] = status
        if event.kind is EventKind.JOIN:
            assert event.side is not None
            self._give_seat(event.game, event.side, event.text)
        if failure is not None:
            raise failure
        return True

    async def append_rematch(self, event: Event, status: GameStatus, game: GameRow, game_status: GameStatus) -> bool:
        stored = await self.append(event, status)
        if stored:
            await self.create(game, game_status)
        return stored

    def _give_seat(self, game: str, side: Color, guest: str) -> None:
        name = next((known.name for known in self.guests.values() if known.id == guest), "")
        row = self.rows[game]
        seats = [replace(s, guest=guest, name=name, invite=None) if s.side is side else s for s in row.seats]
        self.rows[game] = replace(row, seats=(seats[0], seats[1]))
        self.holders.add((game, side, guest))

    async def load(self, game: str, *, after: int = 0) -> StoredGame | None:
        self.loads += 1
        if game not in self.rows:
            return None
        return self._stored(game, tuple(self.events[game][after:]))

    def _stored(self, game: str, events: tuple[Event, ...] = ()) -> StoredGame:
        last = self.events[game][-1].at if self.events[game] else self.rows[game].created
        return StoredGame(self.rows[game], self.statuses[game], last, events)

    async def seqs(self, games: Sequence[str]) -> dict[str, int]:
        return {game: len(self.events[game]) for game in games if game in self.events}

    async def say(self, game: str, line: ChatRow) -> None:
        self.lines.setdefault(game, []).append(line)

    async def say_as_spectator(self, game: str, line: SpectatorRow) -> None:
        self.spectator_lines.setdefault(game, []).append(line)

    async def chats(self, game: str, *, limit: int = 200) -> Chats:
        return Chats(self.lines.get(game, [])[-limit:], self.spectator_lines.get(game, [])[-limit:])

    async def claim_seat(self, secret: str, guest: str) -> tuple[str, Color] | None:
        for row in self.rows.values():
            for seat in row.seats:
                if seat.secret == secret:
                    self.holders.add((row.id, seat.side, guest))
                    return row.id, seat.side
        return None

    async def seat(self, game: str, side: Color) -> SeatRow | None:
        return self.rows[game].seats[side] if game in self.rows else None

    async def renew_links(self, game: str, side: Color, seed: str, guest: str) -> int:
        row = self.rows[game]
        seat = row.seats[side]
        is_open = seat.guest is None and seat.level is None
        new = replace(seat, invite=seed) if is_open else replace(seat, secret=seed)
        seats = [new if old is seat else old for old in row.seats]
        self.rows[game] = replace(row, seats=(seats[0], seats[1]))
        gone = {
            holder for holder in self.holders if holder[:2] == (game, side) and holder[2] not in (guest, seat.guest)
        }
        self.holders -= gone | {(row.rematch_of or "", side.other, other) for _, _, other in gone}
        return len(gone)

    async def sides_of(self, game: str, guest: str) -> frozenset[Color]:
        self.side_queries += 1
        return frozenset(side for side in Color if (game, side, guest) in self.holders)

    async def new_guest(self, guest: Guest, token: str) -> None:
        self.guests[token] = guest

    async def guest(self, token: str) -> Guest | None:
        return self.guests.get(token)

    async def find_signed_in(self, session: str, now: float) -> Guest | None:  # noqa: ARG002
        return None

    async def rename(self, guest: str, name: str) -> None:
        self.guests = {token: replace(g, name=name) if g.id == guest else g for token, g in self.guests.items()}
        for game, row in self.rows.items():
            if row.same_screen:
                continue
            seats = [replace(seat, name=name) if seat.guest == guest else seat for seat in row.seats]
            self.rows[game] = replace(row, seats=(seats[0], seats[1]))

    async def name_players(self, game: str, white: str, black: str) -> None:
        row = self.rows[game]
        seats = [replace(seat, name=name) for seat, name in zip(row.seats, (white, black), strict=True)]
        self.rows[game] = replace(row, seats=(seats[0], seats[1]))

    async def games_of(self, guest: str, *, limit: int = 50) -> list[StoredGame]:
        return [self._stored(game) for game in self.rows if any(h[0] == game and h[2] == guest for h in self.holders)][
            :limit
        ]

    async def count_unfinished(self, guest: str, *, limit: int) -> Unfinished:
        own = [game for game in self.rows if any(h[0] == game and h[2] == guest for h in self.holders)]
        running = [game for game in own if not self.statuses[game].ended][:limit]
        return Unfinished(len(running), sum(any(seat.invite for seat in self.rows[game].seats) for game in running))

    async def claim(self, task: str, now: float, *, period: float) -> bool:
        is_due = now - self.tasks.get(task, -period) >= period
        if is_due:
            self.tasks[task] = now
        return is_due

    async def abort_unstarted(self, *, before: float, now: float, limit: int = 200) -> list[str]:
        return await self._end_all("aborted", before, now, limit, unstarted=True)

    async def abandon_idle(self, *, before: float, now: float, limit: int = 200) -> list[str]:
        return await self._end_all("abandoned", before, now, limit, unstarted=False)

    async def _end_all(self, ending: str, before: float, now: float, limit: int, *, unstarted: bool) -> list[str]:
        stale = [
            game
            for game, status in self.statuses.items()
            if not status.ended and status.deadline is None and self._stored(game).updated < before
            if status.ply == 0 or not unstarted
        ][:limit]
        for game in stale:
            event = Event(game, len(self.events[game]) + 1, EventKind.END, None, ending, now)
            await self.append(event, GameStatus(self.statuses[game].ply, True, None, False))
        return stale

    async def delete_unused_guests(self, *, before: float, after: str = "", limit: int = 500) -> str | None:
        self.guest_deletions.append((before, after, limit))
        return None

    async def live(self, *, limit: int = 50) -> list[StoredGame]:
        public = [game for game, status in self.statuses.items() if not status.ended and not self.rows[game].private]
        return [self._stored(game) for game in public][:limit]

    async def joinable(self, *, limit: int = 50) -> list[StoredGame]:
        unfinished = [game for game, status in self.statuses.items() if not status.ended]
        is_open = [
            any(seat.guest is None and seat.level is None and seat.invite is None for seat in self.rows[game].seats)
            for game in unfinished
        ]
        return [self._stored(game) for game, is_joinable in zip(unfinished, is_open, strict=True) if is_joinable][
            :limit
        ]

    async def expired_clocks(self, now: float, *, limit: int = 100) -> list[str]:
        return [g for g, s in self.statuses.items() if s.deadline is not None and s.deadline <= now][:limit]

    async def running_clocks(self, *, after: str = "", limit: int = 1000, before: float | None = None) -> list[str]:
        end = math.inf if before is None else before
        return sorted(g for g, s in self.statuses.items() if s.deadline is not None and s.deadline < end and g > after)[
            :limit
        ]

    async def clocked_games(self, guest: str, *, limit: int = 100) -> list[tuple[str, int]]:
        games = await self.games_of(guest, limit=len(self.rows))
        timed = (game for game in games if not game.status.ended and game.status.deadline is not None)
        return [(game.row.id, len(self.events[game.row.id])) for game in timed][:limit]

    async def heartbeat(self, beat: Heartbeat, *, last: bool = False) -> float | None:
        before = self.latest
        self.latest = beat.at if before is None else max(before, beat.at)
        self.beats = {name: other for name, other in self.beats.items() if other.at >= beat.at - 75.0}
        self.beats[beat.process] = beat
        if last:
            del self.beats[beat.process]
        return before

    async def last_heartbeat(self) -> float | None:
        return self.latest

    async def heartbeats(self) -> list[Heartbeat]:
        return list(self.beats.values())

    async def find_unarchived(self, *, limit: int = 20) -> list[str]:
        hidden = self.archived | {game for game, row in self.rows.items() if row.private}
        return [g for g, s in self.statuses.items() if s.ended and s.ply >= 2 and g not in hidden][:limit]

    async def mark_archived(self, games: Mapping[str, tuple[str, str]]) -> None:
        self.archived |= set(games)

    async def computer_to_move(self, *, before: float, limit: int = 100) -> list[str]:
        return [g for g, s in self.statuses.items() if s.computer_to_move and self._stored(g).updated < before][:limit]
