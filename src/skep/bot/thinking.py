"""The searches of one game: each runs on a thread of its own, so that it can be stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from skep.board import Board
from skep.engine import EngineProtocol, Limit, StopToken

__all__ = ["Search", "Thinker"]


@dataclass(eq=False, slots=True)
class Search:
    """A search in progress, and then its result."""

    moves: tuple[str, ...]
    """The moves of the game after which it searches."""
    stop: StopToken
    began: float
    move: str = ""
    """The MoveString that the engine has chosen."""
    error: BaseException | None = None

    @property
    def seconds(self) -> float:
        """The seconds since its start."""
        return time.monotonic() - self.began


class Thinker:
    """The engine of one game."""

    def __init__(self, engine: EngineProtocol, on_end: Callable[[Search], None]) -> None:
        """``on_end`` is called on the thread of the search, whether it succeeded, failed or was stopped."""
        self._engine = engine
        self._on_end = on_end
        self._search: Search | None = None

    @property
    def search(self) -> Search | None:
        """The search whose end was not acknowledged yet."""
        return self._search

    def start(self, moves: tuple[str, ...], board: Board, limit: Limit) -> None:
        """Start a search. There may be no other."""
        assert self._search is None
        search = self._search = Search(moves, StopToken(), time.monotonic())
        threading.Thread(target=self._run, args=(search, board, limit), daemon=True).start()

    def _run(self, search: Search, board: Board, limit: Limit) -> None:
        try:
            search.move = board.uhp(self._engine.play(board, limit, stop=search.stop).move)
        except BaseException as error:
            search.error = error
        self._on_end(search)

    def stop(self) -> None:
        """Stop the search, if there is one. It ends as usual."""
        if self._search is not None:
            self._search.stop.stop()

    def acknowledge(self) -> None:
        """Allow the next search."""
        self._search = None

    def close(self) -> None:
        """Stop the search and release the engine."""
        self.stop()
        self._engine.close()
