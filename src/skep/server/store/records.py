"""What the store keeps of a game, and what can be asked of it. :mod:`skep.server.store` does it with SQL.

A game is its row and its events, numbered without a gap. Everything that happens is one event more, stored
before anybody is told of it; two that claim one number cannot both be stored.
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
    """What can happen in a game."""

    JOIN = "join"
    """The open seat is taken; ``text`` is the guest's id."""
    MOVE = "move"
    """``text`` is the MoveString."""
    PROPOSE = "propose"
    """``text`` is what: draw, takeback or rematch."""
    DECLINE = "decline"
    """A proposal was declined, or taken back by who made it."""
    TAKEBACK = "takeback"
    """``text`` is the ply that the game goes back to."""
    END = "end"
    """The game ended off the board; ``text`` is the ending, ``side`` the winner."""
    REMATCH = "rematch"
    """``text`` is the id of the game that follows."""
    CREDIT = "credit"
    """``text`` is how many seconds ``side`` gets back, because no server was running while its clock was."""


class Event(Struct, frozen=True, gc=False):
    """One thing that happened in a game."""

    game: str
    seq: int
    """The first event of a game is 1."""
    kind: EventKind
    side: Color | None
    text: str
    at: float
    """Seconds since 1970, by the server's clock."""


class GameStatus(Struct, frozen=True, gc=False):
    """How a game stands after an event: what lists and the keeper of the clocks must know without replaying it."""

    ply: int
    ended: bool
    deadline: float | None
    """When the side to move will have lost on time."""
    computer_to_move: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One side of the table."""

    side: Color
    guest: str | None
    """Who holds it; None while it is open and for a computer."""
    name: str
    level: int | None
    """The computer's; None for a person."""
    secret: str
    """The hash of the secret that takes this seat on another device."""
    invite: str | None
    """The hash of the invitation's secret, until it is taken."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """What does not change in a game, and its seats."""

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
    """A game as it was stored."""

    row: GameRow
    status: GameStatus
    updated: float
    events: tuple[Event, ...] = ()
    """In lists of games left out."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A browser that has been here before."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A line of chat."""

    side: Color
    text: str
    at: float


class StoreOverloaded(Exception):
    """The store has more to write than it can hold; nothing was written."""


class StoreUnavailable(Exception):
    """The database does not answer; nothing was written that is known of."""


Appended: TypeAlias = Callable[[bool | Exception], None]
"""Is told whether an event was stored, or why that is not known."""


class Store(Protocol):
    """Where games live. Every method may raise StoreDown; what writes may raise Busy."""

    async def close(self) -> None:
        """Write what is queued, then let go."""

    async def ping(self) -> None:
        """Send the database a statement."""

    async def key(self) -> bytes:
        """The server's own secret of 32 bytes, made once for a database."""

    async def create(self, game: GameRow, status: GameStatus) -> None:
        """Store a new game, before its first event."""

    def append_nowait(self, event: Event, status: GameStatus, done: Appended) -> None:
        """As ``append``, without a coroutine: ``done`` is called with what it would return or raise.

        Busy, and StoreDown of a store that is closed, are raised at once.
        """

    async def append(self, event: Event, status: GameStatus) -> bool:
        """Store an event and how the game stands after it, both or neither; False when its number is taken.

        Events of many games that arrive together share one commit. A JOIN also fills the open seat (guest and
        name, invitation used up).
        """

    async def append_rematch(self, event: Event, status: GameStatus, game: GameRow, game_status: GameStatus) -> bool:
        """Append a REMATCH event and create the game it points to, in one transaction.

        Returns False, and creates nothing, if the event's number is taken.
        """

    async def load(self, game: str, *, after: int = 0) -> StoredGame | None:
        """A game with its events from number ``after`` + 1 on, or None."""

    async def seqs(self, games: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each game: what may have been missed."""

    async def say(self, game: str, line: ChatRow) -> None:
        """Store a line of chat."""

    async def chat(self, game: str, *, limit: int = 200) -> list[ChatRow]:
        """The last lines of chat, oldest first."""

    async def claim_seat(self, secret: str, guest: str) -> tuple[str, Color] | None:
        """Let another browser hold the seat with this secret's hash too; its game and side, or None."""

    async def invited(self, invite: str) -> tuple[str, Color] | None:
        """The game and open seat of an invitation's hash, or None when it is unknown or used up."""

    async def sides_of(self, game: str, guest: str) -> frozenset[Color]:
        """The sides a guest plays in a game."""

    async def new_guest(self, guest: Guest, token: str) -> None:
        """Store a guest, known by the hash of the cookie's token."""

    async def guest(self, token: str) -> Guest | None:
        """Who has a cookie with this token's hash, or None."""

    async def rename(self, guest: str, name: str) -> None:
        """A guest wants to be called otherwise; running games show it too."""

    async def games_of(self, guest: str, *, limit: int = 50) -> list[StoredGame]:
        """A guest's games: the unfinished first, then the latest; without events."""

    async def live(self, *, limit: int = 50) -> list[StoredGame]:
        """Games that are going on and not played by one guest alone, the latest first; without events."""

    async def expired_clocks(self, now: float, *, limit: int = 100) -> list[str]:
        """Games whose side to move has run out of time."""

    async def running_clocks(self, *, after: str = "", limit: int = 1000) -> list[str]:
        """Games that go on and have a deadline, by id, those behind the id ``after``: all, page by page."""

    async def heartbeat(self, now: float) -> float | None:
        """Note that a server is running now; the latest such note before it, or None."""

    async def unarchived(self, *, limit: int = 20) -> list[str]:
        """Finished games in which both sides have moved and that are not archived, the oldest first."""

    async def mark_archived(self, games: Sequence[str]) -> None:
        """The game database has these games."""

    async def computer_to_move(self, *, before: float, limit: int = 100) -> list[str]:
        """Games that have waited for the computer since before that time: whoever was thinking is gone."""
