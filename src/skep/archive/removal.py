"""Removing games with everything that was computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, and_, bindparam, delete, select, update

from skep.archive.prepared import PreparedGame, prepare_game
from skep.archive.tables import digests, games, records, reviews, tallies, turns
from skep.archive.turn_rows import NumberedGame, count_turns, tally_rows, turn_rows
from skep.game import Game

__all__ = ["remove_games", "remove_import"]

_TURN_KEY: Final = ("key", "player", "next", "date", "game")
_TALLY_KEY: Final = ("key", "next", "month", "again")
_COUNTS: Final = ("white", "draws", "black", "unfinished")


def remove_import(connection: Connection, import_id: str, limit: int) -> int:
    """Remove some games that an import added, and return their number. It is less than the limit at the end."""
    columns = (games.c.id, games.c.white, games.c.black, games.c.date, games.c.result, records.c.text)
    joined = select(*columns).join(records, records.c.game == games.c.id)
    rows = connection.execute(joined.where(games.c.import_id == import_id).order_by(games.c.id).limit(limit)).all()
    removed = [
        NumberedGame(row.id, row.white, row.black, replace(_prepare(row.text), date=row.date, result=row.result))
        for row in rows
    ]
    remove_games(connection, removed)
    ids = [game.id for game in removed]
    # ids are reused, and a review must not belong to another game
    connection.execute(update(reviews).where(reviews.c.game.in_(ids)).values(game=None))
    return len(removed)


def _prepare(text: str) -> PreparedGame:
    return prepare_game(Game.parse(text), "", None)


def remove_games(connection: Connection, removed: Sequence[NumberedGame]) -> None:
    """Remove games, their positions and their share of the counts. Their reviews stay."""
    if not removed:
        return
    rows = sorted(row for one in removed for row in turn_rows(one))
    is_row = and_(*(turns.c[name] == bindparam(f"{name}_") for name in _TURN_KEY))
    names = [f"{name}_" for name in _TURN_KEY]
    connection.execute(delete(turns).where(is_row), [dict(zip(names, row[:5], strict=True)) for row in rows])
    counts = tally_rows(rows, removed)
    count_turns(connection, [row | {name: -row[name] for name in _COUNTS} for row in counts])
    _remove_zeros(connection, counts)
    ids = [game.id for game in removed]
    connection.execute(delete(digests).where(digests.c.game.in_(ids)))
    connection.execute(delete(records).where(records.c.game.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))


def _remove_zeros(connection: Connection, counts: Sequence[dict[str, int]]) -> None:
    """Remove those rows of the tallies table that count nothing any more."""
    if not counts:
        return
    is_row = and_(*(tallies.c[name] == bindparam(f"{name}_") for name in _TALLY_KEY))
    is_zero = and_(*(tallies.c[name] == 0 for name in _COUNTS))
    keys = [{f"{name}_": row[name] for name in _TALLY_KEY} for row in counts]
    connection.execute(delete(tallies).where(is_row, is_zero), keys)
