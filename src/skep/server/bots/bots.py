"""The accounts of bots: how an account becomes one, what programs see of accounts, and the limits of bots."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Final
from urllib.parse import quote

from skep.server.bots import bot_statements
from skep.server.bots.bot_statements import ApiUser
from skep.server.bots.views import game_info, user_id
from skep.server.http.client_limits import ClientLimits
from skep.server.http.limits import RateLimit
from skep.server.http.problem_error import ProblemError
from skep.server.play.live_game import DamagedGame
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.ratings.rating import Rating
from skep.server.ratings.results import age_rating
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.bots import BotPerf, BotUser, GameInfo
from skep.server.store.records import Guest
from skep.server.store.values import micros

__all__ = ["BotLimits", "Bots"]

_ONLINE_SECONDS: Final = 130.0
"""Seconds after which a bot that another process has seen no longer counts as online."""
_MAX_ONLINE: Final = 300


class Bots:
    """The bots of a server."""

    def __init__(self, rooms: Rooms, channels: PlayerChannels) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._channels = channels

    async def upgrade(self, player: Guest) -> None:
        """Turn the account of a player who has never played into a bot's. Raises ProblemError."""
        if await self._store.write(partial(bot_statements.become_bot, player.id)) == "has-played":
            message = "This account has already played games. Only a new account can become a bot."
            raise ProblemError(400, "has-played", message)

    async def account(self, player: Guest, site: str) -> BotUser:
        """Return an account as its program sees it. ``site`` is the address of the server."""
        user = await self._store.read(partial(bot_statements.find_user, player.id))
        assert user is not None, "the token belongs to an account"
        return _user(user, site)

    async def online(self, limit: int, site: str) -> list[BotUser]:
        """Return the bots that are online."""
        since = time.time() - _ONLINE_SECONDS
        found = await self._store.read(partial(bot_statements.bots_seen_since, since, _MAX_ONLINE))
        alone = self._rooms.bus.alone
        online = [user for user in found if not alone or self._channels.is_connected(user.id)]
        return [_user(user, site) for user in online[:limit]]

    async def playing(self, player: Guest, limit: int) -> list[GameInfo]:
        """Return the running games of an account: those in which it is its turn first, then the longest waiting."""
        games = []
        for stored in await self._store.games_of(player.id, limit=limit):
            sides = [seat.side for seat in stored.row.seats if seat.guest == player.id]
            if stored.status.ended or len(sides) != 1:
                continue
            try:
                async with self._rooms.use(stored.row.id) as (_, game):
                    if game.started and game.result is None:
                        games.append(game_info(game, sides[0], self._rooms.time.now()))
            except (UnknownGame, DamagedGame):
                continue
            await asyncio.sleep(0)  # others' moves come between
        return games


def _user(user: ApiUser, site: str) -> BotUser:
    now = micros(time.time())
    return BotUser(
        id=user_id(user.name),
        username=user.name,
        title="BOT" if user.bot else None,
        perfs={pool: _perf(age_rating(user.id, rating, now)) for pool, rating in user.ratings.items()},
        created_at=round(1000 * user.created),
        url=f"{site}/player/{quote(user.name)}",
    )


def _perf(rating: Rating) -> BotPerf:
    return BotPerf(games=rating.games, rating=round(rating.rating), rd=round(rating.deviation), prov=rating.provisional)


class BotLimits:
    """How many games bots may play with each other, and how many people a bot may challenge."""

    def __init__(self, limits: ClientLimits | None) -> None:
        self._limits = limits

    def check(self, challenger: Guest, challenged: Guest, *, is_accepted: bool) -> None:
        """Charge the bots among the players of a challenge. Raises ProblemError beyond their limits."""
        if self._limits is None or not challenger.bot:
            return
        if is_accepted and challenged.bot:
            _charge(self._limits.bot_games, challenger, challenged)
        elif not is_accepted and not challenged.bot:
            _charge(self._limits.bot_challenges, challenger)


def _charge(limit: RateLimit, *players: Guest) -> None:
    now = time.monotonic()
    exceeded = limit.take_from(tuple(limit.of_guest(player.id, now=now) for player in players), now=now)
    if exceeded is not None:
        message = f"Too many {limit.name}. {exceeded.advice}"
        raise ProblemError(429, "too-many-games", message, headers={"Retry-After": exceeded.retry_after})
