"""The stored values of a game, and the interface of the store, which :mod:`skep.server.store` implements in SQL.

A game is a row and its events, numbered without gaps. Every change appends one event, which is stored before it is
broadcast. Two events with the same number cannot both be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from msgspec import Struct

from skep.pieces import Color
from skep.server.schemas.game import ClockRule

__all__ = [
    "Appended",
    "Event",
    "EventKind",
    "GameRow",
    "GameStatus",
    "Guest",
    "SeatRow",
    "Store",
    "StoreOverloaded",
    "StoreUnavailable",
    "StoredGame",
]


class EventKind(Enum):
    """The kinds of events in a game."""

    JOIN = "join"
    """A guest takes the open seat; ``text`` is the guest's id."""
    MOVE = "move"
    """``text`` is the MoveString."""
    PROPOSE = "propose"
    """``text`` is the proposal: draw, takeback or rematch."""
    DECLINE = "decline"
    """A proposal is declined, or withdrawn by the player who made it."""
    TAKEBACK = "takeback"
    """``text`` is the ply that the game returns to."""
    END = "end"
    """The game ends off the board, for example by resignation; ``text`` is the ending, ``side`` the winner."""
    REMATCH = "rematch"
    """``text`` is the id of the new game."""
    CREDIT = "credit"
    """``text`` is the number of seconds credited to ``side``, because its clock ran while no server did."""


class Event(Struct, frozen=True, gc=False):
    """One event of a game."""

    game: str
    seq: int
    """The sequence number; the first event of a game has number 1."""
    kind: EventKind
    side: Color | None
    text: str
    at: float
    """Seconds since 1970 by the server's clock."""


class GameStatus(Struct, frozen=True, gc=False):
    """The status of a game after an event, for lists and the clock watchdog, which do not replay the game."""

    ply: int
    ended: bool
    deadline: float | None
    """The time at which the side to move loses on time."""
    computer_to_move: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The seat of one side."""

    side: Color
    guest: str | None
    """The guest who holds it; None for an open seat and for a computer."""
    name: str
    level: int | None
    """The computer's level; None for a person."""
    secret: str
    """The hash of the secret that claims this seat on another device."""
    invite: str | None
    """The hash of the invitation's secret, until the seat is taken."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """The fixed properties of a game, and its seats."""

    id: str
    edition: str
    game_type: str
    threefold: bool
    clock: ClockRule
    created: float
    seats: tuple[SeatRow, SeatRow]
    """White's and Black's."""
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as loaded from the store."""

    row: GameRow
    status: GameStatus
    updated: float
    events: tuple[Event, ...] = ()
    """Empty in lists of games."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A returning browser, identified by its cookie."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A line of chat."""

    side: Color
    text: str
    at: float


class StoreOverloaded(Exception):
    """The queue of writes is full. Nothing was written."""


class StoreUnavailable(Exception):
    """The database is unreachable. The write may or may not have happened."""


Appended: TypeAlias = Callable[[bool | Exception], None]
"""Called with whether an event was stored, or with the exception if that is unknown."""


class Store(Protocol):
    """The store of games. Every method can raise StoreUnavailable, methods that write also StoreOverloaded."""

    async def close(self) -> None:
        """Finish the queued writes and close the connections."""

    async def ping(self) -> None:
        """Send a statement to the database. Raises StoreUnavailable if it does not respond."""

    async def key(self) -> bytes:
        """Return the server's secret of 32 bytes, created once per database."""

    async def create(self, game: GameRow, status: GameStatus) -> None:
        """Store a new game, before its first event."""

    def append_nowait(self, event: Event, status: GameStatus, done: Appended) -> None:
        """Append without a coroutine; ``done`` is called with what ``append`` would return or raise.

        StoreOverloaded, and StoreUnavailable if the store is closed, are raised immediately.
        """

    async def append(self, event: Event, status: GameStatus) -> bool:
        """Store an event and the status of the game after it in one transaction; return False if its number is taken.

        Events of several games that arrive together share one commit. A JOIN event also gives the open seat to the
        guest and removes its invitation.
        """

    async def append_rematch(self, event: Event, status: GameStatus, game: GameRow, game_status: GameStatus) -> bool:
        """Append a REMATCH event and create the game it points to, in one transaction.

        Returns False, and creates nothing, if the event's number is taken.
        """

    async def load(self, game: str, *, after: int = 0) -> StoredGame | None:
        """Return a game with its events after sequence number ``after``, or None."""

    async def seqs(self, games: Sequence[str]) -> dict[str, int]:
        """Return the sequence number of the last event of each game, to find missed events."""

    async def say(self, game: str, line: ChatRow) -> None:
        """Store a line of chat."""

    async def chat(self, game: str, *, limit: int = 200) -> list[ChatRow]:
        """Return the latest lines of chat, oldest first."""

    async def claim_seat(self, secret: str, guest: str) -> tuple[str, Color] | None:
        """Give the seat with this hashed secret to one more guest; return its game and side, or None."""

    async def invited(self, invite: str) -> tuple[str, Color] | None:
        """Return the game and side of a hashed invitation, or None if it is unknown or used."""

    async def sides_of(self, game: str, guest: str) -> frozenset[Color]:
        """Return the sides that a guest plays in a game."""

    async def new_guest(self, guest: Guest, token: str) -> None:
        """Store a guest, identified by the hash of the cookie's token."""

    async def guest(self, token: str) -> Guest | None:
        """Return the guest with this hashed token, or None."""

    async def rename(self, guest: str, name: str) -> None:
        """Rename a guest, including in unfinished games."""

    async def games_of(self, guest: str, *, limit: int = 50) -> list[StoredGame]:
        """Return a guest's games without events, unfinished games first, then the latest."""

    async def live(self, *, limit: int = 50) -> list[StoredGame]:
        """Return unfinished games between two players without events, the latest first."""

    async def expired_clocks(self, now: float, *, limit: int = 100) -> list[str]:
        """Return the games whose side to move has run out of time."""

    async def running_clocks(self, *, after: str = "", limit: int = 1000) -> list[str]:
        """Return one page of the unfinished games with a deadline, ordered by id and starting after id ``after``."""

    async def heartbeat(self, now: float) -> float | None:
        """Record that a server is running now; return the previous record, or None."""

    async def unarchived(self, *, limit: int = 20) -> list[str]:
        """Return finished games in which both sides have moved and that are not archived, the oldest first."""

    async def mark_archived(self, games: Sequence[str]) -> None:
        """Record that the game database has these games."""

    async def computer_to_move(self, *, before: float, limit: int = 100) -> list[str]:
        """Return the games that have waited for the computer since a time, because their process has stopped."""
