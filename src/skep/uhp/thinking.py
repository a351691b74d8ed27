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
    from skep.engine import Analysis, Engine, Limit

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
        """A move within the limit; the board is not touched, and its game is not over."""
        engine = self._ready()
        only, *others = board.legal_moves.list()
        if not others:
            self.line = (board.uhp(only),)
            return only
        found = list[Move]()
        failed = list[BaseException]()

        def search() -> None:
            try:
                found.append(self._search(engine, board.copy(), limit))
            except BaseException as error:
                failed.append(error)

        self._wait_for(Thread(target=search, daemon=True), engine)
        if failed:
            raise failed[0]
        return found[0]

    def _wait_for(self, thread: Thread, engine: Engine) -> None:
        """Let a search end; the waiting thread hears Ctrl-C, which the searching one would not."""
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_TICK)
                if thread.is_alive() and self._abandoned():
                    raise BrokenPipeError("nobody waits for the move any more")
        except BaseException:
            engine.stop()
            thread.join(_TO_STOP)
            raise

    def _search(self, engine: Engine, board: Board, limit: Limit) -> Move:
        if engine.level is not None:
            move = engine.play(board, limit)
            self.line = (board.uhp(move),)
            self._log.normal(f"level {engine.level.number}: {self.line[0]}")
            return move
        move = board.legal_moves.list()[0]
        for analysis in engine.analyse(board, limit):
            move = analysis.move
            self.line = _spelled(board, analysis.lines[0].moves)
            self._log.normal(_told(analysis, self.line))
        return move


def _told(analysis: Analysis, line: tuple[str, ...]) -> str:
    """One iteration of a search, for people."""
    return (
        f"depth {analysis.depth}  score {analysis.score}  nodes {analysis.nodes:,}  "
        f"seconds {analysis.seconds:.2f}  pv {'; '.join(line)}"
    )


def _spelled(board: Board, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """The MoveStrings of a line of play."""
    ahead = board.copy()
    texts = []
    for move in moves:
        texts.append(ahead.uhp(move))
        ahead.push(move)
    return tuple(texts)
