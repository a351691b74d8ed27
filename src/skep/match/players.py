"""The players of a match: skep's own engine in this process, or any UHP engine in its own."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, Protocol

from skep.board import Board
from skep.engine import Engine, Limit
from skep.match.records import Ending
from skep.match.specs import BuiltIn, Program, Spec
from skep.notation.uhp import GameString
from skep.uhp.client import UhpClient, UhpCrash, UhpError, UhpRefusal, UhpTimeout

__all__ = ["BuiltInPlayer", "Player", "PlayerFailure", "ProgramPlayer", "make_player", "start_program"]

_START_TIMEOUT: Final = 120.0
"""Seconds for an engine to start. Some compile themselves first."""
_TRACEBACK_LINES: Final = 8
"""Lines of a traceback to keep as evidence."""


class PlayerFailure(Exception):
    """A player failed to answer with a move."""

    def __init__(self, ending: Ending, reason: str, transcript: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.ending = ending
        self.transcript = transcript


class Player(Protocol):
    """A source of moves. Failures raise PlayerFailure; afterwards the player can still be used for other games."""

    def new_game(self, board: Board, seed: int) -> None:
        """Prepare for a game that starts from this board."""

    def choose(self, board: Board, limit: Limit, timeout: float) -> str:
        """Return an unchecked MoveString for the player to move. Fails after ``timeout`` seconds."""

    def transcript(self) -> tuple[str, ...]:
        """Return the last lines exchanged with the engine, as evidence."""

    def close(self) -> None:
        """Release all resources."""


class BuiltInPlayer:
    """skep's own engine. Every game has a new one, so that a game depends only on its seed."""

    def __init__(self, spec: BuiltIn) -> None:
        self._spec = spec
        self._engine: Engine | None = None

    def new_game(self, board: Board, seed: int) -> None:  # noqa: ARG002
        spec = self._spec
        with _errors_as_crashes():
            _warm_up()
            self._engine = None  # frees the old table before the new one is allocated
            self._engine = Engine(threads=spec.threads, table_mb=spec.table_mb, level=spec.level, seed=seed)
            self._engine.new_game()  # touches the table, because first use of its memory would slow down a search

    def choose(self, board: Board, limit: Limit, timeout: float) -> str:  # noqa: ARG002
        assert self._engine is not None
        with _errors_as_crashes():
            before = board.key(), board.ply
            text = board.uhp(self._engine.play(board, limit).move)
            assert (board.key(), board.ply) == before, "the engine changed the board it was given"
        return text

    def transcript(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        self._engine = None


@contextmanager
def _errors_as_crashes() -> Iterator[None]:
    """Turn any exception of skep's own engine into a crash with its traceback as evidence."""
    try:
        yield
    except Exception as error:
        trace = tuple(traceback.format_exc().splitlines()[-_TRACEBACK_LINES:])
        raise PlayerFailure(Ending.CRASH, f"{type(error).__name__}: {error}", trace) from error


@cache
def _warm_up() -> None:
    """Search once before any clock runs, because the first search of a process is up to a tenth of a second late."""
    Engine(seed=0).play(Board(), Limit(seconds=0.1))


class ProgramPlayer:
    """A UHP engine. After a crash or a timeout it is restarted for its next game."""

    def __init__(self, spec: Program, timeout: float) -> None:
        self._spec = spec
        self._timeout = timeout
        self._client: UhpClient | None = None
        self._moves: tuple[str, ...] = ()
        """The moves that the engine has received."""

    def new_game(self, board: Board, seed: int) -> None:  # noqa: ARG002
        try:
            if self._client is None or not self._client.running:
                self._start()
            assert self._client is not None
            game = board.game_string()
            self._client.newgame(game)
        except UhpError as error:
            raise _failure(error) from error
        self._moves = GameString.parse(game).moves

    def _start(self) -> None:
        self.close()
        self._client = start_program(self._spec)
        self._client.timeout = self._timeout

    def choose(self, board: Board, limit: Limit, timeout: float) -> str:
        assert self._client is not None
        try:
            moves = GameString.parse(board.game_string()).moves
            for move in moves[len(self._moves) :]:
                self._client.play(move)
            self._moves = moves
            return self._client.bestmove(limit, timeout=timeout)
        except UhpError as error:
            raise _failure(error) from error

    def transcript(self) -> tuple[str, ...]:
        return () if self._client is None else self._client.transcript

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def start_program(spec: Program) -> UhpClient:
    """Start an engine and set its options. Raises UhpError."""
    return UhpClient.start(spec.command, options=dict(spec.options), timeout=_START_TIMEOUT)


def _failure(error: UhpError) -> PlayerFailure:
    endings = {UhpTimeout: Ending.NO_ANSWER, UhpCrash: Ending.CRASH, UhpRefusal: Ending.REFUSAL}
    return PlayerFailure(endings.get(type(error), Ending.CRASH), error.problem, error.transcript)


def make_player(spec: Spec, timeout: float) -> Player:
    """Create the player of a spec. A program is started when its first game begins."""
    return BuiltInPlayer(spec) if isinstance(spec, BuiltIn) else ProgramPlayer(spec, timeout)
