"""The daily game in which a player's move is due first."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from skep.server.store.queries import is_turn_of
from skep.server.store.tables import games, seat_guests

__all__ = ["next_game"]


def next_game(player: str, after: str | None, connection: Connection) -> tuple[str | None, int]:
    """Return the daily game, other than ``after``, whose move is due first, and the number of games that wait."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == player)
    waiting = select(games.c.id).where(
        games.c.id.in_(own), is_turn_of(player), games.c.deadline.is_not(None), games.c.id != (after or "")
    )
    first = connection.scalar(waiting.order_by(games.c.deadline, games.c.id).limit(1))
    return first, connection.scalar(select(func.count()).select_from(waiting.subquery())) or 0
