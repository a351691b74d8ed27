"""Writing games: numbers for players and games, duplicates recognised, positions counted. One writer at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text

from skep.archive.dates import NEVER
from skep.archive.keys import Prepared, folded, rules_word, signed
from skep.archive.tables import games, players, records, tallies, turns
from skep.editions import GameType, find_edition

__all__ = ["Added", "add"]

Item = TypeVar("Item")

_LOCK: Final = 0x736B6571
"""The number of PostgreSQL's advisory lock for writers."""
_ASKED_AT_ONCE: Final = 500
_COUNT: Final = text(
    f"INSERT INTO {tallies.name} (key, next, month, again, white, draws, black, unfinished) "
    "VALUES (:key, :next, :month, :again, :white, :draws, :black, :unfinished) "
    "ON CONFLICT (key, next, month, again) DO UPDATE SET "
    + ", ".join(f"{name} = {tallies.name}.{name} + excluded.{name}" for name in ("white", "draws", "black"))
    + f", unfinished = {tallies.name}.unfinished + excluded.unfinished"
)
"""Both databases say it alike, and SQLAlchemy differently for each."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a game: its number in the database, and whether it was there already."""

    id: int
    known: bool


def add(connection: Connection, wanted: Sequence[Prepared], now: int) -> list[Added]:
    """Add games in one transaction; returns what became of each."""
    if connection.dialect.name == "postgresql":
        # SQLite's writing transactions exclude each other from their beginning
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    numbers = _player_numbers(connection, wanted)
    known = _Known(connection, wanted)
    next_id = (connection.execute(select(func.max(games.c.id))).scalar() or 0) + 1
    fresh: dict[int, _Fresh] = {}
    added = list[Added]()
    for game in wanted:
        white, black = numbers[folded(game.white)], numbers[folded(game.black)]
        bare = known.bare(game)
        id_ = known.find(game, white, black) if bare is None else None
        if bare is not None and bare not in fresh:
            _take_out(connection, bare, game)
        if id_ is None:
            id_ = next_id if bare is None else bare
            fresh[id_] = _Fresh(id_, white, black, game)
            known.note(fresh[id_])
        added.append(Added(id_, known=id_ != next_id))
        next_id = max(next_id, id_ + 1)
    if fresh:
        _write(connection, list(fresh.values()), now)
    return added


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A game that was not there, with its numbers."""

    id: int
    white: int
    black: int
    game: Prepared


def _player_numbers(connection: Connection, wanted: Sequence[Prepared]) -> dict[str, int]:
    """The number of each player by the folded name; those who are new get one. Nobody is number 0."""
    names: dict[str, str] = {}
    for game in wanted:
        for name in (game.white, game.black):
            names.setdefault(folded(name), " ".join(name.split()))
    names.pop("", None)
    numbers = {"": 0}
    for some in _parts(names):
        found = connection.execute(select(players.c.folded, players.c.id).where(players.c.folded.in_(some)))
        numbers.update((row.folded, row.id) for row in found)
    if new := [name for name in names if name not in numbers]:
        first = (connection.execute(select(func.max(players.c.id))).scalar() or 0) + 1
        rows = [{"id": first + at, "name": names[name], "folded": name} for at, name in enumerate(new)]
        connection.execute(insert(players), rows)
        numbers.update((row["folded"], row["id"]) for row in rows)  # type: ignore[misc]
    return numbers


class _Known:
    """The games that are there already, as far as they may be the same as some that are wanted."""

    def __init__(self, connection: Connection, wanted: Sequence[Prepared]) -> None:
        self._connection = connection
        self._by_moves = defaultdict[int, dict[int, _Told]](dict)
        self._by_source: dict[tuple[str, str], int] = {}
        columns = (games.c.white, games.c.black, games.c.date, games.c.source, games.c.source_key)
        for moves in _parts(sorted({game.moves for game in wanted})):
            for row in connection.execute(select(games.c.moves, games.c.id, *columns).where(games.c.moves.in_(moves))):
                self._by_moves[row.moves][row.id] = _Told(*row[2:], text=None)
        keys = sorted({game.source_key for game in wanted if game.source_key is not None})
        for some in _parts(keys):
            for named in connection.execute(select(games).where(games.c.source_key.in_(some))):
                self._by_source[named.source, named.source_key] = named.id

    def find(self, game: Prepared, white: int, black: int) -> int | None:
        """The number of the same game, if there is one.

        The same are games of the same moves, turned or not, between the same players on the same day. A record
        that says neither is the same as any of the same moves. One source's own names overrule the rest.
        """
        if game.source_key is not None and (game.source, game.source_key) in self._by_source:
            return self._by_source[game.source, game.source_key]
        for id_, told in self._by_moves[game.moves].items():
            same = game.is_nameless or (told.white, told.black, told.date) == (white, black, game.date)
            if same and not told.is_apart_from(game):
                return id_
        return None

    def bare(self, game: Prepared) -> int | None:
        """The number of a game of the same moves of which nothing else is known, when more is known of this one."""
        if game.is_bare:
            return None
        for id_, told in self._by_moves[game.moves].items():
            if not (told.white or told.black or told.date or told.source_key) and "{" not in self._text(id_, told):
                return id_
        return None

    def _text(self, id_: int, told: _Told) -> str:
        if told.text is not None:
            return told.text
        text: str = self._connection.execute(select(records.c.text).where(records.c.game == id_)).scalar_one()
        return text

    def note(self, fresh: _Fresh) -> None:
        """Know a game that is being added."""
        game = fresh.game
        told = _Told(fresh.white, fresh.black, game.date, game.source, game.source_key, game.text)
        self._by_moves[game.moves][fresh.id] = told
        if game.source_key is not None:
            self._by_source[game.source, game.source_key] = fresh.id


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a game beside its moves."""

    white: int
    black: int
    date: int
    source: str
    source_key: str | None
    text: str | None

    def is_apart_from(self, game: Prepared) -> bool:
        """Whether one source knows the two as different games."""
        return self.source == game.source and None not in (self.source_key, game.source_key)


