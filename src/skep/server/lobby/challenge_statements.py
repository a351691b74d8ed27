"""Reading and writing challenges in the database."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select

from skep.server.notifications.notifications import topic_of
from skep.server.notifications.statements import withdraw
from skep.server.schemas.challenges import NewChallenge
from skep.server.store import statements
from skep.server.store.account_tables import accounts
from skep.server.store.lobby_tables import challenges, seeks
from skep.server.store.records import GameRow, GameStatus, Guest
from skep.server.store.tables import games, guests
from skep.server.store.values import micros, seconds

__all__ = [
    "ChallengeRow",
    "accept",
    "challenges_of",
    "delete_challenge",
    "end_challenges",
    "find",
    "find_account",
    "insert_challenge",
]

_MAX_LISTED: Final = 50
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


def insert_challenge(
    row: ChallengeRow, max_outgoing: int, max_incoming: int, connection: Connection, maybe_done: bool
) -> str | None:
    """Store a challenge, instead of an earlier one to the same player.

    Returns "outgoing" or "incoming" if the challenger, or the player who is challenged, has too many of them.
    """
    if maybe_done and find(row.id, 0.0, connection) is not None:
        return None
    table = challenges.c
    connection.execute(delete(challenges).where(table.expires <= micros(row.created)))
    connection.execute(
        delete(challenges).where(table.challenger == row.challenger.id, table.challenged == row.challenged.id)
    )
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


def delete_challenge(challenge: str, connection: Connection, maybe_done: bool) -> bool:
    """Delete a challenge; return whether it existed."""
    return connection.execute(delete(challenges).where(challenges.c.id == challenge)).rowcount == 1 or maybe_done


def end_challenges(player: str, connection: Connection) -> None:
    """Delete the challenges to and from a player, and withdraw their notifications."""
    own = (challenges.c.challenger == player) | (challenges.c.challenged == player)
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
    own = (table.challenger == player) | (table.challenged == player)
    chosen = _select().where(own, table.expires > micros(now)).order_by(table.created.desc()).limit(_MAX_LISTED)
    return [_challenge_of(row) for row in connection.execute(chosen)]


def find_account(key: str, connection: Connection) -> Guest | None:
    """Return the account with a name, as compared, or None."""
    row = connection.execute(
        select(guests.c.id, guests.c.name, accounts.c.bot)
        .join(accounts, accounts.c.id == guests.c.id)
        .where(accounts.c.name_key == key)
    ).one_or_none()
    return None if row is None else Guest(row.id, row.name, registered=True, bot=row.bot)


def _select() -> Any:
    players = []
    query = select(challenges)
    for column in (challenges.c.challenger, challenges.c.challenged):
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
        expires=seconds(row.expires),
    )
