"""Queries of the store: one function for each.

Those that every new connection needs are built once, as constants: building one takes longer than running it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    false,
    func,
    literal,
    select,
)

from skep.pieces import Color
from skep.server.store.account_tables import accounts, sessions
from skep.server.store.rating_tables import rating_changes, ratings
from skep.server.store.records import (
    ChatRow,
    Chats,
    EventKind,
    Guest,
    Heartbeat,
    SeatRow,
    SpectatorRow,
    StoredGame,
    Unfinished,
)
from skep.server.store.tables import (
    JOINABLE,
    TO_ARCHIVE,
    UNFINISHED,
    chat,
    events,
    games,
    guests,
    seat_guests,
    seats,
    settings,
    spectator_chat,
)
from skep.server.store.values import HEARTBEAT_PREFIX, event_of, heartbeat_of, seat_of, seconds, stored_game

__all__ = [
    "chats_of",
    "clocked_games",
    "computer_to_move",
    "count_running",
    "count_unfinished",
    "expired_clocks",
    "find_signed_in",
    "find_unarchived",
    "games_of",
    "games_with_ids",
    "guest",
    "heartbeats",
    "is_turn_of",
    "joinable",
    "last_heartbeat",
    "live",
    "load",
    "ping",
    "running_clocks",
    "seat",
    "seqs",
    "sides_of",
]

_CHUNK = 500
"""Games per statement, because databases limit the number of parameters."""


def ping(connection: Connection) -> None:
    """Send the smallest statement, to check that the database responds."""
    connection.execute(select(1))


def load(game: str, after: int, connection: Connection) -> StoredGame | None:
    """Return a game with its events after a sequence number, or None."""
    row = connection.execute(_GAME, {"game": game}).one_or_none()
    if row is None:
        return None
    later = connection.execute(_EVENTS, {"game": game, "after": after})
    both = connection.execute(_SEATS_OF_GAME, {"game": game})
    return stored_game(row, list(map(seat_of, both)), tuple(map(event_of, later)))


def seqs(ids: Sequence[str], connection: Connection) -> dict[str, int]:
    """Return the sequence number of the last event of each game that exists."""
    last: dict[str, int] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = select(games.c.id, games.c.seq).where(games.c.id.in_(ids[start : start + _CHUNK]))
        last.update((game, seq) for game, seq in connection.execute(chunk))
    return last


def count_running(since: int, connection: Connection) -> int:
    """Return the number of unfinished games with an event since a time, in microseconds."""
    recent = select(func.count()).select_from(games).where(UNFINISHED, games.c.updated >= since)
    return sum(
        connection.scalar(recent.where(games.c.watchable == watchable)) or 0  # so that the index answers it
        for watchable in (False, True)
    )


def chats_of(game: str, limit: int, connection: Connection) -> Chats:
    """Return the latest lines of both chats."""
    chosen = {"game": game, "limit": limit}
    lines = [ChatRow(Color(row.side), row.text, seconds(row.at)) for row in connection.execute(_CHAT, chosen)]
    spectators = [
        SpectatorRow(row.name, row.text, seconds(row.at), row.guest)
        for row in connection.execute(_SPECTATOR_CHAT, chosen)
    ]
    return Chats(lines[::-1], spectators[::-1])


def seat(game: str, side: Color, connection: Connection) -> SeatRow | None:
    """Return a seat, or None."""
    row = connection.execute(_SEATS.where(seats.c.game == game, seats.c.side == int(side))).one_or_none()
    return None if row is None else seat_of(row)


def sides_of(game: str, who: str, connection: Connection) -> frozenset[Color]:
    """Return the sides that a guest plays in a game."""
    return frozenset(map(Color, connection.scalars(_SIDES, {"game": game, "guest": who})))


def guest(token: str, connection: Connection) -> Guest | None:
    """Return the guest with a token, or None."""
    row = connection.execute(_GUEST, {"token": token}).one_or_none()
    return None if row is None else Guest(row.id, row.name)


def find_signed_in(session: str, now: int, connection: Connection) -> Guest | None:
    """Return the player of a session that has not expired, or None."""
    row = connection.execute(_SIGNED_IN, {"token": session, "now": now}).one_or_none()
    if row is None:
        return None
    return Guest(row.id, row.name, registered=True, role=row.role, session=row.session, bot=row.bot)


def games_of(who: str, limit: int, connection: Connection, *, offset: int = 0) -> list[StoredGame]:
    """Return a guest's games: their turn by deadline, other unfinished games, then finished ones, the latest first."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == who)
    rank = case((games.c.ended, 2), (is_turn_of(who), 0), else_=1)
    urgency = case((rank == 0, func.coalesce(games.c.deadline, 2**62)), else_=0)
    listed = select(games).where(games.c.id.in_(own))
    ordered = listed.order_by(rank, urgency, games.c.updated.desc(), games.c.id)
    return _with_seats(connection, connection.execute(ordered.offset(offset).limit(limit)).all())


