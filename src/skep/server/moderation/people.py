"""People: find the player that another player means, by the name of an account or by what they did in a game."""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection, select

from skep.pieces import Color
from skep.server.accounts.names import name_key
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.moderation import Target
from skep.server.store.account_tables import accounts
from skep.server.store.records import Store
from skep.server.store.tables import guests, seats, spectator_chat

__all__ = ["Authors", "People", "Person"]

_AUTHOR_LENGTH: Final = 12


@dataclass(frozen=True, slots=True)
class Person:
    """A player whom another player means."""

    id: str
    name: str


class Authors:
    """The ids of authors in the spectators' chat, from which the ids of guests cannot be derived."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of(self, guest: str) -> str:
        """Return the id of an author."""
        digest = hmac.digest(self._key, f"author/{guest}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode()[:_AUTHOR_LENGTH]


class People:
    """Looks players up."""

    def __init__(self, store: Store, authors: Authors) -> None:
        self._store = store
        self.authors = authors

    async def find(self, target: Target) -> Person:
        """Return the player that is meant. Raises ProblemError."""
        person = await self._find(target)
        if person is None:
            raise ProblemError(404, "unknown-player", "There is no such player: name an account, or a seat of a game.")
        return person

    async def _find(self, target: Target) -> Person | None:
        if target.game is not None and target.side is not None:
            return await self._store.read(partial(_in_seat, target.game, Color[target.side.upper()]))
        if target.game is not None and target.author is not None:
            for person in await self._store.read(partial(_authors, target.game)):
                if hmac.compare_digest(self.authors.of(person.id), target.author):
                    return person
            return None
        if target.name is not None:
            return await self._store.read(partial(_find_by_name, name_key(target.name)))
        return None


def _in_seat(game: str, side: Color, connection: Connection) -> Person | None:
    seat = select(seats.c.guest, seats.c.name).where(seats.c.game == game, seats.c.side == int(side))
    row = connection.execute(seat).one_or_none()
    return None if row is None or row.guest is None else Person(row.guest, row.name)


def _authors(game: str, connection: Connection) -> list[Person]:
    latest = select(spectator_chat.c.guest, spectator_chat.c.name).where(spectator_chat.c.game == game)
    rows = connection.execute(latest.order_by(spectator_chat.c.id))
    return [Person(guest, name) for guest, name in {row.guest: row.name for row in rows if row.guest}.items()]


def _find_by_name(key: str, connection: Connection) -> Person | None:
    named = select(guests.c.id, guests.c.name).join(accounts, accounts.c.id == guests.c.id)
    row = connection.execute(named.where(accounts.c.name_key == key)).one_or_none()
    return None if row is None else Person(row.id, row.name)
