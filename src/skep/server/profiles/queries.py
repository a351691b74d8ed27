"""Reading players, ratings over time, friends and leaderboards from the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, func, select

from skep.server.ratings.rating import PROVISIONAL_DEVIATION, Rating
from skep.server.store.account_tables import accounts
from skep.server.store.profile_tables import follows, last_seen
from skep.server.store.rating_tables import rating_changes, ratings
from skep.server.store.tables import guests
from skep.server.store.values import seconds

__all__ = [
    "AccountOwner",
    "FollowedPlayer",
    "RatedPlayer",
    "RatingAt",
    "best_ratings",
    "find_followed",
    "find_last_seen",
    "find_person",
    "follows_player",
    "rating_history",
    "ratings_before",
    "ratings_in_pools",
]


class AccountOwner(NamedTuple):
    """A player with an account."""

    id: str
    name: str
    created: float
    bot: bool


class RatingAt(NamedTuple):
    """A rating after a game."""

    at: int
    rating: float
    deviation: float


class FollowedPlayer(NamedTuple):
    """A player whom somebody follows."""

    id: str
    name: str
    seen: float | None
    follows_back: bool


class RatedPlayer(NamedTuple):
    """A player and a rating."""

    id: str
    name: str
    rating: Rating


def find_person(key: str, connection: Connection) -> AccountOwner | None:
    """Return the player whose account has a name, as compared, or None."""
    query = select(guests.c.id, guests.c.name, accounts.c.created, accounts.c.bot).join(
        accounts, accounts.c.id == guests.c.id
    )
    row = connection.execute(query.where(accounts.c.name_key == key)).one_or_none()
    return None if row is None else AccountOwner(row.id, row.name, seconds(row.created), row.bot)


def ratings_in_pools(player: str, connection: Connection) -> dict[str, Rating]:
    """Return a player's rating in each pool, the most games first."""
    rows = select(ratings).where(ratings.c.player == player).order_by(ratings.c.games.desc(), ratings.c.pool)
    return {row.pool: _rating(row) for row in connection.execute(rows)}


def _rating(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)


def ratings_before(player: str, at: int, connection: Connection) -> dict[str, float]:
    """Return a player's rating in each pool before the first game after a time."""
    columns = rating_changes.c
    first = (
        select(func.min(columns.id))
        .where(columns.player == player, columns.at >= at)
        .group_by(columns.pool)
        .scalar_subquery()
    )
    rows = connection.execute(select(columns.pool, columns.rating).where(columns.id.in_(first)))
    return {row.pool: row.rating for row in rows}


def rating_history(player: str, pool: str, limit: int, connection: Connection) -> list[RatingAt]:
    """Return a player's latest ratings in a pool, oldest first."""
    columns = rating_changes.c
    latest = (
        select(columns.at, columns.new_rating, columns.new_deviation)
        .where(columns.player == player, columns.pool == pool)
        .order_by(columns.id.desc())
        .limit(limit)
    )
    return [RatingAt(*row) for row in connection.execute(latest)][::-1]


def best_ratings(pool: str, since: int, limit: int, connection: Connection) -> list[RatedPlayer]:
    """Return the best players of a pool with a settled rating who have played since a time, without bots."""
    columns = ratings.c
    query = (
        select(guests.c.name, ratings)
        .join(accounts, accounts.c.id == columns.player)
        .join(guests, guests.c.id == columns.player)
        .where(
            ~accounts.c.bot,
            columns.pool == pool,
            columns.deviation <= PROVISIONAL_DEVIATION,
            columns.updated >= since,
        )
        .order_by(columns.rating.desc(), guests.c.name)
        .limit(limit)
    )
    return [RatedPlayer(row.player, row.name, _rating(row)) for row in connection.execute(query)]


def find_last_seen(player: str, connection: Connection) -> float | None:
    """Return when a player was last connected, or None."""
    at = connection.scalar(select(last_seen.c.at).where(last_seen.c.player == player))
    return None if at is None else seconds(at)


def follows_player(player: str, followed: str, connection: Connection) -> bool:
    """Return whether a player follows another."""
    found = select(follows.c.at).where(follows.c.player == player, follows.c.followed == followed)
    return connection.execute(found).one_or_none() is not None


def find_followed(player: str, connection: Connection) -> Sequence[FollowedPlayer]:
    """Return the players whom a player follows."""
    back = follows.alias("back")
    query = (
        select(guests.c.id, guests.c.name, last_seen.c.at, back.c.at.is_not(None).label("follows_back"))
        .select_from(follows)
        .join(accounts, accounts.c.id == follows.c.followed)
        .join(guests, guests.c.id == follows.c.followed)
        .outerjoin(last_seen, last_seen.c.player == follows.c.followed)
        .outerjoin(back, and_(back.c.player == follows.c.followed, back.c.followed == follows.c.player))
        .where(follows.c.player == player)
    )
    return [
        FollowedPlayer(row.id, row.name, None if row.at is None else seconds(row.at), bool(row.follows_back))
        for row in connection.execute(query)
    ]
