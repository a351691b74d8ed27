"""The lobby: creating games, taking seats, lists of games."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from skep.pieces import Color
from skep.server.accounts.secrets import hash_secret, new_game_id
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import new_row
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import Side
from skep.server.schemas.lobby import NewGame, Summary
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.views import side_name
from skep.server.store.records import Event, GameRow, Guest, StoredGame, StoreOverloaded

__all__ = ["Lobby"]

JoinFailure: TypeAlias = Literal["unknown", "over"]

_MAX_JOIN_ATTEMPTS: Final = 2


class Lobby:
    """The operations of guests before and between games."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def create(self, guest: Guest, new_game: NewGame) -> str:
        """Create a game and return its id."""
        row = new_row(new_game_id(), new_game, guest, self._rooms.links, time.time())
        status = LiveGame(row).status()
        await self._store.create(row, status)
        if status.computer_to_move:
            self._rooms.spawn(self._rooms.wake(row.id))
        return row.id

    async def join(self, guest: Guest, secret: str) -> str | JoinFailure:
        """Take the open seat of an invitation and return the game's id; a guest who already plays gets the id too."""
        found = await self._store.invited(hash_secret(secret))
        if found is None:
            return "unknown"
        game_id, _ = found
        async with self._rooms.use(game_id) as (room, game):
            if await self._store.sides_of(game_id, guest.id):
                return game_id
            for _ in range(_MAX_JOIN_ATTEMPTS):
                event = game.decide_join(guest.id, time.time())
                if isinstance(event, Refusal):
                    return "over" if event.code == "game-over" else "unknown"
                if await self._rooms.commit(room, event, row=_row_after_join(game, event, guest)):
                    return game_id
                if room.game is not None:
                    game = room.game
        raise StoreOverloaded("too many concurrent attempts to join")

    async def claim_seat(self, guest: Guest, secret: str) -> str | None:
        """Let another browser play a seat and return the game's id, or None if the seat does not exist."""
        found = await self._store.claim_seat(hash_secret(secret), guest.id)
        if found is None:
            return None
        game_id, _ = found
        self._rooms.forget_expected(game_id, guest.id)
        return game_id

    async def rename(self, guest: Guest, name: str) -> None:
        """Rename a guest, in running games too."""
        await self._store.rename(guest.id, name)
        for game in await self._store.games_of(guest.id):
            if not game.status.ended:
                self._rooms.spawn(self._rooms.refresh(game.row.id))

    async def mine(self, guest: Guest) -> list[Summary]:
        """Return a guest's games."""
        return [_summary(game, await self._sides(game, guest.id)) for game in await self._store.games_of(guest.id)]

    async def live(self) -> list[Summary]:
        """Return the games that can be watched."""
        return [_summary(game, frozenset()) for game in await self._store.live()]

    async def _sides(self, game: StoredGame, guest: str) -> frozenset[Color]:
        own = frozenset(seat.side for seat in game.row.seats if seat.guest == guest)
        return own or await self._store.sides_of(game.row.id, guest)

    async def copy_of(self, game_id: str) -> LiveGame:
        """Return a copy of a game, for downloads."""
        async with self._rooms.use(game_id) as (_, game):
            return game.copy()

    async def snapshot(self, game_id: str, guest: Guest | None) -> bytes:
        """Return the game's state as JSON, as a guest may see it."""
        async with self._rooms.use(game_id) as (room, _):
            sides = await self._rooms.sides_of(room, None if guest is None else guest.id)
            if sides:
                await self._rooms.load_chat(room)
            return room.snapshot_json(sides)


def _row_after_join(game: LiveGame, event: Event, guest: Guest) -> GameRow:
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
