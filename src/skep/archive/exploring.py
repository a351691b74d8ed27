"""How a position was played: which moves, how often, by whom, with what results.

Counts of the opening come from the tallies, by whole months; the days beside whole months, and all other positions,
from the turns, which lie in the order of this question. The statements hold whole numbers only, written out: they
are put together of as many parts as there are moves, and a part with parameters costs more than its answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection, text

from skep.archive.filters import EVERY_GAME, Filters
from skep.archive.finding import Entry, entries, player_names, player_number
from skep.archive.kept import values_of
from skep.archive.keys import ENDED, RESULTS, in_rules, is_opening, signed
from skep.archive.tables import tallies, turns
from skep.board import Board
from skep.editions import EDITIONS, Edition
from skep.errors import SkepError
from skep.moves import Move
from skep.pieces import Color

__all__ = ["Explored", "ExploredMove", "explore"]

_LATEST: Final = 10
"""Games of each move that are looked at for its players, and most that are told behind a position."""
_PLAYERS: Final = 5
_PARTS: Final = 200
"""Of one statement: SQLite takes at most 500."""

Counts = list[int]
"""Games by result, in the order of RESULTS."""


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was played, with those that lead to the same position, turned or mirrored."""

    move: Move
    uhp: str
    games: int
    white: int
    draws: int
    black: int
    unfinished: int
    players: tuple[str, ...]
    """Who played it most often among its latest games."""
    value: float | None
    """What the engine thought of the position it leads to, in units, White's view."""
    depth: int | None
    """How deep it looked."""


@dataclass(frozen=True, slots=True)
class Explored:
    """How a position was played. A game that came back to it counts once, and once for each move."""

    games: int
    white: int
    draws: int
    black: int
    unfinished: int
    moves: tuple[ExploredMove, ...]
    """The most frequent first."""
    behind: tuple[Entry, ...]
    """The latest games with this position."""


NOTHING: Final = Explored(0, 0, 0, 0, 0, (), ())


def explore(connection: Connection, board: Board, filters: Filters = EVERY_GAME) -> Explored:
    """How the position on the board was played, in games of its game type."""
    if filters.game_type not in (None, board.game_type):
        return NOTHING
    question = _Question.of(connection, board, filters)
    if question is None:
        return NOTHING
    pairs = question.counts()
    total, moves = [0, 0, 0, 0], defaultdict[int, Counts](lambda: [0, 0, 0, 0])
    for (_key, next_, again), counts in pairs.items():
        for result, games in enumerate(counts):
            total[result] += games * (not again)
            moves[next_][result] += games
    latest = question.latest({(key, next_) for (key, next_, _again), counts in pairs.items() if any(counts)})
    told = _moves(connection, board, moves, _players(connection, latest, board.to_move))
    behind = sorted({(row.date, row.game) for row in latest}, reverse=True)[:_LATEST]
    white, draws, black, unfinished = total
    told_behind = tuple(entries(connection, [game for _date, game in behind]))
    return Explored(sum(total), white, draws, black, unfinished, told, told_behind)


