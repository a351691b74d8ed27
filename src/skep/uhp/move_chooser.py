"""skep's own engine behind ``bestmove``, created on first use and again whenever its options change."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Final

from skep.moves import Move
from skep.uhp.log import Log
from skep.uhp.options import EngineOptions

if TYPE_CHECKING:
    from skep.board import Board
    from skep.engine import Analysis, Engine, Limit, StopToken

__all__ = ["MoveChooser"]

_POLL_SECONDS: Final = 0.25
"""Interval between checks whether the client is still there."""
_STOP_TIMEOUT: Final = 2.0
"""Seconds to wait for a search to stop."""


class MoveChooser:
    """Chooses moves with the current options, and keeps the line of play it expects."""

    def __init__(self, options: EngineOptions, log: Log, is_abandoned: Callable[[], bool]) -> None:
        self._options = options
        self._log = log
        self._is_abandoned = is_abandoned
        self._engine: Engine | None = None
        self._engine_options: tuple[int, int, int] | None = None
        self.line: tuple[str, ...] = ()
        """The MoveStrings expected from the last choice onwards; empty before the first."""

    def new_game(self) -> None:
        """Forget the last game. Loads the engine, so that the first choice is not slowed down by it."""
        before = self._engine
        engine = self._current_engine()
        if engine is before:  # a new engine has an empty table, and clearing it would claim all of its memory
            engine.new_game()
        self.line = ()

    def forget_line(self) -> None:
        """Discard the expected line because the position has changed."""
        self.line = ()

    def _current_engine(self) -> Engine:
        from skep.engine import LEVELS, Engine

        options = (self._options.threads, self._options.table_mb, self._options.level)
        if self._engine is None or self._engine_options != options:
            threads, table_mb, number = options
            level = None if number == len(LEVELS) else number
            self._engine = None  # frees the memory of its table before the next one is allocated
            self._engine = Engine(threads=threads, table_mb=table_mb, level=level)
            self._engine_options = options
        return self._engine

    def choose(self, board: Board, limit: Limit) -> Move:
        """Choose a move within the limit. The board is left unchanged; its game must not be over."""
        from skep.engine import StopToken

        engine = self._current_engine()
        only, *others = board.legal_moves.list()
        if not others:
            self.line = (board.uhp(only),)
            return only
        moves = list[Move]()
        errors = list[BaseException]()
        stop = StopToken()

        def search() -> None:
            try:
                moves.append(self._search(engine, board.copy(), limit, stop))
            except BaseException as error:
                errors.append(error)

        self._run(Thread(target=search, daemon=True), stop)
        if errors:
            raise errors[0]
        return moves[0]

    def _run(self, thread: Thread, stop: StopToken) -> None:
        """Run a search to its end. The main thread only waits, so that it can receive Ctrl-C."""
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_POLL_SECONDS)
                if thread.is_alive() and self._is_abandoned():
                    raise BrokenPipeError("the client is gone")
        except BaseException:
            stop.stop()
            thread.join(_STOP_TIMEOUT)
            raise

    def _search(self, engine: Engine, board: Board, limit: Limit, stop: StopToken) -> Move:
        if engine.level is not None:
            move = engine.play(board, limit, stop=stop).move
            self.line = (board.uhp(move),)
            self._log.normal(f"level {engine.level.number}: {self.line[0]}")
            return move
        move = board.legal_moves.list()[0]
        for analysis in engine.analyse(board, limit, stop=stop):
            move = analysis.move
            self.line = tuple(board.uhp_line(analysis.lines[0].moves))
            self._log.normal(_format_iteration(analysis, self.line))
        return move


def _format_iteration(analysis: Analysis, line: tuple[str, ...]) -> str:
    """Format one iteration of a search for the log."""
    return (
        f"depth {analysis.depth}  score {analysis.score.relative}  nodes {analysis.nodes:,}  "
        f"seconds {analysis.seconds:.2f}  pv {'; '.join(line)}"
    )
