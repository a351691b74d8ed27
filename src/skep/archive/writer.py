"""Adding games: assigning ids, detecting duplicates and counting opening positions. There is one writer at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text

from skep.archive.chunks import chunks
from skep.archive.dates import UNKNOWN_DATE
from skep.archive.digests import save_digests
from skep.archive.keys import fold_name, rules_salt, signed
from skep.archive.prepared import PreparedGame
from skep.archive.tables import games, players, records, tallies, turns
from skep.editions import GameType, find_edition

__all__ = ["AddResult", "add_games"]

_LOCK: Final = 0x736B6571
"""The key of PostgreSQL's advisory lock for writers."""
_COUNT: Final = text(
    f"INSERT INTO {tallies.name} (key, next, month, again, white, draws, black, unfinished) "
    "VALUES (:key, :next, :month, :again, :white, :draws, :black, :unfinished) "
    "ON CONFLICT (key, next, month, again) DO UPDATE SET "
    + ", ".join(f"{name} = {tallies.name}.{name} + excluded.{name}" for name in ("white", "draws", "black"))
    + f", unfinished = {tallies.name}.unfinished + excluded.unfinished"
)
"""Written as text because both databases accept it, while SQLAlchemy has a separate construct for each."""


@dataclass(frozen=True, slots=True)
class AddResult:
    """The id of a game that was added, and whether it was stored before."""

    id: int
    is_duplicate: bool


def add_games(connection: Connection, batch: Sequence[PreparedGame], now: int) -> list[AddResult]:
    """Add games in one transaction. Returns a result for each."""
    if connection.dialect.name == "postgresql":
        # SQLite needs no lock: BEGIN IMMEDIATE already excludes other writers.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    player_ids = _player_ids(connection, batch)
    stored = _StoredGames(connection, batch)
    next_id = (connection.execute(select(func.max(games.c.id))).scalar() or 0) + 1
    new: dict[int, _NewGame] = {}
    results = list[AddResult]()
    for game in batch:
        white, black = player_ids[fold_name(game.white)], player_ids[fold_name(game.black)]
        bare = stored.find_bare(game)
        id_ = stored.find_duplicate(game, white, black) if bare is None else None
        if bare is not None and bare not in new:
            _remove_bare(connection, bare, game)
        if id_ is None:
            id_ = next_id if bare is None else bare
            new[id_] = _NewGame(id_, white, black, game)
            stored.add(new[id_])
        results.append(AddResult(id_, is_duplicate=id_ != next_id))
        next_id = max(next_id, id_ + 1)
    if new:
        _write(connection, list(new.values()), now)
    pairs = zip(batch, results, strict=True)
    save_digests(connection, {game.digest: (result.id, game.moves) for game, result in pairs if game.digest})
    return results


@dataclass(frozen=True, slots=True)
class _NewGame:
    """A game to write, with the ids of the game and its players."""

    id: int
    white: int
    black: int
    game: PreparedGame


def _player_ids(connection: Connection, batch: Sequence[PreparedGame]) -> dict[str, int]:
    """Return the ids of the players by folded name, and insert new players. An unknown player has id 0."""
    names: dict[str, str] = {}
    for game in batch:
        for name in (game.white, game.black):
            names.setdefault(fold_name(name), " ".join(name.split()))
    names.pop("", None)
    ids = {"": 0}
    for chunk in chunks(names):
        known = connection.execute(select(players.c.folded, players.c.id).where(players.c.folded.in_(chunk)))
        ids.update((row.folded, row.id) for row in known)
    if new := [name for name in names if name not in ids]:
        first = (connection.execute(select(func.max(players.c.id))).scalar() or 0) + 1
        rows = [{"id": id_, "name": names[name], "folded": name} for id_, name in enumerate(new, first)]
        connection.execute(insert(players), rows)
        ids.update((row["folded"], row["id"]) for row in rows)  # type: ignore[misc]
    return ids


class _StoredGames:
    """The stored games that could be duplicates of a batch."""

    def __init__(self, connection: Connection, batch: Sequence[PreparedGame]) -> None:
        self._connection = connection
        self._by_moves = defaultdict[int, dict[int, _StoredGame]](dict)
        self._by_source: dict[tuple[str, str], int] = {}
        columns = (games.c.white, games.c.black, games.c.date, games.c.source, games.c.source_key)
        for moves in chunks(sorted({game.moves for game in batch})):
            for row in connection.execute(select(games.c.moves, games.c.id, *columns).where(games.c.moves.in_(moves))):
                self._by_moves[row.moves][row.id] = _StoredGame(*row[2:], text=None)
        for keys in chunks(sorted({game.source_key for game in batch if game.source_key is not None})):
            for row in connection.execute(select(games).where(games.c.source_key.in_(keys))):
                self._by_source[row.source, row.source_key] = row.id

    def find_duplicate(self, game: PreparedGame, white: int, black: int) -> int | None:
        """Return the id of a stored duplicate, or None.

        Games are duplicates when they have the same moves, players and date. Rotated and mirrored moves are the same.
        A record with neither players nor a date is a duplicate of any game with the same moves. Keys that one source
        gave to its games take precedence over all this.
        """
        if game.source_key is not None and (game.source, game.source_key) in self._by_source:
            return self._by_source[game.source, game.source_key]
        for id_, stored in self._by_moves[game.moves].items():
            same = game.is_anonymous or (stored.white, stored.black, stored.date) == (white, black, game.date)
            if same and not stored.has_other_key(game):
                return id_
        return None

    def find_bare(self, game: PreparedGame) -> int | None:
        """Return the id of a stored game that has only the same moves, if this game has more than moves."""
        if game.is_bare:
            return None
        for id_, stored in self._by_moves[game.moves].items():
            is_named = stored.white or stored.black or stored.date or stored.source_key
            if not is_named and "{" not in self._text(id_, stored):
                return id_
        return None

    def _text(self, id_: int, stored: _StoredGame) -> str:
        if stored.text is not None:
            return stored.text
        text: str = self._connection.execute(select(records.c.text).where(records.c.game == id_)).scalar_one()
        return text

    def add(self, new: _NewGame) -> None:
        """Include a game of the batch, so that later games are compared with it."""
        game = new.game
        stored = _StoredGame(new.white, new.black, game.date, game.source, game.source_key, game.text)
        self._by_moves[game.moves][new.id] = stored
        if game.source_key is not None:
            self._by_source[game.source, game.source_key] = new.id


