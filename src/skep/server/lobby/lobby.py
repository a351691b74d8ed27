"""The lobby: making games, taking seats, lists of games."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Literal, TypeAlias

from skep.pieces import Color
from skep.server.accounts.secrets import hashed, new_game_id
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import new_row
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import Side
from skep.server.schemas.lobby import NewGame, Summary
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.views import side_name
from skep.server.store.records import Event, GameRow, Guest, StoredGame, StoreOverloaded

__all__ = ["Lobby"]

Taken: TypeAlias = Literal["unknown", "over"]


class Lobby:
    """What guests do before and between games."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def make(self, guest: Guest, wanted: NewGame) -> str:
        """Make a game; its id."""
        row = new_row(new_game_id(), wanted, guest, self._rooms.links, time.time())
        status = LiveGame(row).status()
        await self._store.create(row, status)
        if status.computer_to_move:
            self._rooms.spawn(self._rooms.wake(row.id))
        return row.id

    async def join(self, guest: Guest, secret: str) -> str | Taken:
        """Take the seat that an invitation opens; the game's id. Who plays there already just gets the id."""
        found = await self._store.invited(hashed(secret))
        if found is None:
            return "unknown"
        game, _ = found
        async with self._rooms.use(game) as (room, live):
            if await self._store.sides_of(game, guest.id):
                return game
            for _ in range(2):
                event = live.decide_join(guest.id, time.time())
                if isinstance(event, Refusal):
                    return "over" if event.code == "game-over" else "unknown"
                if await self._rooms.commit(room, event, row=_seated(live, event, guest)):
                    return game
                if room.game is not None:
                    live = room.game
        raise StoreOverloaded("two joined at once, again and again")

    async def hold(self, guest: Guest, secret: str) -> str | None:
        """Let this browser play a seat too; the game's id, or None when there is no such seat."""
        found = await self._store.claim_seat(hashed(secret), guest.id)
        if found is None:
            return None
        game, _ = found
        self._rooms.forget_expected(game, guest.id)
        return game

    async def rename(self, guest: Guest, name: str) -> None:
        """Call a guest otherwise, also in the games that are going on."""
        await self._store.rename(guest.id, name)
        for game in await self._store.games_of(guest.id):
            if not game.status.ended:
                self._rooms.spawn(self._rooms.refresh(game.row.id))

    async def mine(self, guest: Guest) -> list[Summary]:
        """The games of a guest."""
        return [_summary(game, await self._sides(game, guest.id)) for game in await self._store.games_of(guest.id)]

    async def live(self) -> list[Summary]:
        """The games that can be watched."""
        return [_summary(game, frozenset()) for game in await self._store.live()]

    async def _sides(self, game: StoredGame, guest: str) -> frozenset[Color]:
        own = frozenset(seat.side for seat in game.row.seats if seat.guest == guest)
        return own or await self._store.sides_of(game.row.id, guest)

    async def copy_of(self, game: str) -> LiveGame:
        """A game as it stands, to be written down or drawn."""
        async with self._rooms.use(game) as (_, live):
            return live.copy()

    async def snapshot(self, game: str, guest: Guest | None) -> bytes:
        """The whole game as JSON, as a guest may see it."""
        async with self._rooms.use(game) as (room, _):
            sides = await self._rooms.sides_of(room, None if guest is None else guest.id)
            if sides:
                await self._rooms.load_chat(room)
            return room.snapshot_json(sides)


def _seated(game: LiveGame, event: Event, guest: Guest) -> GameRow:
    """The row once a guest sits on the open seat."""
    seats = [
        replace(seat, guest=guest.id, name=guest.name, invite=None) if seat.side is event.side else seat
        for seat in game.row.seats
    ]
    return replace(game.row, seats=(seats[0], seats[1]))


def _summary(game: StoredGame, sides: frozenset[Color]) -> Summary:
    row, status = game.row, game.status
    white, black = row.seats
    yours: list[Side] = [side_name(side) for side in sorted(sides)]
    same = white.guest is not None and white.guest == black.guest
    return Summary(
        game=row.id,
        edition=row.edition,
        game_type=row.game_type,
        white="" if same else white.name,
        black="" if same else black.name,
        white_level=white.level,
        black_level=black.level,
        yours=yours,
        open=any(seat.guest is None and seat.level is None for seat in row.seats),
        ply=status.ply,
        to_move=side_name(Color(status.ply % 2)),
        ended=status.ended,
        updated=game.updated,
    )
