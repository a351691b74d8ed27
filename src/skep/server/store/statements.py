"""Writes other than batches of events: one function for each, run by the writer in its transaction.

Each function is safe to repeat. ``maybe_done`` is true if it may already have been committed on a connection that was
lost during COMMIT.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, TextClause, delete, exists, insert, literal, null, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.errors import SkepError
from skep.pieces import Color
from skep.server.store.account_tables import accounts
from skep.server.store.batches import EventRow, store_events
from skep.server.store.lobby_tables import seeks
from skep.server.store.moderation_tables import reports, sanctions
from skep.server.store.notification_tables import notification_choices, notifications, push_devices
from skep.server.store.records import ChatRow, EventKind, GameRow, GameStatus, Guest, Heartbeat, SpectatorRow
from skep.server.store.tables import (
    UNFINISHED,
    UNSTARTED,
    chat,
    events,
    games,
    guests,
    seat_guests,
    seats,
    settings,
    spectator_chat,
)
from skep.server.store.tournament_tables import tournament_players, tournaments
from skep.server.store.values import HEARTBEAT_PREFIX, clock_text, heartbeat_of, micros, seconds

__all__ = [
    "abandon_idle",
    "abort_unstarted",
    "claim",
    "claim_seat",
    "create",
    "create_all",
    "delete_unused_guests",
    "heartbeat",
    "join",
    "mark_archived",
    "name_players",
    "new_guest",
    "rematch",
    "rename",
    "renew_links",
    "say",
    "say_as_spectator",
    "setting",
    "touch",
]

_MAX_CHAT_LINES = 200
"""Lines of chat that are kept per game."""
_HEARTBEAT_LIFETIME: Final = 75.0
"""Seconds after which a process that has fallen silent is forgotten."""


def setting(name: str, fresh: bytes, connection: Connection, _maybe_done: bool) -> bytes:
    """Return a setting, which is set to ``fresh`` first if it does not exist."""
    _insert_new(connection, settings, name=name, value=fresh)
    value: bytes = connection.scalars(select(settings.c.value).where(settings.c.name == name)).one()
    return bytes(value)


def heartbeat(beat: Heartbeat, last: bool, connection: Connection, _maybe_done: bool) -> float | None:
    """Record that a process is running; return the latest time recorded before by any process, or None."""
    now, own = micros(beat.at), HEARTBEAT_PREFIX + beat.process
    # this row is locked first, so that two processes cannot block each other
    recorded = select(settings.c.value).where(settings.c.name == "alive").with_for_update()
    before = connection.scalar(recorded)
    if before is None:
        _insert_new(connection, settings, name="alive", value=b"%d" % now)
    else:
        connection.execute(
            update(settings).where(settings.c.name == "alive").values(value=b"%d" % max(int(before), now))
        )
    beats = select(settings).where(settings.c.name.startswith(HEARTBEAT_PREFIX, autoescape=True))
    forgotten = [row.name for row in connection.execute(beats) if heartbeat_of(row).at < beat.at - _HEARTBEAT_LIFETIME]
    connection.execute(delete(settings).where(settings.c.name.in_([own, *forgotten])))
    if not last:
        connection.execute(insert(settings).values(name=own, value=b"%d %d" % (now, micros(beat.wall))))
    return None if before is None else seconds(int(before))


def claim(task: str, now: float, period: float, connection: Connection, _maybe_done: bool) -> bool:
    """Return whether a task is due, and record that it is being done."""
    name = f"task {task}"
    last = connection.scalar(select(settings.c.value).where(settings.c.name == name).with_for_update())
    if last is None:
        _insert_new(connection, settings, name=name, value=b"%d" % micros(now))
        return True
    if abs(micros(now) - int(last)) < micros(period):
        return False
    connection.execute(update(settings).where(settings.c.name == name).values(value=b"%d" % micros(now)))
    return True


def abort_unstarted(before: float, now: float, limit: int, connection: Connection, _maybe_done: bool) -> list[str]:
    """Abort games without a move and without a running clock that are older than a time; return them."""
    stale = select(games.c.id).where(UNSTARTED, games.c.updated < micros(before)).order_by(games.c.updated)
    found = list(connection.scalars(stale.limit(limit)))
    return _end_all(connection, found, UNSTARTED, "aborted", before=before, now=now)


def abandon_idle(before: float, now: float, limit: int, connection: Connection, _maybe_done: bool) -> list[str]:
    """End the games without a running clock in which nothing has happened since a time; return them."""
    found: list[str] = []
    for is_watchable in (False, True):  # so that the index answers it
        stale = select(games.c.id).where(
            UNFINISHED, games.c.watchable == is_watchable, games.c.updated < micros(before), games.c.deadline.is_(None)
        )
        found += connection.scalars(stale.order_by(games.c.updated).limit(limit - len(found)))
    return _end_all(connection, found, UNFINISHED, "abandoned", before=before, now=now)


def _end_all(
    connection: Connection, ids: Sequence[str], condition: TextClause, ending: str, *, before: float, now: float
) -> list[str]:
    """End games with one event each, except those in which another process stores an event at the same time.

    Events are stored before the status is updated, and in the order of their games, as in ``store_events``: otherwise
    two processes could wait for each other. Such an end is not a result and changes no rating.
    """
    if not ids:
        return []
    at = micros(now)
    ends = (
        select(
            games.c.id,
            games.c.seq + 1,
            literal(EventKind.END.value),
            null(),
            literal(ending),
            literal(at, type_=events.c.at.type),
        )
        .where(games.c.id.in_(ids), condition, games.c.updated < micros(before))
        .order_by(games.c.id)
    )
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    stored = dialect.insert(events).from_select(["game", "seq", "kind", "side", "text", "at"], ends)
    ended = list(connection.scalars(stored.on_conflict_do_nothing().returning(events.c.game)))
    connection.execute(
        update(games)
        .where(games.c.id.in_(ended))
        .values(seq=games.c.seq + 1, ended=True, deadline=None, computer_to_move=False, updated=at, ending=ending)
    )
    return ended


def delete_unused_guests(
    before: float, after: str, limit: int, connection: Connection, _maybe_done: bool
) -> str | None:
    """Delete guests without games that were created before a time; return the last id that was checked, or None."""
    page = list(connection.scalars(select(guests.c.id).where(guests.c.id > after).order_by(guests.c.id).limit(limit)))
    has_seat = exists().where(seat_guests.c.guest == guests.c.id)
    is_seated = exists().where(seats.c.guest == guests.c.id)
    is_registered = exists().where(accounts.c.id == guests.c.id)
    is_seeking = exists().where(seeks.c.player == guests.c.id)
    # otherwise a guest who has played no game could shed a sanction
    is_known = exists().where(sanctions.c.player == guests.c.id)
    is_reported = exists().where(reports.c.player == guests.c.id)
    is_old = guests.c.id.in_(page), guests.c.created < micros(before)
    # a deleted account keeps its place in the standings
    has_entry = exists().where(tournament_players.c.player == guests.c.id)
    is_organiser = exists().where(tournaments.c.organiser == guests.c.id)
    is_used = or_(has_seat, is_seated, is_registered, is_seeking, is_known, is_reported, has_entry, is_organiser)
    unused = list(connection.scalars(select(guests.c.id).where(*is_old, ~is_used)))
    for table in (notifications, push_devices, notification_choices):
        connection.execute(delete(table).where(table.c.player.in_(unused)))
    connection.execute(delete(guests).where(guests.c.id.in_(unused)))
    return page[-1] if len(page) == limit else None


def touch(now: float, connection: Connection, _maybe_done: bool) -> None:
    """Write the time. A process does not wait for another that writes it, which could end in a deadlock."""
    value, is_row = b"%d" % micros(now), settings.c.name == "checked"
    if connection.scalar(select(settings.c.name).where(is_row).with_for_update(skip_locked=True)) is None:
        _insert_new(connection, settings, name="checked", value=value)
    else:
        connection.execute(update(settings).where(is_row).values(value=value))


def mark_archived(archived: Mapping[str, tuple[str, str]], connection: Connection, _maybe_done: bool) -> None:
    """Record that the game database has these games, unless the players' names have changed in the meantime."""
    found = select(seats.c.game, seats.c.name).where(seats.c.game.in_(archived)).order_by(seats.c.game, seats.c.side)
    names: dict[str, list[str]] = {}
    for game, name in connection.execute(found):
        names.setdefault(game, []).append(name)
    current = [game for game, now in names.items() if tuple(now) == archived[game]]
    connection.execute(update(games).where(games.c.id.in_(current)).values(archived=True))


