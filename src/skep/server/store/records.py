"""The stored values of a game, and the interface of the store, which :mod:`skep.server.store` implements in SQL.

A game is a row and its events, numbered without gaps. Every change appends one event, which is stored before it is
broadcast. Two events with the same number cannot both be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from skep.pieces import Color
from skep.server.schemas.game import ClockRule

__all__ = [
    "Appended",
    "Event",
    "EventKind",
    "GameRow",
    "GameStatus",
    "Guest",
    "Heartbeat",
    "Role",
    "SeatRating",
    "SeatRow",
    "Store",
    "StoreNotWritable",
    "StoreOverloaded",
    "StoreUnavailable",
    "StoredGame",
    "Unfinished",
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
    """The game ends off the board, for example by resignation; ``text`` is the ending, ``side`` the winner.

    ``side`` of an aborted game is the one that aborted it or did not begin; None in games of earlier versions.
    """
    REMATCH = "rematch"
    """``text`` is the id of the new game."""
    CREDIT = "credit"
    """``text`` is the number of seconds credited to ``side``, because its clock ran while no server did."""
    VACATION = "vacation"
    """``side`` is on vacation: its clock stands still until ``text``, in seconds since 1970."""


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
    winner: Color | None = None
    ending: str | None = None
    """How the game ended; None while it runs, and if it ended before results were stored."""


class Heartbeat(Struct, frozen=True, gc=False):
    """A report that a process is running."""

    process: str
    at: float
    """The server time, which all processes share."""
    wall: float
    """The time on the machine's clock."""


class SeatRating(NamedTuple):
    """The rating of the player of a seat: at the start of a rated game that has ended, otherwise the current one."""

    rating: float
    deviation: float
    volatility: float
    updated: int
    """When the last rated game before ended, in microseconds since 1970."""
    after: float | None = None
    """The rating after the game, if it was rated."""


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
    """The seed of the links for playing this seat on another device. A new one makes earlier links invalid."""
    invite: str | None
    """The seed of the invitation's links, until the seat is taken."""
    registered: bool = False
    """Whether the guest has an account."""
    rating: SeatRating | None = None
    """The player's rating in the game's pool, if rated games have changed it."""
    bot: bool = False
    """Whether the guest is a bot."""


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
    private: bool = False
    """Whether the game is neither listed nor added to the game database."""
    rated: bool = False
    """Whether the game changes the players' ratings."""
    pool: str | None = None
    """The pool of ratings that the game belongs to, rated or not; None without a clock."""
    tournament: str | None = None
    """The tournament that the game belongs to."""

    @property
    def same_screen(self) -> bool:
        """Whether one guest plays both sides."""
        white, black = self.seats
        return white.guest is not None and white.guest == black.guest

    @property
    def names(self) -> tuple[str, str]:
        """White's and Black's name; empty if unknown.

        Earlier versions stored the guest's name for both sides of a game on one screen, where it means neither player.
        """
        white, black = self.seats
        return ("", "") if self.same_screen and white.name == black.name else (white.name, black.name)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as loaded from the store."""

    row: GameRow
    status: GameStatus
    updated: float
    events: tuple[Event, ...] = ()
    """Empty in lists of games."""
    aborted: bool = False
    """Whether the game was aborted, in lists of games."""


Role: TypeAlias = Literal["", "moderator", "admin"]


@dataclass(frozen=True, slots=True)
class Guest:
    """A player: a returning browser, identified by its cookie, or someone who is signed in to an account."""

    id: str
    """Also the id of the account, if there is one."""
    name: str
    registered: bool = False
    """Whether the player has an account and is signed in."""
    role: Role = ""
    """The role of the account."""
    session: str | None = None
    """The id of the session in which the player is signed in."""
    bot: bool = False
    """Whether a program plays with the account."""


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A line of chat."""

    side: Color
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class SpectatorRow:
    """A line of the spectators' chat."""

    name: str
    """The guest's name when the line was sent, or empty."""
    text: str
    at: float
    guest: str | None = None
    """The guest who wrote it; None in lines of earlier versions, and for a visitor who is not stored."""


