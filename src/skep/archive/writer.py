"""Adding games: assigning ids, detecting duplicates and counting opening positions. There is one writer at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, or_, select

from skep.archive.chunks import chunks
from skep.archive.dates import UNKNOWN_DATE
from skep.archive.digests import save_digests
from skep.archive.keys import fold_name, rules_salt, to_signed
from skep.archive.prepared import PreparedGame
from skep.archive.removal import remove_games
from skep.archive.tables import games, players, records, turns
from skep.archive.turn_rows import NumberedGame, count_turns, tally_rows, turn_rows
from skep.editions import GameType, find_edition

__all__ = ["AddResult", "add_games", "lock_writers", "rename_players"]

_LOCK: Final = 0x736B6571
"""The key of PostgreSQL's advisory lock for writers."""


@dataclass(frozen=True, slots=True)
class AddResult:
    """The id of a game that was added, and whether it was stored before."""

    id: int
    is_duplicate: bool


def lock_writers(connection: Connection) -> None:
    """Wait until no other connection changes the games. The lock is held to the end of the transaction."""
    if connection.dialect.name == "postgresql":
        # SQLite needs no lock: BEGIN IMMEDIATE already excludes other writers.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def add_games(
    connection: Connection, batch: Sequence[PreparedGame], now: int, import_id: str | None = None
) -> list[AddResult]:
    """Add games in one transaction. Returns a result for each. New games belong to the import."""
    lock_writers(connection)
    player_ids = _player_ids(connection, batch)
    stored = _StoredGames(connection, batch)
    next_id = (connection.execute(select(func.max(games.c.id))).scalar() or 0) + 1
    new: dict[int, NumberedGame] = {}
    results = list[AddResult]()
    for game in batch:
        white, black = player_ids[fold_name(game.white)], player_ids[fold_name(game.black)]
        bare = stored.find_bare(game)
        id_ = stored.find_duplicate(game, white, black) if bare is None else None
        origin = import_id
        if bare is not None:
            # a game that was stored before still belongs to its own import
            origin = new[bare].import_id if bare in new else _remove_bare(connection, bare, game)
        if id_ is None:
            id_ = next_id if bare is None else bare
            new[id_] = NumberedGame(id_, white, black, game, origin)
            stored.add(new[id_])
        results.append(AddResult(id_, is_duplicate=id_ != next_id))
        next_id = max(next_id, id_ + 1)
    if new:
        _write(connection, list(new.values()), now)
    pairs = zip(batch, results, strict=True)
    save_digests(connection, {game.digest: (result.id, game.moves) for game, result in pairs if game.digest})
    return results


def rename_players(connection: Connection, game: PreparedGame, now: int) -> None:
    """Give the game with the same source and key the names of another record of it. Former names are forgotten."""
    lock_writers(connection)
    joined = select(games, records.c.text).join(records, records.c.game == games.c.id)
    row = connection.execute(
        joined.where(games.c.source == game.source, games.c.source_key == game.source_key)
    ).one_or_none()
    ids = _player_ids(connection, [game])
    white, black = ids[fold_name(game.white)], ids[fold_name(game.black)]
    if row is None or (row.white, row.black) == (white, black):
        return
    stored = replace(game, date=row.date, result=row.result)
    remove_games(connection, [NumberedGame(row.id, row.white, row.black, stored)])
    _write(connection, [NumberedGame(row.id, white, black, stored, row.import_id)], now)
    for former in {row.white, row.black} - {0, white, black}:
        named = select(games.c.id).where(or_(games.c.white == former, games.c.black == former))
        connection.execute(delete(players).where(players.c.id == former, ~named.exists()))


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

    def add(self, new: NumberedGame) -> None:
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


def _remove_bare(connection: Connection, id_: int, duplicate: PreparedGame) -> str | None:
    """Remove a bare game, given a duplicate from which its positions can be derived. Returns the id of its import."""
    row = connection.execute(select(games.c.edition, games.c.result, games.c.import_id).where(games.c.id == id_)).one()
    salt = rules_salt(GameType.parse(duplicate.game_type), find_edition(duplicate.edition))
    bare_salt = rules_salt(GameType.parse(duplicate.game_type), find_edition(row.edition))
    keys = [key ^ to_signed(salt) ^ to_signed(bare_salt) for key in duplicate.keys]
    bare = replace(duplicate, keys=keys, result=row.result, date=UNKNOWN_DATE)
    remove_games(connection, [NumberedGame(id_, 0, 0, bare)])
    import_id: str | None = row.import_id
    return import_id


def _write(connection: Connection, new: Sequence[NumberedGame], now: int) -> None:
    connection.execute(insert(games), [_game_row(one, now) for one in new])
    connection.execute(insert(records), [{"game": one.id, "text": one.game.text} for one in new])
    rows = [row for one in new for row in turn_rows(one)]
    # Rows are written in the order of the primary key, so that each database page is loaded once per batch.
    rows.sort()
    names = [column.name for column in turns.columns]
    connection.execute(insert(turns), [dict(zip(names, row, strict=True)) for row in rows])
    count_turns(connection, tally_rows(rows, new))


def _game_row(new: NumberedGame, now: int) -> dict[str, Any]:
    summary = ("date", "game_type", "edition", "result", "reason", "plies", "event", "moves", "opening", "final")
    names = (*summary, "clock", "source", "source_key")
    values = {name: getattr(new.game, name) for name in names}
    return {"id": new.id, "white": new.white, "black": new.black, "added": now, "import_id": new.import_id, **values}
