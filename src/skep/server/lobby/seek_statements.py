"""Reading and writing seeks in the database, and pairing them.

A match deletes both seeks, records what became of them and creates the game in one transaction, so that a seek leads to
one game whatever crashes. Pairing seeks with the same terms is serialised between processes by a lock of PostgreSQL
that is never waited for: a process that does not get it tries again a moment later.

The statements are built once, as constants: building one takes longer than running it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, RowMapping, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skep.pieces import Color
from skep.server.lobby.matching import PastGame, WaitingSeek, choose_sides, find_pairs, next_pairing
from skep.server.schemas.game import ClockRule
from skep.server.store import statements
from skep.server.store.lobby_tables import matches, seeks
from skep.server.store.records import GameRow, GameStatus
from skep.server.store.tables import games
from skep.server.store.values import clock_text, micros, seconds

__all__ = [
    "FindRefused",
    "Match",
    "MatchedSeek",
    "NewGameOf",
    "PairingOutcome",
    "SeekRow",
    "delete_expired",
    "end_seek",
    "find_match",
    "latest_match",
    "no_refusals",
    "pair",
    "renew",
    "seek_and_pair",
    "waiting_seeks",
]

_PAST_GAMES: Final = 6
"""Games of a player from the pool that decide about sides and repeated opponents."""
_MAX_WAITING: Final = 300
"""Seeks with the same terms that are compared; the longest waiting come first."""
_LOCKS: Final = 0x5EE4
"""The first half of the keys of PostgreSQL's advisory locks; the second is a hash of the terms."""
_PLAYER_LOCKS: Final = 0x5EE5
_JUST_NOW: Final = 10.0
"""Seconds after a match within which its game counts as new."""
_RETRY: Final = 0.012
"""Seconds after which a process tries again that met another one."""
_rng: Final = random.SystemRandom()
_read_clock: Final = msgspec.json.Decoder(ClockRule).decode


class SeekRow(Struct, frozen=True, kw_only=True, gc=False):
    """A stored seek."""

    id: str
    player: str
    name: str
    terms: str
    clock: ClockRule
    edition: str
    game_type: str
    threefold: bool
    rated: bool
    rating: float
    deviation: float
    lowest: int | None
    highest: int | None
    since: float
    expires: float


class MatchedSeek(Struct, frozen=True, gc=False):
    """The outcome of a seek: a game and a side."""

    seek: str
    player: str
    game: str
    side: Color
    name: str = ""
    """The player's name."""
    waited: float = 0.0
    """Seconds from the seek to the game, for a match that was just made."""


class Match(Struct, frozen=True, gc=False):
    """A game that two seeks led to: White's and Black's."""

    game: str
    white: MatchedSeek
    black: MatchedSeek


class PairingOutcome(Struct, frozen=True, gc=False):
    """The result of pairing the seeks with some terms."""

    matches: tuple[Match, ...] = ()
    again: float | None = None
    """When pairing them should be tried again, unless another seek comes first."""
    seek: SeekRow | None = None
    """The new seek, if it still waits."""


NewGameOf: TypeAlias = Callable[[SeekRow, SeekRow, float], tuple[GameRow, GameStatus]]
"""Returns the new game of White's and Black's seeks."""
FindRefused: TypeAlias = Callable[[Connection, Sequence[str]], Collection[frozenset[str]]]
"""Returns the pairs among some players who must not meet."""


def no_refusals(_connection: Connection, _players: Sequence[str]) -> Collection[frozenset[str]]:
    """Let everyone meet everyone."""
    return ()


# writing


def seek_and_pair(
    seek: SeekRow,
    new_game: NewGameOf,
    find_refused: FindRefused,
    now: float,
    connection: Connection,
    _maybe_done: bool,
) -> PairingOutcome:
    """Store a seek and pair it if possible. An earlier seek of the player with the same terms keeps its place.

    A player who has just been given a game, which has no move yet, gets that one again.
    """
    if connection.dialect.name != "sqlite":
        # waits for a write of a process that was killed, and that the player, who sends it again, has not seen
        connection.execute(_LOCK_PLAYER, {"player": seek.player})
    known = connection.execute(_OWN_SEEK, {"player": seek.player}).one_or_none()
    if known is None and (match := _unopened_match(connection, seek.player, now)) is not None:
        return PairingOutcome((match,))
    if known is not None and known.terms == seek.terms:
        seek = msgspec.structs.replace(seek, id=known.id, since=seconds(known.since))
    connection.execute(_STORE_SEEK[connection.dialect.name], _values(seek))
    outcome = pair(seek.terms, new_game, find_refused, now, connection, False)
    paired = any(seek.id in (match.white.seek, match.black.seek) for match in outcome.matches)
    return msgspec.structs.replace(outcome, seek=None if paired else seek)


