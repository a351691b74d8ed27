"""Lists of games: a guest's own, those that can be watched, and those that anyone can join."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from skep.pieces import Color
from skep.server.http.cached_response import CachedBody
from skep.server.lobby.own_games import next_game
from skep.server.lobby.previews import Preview, Previews
from skep.server.lobby.shared_lists import SharedList
from skep.server.lobby.tv import TvChannel
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.ratings.shown import seat_rating
from skep.server.schemas.daily import NextGame
from skep.server.schemas.game import Side
from skep.server.schemas.lists import Summaries, Summary, Tv
from skep.server.schemas.views import side_name
from skep.server.store.queries import games_of
from skep.server.store.records import StoredGame

__all__ = ["GameLists", "is_joinable"]

_MAX_LISTED: Final = 30
"""Games in a list of running or open games."""
_MAX_CANDIDATES: Final = 50
"""Running games among which TV chooses."""
_PAGE: Final = 24
"""Games on a page of a guest's games."""
_MAX_OWN_PREVIEWS: Final = 16
"""Boards in the list of a guest's games."""
_REMOTE_SECONDS: Final = 600.0
"""Seconds for which an open game is offered although its creator may be connected to another process."""


class GameLists:
    """The lists of one process."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._previews = Previews(rooms)
        self._live = SharedList(rooms, self._list_live)
        self._open = SharedList(rooms, self._list_open)
        self._tv = SharedList(rooms, self._show_tv)
        self._channel = TvChannel(self._previews.watchers)

    async def mine(self, guest: str) -> Summaries:
        """Return a guest's games, unfinished games first, then the latest."""
        games = await self._store.games_of(guest)
        summaries = []
        for index, game in enumerate(games):
            preview = await self._preview(game) if index < _MAX_OWN_PREVIEWS else None
            summaries.append(self._summary(game, preview, await self._sides(game, guest)))
        return Summaries(games=summaries, more=False)

    async def summarise(self, games: Sequence[StoredGame], guest: str | None) -> list[Summary]:
        """Return games with previews of their boards, as a guest sees them in a list."""
        return [
            self._summary(
                game,
                await self._preview(game),
                frozenset(seat.side for seat in game.row.seats if guest is not None and seat.guest == guest),
            )
            for game in games
        ]

    async def page(self, guest: str, number: int) -> Summaries:
        """Return a page of a guest's games, each with its board: their turn first, finished games last."""
        found = await self._store.read(partial(games_of, guest, _PAGE + 1, offset=number * _PAGE))
        shown = [
            self._summary(game, await self._preview(game), await self._sides(game, guest)) for game in found[:_PAGE]
        ]
        return Summaries(games=shown, more=len(found) > _PAGE)

    async def next(self, guest: str, after: str | None) -> NextGame:
        """Return the daily game in which a guest's move is due first, other than ``after``."""
        game, waiting = await self._store.read(partial(next_game, guest, after))
        return NextGame(game=game, waiting=waiting)

    async def live(self) -> CachedBody:
        """Return the games that can be watched, as JSON, the latest first."""
        return await self._live.get()

    async def open(self) -> CachedBody:
        """Return the games that anyone can join, as JSON, the latest first."""
        return await self._open.get()

    async def tv(self) -> CachedBody:
        """Return the best running game, as JSON."""
        return await self._tv.get()

    async def _show_tv(self) -> Tv:
        games = await self._store.live(limit=_MAX_CANDIDATES)
        chosen = self._channel.choose(games, self._rooms.time.now())
        game = next((game for game in games if game.row.id == chosen), None)
        if game is None and chosen is not None:
            game = await self._store.load(chosen)
        return Tv(game=None if game is None else self._summary(game, await self._preview(game)))

    async def list_offered(self) -> list[StoredGame]:
        """Return the games that anyone can join and whose creator can answer, the longest waiting first.

        A game with days per move is always offered, any other game only while its creator is connected.
        """
        games = await self._store.joinable(limit=_MAX_LISTED + 1)
        return [game for game in reversed(games) if self._is_offered(game)]

    async def _list_live(self) -> Summaries:
        games = await self._store.live(limit=_MAX_LISTED + 1)
        shown = [self._summary(game, await self._preview(game)) for game in games[:_MAX_LISTED]]
        return Summaries(games=shown, more=len(games) > _MAX_LISTED)

    async def _list_open(self) -> Summaries:
        games = (await self.list_offered())[::-1]
        shown = [self._summary(game, None) for game in games[:_MAX_LISTED]]
        return Summaries(games=shown, more=len(games) > _MAX_LISTED)

    def _is_offered(self, game: StoredGame) -> bool:
        if game.row.clock.kind == "days":
            return True
        room = self._rooms.find(game.row.id)
        if room is not None:
            there = room.presence()
            return there.white or there.black
        return not self._rooms.bus.alone and self._rooms.time.now() - game.updated < _REMOTE_SECONDS

    async def _preview(self, game: StoredGame) -> Preview | None:
        try:
            return await self._previews.get(game)
        except UnknownGame:
            return None

    async def _sides(self, game: StoredGame, guest: str) -> frozenset[Color]:
        own = frozenset(seat.side for seat in game.row.seats if seat.guest == guest)
        return own or await self._store.sides_of(game.row.id, guest)

    def _summary(
        self, game: StoredGame, preview: Preview | None, sides: Sequence[Color] | frozenset[Color] = ()
    ) -> Summary:
        row, status = game.row, game.status
        white, black = row.seats
        yours: list[Side] = [side_name(side) for side in sorted(sides)]
        return Summary(
            game=row.id,
            edition=row.edition,
            game_type=row.game_type,
            threefold=row.threefold,
            white=row.names[0],
            black=row.names[1],
            white_level=white.level,
            black_level=black.level,
            white_registered=white.registered,
            black_registered=black.registered,
            white_bot=white.bot,
            black_bot=black.bot,
            white_rating=seat_rating(row, white),
            black_rating=seat_rating(row, black),
            rated=row.rated,
            yours=yours,
            open=any(seat.guest is None and seat.level is None for seat in row.seats),
            joinable=is_joinable(game),
            ply=status.ply,
            to_move=side_name(Color(status.ply % 2)),
            ended=status.ended,
            aborted=game.aborted,
            updated=game.updated,
            clock_rule=row.clock,
            clock=None if preview is None else preview.clock(self._rooms.time.now()),
            result=None if preview is None else preview.result,
            watchers=self._previews.watchers(row.id),
            board=None if preview is None else preview.board,
        )


def is_joinable(game: StoredGame) -> bool:
    """Return whether anyone can take the open seat, because it has no invitation."""
    is_open = any(seat.guest is None and seat.level is None and seat.invite is None for seat in game.row.seats)
    return is_open and not game.status.ended
