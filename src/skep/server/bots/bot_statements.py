"""Reading and writing the accounts of bots in the database."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, delete, exists, select, update

from skep.server.ratings.rating import Rating
from skep.server.store.account_tables import accounts
from skep.server.store.lobby_tables import seeks
from skep.server.store.profile_tables import last_seen
from skep.server.store.rating_tables import ratings
from skep.server.store.tables import guests, seat_guests
from skep.server.store.values import micros, seconds

__all__ = ["ApiUser", "become_bot", "bots_seen_since", "find_user"]


class ApiUser(NamedTuple):
    """A player as programs see them."""

    id: str
    name: str
    created: float
    bot: bool
    ratings: dict[str, Rating]


def become_bot(player: str, connection: Connection, _maybe_done: bool) -> Literal["done", "has-played"]:
    """Turn the account of a player who has never played into a bot's."""
    has_played = exists().where(seat_guests.c.guest == player)
    changed = connection.execute(update(accounts).where(accounts.c.id == player, ~has_played).values(bot=True))
    is_bot = connection.scalar(select(accounts.c.bot).where(accounts.c.id == player))
    if not changed.rowcount and not is_bot:
        return "has-played"
    connection.execute(delete(seeks).where(seeks.c.player == player))
    return "done"


def find_user(player: str, connection: Connection) -> ApiUser | None:
    """Return an account with its ratings, or None."""
    found = _users(connection.execute(_accounts().where(accounts.c.id == player)).all(), connection)
    return found[0] if found else None


def bots_seen_since(since: float, limit: int, connection: Connection) -> list[ApiUser]:
    """Return the bots that were connected after a time, by name."""
    seen = _accounts().join(last_seen, last_seen.c.player == accounts.c.id)
    online = seen.where(accounts.c.bot, last_seen.c.at >= micros(since)).order_by(accounts.c.name_key).limit(limit)
    return _users(connection.execute(online).all(), connection)


def _accounts() -> Any:
    return select(guests.c.id, guests.c.name, accounts.c.created, accounts.c.bot).join(
        accounts, accounts.c.id == guests.c.id
    )


def _users(rows: Any, connection: Connection) -> list[ApiUser]:
    by_player: dict[str, dict[str, Rating]] = {row.id: {} for row in rows}
    for row in connection.execute(select(ratings).where(ratings.c.player.in_(by_player)).order_by(ratings.c.pool)):
        by_player[row.player][row.pool] = _rating(row)
    return [ApiUser(row.id, row.name, seconds(row.created), row.bot, by_player[row.id]) for row in rows]


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)