def pair(
    terms: str, new_game: NewGameOf, find_refused: FindRefused, now: float, connection: Connection, maybe_done: bool
) -> PairingOutcome:
    """Pair the waiting seeks with some terms: create a game for each pair and delete its seeks."""
    repeated = _matches_since(connection, now - 1.0) if maybe_done else ()
    if connection.dialect.name != "sqlite" and not connection.scalar(_LOCK_TERMS, {"terms": terms}):
        return PairingOutcome(repeated, now + _RETRY)
    waiting = {"terms": terms, "now": micros(now)}
    rows = {row["id"]: _seek_of(row) for row in connection.execute(_OLDEST, waiting).mappings()}
    # another process renews or ends those that are missing
    count = connection.scalar(_COUNT, waiting) or 0
    again = now + _RETRY if min(count, _MAX_WAITING) > len(rows) else None
    if len(rows) < 2:
        return PairingOutcome(repeated, again)
    candidates = _with_past(connection, list(rows.values()))
    refused = find_refused(connection, [seek.player for seek in candidates])
    pairs = find_pairs(candidates, now, refused)
    made = [_match(connection, one, other, rows, new_game, now) for one, other in pairs]
    taken = {seek.id for both in pairs for seek in both}
    left = next_pairing([seek for seek in candidates if seek.id not in taken], refused)
    return PairingOutcome((*repeated, *made), min(left, again or left) if left < float("inf") or again else None)


def _match(
    connection: Connection,
    one: WaitingSeek,
    other: WaitingSeek,
    rows: dict[str, SeekRow],
    new_game: NewGameOf,
    now: float,
) -> Match:
    white, black = choose_sides(one, other, coin=_rng.random() < 0.5)
    game, status = new_game(rows[white.id], rows[black.id], now)
    statements.create(game, status, connection, False)
    connection.execute(_DELETE_BOTH, {"ids": [white.id, black.id]})
    found = Match(
        game.id,
        MatchedSeek(
            white.id, white.player, game.id, Color.WHITE, rows[white.id].name, max(0.0, now - rows[white.id].since)
        ),
        MatchedSeek(
            black.id, black.player, game.id, Color.BLACK, rows[black.id].name, max(0.0, now - rows[black.id].since)
        ),
    )
    connection.execute(
        insert(matches),
        [
            {
                "seek": seek.seek,
                "player": seek.player,
                "opponent": opponent.player,
                "game": game.id,
                "side": int(seek.side),
                "at": micros(now),
            }
            for seek, opponent in ((found.white, found.black), (found.black, found.white))
        ],
    )
    return found


def end_seek(player: str, seek: str | None, connection: Connection, _maybe_done: bool) -> None:
    """Delete a player's seek. If an id is given, another seek stays."""
    chosen = seeks.c.player == player if seek is None else (seeks.c.player == player) & (seeks.c.id == seek)
    connection.execute(delete(seeks).where(chosen))


def renew(players: Sequence[str], expires: float, connection: Connection, _maybe_done: bool) -> None:
    """Let the seeks of players expire at a time, except those that are being paired."""
    free = select(seeks.c.player).where(seeks.c.player.in_(players)).with_for_update(skip_locked=True)
    found = list(connection.scalars(free))
    if found:
        connection.execute(update(seeks).where(seeks.c.player.in_(found)).values(expires=micros(expires)))


def delete_expired(now: float, forget_before: float, connection: Connection, _maybe_done: bool) -> None:
    """Delete seeks that have expired, and what became of seeks a while ago."""
    expired = select(seeks.c.player).where(seeks.c.expires <= micros(now)).with_for_update(skip_locked=True)
    players = list(connection.scalars(expired))
    if players:
        connection.execute(delete(seeks).where(seeks.c.player.in_(players), seeks.c.expires <= micros(now)))
    connection.execute(delete(matches).where(matches.c.at < micros(forget_before)))


# reading


def waiting_seeks(connection: Connection) -> list[SeekRow]:
    """Return all stored seeks, the longest waiting first."""
    return [_seek_of(row) for row in connection.execute(_WAITING).mappings()]


def find_match(player: str, seek: str, connection: Connection) -> MatchedSeek | None:
    """Return what a player's seek led to, or None."""
    row = connection.execute(_MATCH, {"seek": seek, "player": player}).one_or_none()
    return None if row is None else MatchedSeek(row.seek, row.player, row.game, Color(row.side))


def latest_match(player: str, since: float, connection: Connection) -> MatchedSeek | None:
    """Return the latest match of a player since a time, unless its game has ended."""
    row = connection.execute(_LATEST_MATCH, {"player": player, "since": micros(since)}).one_or_none()
    return None if row is None else MatchedSeek(row.seek, row.player, row.game, Color(row.side))