def is_turn_of(who: str) -> ColumnElement[bool]:
    """Return the condition that a game waits for a move of a guest: it runs, and both seats are taken."""
    to_move = and_(seat_guests.c.guest == who, seat_guests.c.game == games.c.id, seat_guests.c.side == games.c.ply % 2)
    is_open = and_(seats.c.game == games.c.id, seats.c.guest.is_(None), seats.c.level.is_(None))
    return and_(~games.c.ended, exists().where(to_move), ~exists().where(is_open))


def games_with_ids(ids: Sequence[str], connection: Connection) -> list[StoredGame]:
    """Return games without events, in the order of their ids."""
    rows: dict[str, Row[Any]] = {}
    for start in range(0, len(ids), _CHUNK):
        rows.update(
            (row.id, row)
            for row in connection.execute(select(games).where(games.c.id.in_(ids[start : start + _CHUNK])))
        )
    return _with_seats(connection, [rows[id_] for id_ in ids if id_ in rows])


_IS_OPEN: Final = (
    select(seats.c.game).where(seats.c.game == games.c.id, seats.c.guest.is_(None), seats.c.level.is_(None)).exists()
)
_UNFINISHED_OF: Final = (
    select(_IS_OPEN)
    .where(games.c.id.in_(select(seat_guests.c.game).where(seat_guests.c.guest == bindparam("who"))), ~games.c.ended)
    .limit(bindparam("limit"))
)
"""For each unfinished game of a guest, whether a seat is open."""


def count_unfinished(who: str, limit: int, connection: Connection) -> Unfinished:
    """Return how many unfinished games and open invitations a guest has, counting no further than a limit."""
    found = connection.scalars(_UNFINISHED_OF, {"who": who, "limit": limit}).all()
    return Unfinished(len(found), sum(found))


def live(limit: int, connection: Connection) -> list[StoredGame]:
    """Return unfinished games between two players, the latest first, without private games.

    Games that one guest plays alone are not listed either.
    """
    running = select(games).where(UNFINISHED, games.c.watchable).order_by(games.c.updated.desc())
    return _with_seats(connection, connection.execute(running.limit(limit)).all())


def joinable(limit: int, connection: Connection) -> list[StoredGame]:
    """Return games that anyone can join, the latest first."""
    waiting = select(games).where(JOINABLE).order_by(games.c.updated.desc())
    return _with_seats(connection, connection.execute(waiting.limit(limit)).all())


def expired_clocks(now: int, limit: int, connection: Connection) -> list[str]:
    """Return the games whose time has run out, the longest overdue first."""
    overdue = select(games.c.id).where(~games.c.ended, games.c.deadline <= now).order_by(games.c.deadline)
    return list(connection.scalars(overdue.limit(limit)))


def running_clocks(after: str, limit: int, before: int | None, connection: Connection) -> list[str]:
    """Return the games with a running clock, ordered by id; those with a deadline before a time, if it is given."""
    timed = select(games.c.id).where(~games.c.ended, games.c.deadline.is_not(None), games.c.id > after)
    if before is not None:
        timed = timed.where(games.c.deadline < before)
    return list(connection.scalars(timed.order_by(games.c.id).limit(limit)))


def clocked_games(who: str, limit: int, connection: Connection) -> list[tuple[str, int]]:
    """Return a guest's games with a running clock and the sequence numbers of their last events, latest first."""
    own = select(seat_guests.c.game).where(seat_guests.c.guest == who)
    timed = select(games.c.id, games.c.seq).where(games.c.id.in_(own), ~games.c.ended, games.c.deadline.is_not(None))
    return [(game, seq) for game, seq in connection.execute(timed.order_by(games.c.updated.desc()).limit(limit))]


def computer_to_move(before: int, limit: int, connection: Connection) -> list[str]:
    """Return the games that have waited for the computer since a time, the longest waiting first."""
    waiting = select(games.c.id).where(games.c.computer_to_move, ~games.c.ended, games.c.updated < before)
    return list(connection.scalars(waiting.order_by(games.c.updated).limit(limit)))