class Chats(NamedTuple):
    """The latest lines of both chats of a game, oldest first."""

    players: list[ChatRow]
    spectators: list[SpectatorRow]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How many games of a guest are unfinished."""

    games: int
    invitations: int
    """How many of them are open invitations."""


Read = TypeVar("Read")


class StoreOverloaded(Exception):
    """The queue of writes is full. Nothing was written."""


class StoreNotWritable(StoreOverloaded):
    """The disk is full or the database read-only. Nothing was written."""


class StoreUnavailable(Exception):
    """The database is unreachable. The write may or may not have happened."""


Appended: TypeAlias = Callable[[bool | Exception], None]
"""Called with whether an event was stored, or with the exception if that is unknown."""


class Store(Protocol):
    """The store of games. Every method can raise StoreUnavailable, methods that write also StoreOverloaded."""

    @property
    def waiting_writes(self) -> int:
        """The number of writes that wait for the database."""

    async def close(self) -> None:
        """Finish the queued writes and close the connections."""

    async def read(self, query: Callable[[Connection], Read]) -> Read:
        """Run a query of another package in a transaction that only reads."""

    async def read_small(self, query: Callable[[Connection], Read]) -> Read:
        """Do the same as :meth:`read` for a query of about a millisecond, whose transaction may be shared."""

    async def write(self, statement: Callable[[Connection, bool], Any]) -> Any:
        """Run a write of another package in a transaction. The flag is true if it may already have been committed."""

    async def ping(self) -> None:
        """Read from the database. Raises StoreUnavailable if it does not respond, or if its file was deleted."""

    async def touch(self, now: float) -> None:
        """Write the time to the database, to check that it can be written."""

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
        """Store a line of chat. Only the latest 200 lines of a game are kept."""

    async def say_as_spectator(self, game: str, line: SpectatorRow) -> None:
        """Store a line of the spectators' chat. Only the latest 200 lines of a game are kept."""

    async def chats(self, game: str, *, limit: int = 200) -> Chats:
        """Return the latest lines of both chats."""

    async def claim_seat(self, secret: str, guest: str) -> tuple[str, Color] | None:
        """Give the seat with this seed to one more guest; return its game and side, or None."""

    async def seat(self, game: str, side: Color) -> SeatRow | None:
        """Return a seat, or None if there is no such game."""

    async def renew_links(self, game: str, side: Color, seed: str, guest: str) -> int:
        """Give a seat a new seed, so that the links that were shown for it no longer work.

        The guests who play a taken seat lose it, except for ``guest`` and the one it was given to first. Returns the
        number of those who lost it.
        """

    async def sides_of(self, game: str, guest: str) -> frozenset[Color]:
        """Return the sides that a guest plays in a game."""

    async def new_guest(self, guest: Guest, token: str) -> None:
        """Store a guest, identified by the hash of the cookie's token."""

    async def guest(self, token: str) -> Guest | None:
        """Return the guest with this hashed token, or None."""

    async def find_signed_in(self, session: str, now: float) -> Guest | None:
        """Return the player who is signed in to an account in the session with this hashed token, or None."""

    async def rename(self, guest: str, name: str) -> None:
        """Rename a guest, including in unfinished games, but not in those that they play on one screen."""

    async def name_players(self, game: str, white: str, black: str) -> None:
        """Name both players of a game."""

    async def games_of(self, guest: str, *, limit: int = 50) -> list[StoredGame]:
        """Return a guest's games without events, unfinished games first, then the latest."""

    async def count_unfinished(self, guest: str, *, limit: int) -> Unfinished:
        """Return how many unfinished games a guest has, counting no further than ``limit``."""

    async def live(self, *, limit: int = 50) -> list[StoredGame]:
        """Return unfinished games between two players without events, the latest first, without private games."""

    async def joinable(self, *, limit: int = 50) -> list[StoredGame]:
        """Return unfinished games that anyone can join without events, the latest first."""

    async def expired_clocks(self, now: float, *, limit: int = 100) -> list[str]:
        """Return the games whose side to move has run out of time."""

    async def running_clocks(self, *, after: str = "", limit: int = 1000, before: float | None = None) -> list[str]:
        """Return one page of the unfinished games with a deadline, ordered by id and starting after id ``after``.

        Games whose deadline is not ``before`` a time are left out.
        """

    async def clocked_games(self, guest: str, *, limit: int = 100) -> list[tuple[str, int]]:
        """Return a guest's unfinished games with a running clock and the numbers of their last events, latest first."""

    async def heartbeat(self, beat: Heartbeat, *, last: bool = False) -> float | None:
        """Record that a process is running; return the latest server time recorded before by any process, or None.

        ``last`` says that the process stops, so that the others do not expect it.
        """

    async def last_heartbeat(self) -> float | None:
        """Return the latest server time recorded by any process, or None."""

    async def heartbeats(self) -> list[Heartbeat]:
        """Return the latest heartbeat of every process that has not stopped, or fell silent only recently."""

    async def find_unarchived(self, *, limit: int = 20) -> list[str]:
        """Return finished games to archive, the oldest first: both sides have moved, and the game is not private."""

    async def mark_archived(self, games: Mapping[str, tuple[str, str]]) -> None:
        """Record that the game database has these games, with White's and Black's names, unless these have changed."""

    async def claim(self, task: str, now: float, *, period: float) -> bool:
        """Return whether a task is due that one process does once per period, and record that it is being done."""

    async def abort_unstarted(self, *, before: float, now: float, limit: int = 200) -> list[str]:
        """Abort invitations, and games without a running clock and without a move, that are older than a time.

        The events are stored without loading the games. Returns the games, at most ``limit``.
        """

    async def abandon_idle(self, *, before: float, now: float, limit: int = 200) -> list[str]:
        """End the games without a running clock in which nothing has happened since a time; return them."""

    async def delete_unused_guests(self, *, before: float, after: str = "", limit: int = 500) -> str | None:
        """Delete guests without games that were created before a time.

        Looks at ``limit`` guests whose ids follow ``after``; returns the last id, or None at the end.
        """

    async def computer_to_move(self, *, before: float, limit: int = 100) -> list[str]:
        """Return the games that have waited for the computer since a time, because their process has stopped."""
