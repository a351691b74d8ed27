"""Adoption: an account takes over what was stored about the guest of its browser.

That is the guest as whom the browser was used before a player signed in.

Nothing is moved unless the player asks for it, because a browser can belong to several people. Ratings do not change:
the games of guests are never rated.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from sqlalchemy import Connection, Select, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.server.accounts.personal_data import PersonalData
from skep.server.schemas.accounts import GuestGames
from skep.server.store.account_tables import accounts
from skep.server.store.records import Guest, Store
from skep.server.store.statements import rename
from skep.server.store.tables import games, guests, seat_guests, seats, spectator_chat

__all__ = ["Adoption", "AdoptionHook", "GuestCheck", "adopt_guest", "games_of_guest"]

_CHUNK: Final = 200
"""Games per statement, because databases limit the number of parameters."""

GuestCheck: TypeAlias = Callable[[Guest], Awaitable[None]]
"""Raises ProblemError if no account may adopt a guest, for example because the guest is banned."""
AdoptionHook: TypeAlias = Callable[[Guest, Guest], Awaitable[None]]
"""Called with a guest and the account that has adopted the guest."""

_NONE: Final = GuestGames(games=0, unfinished=0)


class Adoption:
    """Lets accounts take over the games of guests."""

    def __init__(
        self,
        store: Store,
        *,
        personal_data: tuple[PersonalData, ...] = (),
        checks: tuple[GuestCheck, ...] = (),
        on_adopted: tuple[AdoptionHook, ...] = (),
    ) -> None:
        self._store = store
        self._personal_data = personal_data
        self._checks = checks
        self._on_adopted = on_adopted

    async def find(self, account: Guest, guest: Guest | None) -> GuestGames:
        """Return the games that an account can take over."""
        if guest is None:
            return _NONE
        found: GuestGames = await self._store.read(partial(games_of_guest, guest.id, account.id))
        return found

    async def adopt(self, account: Guest, guest: Guest | None) -> GuestGames:
        """Give an account everything of a guest; return the games. Raises ProblemError."""
        if guest is None:
            return _NONE
        for check in self._checks:
            await check(guest)
        moved: GuestGames = await self._store.write(partial(adopt_guest, guest.id, account, self._personal_data))
        for hook in self._on_adopted:
            await hook(guest, account)
        return moved


def games_of_guest(guest: str, account: str, connection: Connection) -> GuestGames:
    """Return the games of a guest in which the account does not play the other side."""
    counted = select(func.count(), func.count().filter(~games.c.ended)).where(games.c.id.in_(_movable(guest, account)))
    count, unfinished = connection.execute(counted).one()
    return GuestGames(games=count, unfinished=unfinished)


def adopt_guest(
    guest: str, account: Guest, parts: tuple[PersonalData, ...], connection: Connection, _maybe_done: bool
) -> GuestGames:
    """Move everything stored about a guest to an account. What the account has already stays as it is.

    A game in which the account plays the other side stays with the guest, because no player can have both sides of a
    game between two. A guest who has registered in the meantime is an account, which keeps everything.
    """
    both = select(guests.c.id).where(guests.c.id.in_((guest, account.id))).order_by(guests.c.id)
    connection.execute(both.with_for_update())
    known = set(connection.scalars(select(accounts.c.id).where(accounts.c.id.in_((guest, account.id)))))
    if known != {account.id}:
        return _NONE
    moved = games_of_guest(guest, account.id, connection)
    _move_games(guest, account, connection)
    for part in parts:
        part.adopt(guest, account.id, connection)
    return moved


def _movable(guest: str, account: str) -> Select[tuple[str]]:
    """Return a query of the games of a guest in which the account does not play the other side."""
    other = seat_guests.alias("other")
    opposed = exists().where(
        other.c.game == seat_guests.c.game, other.c.guest == account, other.c.side != seat_guests.c.side
    )
    return select(seat_guests.c.game).where(seat_guests.c.guest == guest, ~opposed)


def _move_games(guest: str, account: Guest, connection: Connection) -> None:
    """Give the seats of a guest to an account. In unfinished games it has the name of the account."""
    moved = sorted(set(connection.scalars(_movable(guest, account.id))))
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    for start in range(0, len(moved), _CHUNK):
        chunk = moved[start : start + _CHUNK]
        own = seat_guests.c.guest == guest, seat_guests.c.game.in_(chunk)
        held = connection.execute(select(seat_guests.c.game, seat_guests.c.side).where(*own)).all()
        connection.execute(
            dialect.insert(seat_guests).on_conflict_do_nothing(),
            [{"guest": account.id, "game": row.game, "side": row.side} for row in held],
        )
        connection.execute(delete(seat_guests).where(*own))
        is_holder = seats.c.guest == guest, seats.c.game.in_(chunk)
        connection.execute(update(seats).where(*is_holder).values(guest=account.id))
    connection.execute(update(spectator_chat).where(spectator_chat.c.guest == guest).values(guest=account.id))
    rename(account.id, account.name, connection, False)
