"""The opening explorer: the moves played in a position, with their frequency, players and results.

Opening positions are counted by month in the tallies table. Days outside whole months, and all other positions, are
counted in the turns table, whose primary key matches these queries. The SQL contains literal integers and no
parameters: a query has one part per move, and binding parameters for each part would take longer than executing it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection, text

from skep.archive.filters import EVERY_GAME, Filters
from skep.archive.keys import END, RESULTS, is_opening, salted_key, to_signed
from skep.archive.queries import ArchiveEntry, entries_by_id, player_id, player_names
from skep.archive.saved import evaluations
from skep.archive.tables import tallies, turns
from skep.board import Board
from skep.editions import EDITIONS, Edition
from skep.errors import SkepError
from skep.moves import Move
from skep.pieces import Color
from skep.views import MoveView, move_parts

__all__ = ["ExploredMove", "ExplorerResult", "explore"]

_MAX_LATEST: Final = 10
"""Maximum number of latest games per position, and per move to determine its players."""
_MAX_PLAYERS: Final = 5
_MAX_UNIONS: Final = 200
"""Maximum number of parts of a UNION. SQLite allows 500."""

Counts = list[int]
"""Numbers of games by result, in the order of RESULTS."""
Pair = tuple[int, int, int]
"""A position key, the key of the next position, and 1 if the game has another row for the position."""


class ExploredMove(MoveView, frozen=True, kw_only=True, gc=False):
    """A move that was played. Moves to the same position, rotated or mirrored, are combined."""

    games: int
    white: int
    draws: int
    black: int
    unfinished: int
    players: tuple[str, ...]
    """The most frequent players of the move in its latest games."""
    value: float | None
    """The engine's evaluation of the position after the move, in units from White's side, or None."""
    depth: int | None
    """The search depth of the evaluation, or None."""


@dataclass(frozen=True, slots=True)
class ExplorerResult:
    """Statistics of a position. A game that repeats it counts once in total, and once for each move."""

    games: int
    white: int
    draws: int
    black: int
    unfinished: int
    moves: tuple[ExploredMove, ...]
    """The moves, the most frequent first."""
    latest_games: tuple[ArchiveEntry, ...]
    """The latest games with this position."""


NO_GAMES: Final = ExplorerResult(0, 0, 0, 0, 0, (), ())


def explore(connection: Connection, board: Board, filters: Filters = EVERY_GAME) -> ExplorerResult:
    """Return the statistics of the position on the board, in games of its game type."""
    if filters.game_type not in (None, board.game_type):
        return NO_GAMES
    query = _Query.create(connection, board, filters)
    if query is None:
        return NO_GAMES
    pairs = query.counts()
    total, moves = [0, 0, 0, 0], defaultdict[int, Counts](lambda: [0, 0, 0, 0])
    for (_key, next_, again), counts in pairs.items():
        for result, games in enumerate(counts):
            total[result] += games * (not again)
            moves[next_][result] += games
    latest = query.latest({(key, next_) for (key, next_, _again), counts in pairs.items() if any(counts)})
    explored = _moves(connection, board, moves, _players(connection, latest, board.turn))
    latest_ids = sorted({(row.date, row.game) for row in latest}, reverse=True)[:_MAX_LATEST]
    latest_games = tuple(entries_by_id(connection, [game for _date, game in latest_ids]))
    white, draws, black, unfinished = total
    return ExplorerResult(sum(total), white, draws, black, unfinished, explored, latest_games)


@dataclass(frozen=True, slots=True)
class _LatestGame:
    """One of the latest games with a move."""

    next: int
    date: int
    game: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class _Query:
    """A position and the filters, in terms of the tables."""

    connection: Connection
    keys: tuple[int, ...]
    opening: bool
    days: tuple[int, int] | None
    result: int | None
    player: int | None
    side: Color | None

    @classmethod
    def create(cls, connection: Connection, board: Board, filters: Filters) -> _Query | None:
        """Return the query for a position, or None if no game can match."""
        player = None if filters.player is None else player_id(connection, filters.player)
        if player is None and filters.player is not None:
            return None
        key = board.symmetric_key()
        pieces = sum(len(stack) for stack in board.stacks.values())
        return cls(
            connection,
            tuple(salted_key(key, board.game_type, edition) for edition in _editions(board, filters)),
            is_opening(pieces),
            filters.days,
            None if filters.result is None else RESULTS.index(filters.result),
            player,
            filters.side,
        )

    def counts(self) -> dict[Pair, Counts]:
        """Return the numbers of games by result for each pair of a position and the next one."""
        if self.player is None and self.opening:
            return self._counts_of_opening()
        return self._count_turns(f"key IN ({_sql_list(self.keys)}) AND {self._player_sql}{self._game_sql(self.days)}")

    def _counts_of_opening(self) -> dict[Pair, Counts]:
        first, last = (0, 0) if self.days is None else _whole_months(self.days)
        column = "{}" if self.days is None else f"CASE WHEN month BETWEEN {first:d} AND {last:d} THEN {{}} ELSE 0 END"
        sums = ", ".join(f"SUM({column.format(name)})" for name in ("white", "draws", "black", "unfinished"))
        query = (
            f"SELECT key, next, again, {sums} FROM {tallies.name} "
            f"WHERE key IN ({_sql_list(self.keys)}) GROUP BY 1, 2, 3"
        )
        totals = {
            (key, next_, again): [int(count) for count in counts]
            for key, next_, again, *counts in self.connection.execute(text(query)).all()
        }
        for days in () if self.days is None else _partial_months(self.days, first, last):
            next_keys = _sql_list({next_ for _key, next_, _again in totals})
            where = f"key IN ({_sql_list(self.keys)}) AND player = 0 AND next IN ({next_keys}){self._game_sql(days)}"
            for pair, counts in self._count_turns(where).items() if next_keys else ():
                totals[pair] = [old + new for old, new in zip(totals[pair], counts, strict=True)]
        if self.result is not None:
            totals = {pair: [n * (at == self.result) for at, n in enumerate(counts)] for pair, counts in totals.items()}
        return totals

    def _count_turns(self, where: str) -> dict[Pair, Counts]:
        totals = defaultdict[Pair, Counts](lambda: [0, 0, 0, 0])
        query = f"SELECT key, next, again, result, COUNT(*) FROM {turns.name} WHERE {where} GROUP BY 1, 2, 3, 4"
        for key, next_, again, result, games in self.connection.execute(text(query)).all():
            totals[key, next_, again][result] = games
        return totals

    def latest(self, pairs: Iterable[tuple[int, int]]) -> list[_LatestGame]:
        """Return the latest games for each pair of a position and the next one."""
        ordered = sorted(pairs)
        latest = list[_LatestGame]()
        for first in range(0, len(ordered), _MAX_UNIONS):
            parts = [self._latest_sql(key, next_) for key, next_ in ordered[first : first + _MAX_UNIONS]]
            latest += [_LatestGame(*row) for row in self.connection.execute(text(" UNION ALL ".join(parts))).all()]
        return latest

    def _latest_sql(self, key: int, next_: int) -> str:
        rows = (
            f"SELECT next, date, game, white, black FROM {turns.name} "
            f"WHERE key = {key:d} AND {self._player_sql} AND next = {next_:d}{self._game_sql(self.days)}"
        )
        return f"SELECT * FROM ({rows} ORDER BY date DESC, game DESC LIMIT {_MAX_LATEST}) AS part"

    @property
    def _player_sql(self) -> str:
        """The condition on players. Opening positions have separate rows per player; others are filtered."""
        number, side = self.player, self.side
        if number is None:
            return "player = 0"
        if not self.opening:
            sides = {Color.WHITE: f"white = {number:d}", Color.BLACK: f"black = {number:d}"}
            return f"player = 0 AND ({' OR '.join(sides.values()) if side is None else sides[side]})"
        white, black = 2 * number, 2 * number + 1
        if side is not None:
            return f"player = {(white, black)[side]:d}"
        # A game of a player against themselves has two rows.
        return f"player IN ({white:d}, {black:d}) AND NOT (player = {black:d} AND white = {number:d})"

    def _game_sql(self, days: tuple[int, int] | None) -> str:
        """Return the conditions on date and result."""
        dates = "" if days is None else f" AND date BETWEEN {days[0]:d} AND {days[1]:d}"
        return dates if self.result is None else f"{dates} AND result = {self.result:d}"


def _sql_list(numbers: Iterable[int]) -> str:
    return ", ".join(f"{number:d}" for number in sorted(numbers))


def _whole_months(days: tuple[int, int]) -> tuple[int, int]:
    """Return the first and the last month that lie entirely between two days.

    >>> _whole_months((20260100, 20260399)), _whole_months((20260115, 20260315))
    ((202601, 202603), (202602, 202602))
    """
    return -(-days[0] // 100), (days[1] - 99) // 100


def _partial_months(days: tuple[int, int], first: int, last: int) -> list[tuple[int, int]]:
    """Return the ranges of days before and after the whole months.

    >>> _partial_months((20260115, 20260315), 202602, 202602)
    [(20260115, 20260199), (20260300, 20260315)]
    """
    if first > last:
        return [days]
    parts = [(days[0], first * 100 - 1), ((last + 1) * 100, days[1])]
    return [part for part in parts if part[0] <= part[1]]


def _editions(board: Board, filters: Filters) -> Sequence[Edition]:
    if filters.edition is not None:
        return (filters.edition,)
    return EDITIONS if board.edition in EDITIONS else (board.edition, *EDITIONS)


def _players(connection: Connection, latest: Iterable[_LatestGame], mover: Color) -> dict[int, tuple[str, ...]]:
    """Return the most frequent players of each move in its latest games."""
    rows = defaultdict[int, list[_LatestGame]](list)
    for row in latest:
        rows[row.next].append(row)
    chosen: dict[int, list[int]] = {}
    for next_, games in rows.items():
        games.sort(key=lambda row: (-row.date, -row.game))
        counts = Counter((row.white, row.black)[mover] for row in games[:_MAX_LATEST])
        del counts[0]
        chosen[next_] = [id_ for id_, _count in counts.most_common(_MAX_PLAYERS)]
    names = player_names(connection, {id_ for ids in chosen.values() for id_ in ids})
    return {next_: tuple(names[id_] for id_ in ids) for next_, ids in chosen.items()}


def _moves(
    connection: Connection, board: Board, counts: dict[int, Counts], players: dict[int, tuple[str, ...]]
) -> tuple[ExploredMove, ...]:
    """Return the moves that lead to the next positions, the most frequent first."""
    keys = {next_: salted_key(next_, board.game_type, board.edition) for next_, count in counts.items() if any(count)}
    values = evaluations(connection, list(keys.values()))
    moves = list[ExploredMove]()
    for next_, move in _moves_to(board, {next_ for next_ in keys if next_ != END}).items():
        white, draws, black, unfinished = counts[next_]
        value, depth = values.get(keys[next_], (None, None))
        piece, origin, to = move_parts(board, move)
        moves.append(
            ExploredMove(
                uhp=board.uhp(move),
                piece=piece,
                origin=origin,
                to=to,
                games=sum(counts[next_]),
                white=white,
                draws=draws,
                black=black,
                unfinished=unfinished,
                players=players.get(next_, ()),
                value=value,
                depth=depth,
            )
        )
    return tuple(sorted(moves, key=lambda move: -move.games))


def _moves_to(board: Board, keys: set[int]) -> dict[int, Move]:
    """Return a move to each of the next positions, in the board's edition or else in one that allows it."""
    moves: dict[int, Move] = {}
    position = board.position()
    for edition in (board.edition, *(edition for edition in EDITIONS if edition != board.edition)):
        if keys <= moves.keys():
            break
        try:
            next_keys = Board.from_position(replace(position, edition=edition)).keys_ahead()
        except SkepError:
            continue  # this edition does not allow the position
        for move, key in next_keys:
            if to_signed(key) in keys:
                moves.setdefault(to_signed(key), move)
    return moves
