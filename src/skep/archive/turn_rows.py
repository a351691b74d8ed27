"""The rows of the turns and tallies tables that belong to a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, text

from skep.archive.prepared import PreparedGame
from skep.archive.tables import tallies

__all__ = ["NumberedGame", "TurnRow", "count_turns", "tally_rows", "turn_rows"]

_COUNT: Final = text(
    f"INSERT INTO {tallies.name} (key, next, month, again, white, draws, black, unfinished) "
    "VALUES (:key, :next, :month, :again, :white, :draws, :black, :unfinished) "
    "ON CONFLICT (key, next, month, again) DO UPDATE SET "
    + ", ".join(f"{name} = {tallies.name}.{name} + excluded.{name}" for name in ("white", "draws", "black"))
    + f", unfinished = {tallies.name}.unfinished + excluded.unfinished"
)
"""Written as text because both databases accept it, while SQLAlchemy has a separate construct for each."""


@dataclass(frozen=True, slots=True)
class NumberedGame:
    """A game to write or remove, with the ids of the game, its players and its import."""

    id: int
    white: int
    black: int
    game: PreparedGame
    import_id: str | None = None


TurnRow = tuple[int, int, int, int, int, int, int, int, int]
"""A row of the turns table, its columns in order."""


def turn_rows(new: NumberedGame) -> Iterator[TurnRow]:
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


def tally_rows(rows: Iterable[TurnRow], new: Sequence[NumberedGame]) -> list[dict[str, int]]:
    """Return the rows of the tallies table for turns of the opening."""
    openings = {key for one in new for key, opening in zip(one.game.keys, one.game.openings, strict=True) if opening}
    counts = defaultdict[tuple[int, int, int, int], list[int]](lambda: [0, 0, 0, 0])
    for key, player, next_, date, _game, again, result, _white, _black in rows:
        if player == 0 and key in openings:
            counts[key, next_, date // 100, again][result] += 1
    names = ("key", "next", "month", "again", "white", "draws", "black", "unfinished")
    return [dict(zip(names, (*key, *count), strict=True)) for key, count in counts.items()]


def count_turns(connection: Connection, rows: Sequence[dict[str, int]]) -> None:
    """Add rows of the tallies table to those that are stored."""
    if rows:
        connection.execute(_COUNT, rows)
