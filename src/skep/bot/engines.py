"""The engines of a bot: skep's own in this process, or a UHP program of its own for every game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol

from skep.board import Board
from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES
from skep.engine import Engine, EngineProtocol, Limit
from skep.engine.weights import Network, read_network
from skep.pieces import Color
from skep.uhp.client import UhpClient
from skep.uhp.engine import UhpEngine

__all__ = ["BuiltInEngines", "EngineSource", "Engines", "ProgramEngines"]

_START_TIMEOUT: Final = 120.0
"""Seconds for a program to start for the first time. Some compile themselves."""
_JUDGING_NODES: Final = 3_000
_DRAW_THRESHOLD: Final = 0.4
"""Our own engine accepts a draw if its estimated win probability is below this, like the computer on the site."""
_ALL_GAME_TYPES: Final = tuple(str(kind) for kind in GAME_TYPES)
_ALL_EDITIONS: Final = tuple(edition.id for edition in EDITIONS)


@dataclass(frozen=True, slots=True)
class Engines:
    """The name of the engines, and the games that they can play."""

    name: str
    game_types: tuple[str, ...] = _ALL_GAME_TYPES
    editions: tuple[str, ...] = _ALL_EDITIONS


class EngineSource(Protocol):
    """Creates the engine of every game."""

    def check(self) -> Engines:
        """Check that an engine starts, and describe it. Raises SkepError."""

    def create(self, board: Board) -> EngineProtocol:
        """Return a new engine for the game on this board. It is closed after the game, or a move of a slow one."""

    def accepts_draw(self, board: Board, color: Color) -> bool:
        """Return whether a player should accept a draw."""


class BuiltInEngines:
    """skep's own engine, at full strength or at a level."""

    def __init__(
        self, *, level: int | None = None, threads: int = 1, table_mb: int = 64, network: Path | None = None
    ) -> None:
        self._level = level
        self._threads = threads
        self._table_mb = table_mb
        self._network_file = network

    @cached_property
    def _network(self) -> Network | None:
        return None if self._network_file is None else read_network(self._network_file)

    def check(self) -> Engines:
        """Search once, because the first search of a process is late: it may have to compile."""
        engine = self._engine()
        engine.play(Board(), Limit(seconds=0.1))
        return Engines(engine.name if self._level is None else f"{engine.name}, level {self._level}")

    def create(self, board: Board) -> EngineProtocol:  # noqa: ARG002
        """Return a new engine, so that the tables of games do not mix."""
        return self._engine()

    def _engine(self) -> Engine:
        return Engine(threads=self._threads, table_mb=self._table_mb, level=self._level, network=self._network)

    def accepts_draw(self, board: Board, color: Color) -> bool:
        """Return whether the player is losing, by a short search at full strength."""
        engine = Engine(table_mb=4, network=self._network)
        *_, last = engine.analyse(board, Limit(nodes=_JUDGING_NODES))
        probability = last.score.relative.win_probability
        return (probability if board.turn is color else 1 - probability) < _DRAW_THRESHOLD


class ProgramEngines:
    """A program that speaks the Universal Hive Protocol, started once for every game."""

    def __init__(self, command: tuple[str, ...], *, options: tuple[tuple[str, str], ...] = (), timeout: float) -> None:
        """``timeout`` is how many seconds a program may be late before it is terminated and started again."""
        self._command = command
        self._options = options
        self._timeout = timeout
        self._offered: frozenset[str] = frozenset()
        """The options of the program that depend on the game."""

    def check(self) -> Engines:
        """Start the program once, and ask for its name, expansion bugs and options."""
        with UhpClient.start(self._command, options=dict(self._options), timeout=_START_TIMEOUT) as client:
            client.newgame("Base")
            self._offered = frozenset({"Edition", "Repetition"} & client.options().keys())
            capabilities = client.capabilities
            name = client.name
        game_types = tuple(
            str(kind) for kind in GAME_TYPES if all(str(bug).title() in capabilities for bug in kind.expansions)
        )
        return Engines(name, game_types, _ALL_EDITIONS if "Edition" in self._offered else (DEFAULT_EDITION.id,))

    def create(self, board: Board) -> EngineProtocol:
        """Return a program with the rules of the game, if it has options for them."""
        rules = {"Edition": board.edition.id, "Repetition": str(board.threefold)}
        options = {name: value for name, value in rules.items() if name in self._offered}
        return UhpEngine(self._command, options={**dict(self._options), **options}, timeout=self._timeout)

    def accepts_draw(self, board: Board, color: Color) -> bool:  # noqa: ARG002
        """Return False, because the protocol has no way to ask."""
        return False
