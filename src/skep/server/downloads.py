"""A game to take away: PGN, a GameString, a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from skep.editions import DEFAULT_EDITION
from skep.engine import LEVELS
from skep.notation.pgn import format_pgn
from skep.notation.uhp import GameString, turn_of
from skep.server.messages import ClockRule
from skep.server.records import SeatRow
from skep.server.table import Table

__all__ = ["game_string", "pgn", "picture"]

_ENDINGS: Final = {
    "surrounded": "queen bee surrounded",
    "both-surrounded": "both queen bees surrounded",
    "repetition": "threefold repetition",
    "agreement": "agreement",
    "resignation": "resignation",
    "time": "out of time",
    "aborted": "aborted",
}


def game_string(table: Table) -> str:
    """The game as the Universal Hive Protocol writes it."""
    moves = tuple(turn.uhp for turn in table.played)
    return str(GameString(table.board.game_type, _state(table), turn_of(table.ply), moves))


def pgn(table: Table) -> str:
    """The game with who played it, when and how it ended."""
    return format_pgn(_tags(table), (turn.uhp for turn in table.played), _state(table))


def picture(table: Table) -> str:
    """The position as SVG."""
    return table.board.svg()


def _state(table: Table) -> str:
    result = table.result
    if result is None or result.ending == "aborted":
        return "InProgress" if table.played else "NotStarted"
    return {"white": "WhiteWins", "black": "BlackWins", None: "Draw"}[result.winner]


def _tags(table: Table) -> Iterator[tuple[str, str]]:
    row = table.row
    yield "Event", "Casual game"
    yield "Site", "skep"
    yield "Date", time.strftime("%Y.%m.%d", time.gmtime(row.created))
    yield "Round", "-"
    yield "White", _name(row.seats[0], same_screen=table.same_screen)
    yield "Black", _name(row.seats[1], same_screen=table.same_screen)
    yield "Result", _state(table)
    yield "GameType", row.game_type
    if row.edition != DEFAULT_EDITION.id:
        yield "Edition", row.edition
    yield "TimeControl", _time_control(row.clock)
    if table.result is not None:
        yield "Termination", _ENDINGS[table.result.ending]


def _name(seat: SeatRow, *, same_screen: bool) -> str:
    if seat.level is not None:
        return f"skep level {seat.level} ({LEVELS[seat.level - 1].name})"
    return (None if same_screen else seat.name) or str(seat.side)


def _time_control(clock: ClockRule) -> str:
    if clock.kind == "minutes":
        return f"{clock.minutes:g} min + {clock.increment} s a move"
    return f"{clock.days} d a move" if clock.kind == "days" else "-"
