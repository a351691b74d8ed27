"""Who plays: our own engine in this process, or any UHP engine in its own."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, Protocol

from skep.board import Board
from skep.engine import LEVELS, Engine, Limit
from skep.match.records import Ending
from skep.match.specs import BuiltIn, Program, Spec
from skep.notation.uhp import GameString
from skep.uhp.client import UhpClient, UhpCrash, UhpError, UhpRefusal, UhpTimeout

__all__ = ["BuiltInPlayer", "Player", "PlayerFailed", "ProgramPlayer", "make_player"]

_START: Final = 120.0
"""Seconds an engine has to start: some compile themselves first."""
_REMEMBERED: Final = 8
"""Lines of an exchange that are kept as evidence."""


class PlayerFailed(Exception):
    """A player that gave no move."""

    def __init__(self, ending: Ending, reason: str, exchange: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.ending = ending
        self.exchange = exchange


class Player(Protocol):
    """One who can be asked for moves. Failures are raised as PlayerFailed; the player can be used again after."""

    def new_game(self, board: Board, seed: int) -> None:
        """Get ready for a game that stands like this."""

    def choose(self, board: Board, limit: Limit, timeout: float) -> str:
        """A MoveString for the player to move, unchecked; none within ``timeout`` seconds is a failure."""

    def exchange(self) -> tuple[str, ...]:
        """What was said last, for the evidence."""

    def close(self) -> None:
        """Let go of everything."""


class BuiltInPlayer:
    """Our own engine. Every game has a fresh one, so that a game depends on its seed alone."""

    def __init__(self, spec: BuiltIn) -> None:
        self._spec = spec
        self._engine: Engine | None = None

    def new_game(self, board: Board, seed: int) -> None:  # noqa: ARG002
        spec = self._spec
        level = None if spec.level is None else LEVELS[spec.level - 1]
        with _crashes():
            _warm_up()
            self._engine = None  # two tables at once would be twice the memory
            self._engine = Engine(threads=spec.threads, table_mb=spec.table_mb, level=level, seed=seed)
            self._engine.new_game()  # touches the table: memory that is first used by a search slows it down

    def choose(self, board: Board, limit: Limit, timeout: float) -> str:  # noqa: ARG002
        assert self._engine is not None
        with _crashes():
            before = board.key(), board.ply
            text = board.uhp(self._engine.play(board, limit))
            assert (board.key(), board.ply) == before, "the engine changed the board it was given"
        return text

    def exchange(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        self._engine = None


@contextmanager
def _crashes() -> Iterator[None]:
    """Any error of our own engine is a crash, its trace the evidence."""
    try:
        yield
    except Exception as error:
        trace = tuple(traceback.format_exc().splitlines()[-_REMEMBERED:])
        raise PlayerFailed(Ending.CRASH, f"{type(error).__name__}: {error}", trace) from error


@cache
def _warm_up() -> None:
    """Search once before any clock runs: the first search of a process is up to a tenth of a second late."""
    Engine(seed=0).play(Board(), Limit(seconds=0.1))


class ProgramPlayer:
    """A UHP engine. One that crashed or fell silent is started again for its next game."""

    def __init__(self, spec: Program, patience: float) -> None:
        self._spec = spec
        self._patience = patience
        self._client: UhpClient | None = None
        self._moves: tuple[str, ...] = ()
        """Those that the engine knows of."""
        self._said: deque[str] = deque(maxlen=_REMEMBERED)

    def new_game(self, board: Board, seed: int) -> None:  # noqa: ARG002
        self._said.clear()
        try:
            if self._client is None or not self._client.running:
                self._start()
            assert self._client is not None
            game = board.game_string()
            self._say(f"newgame {game}", self._client.newgame(game))
        except UhpError as error:
            raise self._failure(error) from error
        self._moves = GameString.parse(game).moves

    def _start(self) -> None:
        self.close()
        self._client = UhpClient.start(self._spec.command, timeout=_START)
        for name, value in self._spec.options:
            self._client.set_option(name, value)
        self._client.timeout = self._patience

    def choose(self, board: Board, limit: Limit, timeout: float) -> str:
        assert self._client is not None
        try:
            moves = GameString.parse(board.game_string()).moves
            for move in moves[len(self._moves) :]:
                self._say(f"play {move}", self._client.play(move))
            self._moves = moves
            answer = self._client.bestmove(limit, timeout=timeout)
        except UhpError as error:
            raise self._failure(error) from error
        self._say(f"bestmove within {timeout:g} s", answer)
        return answer

    def _say(self, question: str, answer: str) -> None:
        self._said += (f"> {question}", f"< {answer}")

    def _failure(self, error: UhpError) -> PlayerFailed:
        endings = {UhpTimeout: Ending.SILENCE, UhpCrash: Ending.CRASH, UhpRefusal: Ending.REFUSAL}
        return PlayerFailed(endings.get(type(error), Ending.CRASH), error.problem, error.exchange)

    def exchange(self) -> tuple[str, ...]:
        return tuple(self._said)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def make_player(spec: Spec, patience: float) -> Player:
    """The player that a spec means; a program is started when its first game begins."""
    return BuiltInPlayer(spec) if isinstance(spec, BuiltIn) else ProgramPlayer(spec, patience)
