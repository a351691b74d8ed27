"""Downloads of a game: PGN, GameString, picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from skep.engine import LEVELS
from skep.game import Game, Result, ResultCode
from skep.notation.uhp import GameString, turn_of
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule
from skep.server.store.records import SeatRow

__all__ = ["game_string", "pgn", "picture", "to_record"]

_ENDINGS: Final = {
    "surrounded": "queen bee surrounded",
    "both-surrounded": "both queen bees surrounded",
    "repetition": "threefold repetition",
    "length": "length limit",
    "agreement": "agreement",
    "resignation": "resignation",
    "time": "out of time",
    "aborted": "aborted",
    "abandoned": "abandoned",
    "left": "player left",
    "adjudicated": "adjudication",
}

_UNDECIDED: Final = ("aborted", "abandoned")


def game_string(game: LiveGame) -> str:
    """Return the game's GameString."""
    moves = tuple(turn.uhp for turn in game.played)
    return str(GameString(game.board.game_type, _state(game), turn_of(game.ply), moves))


def pgn(game: LiveGame) -> str:
    """Return the game as PGN, with players, date, times and result."""
    return to_record(game).text()


def to_record(game: LiveGame) -> Game:
    """Return the game as a record, with players, date, times and result."""
    record = Game.from_board(game.board)
    for name, value in _tags(game):
        record.tags[name] = value
    for node, turn in zip(record.mainline(), game.played, strict=True):
        node.seconds_spent = turn.spent / 1000
    if game.result is not None:
        score = ResultCode.UNFINISHED if game.result.ending in _UNDECIDED else ResultCode(_state(game))
        record.result = Result(score, _ENDINGS[game.result.ending])
    return record


def picture(game: LiveGame) -> str:
    """Return the position as SVG."""
    return game.board.svg()


def _state(game: LiveGame) -> str:
    result = game.result
    if result is None or result.ending in _UNDECIDED:
        return "InProgress" if game.played else "NotStarted"
    return {"white": "WhiteWins", "black": "BlackWins", None: "Draw"}[result.winner]


def _tags(game: LiveGame) -> Iterator[tuple[str, str]]:
    row = game.row
    yield "Event", "Casual game"
    yield "Site", "skep"
    yield "Date", time.strftime("%Y.%m.%d", time.gmtime(row.created))
    yield "Round", "-"
    yield "White", _name(row.seats[0], row.names[0])
    yield "Black", _name(row.seats[1], row.names[1])
    yield "TimeControl", _time_control(row.clock)


def _name(seat: SeatRow, name: str) -> str:
    if seat.level is not None:
        return f"skep level {seat.level} ({LEVELS[seat.level - 1].name})"
    return name or str(seat.side)


def _time_control(clock: ClockRule) -> str:
    if clock.kind == "minutes":
        return f"{clock.minutes:g} min + {clock.increment} s per move"
    return f"{clock.days} d per move" if clock.kind == "days" else "-"
