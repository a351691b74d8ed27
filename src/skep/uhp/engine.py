"""UhpEngine: any program that speaks UHP as an engine with the same interface as skep's own."""

from __future__ import annotations

import weakref
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import perf_counter
from types import TracebackType

from skep.board import Board
from skep.engine import AnalysisStream, Limit, PartialAnalysis, PartialLine, PlayResult, StopToken
from skep.engine.search_slot import SearchSlot
from skep.errors import EngineStopped, IllegalMove, NotationError, SkepError, quote
from skep.moves import Move
from skep.notation.uhp import GameString
from skep.uhp.client import UhpClient
from skep.uhp.errors import UhpCrash, UhpIllegalMove, UhpRefusal
from skep.uhp.limits import format_limit
from skep.uhp.options import OptionValue

__all__ = ["UhpEngine"]


class UhpEngine:
    """A program that speaks the Universal Hive Protocol. It implements :class:`skep.engine.EngineProtocol`.

    The program starts with the ``with`` block or the first search, and again after it was stopped, crashed or did not
    answer in time. It is terminated by ``close``, at the end of the block, and when the engine is deleted.

    The protocol knows nothing but moves, one limit per search and no way to interrupt one. Therefore scores are None, a
    limit is either time, depth or nodes, and stopping a search terminates the program: ``play`` then raises
    EngineStopped, and an analysis ends without a result.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = 60.0,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare an engine.

        ``command`` is a shell command line or a list of words, ``options`` are the program's own, and ``timeout`` is
        the number of seconds that it has for an answer, in addition to a time limit.
        """
        self._client = UhpClient(command, options=options, timeout=timeout, folder=folder, environment=environment)
        self._slot = SearchSlot(repr(self._client.command))
        self._loaded: GameString | None = None
        """The game that the program has, or None if that is unknown."""
        self._lock = Lock()
        self._is_waiting = False
        """Whether the program may be killed, because a search waits for it."""
        weakref.finalize(self, self._client.close)

    @property
    def name(self) -> str:
        """The name and the version that the program reports, or its command before it has started."""
        return self._client.name

    @property
    def is_busy(self) -> bool:
        """Whether a search is running. Another thread may change this at any time."""
        return self._slot.is_busy

    @property
    def is_running(self) -> bool:
        """Whether the program is running."""
        return self._client.running

    def play(self, board: Board, limit: Limit, *, stop: StopToken | None = None) -> PlayResult:
        """Choose a move. The result has no score. Raises UhpError if the program fails, or EngineStopped."""
        game = _game_of(board)
        format_limit(limit)
        with self._slot.search(stop, self._kill) as search:
            return PlayResult(self._choose(board, game, limit, search))

    def analyse(
        self, board: Board, limit: Limit, *, lines: int = 1, stop: StopToken | None = None
    ) -> AnalysisStream[PartialAnalysis]:
        """Yield one result: the best move, without a score, depth or nodes. There is never more than one line."""
        if lines < 1:
            raise SkepError(f"an analysis has at least one line, not {lines}")
        board, game = board.copy(), _game_of(board)
        format_limit(limit)
        search = self._slot.begin(stop, self._kill)
        return AnalysisStream(self._analyse(board, game, limit, search), search, self._slot.end)

    def _analyse(
        self, board: Board, game: GameString, limit: Limit, search: StopToken
    ) -> Generator[PartialAnalysis, None, None]:
        started = perf_counter()
        try:
            move = self._choose(board, game, limit, search)
        except EngineStopped:
            return
        yield PartialAnalysis(None, (PartialLine(None, (move,)),), None, perf_counter() - started)

    def new_game(self) -> None:
        """Start a new game before the next search, so that the program forgets the last one."""
        with self._slot.search(None):
            self._loaded = None

    def stop(self) -> None:
        """Stop the running search, if there is one, from any thread. This terminates the program."""
        self._slot.stop()

    def close(self) -> None:
        """Stop the running search and terminate the program, from any thread. Later searches raise EngineClosed."""
        self._slot.close()
        self._client.close()

    def __enter__(self) -> UhpEngine:
        with self._slot.search(None, self._kill) as search, self._program(search):
            if not self._client.running:
                self._client.restart()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    # one search

    def _choose(self, board: Board, game: GameString, limit: Limit, search: StopToken) -> Move:
        with self._program(search):
            self._load(game)
            self._check_not_stopped(search)
            return self._parse(board, self._client.bestmove(limit))

    @contextmanager
    def _program(self, search: StopToken) -> Iterator[None]:
        """Kill the program if the search is stopped, and terminate it if it fails."""
        with self._lock:
            self._is_waiting = True
        try:
            self._check_not_stopped(search)
            yield
        except UhpRefusal:
            self._loaded = None
            raise
        except BaseException as error:
            self._client.close()
            if search.is_stopped and isinstance(error, UhpCrash):
                raise self._stopped_error() from error
            raise
        finally:
            with self._lock:
                self._is_waiting = False
                if search.is_stopped:
                    self._client.close()

    def _kill(self) -> None:
        """Kill the program. It is terminated and waited for by the thread of the search."""
        with self._lock:
            if self._is_waiting:
                self._client.kill()

    def _check_not_stopped(self, search: StopToken) -> None:
        # the stop may have come while the program was not running and could not be killed
        if search.is_stopped:
            raise self._stopped_error()

    def _stopped_error(self) -> EngineStopped:
        return EngineStopped(f"{self._client.command!r} was stopped before it chose a move")

    def _load(self, game: GameString) -> None:
        """Send the moves that the program does not have, or the whole game if it has another one."""
        loaded, self._loaded = self._loaded, None
        if self.is_running and loaded is not None and _continues(game, loaded):
            for move in game.moves[len(loaded.moves) :]:
                self._client.play(move)
        else:
            self._client.newgame(game)
        self._loaded = game

    def _parse(self, board: Board, text: str) -> Move:
        try:
            return board.copy().push_uhp(text)
        except (IllegalMove, NotationError) as error:
            problem = f"{self._client.command!r} chose {quote(text)}, which is not a legal move: {error}"
            raise UhpIllegalMove(problem, self._client.transcript) from error


def _game_of(board: Board) -> GameString:
    """Return the game to send to the program. Raises SkepError if it is over or was set up from a position."""
    if not board.legal_moves:
        raise SkepError(f"the game is over, there is nothing to search: {board.outcome()}")
    return GameString.parse(board.game_string())


def _continues(game: GameString, earlier: GameString) -> bool:
    return game.game_type == earlier.game_type and game.moves[: len(earlier.moves)] == earlier.moves
