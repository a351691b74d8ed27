"""The computer player of a game in the terminal."""

from __future__ import annotations

from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Final, cast

from skep.moves import Move
from skep.pieces import Color

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["DEFAULT_SECONDS", "Computer"]

DEFAULT_SECONDS: Final = 2.0
"""The search time per move of the strongest level. The others stop earlier."""
_POLL_SECONDS: Final = 0.2
"""Time between two checks for Ctrl-C, which the compiled search does not notice."""


class Computer:
    """A computer player with a level and a colour."""

    def __init__(self, level: int, color: Color, *, seconds: float = DEFAULT_SECONDS, threads: int = 1) -> None:
        from skep.engine import LEVELS, Engine

        self.level = LEVELS[level - 1]
        self.color = color
        self._seconds = seconds
        self._engine = Engine(level=self.level, threads=threads)

    def choose(self, board: Board) -> Move:
        """Return the move that the computer plays, searching on another thread so that Ctrl-C works."""
        from skep.engine import Limit

        answer: Queue[object] = Queue()

        def search() -> None:
            try:
                answer.put(self._engine.play(board.copy(), Limit(seconds=self._seconds)).move)
            except BaseException as error:
                answer.put(error)

        Thread(target=search, daemon=True).start()
        try:
            found = _wait(answer)
        finally:
            self._engine.stop()
        if isinstance(found, BaseException):
            raise found
        return cast("Move", found)


def _wait(answer: Queue[object]) -> object:
    while True:
        try:
            return answer.get(timeout=_POLL_SECONDS)
        except Empty:
            continue