def _unopened_match(connection: Connection, player: str, now: float) -> Match | None:
    """Return the match that a player has just been given, unless the game has begun or ended."""
    found = _matches(connection, _UNOPENED, {"player": player, "since": micros(now - _JUST_NOW)})
    return found[0] if found else None


def _matches_since(connection: Connection, at: float) -> tuple[Match, ...]:
    return _matches(connection, _MATCHES.where(matches.c.at >= bindparam("since")), {"since": micros(at)})


def _matches(connection: Connection, chosen: Select[Any], parameters: Mapping[str, object]) -> tuple[Match, ...]:
    by_game: defaultdict[str, list[MatchedSeek]] = defaultdict(list)
    for row in connection.execute(chosen, parameters):
        by_game[row.game].append(MatchedSeek(row.seek, row.player, row.game, Color(row.side)))
    return tuple(Match(game, white, black) for game, (white, black) in by_game.items())


def _with_past(connection: Connection, rows: Sequence[SeekRow]) -> list[WaitingSeek]:
    """Return seeks for the matching, with the recent games of their players."""
    past: defaultdict[str, list[PastGame]] = defaultdict(list)
    for game in connection.execute(_PAST, {"players": [row.player for row in rows]}):
        past[game.player].append(PastGame(game.opponent, Color(game.side)))
    return [
        WaitingSeek(
            row.id,
            row.player,
            row.rating,
            row.deviation,
            row.since,
            row.lowest,
            row.highest,
            tuple(past[row.player]),
        )
        for row in rows
    ]


def _values(seek: SeekRow) -> dict[str, Any]:
    values = msgspec.structs.asdict(seek)
    return {**values, "clock": clock_text(seek.clock), "since": micros(seek.since), "expires": micros(seek.expires)}


def _seek_of(row: RowMapping) -> SeekRow:
    values = {**row, "clock": _read_clock(row["clock"])}
    return SeekRow(**{**values, "since": seconds(row["since"]), "expires": seconds(row["expires"])})


# the statements

_LOCK_PLAYER: Final = select(func.pg_advisory_xact_lock(_PLAYER_LOCKS, func.hashtext(bindparam("player"))))
_LOCK_TERMS: Final = select(func.pg_try_advisory_xact_lock(_LOCKS, func.hashtext(bindparam("terms"))))
_OWN_SEEK: Final = (
    select(seeks.c.id, seeks.c.terms, seeks.c.since).where(seeks.c.player == bindparam("player")).with_for_update()
)


def _upsert(insert_into: Any) -> Any:
    new = insert_into(seeks)
    values = {column.name: new.excluded[column.name] for column in seeks.c}
    return new.on_conflict_do_update(index_elements=[seeks.c.player], set_=values)


_STORE_SEEK: Final = {"sqlite": _upsert(sqlite.insert), "postgresql": _upsert(postgresql.insert)}
_WAITING: Final = select(seeks).order_by(seeks.c.since)
_IS_WAITING: Final = (seeks.c.terms == bindparam("terms"), seeks.c.expires > bindparam("now"))
_OLDEST: Final = _WAITING.where(*_IS_WAITING).limit(_MAX_WAITING).with_for_update(skip_locked=True)
_COUNT: Final = select(func.count()).select_from(seeks).where(*_IS_WAITING)
_DELETE_BOTH: Final = delete(seeks).where(seeks.c.id.in_(bindparam("ids", expanding=True)))
_MATCHES: Final = select(matches).order_by(matches.c.game, matches.c.side)
_MATCH: Final = select(matches).where(matches.c.seek == bindparam("seek"), matches.c.player == bindparam("player"))
_IS_RECENT: Final = (matches.c.player == bindparam("player"), matches.c.at >= bindparam("since"), ~games.c.ended)
_LATEST_MATCH: Final = (
    select(matches).join(games, games.c.id == matches.c.game).where(*_IS_RECENT).order_by(matches.c.at.desc()).limit(1)
)
_UNOPENED: Final = _MATCHES.where(
    matches.c.game
    == select(matches.c.game)
    .join(games, games.c.id == matches.c.game)
    .where(*_IS_RECENT, games.c.ply < 1)
    .limit(1)
    .scalar_subquery()
)
_RANKED: Final = (
    select(
        matches.c.player,
        matches.c.opponent,
        matches.c.side,
        func.row_number().over(partition_by=matches.c.player, order_by=matches.c.at.desc()).label("number"),
    )
    .where(matches.c.player.in_(bindparam("players", expanding=True)))
    .subquery()
)
_PAST: Final = select(_RANKED).where(_RANKED.c.number <= _PAST_GAMES).order_by(_RANKED.c.player, _RANKED.c.number)
