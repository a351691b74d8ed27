"""Open challenges: games whose two seats are both taken by whoever opens a link or accepts them by their id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, func, insert, select

from skep.pieces import Color
from skep.server.accounts.quotas import GameQuota
from skep.server.accounts.secrets import new_game_id
from skep.server.http.problem_error import ProblemError
from skep.server.lobby.challenges import CheckBots
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.rated_games import check_can_rate
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import open_row
from skep.server.play.rooms import Rooms
from skep.server.schemas.lobby import NewGame
from skep.server.store import statements
from skep.server.store.lobby_tables import open_challenges
from skep.server.store.records import GameRow, GameStatus, Guest, SeatRow
from skep.server.store.tables import games, guests, seats
from skep.server.store.values import micros

__all__ = ["MAX_OPEN", "OpenChallenges", "creator_of"]

MAX_OPEN: Final = 10
"""Open challenges of an account that wait for a player."""
_MAX_ATTEMPTS: Final = 3
"""A player can take a seat first, after which the withdrawal is judged again."""
_KEPT: Final = 30 * 24 * 3600.0
"""Seconds for which the creator of a challenge is known, longer than any invitation lasts."""

_columns = open_challenges.c


class OpenChallenges:
    """The open challenges of a server."""

    def __init__(
        self,
        rooms: Rooms,
        lobby: Lobby,
        quota: GameQuota | None = None,
        check_play: Callable[[str], Awaitable[None]] | None = None,
        check_bots: CheckBots | None = None,
    ) -> None:
        """``check_play`` raises ProblemError for a player who must not play, and ``check_bots`` beyond bots' limits."""
        self._rooms = rooms
        self._store = rooms.store
        self._lobby = lobby
        self._quota = quota
        self._check_play = check_play
        self._check_bots = check_bots

    async def create(self, creator: Guest, options: NewGame) -> GameRow:
        """Create a game in which both seats are open. Raises ProblemError and TooManyGames."""
        if self._check_play is not None:
            await self._check_play(creator.id)
        check_can_rate(options, creator)
        if self._quota is not None:
            await self._quota.check_unfinished(creator.id)
        now = self._rooms.time.now()
        row = open_row(new_game_id(), options, now)
        if not await self._store.write(partial(_insert, row, LiveGame(row).status(), creator.id, now)):
            text = f"You have {MAX_OPEN} open challenges that wait for a player. Cancel one of them first."
            raise ProblemError(409, "too-many-challenges", text)
        self._rooms.metrics.game_created(options.opponent)
        return row

    def link(self, row: GameRow, side: Color | None) -> str:
        """Return the secret of the link to a seat, or to any of the two. Works for a game that no one has joined."""
        seed = row.seats[Color.WHITE if side is None else side].invite
        assert seed is not None, "both seats are open"
        return self._rooms.links.make("invite", row.id, side, seed, self._rooms.time.now())

    async def accept(self, player: Guest, challenge: str, side: Color | None) -> str:
        """Take a seat and return the id of the game. Raises ProblemError and TooManyGames."""
        if await self._store.read(partial(_creator_id, challenge)) is None:
            raise _unknown()
        if self._quota is not None:
            await self._quota.check_unfinished(player.id)
        async with self._rooms.use(challenge) as (_, game):
            waiting = next((seat for seat in game.row.seats if seat.guest not in (None, player.id)), None)
        if waiting is not None and self._check_bots is not None:
            self._check_bots(_player_in(waiting), player, is_accepted=True)
        joined = await self._lobby.take_seat(player, challenge, side)
        if joined != challenge:
            raise _unknown()
        return joined

    async def cancel(self, player: Guest, challenge: str) -> None:
        """Withdraw a challenge of a player before the game starts. Raises ProblemError."""
        if await self._store.read(partial(_creator_id, challenge)) != player.id:
            raise _unknown()
        async with self._rooms.use(challenge) as (room, game):
            for _ in range(_MAX_ATTEMPTS):
                event = game.decide_withdrawal(self._rooms.time.now())
                if event is None:
                    raise _unknown()
                if await self._rooms.commit(room, event):
                    return
                game = room.game or game


def _unknown() -> ProblemError:
    return ProblemError(404, "unknown-challenge", "This challenge does not exist, or it has expired or been answered.")


def _player_in(seat: SeatRow) -> Guest:
    assert seat.guest is not None
    return Guest(seat.guest, seat.name, registered=seat.registered, bot=seat.bot)


def _insert(
    row: GameRow, status: GameStatus, creator: str, now: float, connection: Connection, maybe_done: bool
) -> bool:
    """Store the game of an open challenge; return False if its creator has too many of them."""
    if maybe_done and _creator_id(row.id, connection) is not None:
        return True
    connection.execute(delete(open_challenges).where(_columns.created < micros(now - _KEPT)))
    is_open = exists().where(seats.c.game == games.c.id, seats.c.guest.is_(None))
    waiting = (
        select(func.count())
        .select_from(open_challenges.join(games, games.c.id == _columns.game))
        .where(_columns.creator == creator, ~games.c.ended, is_open)
    )
    if (connection.scalar(waiting) or 0) >= MAX_OPEN:
        return False
    statements.create(row, status, connection, False)
    connection.execute(insert(open_challenges).values(game=row.id, creator=creator, created=micros(now)))
    return True


def _creator_id(challenge: str, connection: Connection) -> str | None:
    chosen: Any = select(_columns.creator).where(_columns.game == challenge)
    found: str | None = connection.scalar(chosen)
    return found


def creator_of(game: str, connection: Connection) -> str:
    """Return the name of the player who has created the open challenge of a game, or an empty text."""
    chosen = select(guests.c.name).join(open_challenges, _columns.creator == guests.c.id).where(_columns.game == game)
    return connection.scalar(chosen) or ""
