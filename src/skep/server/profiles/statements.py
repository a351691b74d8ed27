"""Writing who follows whom, and who is connected."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.store.account_tables import accounts
from skep.server.store.profile_tables import follows, last_seen
from skep.server.store.values import micros

__all__ = ["follow", "note_seen", "unfollow"]

_CHUNK = 500
"""Players per statement, because databases limit the number of parameters."""


def follow(player: str, followed: str, now: float, limit: int, connection: Connection, _maybe_done: bool) -> bool:
    """Follow a player; return False if the player already follows as many as allowed."""
    others = select(func.count()).select_from(follows).where(follows.c.player == player, follows.c.followed != followed)
    if (connection.scalar(others) or 0) >= limit:
        return False
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = dialect.insert(follows).values(player=player, followed=followed, at=micros(now))
    connection.execute(row.on_conflict_do_nothing())
    return True


def unfollow(player: str, followed: str, connection: Connection, _maybe_done: bool) -> None:
    """Stop following a player."""
    connection.execute(delete(follows).where(follows.c.player == player, follows.c.followed == followed))


def note_seen(players: Sequence[str], now: float, connection: Connection, _maybe_done: bool) -> None:
    """Store that those of some players who have accounts are connected now."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    for start in range(0, len(players), _CHUNK):
        # the same order in every process, so that two of them do not wait for each other
        registered = select(accounts.c.id).where(accounts.c.id.in_(players[start : start + _CHUNK]))
        rows = [{"player": id_, "at": micros(now)} for id_ in sorted(connection.scalars(registered))]
        if rows:
            insert = dialect.insert(last_seen)
            connection.execute(
                insert.on_conflict_do_update(index_elements=["player"], set_={"at": insert.excluded.at}), rows
            )
