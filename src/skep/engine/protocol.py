"""EngineProtocol: what every engine can do, whether it is skep's own or another program."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, runtime_checkable

from skep.board import Board
from skep.engine.limits import Limit
from skep.engine.results import PartialAnalysis, PlayResult
from skep.engine.stop import StopToken
from skep.engine.stream import AnalysisStream

__all__ = ["EngineProtocol"]


@runtime_checkable
class EngineProtocol(Protocol):
    """An engine, which searches one position at a time and is closed at the end of a ``with`` block.

    :class:`skep.engine.Engine` and :class:`skep.uhp.UhpEngine` are such engines. During a search, ``play``, ``analyse``
    and ``new_game`` raise EngineBusy; after ``close`` they raise EngineClosed. You can call ``stop`` and ``close`` from
    any thread at any time.
    """

    @property
    def name(self) -> str:
        """The name of the program and its version."""

    @property
    def is_busy(self) -> bool:
        """Whether a search is running. Another thread may change this at any time."""

    def play(self, board: Board, limit: Limit, *, stop: StopToken | None = None) -> PlayResult:
        """Choose a move. The board is not changed."""

    def analyse(
        self, board: Board, limit: Limit, *, lines: int = 1, stop: StopToken | None = None
    ) -> AnalysisStream[PartialAnalysis]:
        """Search a position and yield results, each better than the one before. The board is not changed.

        An engine may report fewer than ``lines`` lines.
        """

    def new_game(self) -> None:
        """Forget what was learned in earlier searches."""

    def stop(self) -> None:
        """Stop the running search, if there is one. Later searches are not affected."""

    def close(self) -> None:
        """Stop the running search and release all resources."""

    def __enter__(self) -> EngineProtocol: ...

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None: ...
