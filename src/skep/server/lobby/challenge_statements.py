"""Reading and writing challenges in the database."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    Table,
    Text,
    delete,
    func,
    insert,
    literal,
    null,
    select,
)

from skep.server.notifications.notifications import topic_of
from skep.server.notifications.statements import withdraw
from skep.server.schemas.challenges import DeclineReason, NewChallenge
from skep.server.store import statements
from skep.server.store.account_tables import accounts
from skep.server.store.lobby_tables import challenges, ended_challenges, seeks
from skep.server.store.records import GameRow, GameStatus, Guest
from skep.server.store.tables import games, guests
from skep.server.store.values import micros, seconds

__all__ = [
    "ChallengeRow",
    "EndedChallenge",
    "accept",
    "challenges_of",
    "end_challenge",
    "end_challenges",
    "ended_since",
    "find",
    "find_account",
    "insert_challenge",
]

_MAX_LISTED: Final = 50
_KEPT_SECONDS: Final = 24 * 3600.0
"""How long ended challenges are kept, for programs that were away."""
_read_options: Final = msgspec.json.Decoder(NewChallenge).decode
_encode: Final = msgspec.json.Encoder().encode


class ChallengeRow(Struct, frozen=True, kw_only=True):
    """A stored challenge."""

    id: str
    challenger: Guest
    challenged: Guest
    options: NewChallenge
    created: float
    expires: float


class EndedChallenge(NamedTuple):
    """A challenge that was declined for a reason, or that was withdrawn or replaced, or has expired."""

    challenge: ChallengeRow
    reason: DeclineReason | None


def insert_challenge(
    row: ChallengeRow, max_outgoing: int, max_incoming: int, connection: Connection, maybe_done: bool
) -> str | None:
    """Store a challenge, instead of an earlier one to the same player.

    Returns "outgoing" or "incoming" if the challenger, or the player who is challenged, has too many of them.
    """
    if maybe_done and find(row.id, 0.0, connection) is not None:
        return None
    table = challenges.c
    connection.execute(delete(ended_challenges).where(ended_challenges.c.ended <= micros(row.created - _KEPT_SECONDS)))
    _end(connection, table.expires, table.expires <= micros(row.created))
    earlier = table.challenger == row.challenger.id, table.challenged == row.challenged.id
    _end(connection, literal(micros(row.created), BigInteger), *earlier)
    count = select(func.count()).select_from(challenges)
    if (connection.scalar(count.where(table.challenger == row.challenger.id)) or 0) >= max_outgoing:
        return "outgoing"
    if (connection.scalar(count.where(table.challenged == row.challenged.id)) or 0) >= max_incoming:
        return "incoming"
    connection.execute(
        insert(challenges).values(
            id=row.id,
            challenger=row.challenger.id,
            challenged=row.challenged.id,
            options=_encode(row.options).decode(),
            created=micros(row.created),
            expires=micros(row.expires),
        )
    )
    return None


def accept(
    challenge: str, now: float, game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool
) -> bool:
    """Delete a challenge and create its game; return False if it no longer exists.

    The players of a game with minutes on the clock stop looking for another opponent.
    """
    if maybe_done and connection.scalar(select(games.c.id).where(games.c.id == game.id)) is not None:
        return True
    alive = challenges.c.id == challenge, challenges.c.expires > micros(now)
    if connection.execute(delete(challenges).where(*alive)).rowcount != 1:
        return False
    statements.create(game, status, connection, False)
    if game.clock.kind == "minutes":
        players = [seat.guest for seat in game.seats if seat.guest is not None]
        connection.execute(delete(seeks).where(seeks.c.player.in_(players)))
    return True


def end_challenge(
    challenge: str, reason: DeclineReason | None, now: float, connection: Connection, maybe_done: bool
) -> bool:
    """End a challenge that was declined for a reason or withdrawn; return whether it was open."""
    alive = challenges.c.id == challenge, challenges.c.expires > micros(now)
    return _end(connection, literal(micros(now), BigInteger), *alive, reason=reason) == 1 or maybe_done


def _end(
    connection: Connection, ended: ColumnElement[int], *which: ColumnElement[bool], reason: DeclineReason | None = None
) -> int:
    """Move challenges to those that have ended, and return how many there were."""
    table = challenges.c
    columns = table.id, table.challenger, table.challenged, table.options, table.created, ended, literal(reason, Text)
    connection.execute(insert(ended_challenges).from_select(list(ended_challenges.c), select(*columns).where(*which)))
    return connection.execute(delete(challenges).where(*which)).rowcount


def end_challenges(player: str, connection: Connection) -> None:
    """Delete the challenges to and from a player, and withdraw their notifications."""
    connection.execute(delete(ended_challenges).where(_is_of(player, ended_challenges)))
    own = _is_of(player, challenges)
    for challenge in connection.scalars(delete(challenges).where(own).returning(challenges.c.id)).all():
        withdraw(topic_of(None, challenge), "challenge", 2**31 - 1, connection, False)


def find(challenge: str, now: float, connection: Connection) -> ChallengeRow | None:
    """Return a challenge that has not expired, or None."""
    chosen = _select().where(challenges.c.id == challenge, challenges.c.expires > micros(now))
    row = connection.execute(chosen).one_or_none()
    return None if row is None else _challenge_of(row)


def challenges_of(player: str, now: float, connection: Connection) -> list[ChallengeRow]:
    """Return the challenges to and from a player, the latest first."""
    table = challenges.c
    chosen = _select().where(_is_of(player, challenges), table.expires > micros(now))
    chosen = chosen.order_by(table.created.desc()).limit(_MAX_LISTED)
    return [_challenge_of(row) for row in connection.execute(chosen)]


def ended_since(player: str, since: float, now: float, connection: Connection) -> list[EndedChallenge]:
    """Return the challenges to and from a player that ended without a game since a time, the oldest first."""
    expired, ended = _select(), _select(ended_challenges)
    rows = [
        *connection.execute(
            expired.where(_is_of(player, challenges), challenges.c.expires.between(micros(since), micros(now)))
        ),
        *connection.execute(
            ended.where(_is_of(player, ended_challenges), ended_challenges.c.ended >= micros(since))
            .order_by(ended_challenges.c.ended.desc())
            .limit(_MAX_LISTED)
        ),
    ]
    found = [EndedChallenge(_challenge_of(row), row.reason) for row in rows]
    return sorted(found, key=lambda end: end.challenge.expires)


def _is_of(player: str, table: Table) -> ColumnElement[bool]:
    return (table.c.challenger == player) | (table.c.challenged == player)


def find_account(key: str, connection: Connection) -> Guest | None:
    """Return the account with a name, as compared, or None."""
    row = connection.execute(
        select(guests.c.id, guests.c.name, accounts.c.bot)
        .join(accounts, accounts.c.id == guests.c.id)
        .where(accounts.c.name_key == key)
    ).one_or_none()
    return None if row is None else Guest(row.id, row.name, registered=True, bot=row.bot)


def _select(table: Table = challenges) -> Any:
    """Select open or ended challenges in the same columns; the end of an ended one takes the place of its expiry."""
    players = []
    end = table.c.expires.label("end") if table is challenges else table.c.ended.label("end")
    reason = null().label("reason") if table is challenges else table.c.reason
    query = select(table.c.id, table.c.challenger, table.c.challenged, table.c.options, table.c.created, end, reason)
    for column in (table.c.challenger, table.c.challenged):
        guest, account = guests.alias(f"{column.name}_guest"), accounts.alias(f"{column.name}_account")
        query = query.join(guest, guest.c.id == column).join(account, account.c.id == column)
        players += [guest.c.name.label(f"{column.name}_name"), account.c.bot.label(f"{column.name}_bot")]
    return query.add_columns(*players)


def _challenge_of(row: Row[Any]) -> ChallengeRow:
    return ChallengeRow(
        id=row.id,
        challenger=Guest(row.challenger, row.challenger_name, registered=True, bot=row.challenger_bot),
        challenged=Guest(row.challenged, row.challenged_name, registered=True, bot=row.challenged_bot),
        options=_read_options(row.options),
        created=seconds(row.created),
        expires=seconds(row.end),
    )