def create(game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool) -> None:
    """Insert a new game, its seats and the guests who hold them."""
    if maybe_done and _is_created(connection, game.id):
        return
    create_all([game], status, connection)


_NEW_GAMES: Final = insert(games).returning(games.c.id)
_NEW_SEATS: Final = insert(seats).returning(seats.c.game)
_NEW_HOLDERS: Final = insert(seat_guests).returning(seat_guests.c.game)


def create_all(rows: Sequence[GameRow], status: GameStatus, connection: Connection) -> None:
    """Insert new games that begin at the same time with the same clock, so that they have the same status.

    With RETURNING, many rows take one statement.
    """
    if not rows:
        return
    connection.execute(_NEW_GAMES, [_game_values(row, status) for row in rows])
    connection.execute(
        _NEW_SEATS,
        [
            {
                "game": row.id,
                "side": int(seat.side),
                "guest": seat.guest,
                "name": seat.name,
                "level": seat.level,
                "secret": seat.secret,
                "invite": seat.invite,
            }
            for row in rows
            for seat in row.seats
        ],
    )
    holders = [
        {"guest": seat.guest, "game": row.id, "side": int(seat.side)}
        for row in rows
        for seat in row.seats
        if seat.guest is not None
    ]
    if holders:
        connection.execute(_NEW_HOLDERS, holders)


