"""Plans, records and scripted players for the tests of matches."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skep.board import Board
from skep.editions import DEFAULT_EDITION
from skep.engine import Limit
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.players import PlayerFailure
from skep.match.records import Ending, GameRecord, ScheduledGame
from skep.pieces import Color

OPENINGS = (
    "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
    r"Base;InProgress;White[3];wG1;bG1 wG1/;wQ /wG1;bQ bG1/",
    "Base+MLP;InProgress;White[3];wL;bS1 wL-;wQ -wL;bQ bS1-",
)
MAX_PLIES = 12
"""The length limit of test games, which keeps them short."""


def scripted_engine(behaviour: str, *arguments: str) -> str:
    """Return the spec of an engine with a scripted behaviour."""
    script = Path(__file__).with_name("scripted_engine.py")
    return f"name={behaviour} {shlex.join([sys.executable, str(script), behaviour, *arguments])}"


def plan(**changes: Any) -> Plan:
    """Return a short match."""
    defaults: dict[str, Any] = {
        "a": "level:2",
        "b": "level:1",
        "control_a": Control(depth=1),
        "control_b": Control(depth=1),
        "games": 2,
        "openings": OPENINGS[:1],
        "edition": DEFAULT_EDITION.id,
        "max_plies": MAX_PLIES,
    }
    return Plan(**{**defaults, **changes})


def scheduled_game(number: int = 0, opening: str = OPENINGS[0]) -> ScheduledGame:
    """Return a game to play."""
    return ScheduledGame(number=number, opening=opening, line=1, a_is_white=number % 2 == 0, seed=7)


def record(number: int, points: float = 1.0) -> GameRecord:
    """Return a finished game."""
    a_is_white = number % 2 == 0
    winner = None if points == 0.5 else Color.WHITE if a_is_white == (points == 1) else Color.BLACK
    return GameRecord(
        number=number,
        game=OPENINGS[0],
        opening_plies=4,
        line=1,
        white="level 2" if a_is_white else "level 1",
        black="level 1" if a_is_white else "level 2",
        a_is_white=a_is_white,
        winner=winner,
        ending=Ending.LENGTH if winner is None else Ending.SURROUNDED,
        seconds=(),
        started="2026-01-02T03:04:05+00:00",
    )


def first_move(board: Board, _limit: Limit) -> str:
    """Return the first legal move."""
    return board.uhp(board.legal_moves.list()[0])


class ScriptedPlayer:
    """A player that answers with the result of a function."""

    def __init__(self, script: Callable[[Board, Limit], str] = first_move) -> None:
        self._script = script
        self.limits: list[Limit] = []
        self.games = 0

    def new_game(self, _board: Board, _seed: int) -> None:
        self.games += 1

    def choose(self, board: Board, limit: Limit, _timeout: float) -> str:
        self.limits.append(limit)
        return self._script(board, limit)

    def transcript(self) -> tuple[str, ...]:
        return ("> bestmove", "< something")

    def close(self) -> None:
        pass


def fail(_board: Board, _limit: Limit) -> str:
    """Fail to answer."""
    raise PlayerFailure(Ending.CRASH, "out of bees", ("! out of bees",))