def last_heartbeat(connection: Connection) -> float | None:
    """Return the time of the latest heartbeat of any process, or None."""
    value = connection.scalar(select(settings.c.value).where(settings.c.name == "alive"))
    return None if value is None else seconds(int(value))


def heartbeats(connection: Connection) -> list[Heartbeat]:
    """Return the latest heartbeat of each process."""
    beats = select(settings).where(settings.c.name.startswith(HEARTBEAT_PREFIX, autoescape=True))
    return [heartbeat_of(row) for row in connection.execute(beats)]


def find_unarchived(limit: int, connection: Connection) -> list[str]:
    """Return finished games to archive, in which both sides have moved and that are not private, the oldest first."""
    waiting = select(games.c.id).where(TO_ARCHIVE).order_by(games.c.updated)
    return list(connection.scalars(waiting.limit(limit)))


def _with_seats(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredGame]:
    seats_by_game = _seats(connection, [row.id for row in rows])
    aborted = _find_aborted(connection, rows)
    return [stored_game(row, seats_by_game[row.id], aborted=row.id in aborted) for row in rows]


def _find_aborted(connection: Connection, rows: Sequence[Row[Any]]) -> set[str]:
    """Return which games were aborted. Only those in which one side has not moved need a look at their events."""
    short = [row.id for row in rows if row.ended and row.ply < 2]
    found: set[str] = set()
    for start in range(0, len(short), _CHUNK):
        ends = select(events.c.game).where(
            events.c.game.in_(short[start : start + _CHUNK]),
            events.c.kind == EventKind.END.value,
            events.c.text == "aborted",
        )
        found.update(connection.scalars(ends))
    return found


_player = func.coalesce(seats.c.guest, literal("level ") + cast(seats.c.level, Text))
"""The rated player: the guest, or the level of the computer."""
_SEATS = (
    select(
        seats,
        accounts.c.id.is_not(None).label("registered"),
        func.coalesce(accounts.c.bot, false()).label("bot"),
        # a game that has changed ratings shows those of before
        func.coalesce(rating_changes.c.rating, ratings.c.rating).label("rating"),
        func.coalesce(rating_changes.c.deviation, ratings.c.deviation).label("deviation"),
        func.coalesce(rating_changes.c.volatility, ratings.c.volatility).label("volatility"),
        func.coalesce(rating_changes.c.at, ratings.c.updated).label("rated_at"),
        rating_changes.c.new_rating,
    )
    .join(games, games.c.id == seats.c.game)
    .outerjoin(accounts, accounts.c.id == seats.c.guest)
    .outerjoin(ratings, and_(ratings.c.player == _player, ratings.c.pool == games.c.pool))
    .outerjoin(rating_changes, and_(rating_changes.c.game == seats.c.game, rating_changes.c.side == seats.c.side))
    .order_by(seats.c.side)
)


_GAME = select(games).where(games.c.id == bindparam("game"))
_EVENTS = (
    select(events).where(events.c.game == bindparam("game"), events.c.seq > bindparam("after")).order_by(events.c.seq)
)
_SEATS_OF_GAME = _SEATS.where(seats.c.game == bindparam("game"))
_CHAT = select(chat).where(chat.c.game == bindparam("game")).order_by(chat.c.id.desc()).limit(bindparam("limit"))
_SPECTATOR_CHAT = (
    select(spectator_chat)
    .where(spectator_chat.c.game == bindparam("game"))
    .order_by(spectator_chat.c.id.desc())
    .limit(bindparam("limit"))
)
_SIDES = select(seat_guests.c.side).where(
    seat_guests.c.guest == bindparam("guest"), seat_guests.c.game == bindparam("game")
)
_GUEST = select(guests.c.id, guests.c.name).where(guests.c.token == bindparam("token"))
_SIGNED_IN = (
    select(guests.c.id, guests.c.name, accounts.c.role, accounts.c.bot, sessions.c.id.label("session"))
    .select_from(
        accounts.join(sessions, sessions.c.account == accounts.c.id).join(guests, guests.c.id == accounts.c.id)
    )
    .where(sessions.c.token == bindparam("token"), sessions.c.expires > bindparam("now"))
)


def _seats(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    """Return White's and Black's seats of each game."""
    by_game: defaultdict[str, list[SeatRow]] = defaultdict(list)
    for start in range(0, len(ids), _CHUNK):
        chunk = _SEATS.where(seats.c.game.in_(ids[start : start + _CHUNK]))
        for row in connection.execute(chunk):
            by_game[row.game].append(seat_of(row))
    return by_game