def _game_values(game: GameRow, status: GameStatus) -> dict[str, object]:
    return {
        "id": game.id,
        "edition": game.edition,
        "game_type": game.game_type,
        "threefold": game.threefold,
        "clock": clock_text(game.clock),
        "created": micros(game.created),
        "rematch_of": game.rematch_of,
        "seq": 0,
        "ply": status.ply,
        "ended": status.ended,
        "deadline": None if status.deadline is None else micros(status.deadline),
        "computer_to_move": status.computer_to_move,
        "updated": micros(game.created),
        "watchable": _is_watchable(game),
        "private": game.private,
        "rated": game.rated,
        "pool": game.pool,
        "tournament": game.tournament,
        "joinable": _is_joinable(game),
    }


def _is_watchable(game: GameRow) -> bool:
    """Return whether a game is not private, and two players have taken the seats."""
    white, black = game.seats
    is_taken = all(seat.guest is not None or seat.level is not None for seat in game.seats)
    return not game.private and is_taken and (white.guest is None or white.guest != black.guest)


def _is_joinable(game: GameRow) -> bool:
    """Return whether anyone can take an open seat, because it has no invitation."""
    return any(seat.guest is None and seat.level is None and seat.invite is None for seat in game.seats)


def join(row: EventRow, connection: Connection, maybe_done: bool) -> bool:
    """Store a JOIN event and give the open seat to the guest; return False if the event's number is taken."""
    if not store_events(connection, [row])[0]:
        return maybe_done and _holds_seat(connection, row)
    name = select(guests.c.name).where(guests.c.id == row.text).scalar_subquery()
    filled = connection.execute(
        update(seats)
        .where(seats.c.game == row.game, seats.c.side == row.side, seats.c.guest.is_(None), seats.c.level.is_(None))
        .values(guest=row.text, name=name, invite=None)
    )
    if filled.rowcount != 1:
        raise SkepError(f"guest {row.text!r} cannot join game {row.game!r}: the seat is not open")
    connection.execute(insert(seat_guests).values(guest=row.text, game=row.game, side=row.side))
    other = select(seats.c.game).where(seats.c.game == row.game, seats.c.side != row.side)
    is_open = seats.c.guest.is_(None) & seats.c.level.is_(None)
    alone = other.where(or_(is_open, seats.c.guest == row.text)).exists()
    connection.execute(
        update(games).where(games.c.id == row.game).values(watchable=~alone & ~games.c.private, joinable=False)
    )
    return True


def rematch(row: EventRow, game: GameRow, status: GameStatus, connection: Connection, maybe_done: bool) -> bool:
    """Store the event that points to a new game, and create that game; return False if the number is taken."""
    if not store_events(connection, [row])[0]:
        return maybe_done and _is_created(connection, game.id)
    create(game, status, connection, maybe_done)
    return True


def _is_created(connection: Connection, game: str) -> bool:
    return connection.execute(select(games.c.id).where(games.c.id == game)).one_or_none() is not None


