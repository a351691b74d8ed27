"""Visitors who do not play: they read lists, look at pictures and analyse, one request at a time."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import httpx

from bench.attack.target import Refused, Target
from bench.attack.websocket import WebSocket
from bench.guests import Guest, http_client
from skep import Board

__all__ = ["Answer", "Readers"]

_LIST_LIMIT: Final = 2.0
"""Seconds in which a list has to arrive."""
_WORK_LIMIT: Final = 10.0
"""Seconds in which a picture or the first line of an analysis has to arrive. Others may have a turn first."""


@dataclass(frozen=True)
class Answer:
    """The answer to one request."""

    at: float
    """When the request was sent."""
    problem: str = ""
    """Why it is not what a visitor expects, or empty."""


class Readers:
    """Four visitors, each with a different request."""

    def __init__(self, port: int, address: str) -> None:
        self._address = address
        self._target = Target(port, address, 0, lambda: None)
        self._answers: list[Answer] = []
        self._rng = random.Random(2)
        self.waiting: dict[str, float] = {}
        """When each request was sent that has no answer yet."""

    def take(self) -> list[Answer]:
        """Return the answers since the last call."""
        answers, self._answers = self._answers, []
        return answers

    async def run(self) -> None:
        """Send requests until cancelled."""
        async with http_client(self._address, timeout=_WORK_LIMIT) as client, asyncio.TaskGroup() as group:
            guest = Guest(client, self._target.port)

            async def get(method: str, path: str, body: object = None) -> None:
                self._target.check(await guest.request(method, path, body))

            async def draw() -> None:
                await get("POST", "/pictures", {**self._study(), "form": "png"})

            for what, request, interval, limit in (
                ("/api/games/live", lambda: get("GET", "/games/live"), 1.0, _LIST_LIMIT),
                ("/api/health", lambda: get("GET", "/health"), 1.0, _LIST_LIMIT),
                ("a picture", draw, 3.0, _WORK_LIMIT),
                ("an analysis", self._analyse, 3.0, _WORK_LIMIT),
            ):
                group.create_task(self._repeat(what, request, interval, limit))

    async def _repeat(self, what: str, request: Callable[[], Awaitable[None]], interval: float, limit: float) -> None:
        while True:
            start, problem = time.monotonic(), ""
            self.waiting[what] = start
            try:
                async with asyncio.timeout(limit):
                    await request()
            except TimeoutError:
                problem = f"no answer for {what} in {limit:.0f} s"
            except Refused as refusal:
                problem = f"{refusal} for {what}"
            except httpx.HTTPError as error:
                problem = f"{type(error).__name__} for {what}"
            del self.waiting[what]
            self._answers.append(Answer(start, problem))
            await asyncio.sleep(max(0.0, start + interval - time.monotonic()))

    def _study(self) -> dict[str, Any]:
        """Return a random position."""
        board, moves = Board("Base"), []
        for _ in range(8):
            move = self._rng.choice(board.legal_moves.list())
            moves.append(board.uhp(move))
            board.push(move)
        return {"start": "ultimate-2024 Base White[1] -", "moves": moves}

    async def _analyse(self) -> None:
        """Start an analysis, and stop it after its first line."""
        socket = await WebSocket.open(self._target)
        try:
            id_ = await socket.send("analyse", study=self._study())
            while (message := await socket.answer(id_))["kind"] != "analysis" or not message["lines"]:
                if message["kind"] == "refused":
                    raise Refused(message["code"])
        finally:
            socket.close()
