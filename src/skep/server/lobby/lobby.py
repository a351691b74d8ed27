"""The lobby: creating games and taking seats."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from skep.pieces import Color
from skep.server.accounts.quotas import GameQuota, TooManyGames
from skep.server.accounts.secrets import LinkTarget, new_game_id, new_seed
from skep.server.http.problem_error import ProblemError
from skep.server.lobby.bot_players import check_is_no_bot
from skep.server.lobby.lists import GameLists
from skep.server.lobby.rated_games import check_can_join, check_can_rate
from skep.server.moderation.services import Moderation
from skep.server.play.computer_player import MAX_UNANSWERED, ComputerPlayer
from skep.server.play.download_cache import DownloadCache, WriteGame
from skep.server.play.live_game import LiveGame
from skep.server.play.new_games import new_row
from skep.server.play.rooms import Rooms
from skep.server.ratings.ratings import Ratings
from skep.server.schemas.lobby import NewGame
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Event, GameRow, Guest, SeatRow, StoredGame, StoreOverloaded

__all__ = ["Lobby"]

JoinFailure: TypeAlias = Literal["unknown", "expired", "over"]
ClaimFailure: TypeAlias = Literal["unknown", "expired"]

_MAX_JOIN_ATTEMPTS: Final = 2
_rng: Final = random.SystemRandom()


class Lobby:
    """The operations of guests before and between games."""

    def __init__(
        self,
        rooms: Rooms,
        quota: GameQuota | None = None,
        computer: ComputerPlayer | None = None,
        moderation: Moderation | None = None,
    ) -> None:
        """``quota`` limits new games, and ``computer`` those against the computer."""
        self._rooms = rooms
        self._moderation = moderation
        self._quota = quota
        self._store = rooms.store
        self._computer = computer
        self._ratings = Ratings(rooms.store)
        self.lists = GameLists(rooms)
        self._downloads = DownloadCache(rooms)

    async def create(self, guest: Guest, new_game: NewGame) -> str:
        """Create a game and return its id. Raises TooManyGames, and ProblemError.

        A player who is suspended cannot create one, and not every game can be rated. A game against anyone is created
        only if no one already waits for an opponent with the same rules and clock.
        """
        await self._check_play(guest)
        if new_game.opponent == "anyone":
            check_is_no_bot(guest)
        check_can_rate(new_game, guest)
        if self._quota is not None:
            await self._quota.check_unfinished(guest.id, invitation=new_game.opponent in ("friend", "anyone"))
        if new_game.opponent == "computer" and self._computer is not None and self._computer.is_busy_for(guest.id):
            raise TooManyGames(
                f"The computer still has to reply in {MAX_UNANSWERED} of your games. Wait for one of its moves.",
                code="computer-busy",
            )
        row = new_row(new_game_id(), new_game, guest, self._rooms.time.now())
        if new_game.opponent == "anyone":
            for game in await self.lists.list_offered():
                if not _suits(game, row, new_game) or await self._is_blocked(guest, game.row):
                    continue
                if await self.join_open(guest, game.row.id) == game.row.id:
                    return game.row.id
        status = LiveGame(row).status()
        await self._store.create(row, status)
        self._rooms.metrics.game_created(new_game.opponent)
        if status.computer_to_move:
            self._rooms.spawn(self._rooms.wake(row.id))
        return row.id

    async def join(self, guest: Guest, secret: str) -> str | JoinFailure:
        """Take the open seat of an invitation and return the game's id; a guest who already plays gets the id too."""
        target = LinkTarget.of(secret)
        seat = None if target is None else await self._find_open_seat(target)
        if target is None or seat is None or seat.invite is None:
            return "unknown"
        state = self._rooms.links.check("invite", secret, seat.invite, self._rooms.time.now())
        if state != "valid":
            return state
        return await self.take_seat(guest, target.game, target.side)

    async def _find_open_seat(self, target: LinkTarget) -> SeatRow | None:
        """Return the seat of an invitation: that of a side, or any that is open."""
        sides = Color if target.side is None else (target.side,)
        found = [await self._store.seat(target.game, side) for side in sides]
        return next((seat for seat in found if seat is not None and seat.invite is not None), None)

    async def join_open(self, guest: Guest, game_id: str) -> str | JoinFailure:
        """Take the seat of a game that anyone can join and return the game's id. Raises UnknownGame."""
        async with self._rooms.use(game_id) as (_, game):
            if game.open_seat is not None and game.open_seat.invite is not None:
                return "unknown"
        check_is_no_bot(guest)
        return await self.take_seat(guest, game_id, None)

    async def _check_play(self, guest: Guest) -> None:
        if self._moderation is not None:
            await self._moderation.sanctions.check_play(guest.id)

    async def _is_blocked(self, guest: Guest, row: GameRow) -> bool:
        """Return whether a guest and the player who waits in a game do not want to meet."""
        waiting = next((seat.guest for seat in row.seats if seat.guest is not None), None)
        if self._moderation is None or waiting is None:
            return False
        return await self._moderation.blocks.is_blocked(guest.id, waiting)

    async def take_seat(self, guest: Guest, game_id: str, side: Color | None) -> str | JoinFailure:
        """Take an open seat and return the game's id. If both are open and none is named, chance decides."""
        await self._check_play(guest)
        async with self._rooms.use(game_id) as (room, game):
            if await self._store.sides_of(game_id, guest.id):
                return game_id
            check_can_join(game.row, guest)
            if await self._is_blocked(guest, game.row):
                raise ProblemError(
                    409, "blocked", "You cannot play with this player: one of you has blocked the other."
                )
            for _ in range(_MAX_JOIN_ATTEMPTS):
                wanted = _rng.choice(list(Color)) if side is None and len(game.open_seats) == len(Color) else side
                event = game.decide_join(guest.id, self._rooms.time.now(), wanted)
                if isinstance(event, Refusal):
                    return "over" if event.code == "game-over" else "unknown"
                if await self._rooms.commit(room, event, row=await self._row_after_join(game, event, guest)):
                    return game_id
                if room.game is not None:
                    game = room.game
        raise StoreOverloaded("too many concurrent attempts to join")

    async def _row_after_join(self, game: LiveGame, event: Event, guest: Guest) -> GameRow:
        rating = None
        if guest.registered and game.row.pool is not None:
            rating = await self._ratings.find_stored(guest.id, game.row.pool)
        seats = [
            replace(
                seat,
                guest=guest.id,
                name=guest.name,
                invite=None,
                registered=guest.registered,
                rating=rating,
                bot=guest.bot,
            )
            if seat.side is event.side
            else seat
            for seat in game.row.seats
        ]
        return replace(game.row, seats=(seats[0], seats[1]))

    async def claim_seat(self, guest: Guest, secret: str) -> str | ClaimFailure:
        """Let another browser play a seat and return the game's id."""
        target = LinkTarget.of(secret)
        side = None if target is None else target.side
        seat = None if target is None or side is None else await self._store.seat(target.game, side)
        if target is None or seat is None or seat.guest is None:
            return "unknown"
        state = self._rooms.links.check("seat", secret, seat.secret, self._rooms.time.now())
        if state != "valid":
            return state
        if await self._store.claim_seat(seat.secret, guest.id) is None:
            return "unknown"  # renewed in the meantime
        self._rooms.forget_expected(target.game, guest.id)
        return target.game

    async def renew_links(self, guest: Guest, game_id: str, side: Color) -> int | None:
        """Make the links of a seat invalid, and remove the other browsers that play it.

        Returns the number of those browsers, or None if the guest may not do this: it takes a player of the seat or,
        for an invitation, the other player.
        """
        async with self._rooms.use(game_id) as (room, game):
            sides = await self._rooms.seats.of_guest(room, guest.id)
            seat = game.open_seat
            is_open = seat is not None and seat.side is side
            if seat is not None and is_open and seat.invite is None:
                return None  # anyone can take the seat, without a link
        if side not in sides and not (sides and is_open):
            return None
        removed = await self._store.renew_links(game_id, side, new_seed(), guest.id)
        await self._rooms.refresh(game_id)
        return removed

    async def rename(self, guest: Guest, name: str) -> None:
        """Rename a guest, in running games too."""
        await self._store.rename(guest.id, name)
        await self.show_name(guest.id)

    async def show_name(self, player: str) -> None:
        """Show the new name of a player in their latest games."""
        for game in await self._store.games_of(player):
            if not game.status.ended or self._rooms.find(game.row.id) is not None:
                self._rooms.spawn(self._rooms.refresh(game.row.id))

    async def name_players(self, guest: Guest, game_id: str, white: str, black: str) -> bool:
        """Name the two people who play a game on one screen. Return whether the guest may do this."""
        async with self._rooms.use(game_id) as (room, game):
            sides = await self._rooms.seats.of_guest(room, guest.id)
            if not game.same_screen or game.result is not None or not sides:
                return False
        await self._store.name_players(game_id, white, black)
        await self._rooms.refresh(game_id)
        return True

    async def download(self, game_id: str, write: WriteGame) -> bytes:
        """Return a game as ``write`` writes it, from the cache if possible."""
        return await self._downloads.get(game_id, write)

    async def copy_of(self, game_id: str) -> LiveGame:
        """Return a copy of a game, for reviews."""
        async with self._rooms.use(game_id) as (_, game):
            return game.copy()

    async def snapshot(self, game_id: str, guest: Guest | None) -> bytes:
        """Return the game's state as JSON, as a guest may see it."""
        async with self._rooms.use(game_id) as (room, _):
            sides = await self._rooms.seats.of_guest(room, None if guest is None else guest.id)
            if sides:
                await self._rooms.load_chat(room)
            return room.snapshot_json(sides)


def _suits(game: StoredGame, row: GameRow, options: NewGame) -> bool:
    """Return whether a guest who wants to create a game can join another one instead."""
    white, black = game.row.seats
    creator = black if white.guest is None else white
    own = next(seat for seat in row.seats if seat.guest is not None)
    return (
        creator.guest != own.guest
        and (options.side == "random" or creator.side is not own.side)
        and (game.row.edition, game.row.game_type, game.row.threefold, game.row.clock, game.row.rated)
        == (row.edition, row.game_type, row.threefold, row.clock, row.rated)
    )
