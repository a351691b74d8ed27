"""The engine behind ``bestmove``: made when first needed, made anew when its options change."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Final

from skep.moves import Move
from skep.uhp.log import Log
from skep.uhp.options import Options

if TYPE_CHECKING:
    from skep.board import Board
    from skep.engine import Analysis, Engine, Limit, StopToken

__all__ = ["Thinking"]

_TICK: Final = 0.25
"""Seconds between two looks whether anybody still waits for the answer."""
_TO_STOP: Final = 2.0
"""Seconds that a search which was told to stop has to do so."""


class Thinking:
    """Chooses moves by the options as they are when asked, and remembers the line it expects."""

    def __init__(self, options: Options, log: Log, abandoned: Callable[[], bool]) -> None:
        self._options = options
        self._log = log
        self._abandoned = abandoned
        self._engine: Engine | None = None
        self._made_with: tuple[int, int, int] | None = None
        self.line: tuple[str, ...] = ()
        """The moves expected after the last choice, its own first; empty before the first."""

    def new_game(self) -> None:
        """Forget the last game. Loads the engine, so that the first choice does not pay for it."""
        before = self._engine
        engine = self._ready()
        if engine is before:  # a new one knows nothing, and clearing its table would claim all of its memory
            engine.new_game()
        self.line = ()

    def forget_line(self) -> None:
        """The position is another one now."""
        self.line = ()

    def _ready(self) -> Engine:
        from skep.engine import LEVELS, Engine

        wanted = (self._options.threads, self._options.table_mb, self._options.level)
        if self._engine is None or self._made_with != wanted:
            threads, table_mb, level = wanted
            strength = None if level == len(LEVELS) else LEVELS[level - 1]
            self._engine = None  # its table's memory goes back before the next one is taken
            self._engine = Engine(threads=threads, table_mb=table_mb, level=strength)
            self._made_with = wanted
        return self._engine

    def choose(self, board: Board, limit: Limit) -> Move:
        """Choose a move within a limit. The game must not be over, and the board is not changed."""
        from skep.engine import StopToken

        engine = self._ready()
        only, *others = board.legal_moves.list()
        if not others:
            self.line = (board.uhp(only),)
            return only
        chosen = list[Move]()
        errors = list[BaseException]()
        stop = StopToken()

        def search() -> None:
            try:
                chosen.append(self._search(engine, board.copy(), limit, stop))
            except BaseException as error:
                errors.append(error)

        self._wait_for(Thread(target=search, daemon=True), stop)
        if errors:
            raise errors[0]
        return chosen[0]

    def _wait_for(self, thread: Thread, stop: StopToken) -> None:
        """Run a searching thread and wait for it. Ctrl-C reaches this thread, which stops the other."""
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_TICK)
                if thread.is_alive() and self._abandoned():
                    raise BrokenPipeError("nobody waits for the move any more")
        except BaseException:
            stop.stop()
            thread.join(_TO_STOP)
            raise

    def _search(self, engine: Engine, board: Board, limit: Limit, stop: StopToken) -> Move:
        if engine.level is not None:
            move = engine.play(board, limit, stop=stop)
            self.line = (board.uhp(move),)
            self._log.normal(f"level {engine.level.number}: {self.line[0]}")
            return move
        move = board.legal_moves.list()[0]
        for analysis in engine.analyse(board, limit, stop=stop):
            move = analysis.move
            self.line = tuple(board.uhp_line(analysis.lines[0].moves))
            self._log.normal(_told(analysis, self.line))
        return move


def _told(analysis: Analysis, line: tuple[str, ...]) -> str:
    """One iteration of a search, for people."""
    return (
        f"depth {analysis.depth}  score {analysis.score}  nodes {analysis.nodes:,}  "
        f"seconds {analysis.seconds:.2f}  pv {'; '.join(line)}"
    )