def _holds_seat(connection: Connection, row: EventRow) -> bool:
    columns = seats.c
    holder = select(columns.guest).where(columns.game == row.game, columns.side == row.side)
    stored = select(events.c.at).where(events.c.game == row.game, events.c.seq == row.seq)
    return connection.scalar(holder) == row.text and connection.scalar(stored) == row.at


def say(game: str, line: ChatRow, connection: Connection, maybe_done: bool) -> None:
    """Insert a line of chat, and delete those that are no longer shown."""
    values = {"game": game, "side": int(line.side), "text": line.text, "at": micros(line.at)}
    _add_line(chat, values, connection, maybe_done)


def say_as_spectator(game: str, line: SpectatorRow, connection: Connection, maybe_done: bool) -> None:
    """Insert a line of the spectators' chat, and delete those that are no longer shown."""
    values = {"game": game, "name": line.name, "text": line.text, "at": micros(line.at), "guest": line.guest}
    _add_line(spectator_chat, values, connection, maybe_done)


def _add_line(table: Table, values: dict[str, object], connection: Connection, maybe_done: bool) -> None:
    columns, game = table.c, values["game"]
    same = exists().where(*(columns[name] == value for name, value in values.items()))
    if not (maybe_done and connection.scalar(select(same))):
        connection.execute(insert(table).values(values))
    lines = select(columns.id).where(columns.game == game).order_by(columns.id.desc())
    last_shown = lines.offset(_MAX_CHAT_LINES - 1).limit(1).scalar_subquery()
    connection.execute(delete(table).where(columns.game == game, columns.id < last_shown))


def claim_seat(secret: str, guest: str, connection: Connection, _maybe_done: bool) -> tuple[str, Color] | None:
    """Give the seat with a secret to one more guest; return its game and side, or None."""
    seat = connection.execute(select(seats.c.game, seats.c.side).where(seats.c.secret == secret)).one_or_none()
    if seat is None:
        return None
    _insert_new(connection, seat_guests, guest=guest, game=seat.game, side=seat.side)
    return seat.game, Color(seat.side)


def renew_links(game: str, side: Color, seed: str, guest: str, connection: Connection, _maybe_done: bool) -> int:
    """Replace the seed of a seat's links and remove the guests who used them; return how many were removed."""
    this = seats.c.game == game, seats.c.side == int(side)
    holder, level = connection.execute(select(seats.c.guest, seats.c.level).where(*this)).one()
    if holder is None and level is None:
        connection.execute(update(seats).where(*this).values(invite=seed))
        return 0
    connection.execute(update(seats).where(*this).values(secret=seed))
    others = seat_guests.c.guest.not_in([guest, holder])
    removed = connection.execute(
        delete(seat_guests).where(seat_guests.c.game == game, seat_guests.c.side == int(side), others)
    )
    # Guests who play a seat also play it in the rematch, so they could return from the game before.
    before = select(games.c.rematch_of).where(games.c.id == game).scalar_subquery()
    connection.execute(
        delete(seat_guests).where(seat_guests.c.game == before, seat_guests.c.side == int(side.other), others)
    )
    return removed.rowcount


def new_guest(guest: Guest, token: str, now: float, connection: Connection, maybe_done: bool) -> None:
    """Insert a guest."""
    if maybe_done and connection.scalar(select(guests.c.token).where(guests.c.id == guest.id)) == token:
        return
    connection.execute(insert(guests).values(id=guest.id, name=guest.name, token=token, created=micros(now)))


def rename(guest: str, name: str, connection: Connection, _maybe_done: bool) -> None:
    """Rename a guest, and their seats in unfinished games. A game on one screen has its own names."""
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
    running = select(games.c.id).where(games.c.id == seats.c.game, ~games.c.ended)
    other = seats.alias()
    both = exists().where(other.c.game == seats.c.game, other.c.side != seats.c.side, other.c.guest == guest)
    connection.execute(update(seats).where(seats.c.guest == guest, running.exists(), ~both).values(name=name))


def name_players(game: str, names: tuple[str, str], connection: Connection, _maybe_done: bool) -> None:
    """Name both players of a game."""
    for side, name in zip(Color, names, strict=True):
        connection.execute(update(seats).where(seats.c.game == game, seats.c.side == int(side)).values(name=name))


def _insert_new(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row unless its primary key exists."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).values(values).on_conflict_do_nothing())
