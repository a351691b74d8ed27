"""Simulated players of an arena: each waits for the next game on the tournament's page, and plays it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from bench.lobby.players import SEEKING, Account, Habits, Player, Report
from bench.lobby.socket import Lost, Socket

__all__ = ["ArenaPlayer", "ArenaReport", "Wait"]

_ASK_EVERY: Final = 5.0
"""Seconds after which a waiting player watches the tournament again, as after a silence on the page."""
_decode: Final = msgspec.json.Decoder().decode


@dataclass(frozen=True)
class Wait:
    """An interval in which a player waited without losing the connection."""

    player: str
    since: float
    """When the server confirmed that the player watches."""
    until: float


@dataclass
class ArenaReport(Report):
    """The observations of the players of an arena."""

    waits: list[Wait] = field(default_factory=list)


class ArenaPlayer(Player):
    """A player of an arena. Between two games it does what the tournament's page does."""

    def __init__(
        self,
        account: Account,
        ports: Sequence[int],
        habits: Habits,
        report: ArenaReport,
        rng: random.Random,
        *,
        tournament: str,
    ) -> None:
        super().__init__(account, ports, habits, report, rng)
        self._tournament = tournament
        self._waits = report.waits
        self._waiting_since: float | None = None

    async def _look_for_game(self) -> str | None:
        """Return the next game in the arena, or None if the run ends first."""
        self._interrupted, self._left = False, False
        while True:
            try:
                socket = await self._connect(SEEKING)
                socket.send("watch-tournament", tournament=self._tournament)
                self._set("waiting in the arena")
                game = await self._wait_for_game(socket)
            except Lost:
                self._end_wait()
                self._on_lost()
                continue
            self._end_wait()
            if game is not None:
                socket.send("unwatch-tournament", tournament=self._tournament)
            return game

    def _end_wait(self) -> None:
        if self._waiting_since is not None:
            self._waits.append(Wait(self.account.id, self._waiting_since, time.time()))
            self._waiting_since = None

    async def _wait_for_game(self, socket: Socket) -> str | None:
        while not self.stopping:
            message = await socket.receive(_ASK_EVERY)
            if message is None:
                socket.send("watch-tournament", tournament=self._tournament)
                continue
            game, over = self._read(message)
            if over:
                return None
            if game is not None and self._is_first(game):
                return game
        return None

    def _read(self, message: dict[str, Any]) -> tuple[str | None, bool]:
        """Return the game that a message announces, and whether the arena is over."""
        if message["kind"] == "tournament-game":
            return str(_decode(message["game"])), False
        if message["kind"] == "refused":
            code = str(_decode(message["code"]))
            self._report.refused[code] = self._report.refused.get(code, 0) + 1
        if message["kind"] != "tournament":
            return None, False
        view = _decode(message["view"])
        you, status = view["you"], view["summary"]["status"]
        if status == "running" and you["waiting"] and self._waiting_since is None:
            self._waiting_since = time.time()
        return you["game"], status == "finished"

    def _is_first(self, game: str) -> bool:
        return self._game is None or self._game.game != game
