"""Reading and writing sanctions in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import Connection, Row, bindparam, insert, or_, select, update

from skep.server.accounts.session_statements import end_access
from skep.server.store.moderation_tables import sanctions
from skep.server.store.values import micros, seconds

__all__ = [
    "SanctionKind",
    "SanctionRow",
    "active_sanctions",
    "add_sanction",
    "lift_sanction",
    "sanction",
    "sanctions_of",
    "see_sanction",
    "unseen_sanctions",
]

SanctionKind: TypeAlias = Literal["warning", "chat", "suspension", "ban"]
"""``chat``: a timeout that lets the player play but not chat."""


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """A sanction against a player."""

    id: int
    kind: SanctionKind
    reason: str
    at: float
    until: float | None
    """None for a sanction without an end."""
    lifted: bool
    seen: bool

    def is_active(self, now: float) -> bool:
        """Return whether the sanction restricts the player."""
        return not self.lifted and self.kind != "warning" and (self.until is None or now < self.until)


def active_sanctions(player: str, now: float, connection: Connection) -> list[SanctionRow]:
    """Return the sanctions that restrict a player, those that last longest first."""
    rows = [_row(row) for row in connection.execute(_ACTIVE, {"player": player, "now": micros(now)})]
    return sorted(rows, key=lambda row: row.until is not None)


def sanctions_of(player: str, connection: Connection) -> list[SanctionRow]:
    """Return all sanctions against a player, latest first."""
    rows = connection.execute(select(sanctions).where(sanctions.c.player == player).order_by(sanctions.c.id.desc()))
    return [_row(row) for row in rows]


def sanction(number: int, connection: Connection) -> tuple[str, SanctionRow] | None:
    """Return the player of a sanction and the sanction, or None."""
    row = connection.execute(select(sanctions).where(sanctions.c.id == number)).one_or_none()
    return None if row is None else (row.player, _row(row))


def unseen_sanctions(player: str, now: float, connection: Connection) -> list[SanctionRow]:
    """Return the sanctions that a player should know about: those in force, and warnings they have not confirmed."""
    latest = select(sanctions).where(sanctions.c.player == player, ~sanctions.c.lifted).order_by(sanctions.c.id)
    rows = [_row(row) for row in connection.execute(latest)]
    return [row for row in rows if row.is_active(now) or (row.kind == "warning" and not row.seen)]


def add_sanction(
    player: str,
    kind: SanctionKind,
    reason: str,
    until: float | None,
    now: float,
    connection: Connection,
    maybe_done: bool,
) -> int:
    """Store a sanction and return its number. A suspension or a ban also ends the player's sessions and tokens."""
    if kind in ("suspension", "ban"):
        end_access(player, connection)
    at = micros(now)
    same = select(sanctions.c.id).where(
        sanctions.c.player == player, sanctions.c.kind == kind, sanctions.c.at == at, sanctions.c.reason == reason
    )
    if maybe_done and (found := connection.scalars(same).first()) is not None:
        return int(found)
    values = {
        "player": player,
        "kind": kind,
        "reason": reason,
        "at": at,
        "until": None if until is None else micros(until),
        "lifted": False,
        "seen": False,
    }
    return int(connection.scalars(insert(sanctions).values(values).returning(sanctions.c.id)).one())


def lift_sanction(sanction: int, connection: Connection, _maybe_done: bool) -> str | None:
    """End a sanction before its time; return the player, or None if there is no such sanction."""
    connection.execute(update(sanctions).where(sanctions.c.id == sanction).values(lifted=True))
    player: str | None = connection.scalar(select(sanctions.c.player).where(sanctions.c.id == sanction))
    return player


def see_sanction(player: str, sanction: int, connection: Connection, _maybe_done: bool) -> None:
    """Record that a player has read about a sanction."""
    connection.execute(
        update(sanctions).where(sanctions.c.id == sanction, sanctions.c.player == player).values(seen=True)
    )


_ACTIVE: Final = (
    select(sanctions)
    .where(
        sanctions.c.player == bindparam("player"),
        sanctions.c.kind != "warning",
        ~sanctions.c.lifted,
        or_(sanctions.c.until.is_(None), sanctions.c.until > bindparam("now")),
    )
    .order_by(sanctions.c.until.desc(), sanctions.c.id)
)
"""Built once, because every player who looks for a game needs it."""


def _row(row: Row[Any]) -> SanctionRow:
    until = None if row.until is None else seconds(row.until)
    return SanctionRow(row.id, row.kind, row.reason, seconds(row.at), until, row.lifted, row.seen)