def _take_out(connection: Connection, id_: int, same: Prepared) -> None:
    """Remove a bare game, whose moves are those of another."""
    row = connection.execute(select(games.c.edition, games.c.result).where(games.c.id == id_)).one()
    word = rules_word(GameType.parse(same.game_type), find_edition(same.edition))
    its_word = rules_word(GameType.parse(same.game_type), find_edition(row.edition))
    keys = [key ^ signed(word) ^ signed(its_word) for key in same.keys]
    gone = _Fresh(id_, 0, 0, replace(same, keys=keys, result=row.result, date=NEVER))
    rows = list(_turn_rows(gone))
    mine = and_(*(turns.c[name] == bindparam(f"{name}_") for name in ("key", "player", "next", "date", "game")))
    names = ("key_", "player_", "next_", "date_", "game_")
    connection.execute(delete(turns).where(mine), [dict(zip(names, turn[:5], strict=True)) for turn in rows])
    connection.execute(_COUNT, [_less(count) for count in _counted(rows, [gone])])
    connection.execute(delete(games).where(games.c.id == id_))
    connection.execute(delete(records).where(records.c.game == id_))


def _less(count: dict[str, int]) -> dict[str, int]:
    return count | {name: -count[name] for name in ("white", "draws", "black", "unfinished")}


def _write(connection: Connection, fresh: Sequence[_Fresh], now: int) -> None:
    connection.execute(insert(games), [_game_row(one, now) for one in fresh])
    connection.execute(insert(records), [{"game": one.id, "text": one.game.text} for one in fresh])
    rows = [row for one in fresh for row in _turn_rows(one)]
    # neighbours in the table are written together: a page is fetched once a batch
    rows.sort()
    names = [column.name for column in turns.columns]
    connection.execute(insert(turns), [dict(zip(names, row, strict=True)) for row in rows])
    if counted := _counted(rows, fresh):
        connection.execute(_COUNT, counted)


def _game_row(one: _Fresh, now: int) -> dict[str, Any]:
    game = one.game
    names = ("date", "game_type", "edition", "result", "reason", "plies", "event", "source", "source_key", "moves")
    known = {name: getattr(game, name) for name in names}
    return {"id": one.id, "white": one.white, "black": one.black, "added": now, **known}


Row = tuple[int, int, int, int, int, int, int, int, int]
"""Of the table of turns, its columns in their order."""


def _turn_rows(one: _Fresh) -> Iterator[Row]:
    """A row for each position and what followed it, once however often the game came back to it."""
    game, seen, met = one.game, set[tuple[int, int]](), set[int]()
    rest = (one.game.date, one.id)
    for key, next_, opening in zip(game.keys, game.nexts, game.openings, strict=True):
        if (key, next_) in seen:
            continue
        seen.add((key, next_))
        told = (int(key in met), game.result, one.white, one.black)
        met.add(key)
        yield (key, 0, next_, *rest, *told)
        if opening:
            if one.white:
                yield (key, 2 * one.white, next_, *rest, *told)
            if one.black:
                yield (key, 2 * one.black + 1, next_, *rest, *told)


def _counted(rows: Iterable[Row], fresh: Sequence[_Fresh]) -> list[dict[str, int]]:
    """The rows of the opening, added up."""
    openings = {key for one in fresh for key, opening in zip(one.game.keys, one.game.openings, strict=True) if opening}
    counts = defaultdict[tuple[int, int, int, int], list[int]](lambda: [0, 0, 0, 0])
    for key, player, next_, date, _game, again, result, _white, _black in rows:
        if player == 0 and key in openings:
            counts[key, next_, date // 100, again][result] += 1
    names = ("key", "next", "month", "again", "white", "draws", "black", "unfinished")
    return [dict(zip(names, (*key, *count), strict=True)) for key, count in counts.items()]


def _parts(items: Iterable[Item]) -> Iterator[list[Item]]:
    """A few hundred at a time: databases bound how many values a question may hold."""
    items = list(items)
    for first in range(0, len(items), _ASKED_AT_ONCE):
        yield items[first : first + _ASKED_AT_ONCE]
