"""Reading and writing blocks and mutes in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import BindParameter, Connection, and_, bindparam, delete, func, insert, or_, select

from skep.server.store.moderation_tables import blocks
from skep.server.store.values import micros, seconds

__all__ = ["BlockRow", "add_block", "blocks_of", "find_blocked", "find_refused_pairs", "is_blocked", "remove_block"]

_IS_BLOCK = blocks.c.kind == "block"


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A player whom another player has blocked or muted."""

    id: int
    other: str
    name: str
    """The name at the time, by which the player recognises the entry."""
    kind: str
    at: float


_PLAYERS: Final[BindParameter[Sequence[str]]] = bindparam("players", expanding=True)
_BETWEEN: Final = select(blocks.c.player, blocks.c.other).where(
    _IS_BLOCK, blocks.c.player.in_(_PLAYERS), blocks.c.other.in_(_PLAYERS)
)

_BLOCKED: Final = (
    select(blocks.c.id)
    .where(
        _IS_BLOCK,
        or_(
            and_(blocks.c.player == bindparam("one"), blocks.c.other == bindparam("other")),
            and_(blocks.c.player == bindparam("other"), blocks.c.other == bindparam("one")),
        ),
    )
    .limit(1)
)


def is_blocked(one: str, other: str, connection: Connection) -> bool:
    """Return whether one of two players has blocked the other."""
    return connection.scalar(_BLOCKED, {"one": one, "other": other}) is not None


def find_blocked(player: str, connection: Connection) -> frozenset[str]:
    """Return everyone whom a player has blocked or who has blocked the player."""
    own = select(blocks.c.other).where(_IS_BLOCK, blocks.c.player == player)
    others = select(blocks.c.player).where(_IS_BLOCK, blocks.c.other == player)
    return frozenset(connection.scalars(own.union(others)))


def find_refused_pairs(connection: Connection, players: Sequence[str]) -> frozenset[frozenset[str]]:
    """Return the pairs among some players of whom one has blocked the other."""
    return frozenset(frozenset(pair) for pair in connection.execute(_BETWEEN, {"players": list(players)}))


def blocks_of(player: str, connection: Connection) -> list[BlockRow]:
    """Return the entries of a player, latest first."""
    rows = connection.execute(select(blocks).where(blocks.c.player == player).order_by(blocks.c.id.desc()))
    return [BlockRow(row.id, row.other, row.name, row.kind, seconds(row.at)) for row in rows]


def add_block(
    player: str, other: str, name: str, kind: str, now: float, limit: int, connection: Connection, _maybe_done: bool
) -> int | None:
    """Add an entry and return its number, or None if the player has too many. An entry that exists is returned."""
    same = blocks.c.player == player, blocks.c.other == other, blocks.c.kind == kind
    found: int | None = connection.scalar(select(blocks.c.id).where(*same))
    if found is not None:
        return found
    count = select(func.count()).select_from(blocks).where(blocks.c.player == player)
    if connection.scalars(count).one() >= limit:
        return None
    entry = insert(blocks).values(player=player, other=other, name=name, kind=kind, at=micros(now))
    return int(connection.scalars(entry.returning(blocks.c.id)).one())


def remove_block(player: str, entry: int, connection: Connection, maybe_done: bool) -> bool:
    """Remove an entry of a player; return whether there was one."""
    removed = connection.execute(delete(blocks).where(blocks.c.player == player, blocks.c.id == entry))
    return removed.rowcount == 1 or maybe_done
