"""A game to take away: PGN, a GameString, a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from skep.engine import LEVELS
from skep.game import Game, Result, Score
from skep.notation.uhp import GameString, turn_of
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule
from skep.server.store.records import SeatRow

__all__ = ["game_of", "game_string", "pgn", "picture"]

_ENDINGS: Final = {
    "surrounded": "queen bee surrounded",
    "both-surrounded": "both queen bees surrounded",
    "repetition": "threefold repetition",
    "agreement": "agreement",
    "resignation": "resignation",
    "time": "out of time",
    "aborted": "aborted",
}


def game_string(table: LiveGame) -> str:
    """The game as the Universal Hive Protocol writes it."""
    moves = tuple(turn.uhp for turn in table.played)
    return str(GameString(table.board.game_type, _state(table), turn_of(table.ply), moves))


def pgn(table: LiveGame) -> str:
    """The game with who played it, when, how long each thought and how it ended."""
    return game_of(table).text()


def game_of(table: LiveGame) -> Game:
    """The game as a record: who played it, when, how long each thought and how it ended."""
    game = Game.from_board(table.board)
    for name, value in _tags(table):
        game.tags[name] = value
    for node, turn in zip(game.mainline(), table.played, strict=True):
        node.spent = turn.spent / 1000
    if table.result is not None:
        score = Score.UNFINISHED if table.result.ending == "aborted" else Score(_state(table))
        game.result = Result(score, _ENDINGS[table.result.ending])
    return game


def picture(table: LiveGame) -> str:
    """The position as SVG."""
    return table.board.svg()


def _state(table: LiveGame) -> str:
    result = table.result
    if result is None or result.ending == "aborted":
        return "InProgress" if table.played else "NotStarted"
    return {"white": "WhiteWins", "black": "BlackWins", None: "Draw"}[result.winner]


def _tags(table: LiveGame) -> Iterator[tuple[str, str]]:
    row = table.row
    yield "Event", "Casual game"
    yield "Site", "skep"
    yield "Date", time.strftime("%Y.%m.%d", time.gmtime(row.created))
    yield "Round", "-"
    yield "White", _name(row.seats[0], same_screen=table.same_screen)
    yield "Black", _name(row.seats[1], same_screen=table.same_screen)
    yield "TimeControl", _time_control(row.clock)


def _name(seat: SeatRow, *, same_screen: bool) -> str:
    if seat.level is not None:
        return f"skep level {seat.level} ({LEVELS[seat.level - 1].name})"
    return (None if same_screen else seat.name) or str(seat.side)


def _time_control(clock: ClockRule) -> str:
    if clock.kind == "minutes":
        return f"{clock.minutes:g} min + {clock.increment} s a move"
    return f"{clock.days} d a move" if clock.kind == "days" else "-"
