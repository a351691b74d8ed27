"""AnalysisStream: the results of a running analysis."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from threading import Lock
from types import TracebackType
from typing import TypeVar

from skep.engine.results import PartialAnalysis
from skep.engine.stop import StopToken
from skep.errors import EngineBusy

__all__ = ["AnalysisStream", "AnalysisT_co"]

AnalysisT_co = TypeVar("AnalysisT_co", bound=PartialAnalysis, covariant=True)


class AnalysisStream(Iterator[AnalysisT_co]):
    """An iterator over the results of an analysis. The engine is busy until it is exhausted, closed or deleted.

    As a context manager, it is closed at the end of the block:

    >>> from skep import Board
    >>> from skep.engine import Engine, Limit
    >>> engine = Engine(table_mb=1)
    >>> with engine.analyse(Board("Base"), Limit()) as analyses:
    ...     for analysis in analyses:
    ...         if analysis.depth == 3:
    ...             break
    >>> engine.play(Board("Base"), Limit(depth=1)).move in Board("Base").legal_moves
    True
    """

    def __init__(
        self,
        results: Generator[AnalysisT_co, None, None],
        search: StopToken,
        on_end: Callable[[StopToken], None],
    ) -> None:
        """``on_end`` is called once with the token of the search, when it has ended."""
        self._results = results
        self._search = search
        self._on_end = on_end
        self._in_use = Lock()
        self._has_ended = False
        self._is_closing = False

    def __next__(self) -> AnalysisT_co:
        if not self._in_use.acquire(blocking=False):
            raise EngineBusy("another thread is waiting for the next result of this analysis")
        try:
            return next(self._results)
        except BaseException:
            self._end()
            raise
        finally:
            self._in_use.release()
            if self._is_closing:
                self.close()

    def stop(self) -> None:
        """End the search early, from any thread. The result found so far can still be read."""
        self._search.stop()

    def close(self) -> None:
        """End the search and free the engine.

        If another thread is waiting for a result, that thread frees the engine as soon as the search has stopped.
        """
        self._is_closing = True
        self._search.stop()
        if self._in_use.acquire(blocking=False):
            try:
                self._results.close()
            finally:
                self._end()
                self._in_use.release()

    def _end(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._on_end(self._search)

    def __enter__(self) -> AnalysisStream[AnalysisT_co]:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()