@dataclass(frozen=True, slots=True)
class _Latest:
    """A late game of a move."""

    next: int
    date: int
    game: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class _Question:
    """A position and the filters, as the tables have them."""

    connection: Connection
    keys: tuple[int, ...]
    opening: bool
    days: tuple[int, int] | None
    result: int | None
    player: int | None
    side: Color | None

    @classmethod
    def of(cls, connection: Connection, board: Board, filters: Filters) -> _Question | None:
        """The question; None when no game can be the answer."""
        player = None if filters.player is None else player_number(connection, filters.player)
        if player is None and filters.player is not None:
            return None
        key = board.symmetric_key()
        pieces = sum(len(stack) for stack in board.stacks.values())
        return cls(
            connection,
            tuple(in_rules(key, board.game_type, edition) for edition in _editions(board, filters)),
            is_opening(pieces),
            filters.days,
            None if filters.result is None else RESULTS.index(filters.result),
            player,
            filters.side,
        )

    def counts(self) -> dict[tuple[int, int, int], Counts]:
        """Games by result, for each key, what followed, and whether the game is counted for the position already."""
        if self.player is None and self.opening:
            return self._tallied()
        return self._turned(f"key IN ({_listed(self.keys)}) AND {self._whose}{self._when(self.days)}")

    def _tallied(self) -> dict[tuple[int, int, int], Counts]:
        first, last = (0, 0) if self.days is None else _whole_months(self.days)
        counted = "{}" if self.days is None else f"CASE WHEN month BETWEEN {first:d} AND {last:d} THEN {{}} ELSE 0 END"
        sums = ", ".join(f"SUM({counted.format(name)})" for name in ("white", "draws", "black", "unfinished"))
        asked = (
            f"SELECT key, next, again, {sums} FROM {tallies.name} WHERE key IN ({_listed(self.keys)}) GROUP BY 1, 2, 3"
        )
        found = {
            (key, next_, again): [int(count) for count in counts]
            for key, next_, again, *counts in self.connection.execute(text(asked)).all()
        }
        for days in () if self.days is None else _beside_months(self.days, first, last):
            nexts = _listed({next_ for _key, next_, _again in found})
            where = f"key IN ({_listed(self.keys)}) AND player = 0 AND next IN ({nexts}){self._when(days)}"
            for pair, counts in self._turned(where).items() if nexts else ():
                found[pair] = [old + new for old, new in zip(found[pair], counts, strict=True)]
        if self.result is not None:
            found = {pair: [n * (at == self.result) for at, n in enumerate(counts)] for pair, counts in found.items()}
        return found

    def _turned(self, where: str) -> dict[tuple[int, int, int], Counts]:
        found = defaultdict[tuple[int, int, int], Counts](lambda: [0, 0, 0, 0])
        grouped = f"SELECT key, next, again, result, COUNT(*) FROM {turns.name} WHERE {where} GROUP BY 1, 2, 3, 4"
        for key, next_, again, result, games in self.connection.execute(text(grouped)).all():
            found[key, next_, again][result] = games
        return found

    def latest(self, pairs: Iterable[tuple[int, int]]) -> list[_Latest]:
        """The latest games of each pair of a position and what followed."""
        wanted = sorted(pairs)
        found = list[_Latest]()
        for first in range(0, len(wanted), _PARTS):
            parts = [self._latest_of(key, next_) for key, next_ in wanted[first : first + _PARTS]]
            found += [_Latest(*row) for row in self.connection.execute(text(" UNION ALL ".join(parts))).all()]
        return found

    def _latest_of(self, key: int, next_: int) -> str:
        rows = (
            f"SELECT next, date, game, white, black FROM {turns.name} "
            f"WHERE key = {key:d} AND {self._whose} AND next = {next_:d}{self._when(self.days)}"
        )
        return f"SELECT * FROM ({rows} ORDER BY date DESC, game DESC LIMIT {_LATEST}) AS part"

    @property
    def _whose(self) -> str:
        """The player's rows: of the opening they stand apart, elsewhere they are picked out of all."""
        number, side = self.player, self.side
        if number is None:
            return "player = 0"
        if not self.opening:
            sides = {Color.WHITE: f"white = {number:d}", Color.BLACK: f"black = {number:d}"}
            return f"player = 0 AND ({' OR '.join(sides.values()) if side is None else sides[side]})"
        white, black = 2 * number, 2 * number + 1
        if side is not None:
            return f"player = {(white, black)[side]:d}"
        # a game of somebody against themselves has two rows
        return f"player IN ({white:d}, {black:d}) AND NOT (player = {black:d} AND white = {number:d})"

    def _when(self, days: tuple[int, int] | None) -> str:
        told = "" if days is None else f" AND date BETWEEN {days[0]:d} AND {days[1]:d}"
        return told if self.result is None else f"{told} AND result = {self.result:d}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"{number:d}" for number in sorted(numbers))


def _whole_months(days: tuple[int, int]) -> tuple[int, int]:
    """The first and the last month that lie between two days entirely.

    >>> _whole_months((20260100, 20260399)), _whole_months((20260115, 20260315))
    ((202601, 202603), (202602, 202602))
    """
    return -(-days[0] // 100), (days[1] - 99) // 100


def _beside_months(days: tuple[int, int], first: int, last: int) -> list[tuple[int, int]]:
    """The days before and after the whole months.

    >>> _beside_months((20260115, 20260315), 202602, 202602)
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


def _players(connection: Connection, latest: Iterable[_Latest], mover: Color) -> dict[int, tuple[str, ...]]:
    """For each move, who played it most often among its latest games."""
    rows = defaultdict[int, list[_Latest]](list)
    for row in latest:
        rows[row.next].append(row)
    chosen: dict[int, list[int]] = {}
    for next_, some in rows.items():
        some.sort(key=lambda row: (-row.date, -row.game))
        counts = Counter((row.white, row.black)[mover] for row in some[:_LATEST])
        del counts[0]
        chosen[next_] = [number for number, _count in counts.most_common(_PLAYERS)]
    names = player_names(connection, {number for numbers in chosen.values() for number in numbers})
    return {next_: tuple(names[number] for number in numbers) for next_, numbers in chosen.items()}


def _moves(
    connection: Connection, board: Board, counts: dict[int, Counts], players: dict[int, tuple[str, ...]]
) -> tuple[ExploredMove, ...]:
    """The moves that lead to the positions that followed, the most frequent first."""
    keys = {next_: in_rules(next_, board.game_type, board.edition) for next_, count in counts.items() if any(count)}
    values = values_of(connection, list(keys.values()))
    told = list[ExploredMove]()
    for next_, move in _moves_to(board, {next_ for next_ in keys if next_ != ENDED}).items():
        white, draws, black, unfinished = counts[next_]
        value, depth = values.get(keys[next_], (None, None))
        told.append(
            ExploredMove(
                move=move,
                uhp=board.uhp(move),
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
    return tuple(sorted(told, key=lambda move: -move.games))


def _moves_to(board: Board, wanted: set[int]) -> dict[int, Move]:
    """A move to each of the positions that followed, in the board's edition or else in one that allows it."""
    found: dict[int, Move] = {}
    position = board.position()
    for edition in (board.edition, *(edition for edition in EDITIONS if edition != board.edition)):
        if wanted <= found.keys():
            break
        try:
            ahead = Board.from_position(replace(position, edition=edition)).keys_ahead()
        except SkepError:
            continue  # a position that this rulebook cannot reach
        for move, key in ahead:
            if signed(key) in wanted:
                found.setdefault(signed(key), move)
    return found