@dataclass(frozen=True, slots=True)
class _StoredGame:
    """The data that distinguishes a stored game from others with the same moves."""

    white: int
    black: int
    date: int
    source: str
    source_key: str | None
    text: str | None
    """The record, or None if it has not been loaded."""

    def has_other_key(self, game: PreparedGame) -> bool:
        """Whether the same source gave both games keys. They differ, because games with equal keys match earlier."""
        return self.source == game.source and None not in (self.source_key, game.source_key)


def _remove_bare(connection: Connection, id_: int, duplicate: PreparedGame) -> None:
    """Remove a bare game, given a duplicate from which its positions can be derived."""
    row = connection.execute(select(games.c.edition, games.c.result).where(games.c.id == id_)).one()
    salt = rules_salt(GameType.parse(duplicate.game_type), find_edition(duplicate.edition))
    bare_salt = rules_salt(GameType.parse(duplicate.game_type), find_edition(row.edition))
    keys = [key ^ signed(salt) ^ signed(bare_salt) for key in duplicate.keys]
    removed = _NewGame(id_, 0, 0, replace(duplicate, keys=keys, result=row.result, date=UNKNOWN_DATE))
    rows = list(_turn_rows(removed))
    is_row = and_(*(turns.c[name] == bindparam(f"{name}_") for name in ("key", "player", "next", "date", "game")))
    names = ("key_", "player_", "next_", "date_", "game_")
    connection.execute(delete(turns).where(is_row), [dict(zip(names, turn[:5], strict=True)) for turn in rows])
    connection.execute(_COUNT, [_negate(tally) for tally in _tally_rows(rows, [removed])])
    connection.execute(delete(games).where(games.c.id == id_))
    connection.execute(delete(records).where(records.c.game == id_))


def _negate(tally: dict[str, int]) -> dict[str, int]:
    return tally | {name: -tally[name] for name in ("white", "draws", "black", "unfinished")}


def _write(connection: Connection, new: Sequence[_NewGame], now: int) -> None:
    connection.execute(insert(games), [_game_row(one, now) for one in new])
    connection.execute(insert(records), [{"game": one.id, "text": one.game.text} for one in new])
    rows = [row for one in new for row in _turn_rows(one)]
    # Rows are written in the order of the primary key, so that each database page is loaded once per batch.
    rows.sort()
    names = [column.name for column in turns.columns]
    connection.execute(insert(turns), [dict(zip(names, row, strict=True)) for row in rows])
    if tally_rows := _tally_rows(rows, new):
        connection.execute(_COUNT, tally_rows)


def _game_row(new: _NewGame, now: int) -> dict[str, Any]:
    names = ("date", "game_type", "edition", "result", "reason", "plies", "event", "source", "source_key", "moves")
    values = {name: getattr(new.game, name) for name in names}
    return {"id": new.id, "white": new.white, "black": new.black, "added": now, **values}


Row = tuple[int, int, int, int, int, int, int, int, int]
"""A row of the turns table, its columns in order."""


def _turn_rows(new: _NewGame) -> Iterator[Row]:
    """Yield one row per pair of a position and the next one, even if the game repeats the pair."""
    game, pairs, positions = new.game, set[tuple[int, int]](), set[int]()
    for key, next_, opening in zip(game.keys, game.next_keys, game.openings, strict=True):
        if (key, next_) in pairs:
            continue
        pairs.add((key, next_))
        rest = (next_, game.date, new.id, int(key in positions), game.result, new.white, new.black)
        positions.add(key)
        yield (key, 0, *rest)
        if opening:
            if new.white:
                yield (key, 2 * new.white, *rest)
            if new.black:
                yield (key, 2 * new.black + 1, *rest)


def _tally_rows(rows: Iterable[Row], new: Sequence[_NewGame]) -> list[dict[str, int]]:
    """Return the rows of the tallies table for turns of the opening."""
    openings = {key for one in new for key, opening in zip(one.game.keys, one.game.openings, strict=True) if opening}
    counts = defaultdict[tuple[int, int, int, int], list[int]](lambda: [0, 0, 0, 0])
    for key, player, next_, date, _game, again, result, _white, _black in rows:
        if player == 0 and key in openings:
            counts[key, next_, date // 100, again][result] += 1
    names = ("key", "next", "month", "again", "white", "draws", "black", "unfinished")
    return [dict(zip(names, (*key, *count), strict=True)) for key, count in counts.items()]
