"""Simulated players: each looks for an opponent, plays a short game and looks again, and leaves now and then.

They do what the page does: after a lost connection they connect to the other server and ask what has become of their
seek, and while they wait they ask every few seconds.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from bench.lobby.socket import Lost, Socket

__all__ = ["SEEKING", "TERMS", "Account", "Habits", "Opened", "Played", "Player", "Report"]

TERMS: Final[tuple[dict[str, Any], ...]] = (
    {"clock": {"kind": "minutes", "minutes": 3, "increment": 2}, "rated": True},
    {"clock": {"kind": "minutes", "minutes": 10, "increment": 5}, "rated": True},
    {"clock": {"kind": "minutes", "minutes": 5, "increment": 4}, "rated": True, "expansions": "MLP"},
    {"clock": {"kind": "minutes", "minutes": 3, "increment": 2}},
)
_ASK_EVERY: Final = 4.0
"""Seconds after which a waiting player asks what has become of the seek, as the page does."""
SEEKING: Final = (0.02, 0.05)
_PLAYING: Final = (0.2, 1.0)
_RESTING: Final = (5.0, 10.0)
"""The shortest and the longest time in seconds before connecting again, as on the page: whoever waits for an opponent
comes first, and readers last."""
_MAX_PAUSE: Final = 15.0
_ANSWER_TIMEOUT: Final = 10.0
"""Seconds without a message after which a player asks for the game again, as the page does if a move has no answer."""
_decode: Final = msgspec.json.Decoder().decode


@dataclass(frozen=True)
class Account:
    """A player with an account."""

    id: str
    cookie: str


@dataclass(frozen=True)
class Habits:
    """How players behave."""

    pause: float
    """Seconds before a move, on average."""
    rest: float
    """Seconds between two games, on average."""
    plies: int
    """The shortest game, in plies; the longest has twice as many."""
    leaves: float = 0.15
    """How often a player disconnects for a while between two games, in the middle of one, or while waiting."""


@dataclass(frozen=True)
class Opened:
    """A game that a player has on the screen."""

    player: str
    game: str
    seek: str
    sought: float
    """When the request for an opponent was sent."""
    at: float
    """When the position arrived."""
    interrupted: bool
    """Whether the player lost the connection since then."""
    left: bool
    """Whether the player left of their own accord since then, so that no board could be open."""


@dataclass
class Played:
    """A game as one player saw it."""

    player: str
    game: str
    moves: list[str]
    ended: bool


@dataclass
class Report:
    """The observations of the players."""

    opened: list[Opened] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    lost_connections: int = 0
    left: int = 0
    """How often a player left of their own accord."""
    repeated: int = 0
    """How often a message announced a game that was already open."""


class Player:
    """One player."""

    def __init__(
        self, account: Account, ports: Sequence[int], habits: Habits, report: Report, rng: random.Random
    ) -> None:
        self.account = account
        self._ports = ports
        self._habits = habits
        self._report = report
        self._rng = rng
        self._socket: Socket | None = None
        self._port = rng.randrange(len(ports))
        self._is_new = False
        """Whether nothing has been sent on the socket. The page then sends a ping, by which the server knows it."""
        self.stopping = False
        self.state = "resting"
        """For the report on players who are stuck."""
        self.since = time.monotonic()
        self._seek: str | None = None
        self._sought = 0.0
        self._interrupted = self._left = False
        self._game: Played | None = None

    async def run(self) -> None:
        """Play until asked to stop; finish the game first."""
        await asyncio.sleep(self._rng.uniform(0, 2 * self._habits.rest))
        while not self.stopping:
            game = await self._look_for_game()
            if game is not None:
                await self._play(game)
                await self._rest()
                if self._rng.random() < self._habits.leaves:
                    await self._leave()
        self._set("done")
        if self._socket is not None:
            self._socket.close()

    def _set(self, state: str) -> None:
        self.state, self.since = state, time.monotonic()

    # the connection

    async def _connect(self, pause: tuple[float, float]) -> Socket:
        """Return the socket. Opening one takes pauses like those of the page, so that not all come at once."""
        least, most = pause
        while self._socket is None:
            if self._interrupted:
                await asyncio.sleep(self._rng.uniform(least, most))
                least, most = min(_MAX_PAUSE / 2, least * 2), min(_MAX_PAUSE, most * 2)
            try:
                self._socket = await Socket.open(self._ports[self._port], self.account.cookie)
                self._is_new = True
            except Lost:
                self._interrupted = True
                self._port = (self._port + 1) % len(self._ports)
        return self._socket

    def _on_lost(self) -> None:
        self._report.lost_connections += 1
        self._interrupted = True
        self._port = (self._port + 1) % len(self._ports)
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    async def _rest(self) -> None:
        """Look around for a while, as on a page that stays connected."""
        self._set("resting")
        end = time.monotonic() + min(self._rng.expovariate(1 / self._habits.rest), 3 * self._habits.rest)
        while not self.stopping and (left := end - time.monotonic()) > 0:
            try:
                socket = await self._connect(_RESTING)
                if self._is_new:
                    self._is_new = False
                    socket.send("ping")
                await socket.receive(min(left, 1.0))
            except Lost:
                self._on_lost()

    async def _leave(self) -> None:
        """Disconnect for a while."""
        self._report.left += 1
        self._left = True
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._port = self._rng.randrange(len(self._ports))
        await asyncio.sleep(self._rng.uniform(0.5, 3.0))

    # looking for a game

    async def _look_for_game(self) -> str | None:
        """Return the game that a seek led to, or None if the run ends first."""
        terms = self._rng.choice(TERMS)
        self._seek, self._sought, self._interrupted, self._left = None, 0.0, False, False
        asks = False
        leaves = self._rng.random() < self._habits.leaves / 3
        while True:
            try:
                socket = await self._connect(SEEKING)
                is_new, self._is_new = self._is_new, False
                if is_new:
                    socket.send("ping")
                if asks:
                    self._set("asking for its seek")
                    if not is_new:
                        self._ask(socket)
                else:
                    self._set("seeking")
                    self._sought = time.time()
                    socket.send("seek", **terms)
                found = await self._wait_for_match(socket, asks=asks and is_new, leaves=leaves)
            except Lost:
                self._on_lost()
                asks, leaves = True, False
                continue
            if found == "left":
                await self._leave()
                asks, leaves = True, False
            elif found == "none":
                if self.stopping:
                    return None
                asks = False  # the seek has ended, because the player was away for too long
            else:
                return found

    def _ask(self, socket: Socket) -> None:
        """Ask what has become of the seek."""
        socket.send("my-seek", **({} if self._seek is None else {"seek": self._seek}))

    async def _wait_for_match(self, socket: Socket, *, asks: bool, leaves: bool) -> str:
        """Return a game, "none" if the seek no longer exists, or "left".

        On a new connection the page asks for its seek once the server has answered it.
        """
        ends = False
        while True:
            message = await socket.receive(_ASK_EVERY)
            if self.stopping and not ends and self._seek is not None:
                ends = True
                socket.send("unseek", seek=self._seek)
                continue
            if message is None or (asks and message["kind"] == "pong"):
                asks = False
                self._ask(socket)
                continue
            answer = self._answer(message)
            if answer == "refused":
                await asyncio.sleep(0.2)
                return "none"
            if answer is not None:
                return answer
            if leaves and self._seek is not None and self._rng.random() < 0.5:
                return "left"

    def _answer(self, message: dict[str, Any]) -> str | None:
        """Return a game, "none", "refused", or None if the seek still waits."""
        if message["kind"] == "seek-matched":
            game = str(_decode(message["game"]))
            if self._is_first(game):
                self._seek = _decode(message["seek"])
                return game
        elif message["kind"] == "seeking" and message.get("id") is not None:
            seek, matched = _decode(message["seek"]), _decode(message["matched"])
            if matched is not None and self._is_first(matched["game"]):
                self._seek = matched["seek"]
                return str(matched["game"])
            if seek is None:
                return "none"
            self._seek = seek["seek"]
        elif message["kind"] == "refused":
            code = str(_decode(message["code"]))
            self._report.refused[code] = self._report.refused.get(code, 0) + 1
            return "refused"
        return None

    def _is_first(self, game: str) -> bool:
        if self._game is not None and self._game.game == game:
            self._report.repeated += 1
            return False
        return True

    # playing

    async def _play(self, game: str) -> None:
        self._game = Played(self.account.id, game, [], ended=False)
        self._report.played.append(self._game)
        end = self._rng.randrange(self._habits.plies, 2 * self._habits.plies + 1)
        first = True
        while not self._game.ended:
            try:
                socket = await self._connect(_PLAYING)
                socket.send("watch", game=game)
                if self._is_new:
                    self._is_new = False
                    socket.send("ping")
                self._set(f"watching {game}")
                await self._follow(socket, game, end, first=first)
            except Lost:
                self._on_lost()
            first = False

    async def _follow(self, socket: Socket, game: str, end: int, *, first: bool) -> None:
        """Play a game until it ends. Raises Lost."""
        assert self._game is not None
        side: str | None = None
        moved = -1
        while not self._game.ended:
            message = await socket.receive(_ANSWER_TIMEOUT)
            if message is None:
                socket.send("watch", game=game)
                continue
            kind = message["kind"]
            if kind == "seek-matched":
                self._check_match(message)
            elif kind == "refused":
                code = str(_decode(message["code"]))
                self._report.refused[code] = self._report.refused.get(code, 0) + 1
                await asyncio.sleep(0.2)
                moved = -1
                socket.send("watch", game=game)
            if kind not in ("game", "moved") or _decode(message["game"]) != game:
                continue
            if kind == "game":
                side = self._on_state(message, opened=first)
                first = False
                ply = len(self._game.moves)
            else:
                ply = _decode(message["ply"])
                if ply != len(self._game.moves) + 1:
                    socket.send("watch", game=game)
                    continue
                self._game.moves.append(_decode(message["move"])["uhp"])
            self._set(f"playing {game}, ply {ply}, {side}")
            if bytes(message["result"]) != b"null":
                self._game.ended = True
            elif side == ("white", "black")[ply % 2] and ply != moved:
                moved = ply  # the position can arrive twice
                await self._move(socket, game, ply, end, _decode(message["legal"]))

    def _on_state(self, message: dict[str, Any], *, opened: bool) -> str | None:
        assert self._game is not None
        moves = [move["uhp"] for move in _decode(message["moves"])]
        if moves[: len(self._game.moves)] != self._game.moves:
            self._report.problems.append(f"{self._game.game}: the server has lost moves that a player has received")
        self._game.moves = moves
        yours = _decode(message["yours"])
        if not yours:
            self._report.problems.append(f"{self._game.game}: {self.account.id} does not play in the game it was given")
            return None
        if opened:
            self._report.opened.append(
                Opened(
                    self.account.id,
                    self._game.game,
                    self._seek or "",
                    self._sought,
                    time.time(),
                    self._interrupted,
                    self._left,
                )
            )
        return str(yours[0])

    async def _move(self, socket: Socket, game: str, ply: int, end: int, legal: dict[str, Any]) -> None:
        await asyncio.sleep(self._rng.uniform(0.3, 1.7) * self._habits.pause)
        if ply >= end:
            socket.send("resign", game=game)
            return
        if legal.get("must_pass") or not legal["moves"]:
            socket.send("move", game=game, ply=ply)
            return
        piece = self._rng.choice(list(legal["moves"]))
        places = legal["moves"][piece]
        at = 2 * self._rng.randrange(len(places) // 2)
        socket.send("move", game=game, ply=ply, piece=piece, to=[places[at], places[at + 1]])

    def _check_match(self, message: dict[str, Any]) -> None:
        """A player who plays does not look for a game, so only the same game can be announced again."""
        assert self._game is not None
        game = _decode(message["game"])
        if game == self._game.game:
            self._report.repeated += 1
        else:
            self._report.problems.append(f"{self.account.id} plays {self._game.game} and was also given {game}")
