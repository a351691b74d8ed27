"""A player's own games: first those in which it is their turn, the most urgent first."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, select

from skep.server.store.queries import with_seats
from skep.server.store.records import StoredGame
from skep.server.store.tables import games, seat_guests, seats

__all__ = ["PAGE", "next_game", "own_games"]

PAGE: Final = 24
"""Games on a page of the list."""


def _is_turn_of(player: str) -> ColumnElement[bool]:
    """Return the condition that a game waits for a move of a player: it runs, and both seats are taken."""
    to_move = and_(
        seat_guests.c.guest == player, seat_guests.c.game == games.c.id, seat_guests.c.side == games.c.ply % 2
    )
    is_open = and_(seats.c.game == games.c.id, seats.c.guest.is_(None), seats.c.level.is_(None))
    return and_(~games.c.ended, exists().where(to_move), ~exists().where(is_open))


def own_games(player: str, offset: int, limit: int, connection: Connection) -> list[StoredGame]:
    """Return a player's games: their turn by deadline, other unfinished games, then finished ones, the latest first."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == player)
    rank = case((games.c.ended, 2), (_is_turn_of(player), 0), else_=1)
    urgency = case((rank == 0, func.coalesce(games.c.deadline, 2**62)), else_=0)
    listed = select(games).where(games.c.id.in_(own))
    ordered = listed.order_by(rank, urgency, games.c.updated.desc(), games.c.id)
    return with_seats(connection, connection.execute(ordered.offset(offset).limit(limit)).all())


def next_game(player: str, after: str | None, connection: Connection) -> tuple[str | None, int]:
    """Return the daily game, other than ``after``, whose move is due first, and the number of games that wait."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == player)
    waiting = select(games.c.id).where(
        games.c.id.in_(own), _is_turn_of(player), games.c.deadline.is_not(None), games.c.id != (after or "")
    )
    first = connection.scalar(waiting.order_by(games.c.deadline, games.c.id).limit(1))
    return first, connection.scalar(select(func.count()).select_from(waiting.subquery())) or 0
