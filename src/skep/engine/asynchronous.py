"""AsyncEngine: any engine for asyncio. Searches run on threads, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Generic, Protocol, TypeVar

from skep.board import Board
from skep.engine.limits import Limit
from skep.engine.protocol import EngineProtocol
from skep.engine.results import PlayResult
from skep.engine.stop import StopToken
from skep.engine.stream import AnalysisStream, AnalysisT_co

__all__ = ["AsyncAnalysisStream", "AsyncEngine"]

_Result = TypeVar("_Result")


class _EngineWith(EngineProtocol, Protocol[AnalysisT_co]):
    """An engine whose analyses have a certain type."""

    def analyse(
        self, board: Board, limit: Limit, *, lines: int = 1, stop: StopToken | None = None
    ) -> AnalysisStream[AnalysisT_co]: ...


class AsyncEngine(Generic[AnalysisT_co]):
    """An engine with coroutines, around any :class:`skep.engine.EngineProtocol`.

    Cancelling the task that waits for a search stops the search, and frees the engine before the task ends.

    >>> from skep import Board
    >>> from skep.engine import Engine
    >>> async def main() -> None:
    ...     board = Board("Base")
    ...     async with AsyncEngine(Engine(table_mb=1)) as engine:
    ...         result = await engine.play(board, Limit(nodes=500))
    ...         print(result.move in board.legal_moves)
    ...         async with engine.analyse(board, Limit(depth=2)) as analyses:
    ...             print([analysis.depth async for analysis in analyses])
    >>> asyncio.run(main())
    True
    [1, 2]
    """

    def __init__(self, engine: _EngineWith[AnalysisT_co]) -> None:
        self._engine = engine

    @property
    def name(self) -> str:
        """The name of the program and its version."""
        return self._engine.name

    @property
    def is_busy(self) -> bool:
        """Whether a search is running."""
        return self._engine.is_busy

    async def play(self, board: Board, limit: Limit) -> PlayResult:
        """Choose a move. Raises EngineBusy if the engine is searching."""
        stop, engine, board = StopToken(), self._engine, board.copy()
        return await _run(lambda: engine.play(board, limit, stop=stop), stop)

    def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> AsyncAnalysisStream[AnalysisT_co]:
        """Search a position and yield results. Raises EngineBusy at the call if the engine is searching."""
        return AsyncAnalysisStream(self._engine.analyse(board.copy(), limit, lines=lines))

    async def new_game(self) -> None:
        """Forget what was learned in earlier searches. Raises EngineBusy if the engine is searching."""
        await _run(self._engine.new_game, None)

    def stop(self) -> None:
        """Stop the running search, if there is one; whoever waits for it gets its result so far."""
        self._engine.stop()

    async def close(self) -> None:
        """Stop the running search and release all resources."""
        await _run(self._engine.close, None)

    async def __aenter__(self) -> AsyncEngine[AnalysisT_co]:
        try:
            await _run(self._engine.__enter__, self._engine)
        except asyncio.CancelledError:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncAnalysisStream(AsyncIterator[AnalysisT_co]):
    """An asynchronous iterator over the results of an analysis, and a context manager that closes it."""

    def __init__(self, stream: AnalysisStream[AnalysisT_co]) -> None:
        self._stream = stream

    async def __anext__(self) -> AnalysisT_co:
        stream = self._stream
        try:
            result = await _run(lambda: next(stream, None), stream)
        except asyncio.CancelledError:
            stream.close()
            raise
        if result is None:
            raise StopAsyncIteration
        return result

    def stop(self) -> None:
        """End the search early. The result found so far can still be read."""
        self._stream.stop()

    async def aclose(self) -> None:
        """End the search and free the engine."""
        await _run(self._stream.close, None)

    async def __aenter__(self) -> AsyncAnalysisStream[AnalysisT_co]:
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.aclose()


class _Stoppable(Protocol):
    """A search that can be stopped."""

    def stop(self) -> None: ...


async def _run(function: Callable[[], _Result], search: _Stoppable | None) -> _Result:
    """Run a function on another thread. If the task is cancelled, stop the search and wait for the function to end."""
    future = asyncio.get_running_loop().run_in_executor(None, function)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        # asyncio warns about an error that is never retrieved
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        if search is not None:
            search.stop()
        await asyncio.wait([future])
        raise
