"""The queries and changes of moderators about players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, bindparam, func, or_, select, update

from skep.pieces import Color
from skep.server.accounts.statements import reserve_name
from skep.server.store.account_tables import accounts
from skep.server.store.records import EventKind, Role
from skep.server.store.tables import events, games, guests, seat_guests, seats
from skep.server.store.values import micros, seconds

__all__ = [
    "GameOfPlayer",
    "PlayerRow",
    "admins",
    "find_named",
    "games_of",
    "left_games",
    "player",
    "refuse_former_name",
    "rename_player",
    "set_role",
]

_REFUSED_SECONDS: Final = 180 * 24 * 3600.0
"""The time for which no one gets a name that a moderator has removed."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A guest or an account."""

    id: str
    name: str
    registered: bool
    role: Role
    created: float


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """A game, from the point of view of one of its players."""

    id: str
    side: Color
    opponent: str
    rated: bool
    ply: int
    winner: Color | None
    ending: str | None
    updated: float


_PLAYERS = select(guests, accounts.c.role, accounts.c.id.label("account")).join(
    accounts, accounts.c.id == guests.c.id, isouter=True
)


def player(id_: str, connection: Connection) -> PlayerRow | None:
    """Return a player, or None."""
    found = _players(connection, guests.c.id == id_, limit=1)
    return found[0] if found else None


def find_named(key: str, name: str, limit: int, connection: Connection) -> list[PlayerRow]:
    """Return the players with a name: the account that owns it, then guests who use it, the latest first."""
    is_named = or_(accounts.c.name_key == key, and_(accounts.c.id.is_(None), guests.c.name == name))
    return _players(connection, is_named, limit=limit)


def _players(connection: Connection, condition: object, *, limit: int) -> list[PlayerRow]:
    found = _PLAYERS.where(condition).order_by(accounts.c.id.is_(None), guests.c.created.desc())  # type: ignore[arg-type]
    return [
        PlayerRow(row.id, row.name, row.account is not None, row.role or "", seconds(row.created))
        for row in connection.execute(found.limit(limit))
    ]


def games_of(id_: str, limit: int, connection: Connection) -> list[GameOfPlayer]:
    """Return the latest games of a player against other people."""
    other = seats.alias("other")
    latest = (
        select(games, seats.c.side, other.c.name.label("opponent"))
        .join(seats, seats.c.game == games.c.id)
        .join(other, and_(other.c.game == games.c.id, other.c.side != seats.c.side))
        .where(seats.c.guest == id_, other.c.guest.is_not(None), other.c.guest != id_)
        .order_by(games.c.updated.desc())
        .limit(limit)
    )
    return [
        GameOfPlayer(
            row.id,
            Color(row.side),
            row.opponent,
            row.rated,
            row.ply,
            None if row.winner is None else Color(row.winner),
            row.ending if row.ended else None,
            seconds(row.updated),
        )
        for row in connection.execute(latest)
    ]


def left_games(id_: str, limit: int, connection: Connection) -> tuple[int, int]:
    """Return how many of a player's latest games the player has left or not begun, and how many were looked at.

    Only games that have ended count, with minutes per game, against another person, and that were not private.
    """
    rows = connection.execute(_LATEST_GAMES, {"player": id_, "limit": limit}).all()
    left = sum(
        row.side == (row.ply % 2 if row.ending == "left" else row.caused_by)
        for row in rows
        if row.ending in ("left", "aborted")
    )
    return left, len(rows)


_OTHER: Final = seats.alias("other")
_ABORTED: Final = and_(events.c.game == games.c.id, events.c.kind == EventKind.END.value, events.c.text == "aborted")
_LATEST_GAMES: Final = (
    select(games.c.ply, games.c.ending, seat_guests.c.side, events.c.side.label("caused_by"))
    .join(seat_guests, seat_guests.c.game == games.c.id)
    .join(_OTHER, and_(_OTHER.c.game == games.c.id, _OTHER.c.side != seat_guests.c.side))
    .join(events, _ABORTED, isouter=True)
    .where(
        seat_guests.c.guest == bindparam("player"),
        games.c.ended,
        ~games.c.private,
        games.c.clock.contains('"minutes"', autoescape=True),
        _OTHER.c.guest.is_not(None),
        _OTHER.c.guest != bindparam("player"),
    )
    .order_by(games.c.updated.desc())
    .limit(bindparam("limit"))
)
"""Built once, because every player who looks for a game needs it."""


def rename_player(id_: str, name: str, key: str, connection: Connection, _maybe_done: bool) -> bool:
    """Replace a player's name everywhere, in finished games too; return False if an account has the new name."""
    taken = select(accounts.c.id).where(accounts.c.name_key == key, accounts.c.id != id_)
    if connection.scalar(taken) is not None:
        return False
    before = connection.scalar(select(guests.c.name).where(guests.c.id == id_).with_for_update())
    connection.execute(update(seats).where(seats.c.guest == id_, seats.c.name == before).values(name=name))
    connection.execute(update(guests).where(guests.c.id == id_).values(name=name))
    connection.execute(update(accounts).where(accounts.c.id == id_).values(name_key=key))
    return True


def refuse_former_name(id_: str, key: str, now: float, connection: Connection) -> None:
    """Keep a name that a moderator has removed from everyone, and its player from renaming themselves at once."""
    is_account = connection.execute(update(accounts).where(accounts.c.id == id_).values(renamed=micros(now))).rowcount
    if is_account:
        reserve_name(key, None, now + _REFUSED_SECONDS, connection)


def set_role(id_: str, role: Role, connection: Connection, _maybe_done: bool) -> bool:
    """Set the role of an account, by id; return whether there is such an account."""
    return connection.execute(update(accounts).where(accounts.c.id == id_).values(role=role)).rowcount == 1


def admins(connection: Connection) -> int:
    """Return the number of admins."""
    return connection.scalars(select(func.count()).where(accounts.c.role == "admin")).one()
