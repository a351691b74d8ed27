"""Hints and threats on request.

The engine pool finds them among the analyses, and each is found once per position. A search is cancelled when the game
continues.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from skep.board import Board
from skep.server.engines.fair_queue import NOBODY, Client
from skep.server.engines.pool import EngineLease, EnginePool, QueueFull
from skep.server.engines.scheduler import Priority
from skep.server.play.clients import Clients
from skep.server.play.coach.hints import Hint, find_hint
from skep.server.play.coach.threats import ThreatReport, find_threats
from skep.server.play.coach.views import hint_view, threats_view
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room
from skep.server.play.rooms import Rooms
from skep.server.schemas.coach import HintRequest, ThreatsRequest
from skep.server.schemas.game import Refused
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import BUSY, LATE

__all__ = ["Advice", "Reply"]

Reply: TypeAlias = Callable[[AnyServerMessage], None]

_EXPECTED_SECONDS: Final = 0.3


@dataclass(slots=True, eq=False)
class _Findings:
    """The hint and the threats found for one position of a game."""

    seq: int = -1
    """The board's sequence number, or -1 before the first request."""
    hint: Hint | None = None
    report: ThreatReport | None = None
    client: Client = NOBODY
    """The player for whom they are found."""


class Advice:
    """The hints and threats of all games in a process."""

    def __init__(self, rooms: Rooms, pool: EnginePool, clients: Clients) -> None:
        self._rooms = rooms
        self._pool = pool
        self._clients = clients
        self._games: WeakKeyDictionary[Room, _Findings] = WeakKeyDictionary()

    def answer(self, room: Room, game: LiveGame, request: HintRequest | ThreatsRequest, reply: Reply) -> None:
        """Reply immediately if the answer is known, otherwise after a search."""
        findings, board = self._games.setdefault(room, _Findings()), game.board.copy()
        findings.client = self._clients.of_game(game)
        if findings.seq != game.board_seq:
            findings.seq, findings.hint, findings.report = game.board_seq, None, None
        if isinstance(request, HintRequest):
            if findings.hint is None:
                self._rooms.spawn(self._find_hint(room, findings, board, request, reply))
            else:
                reply(hint_view(request, board, findings.hint))
        elif findings.report is None:
            self._rooms.spawn(self._find_threats(room, findings, board, request, reply))
        else:
            reply(threats_view(request, board, findings.report))

    def on_event(self, room: Room, seq: int | None) -> None:
        """Drop the findings for any other board than ``seq``, which is None once the game is over."""
        findings = self._games.get(room)
        if findings is None or findings.seq in (-1, seq):
            return
        findings.seq, findings.hint, findings.report = -1, None, None
        for subject in ("hint", "threats"):
            self._pool.cancel(f"{room.id}/{subject}")

    async def _find_hint(
        self, room: Room, findings: _Findings, board: Board, request: HintRequest, reply: Reply
    ) -> None:
        hint = await self._search(f"{room.id}/hint", partial(find_hint, board), findings, request, reply)
        if isinstance(hint, Hint):
            findings.hint = hint
            reply(hint_view(request, board, hint))

    async def _find_threats(
        self, room: Room, findings: _Findings, board: Board, request: ThreatsRequest, reply: Reply
    ) -> None:
        report = await self._search(f"{room.id}/threats", partial(find_threats, board), findings, request, reply)
        if isinstance(report, ThreatReport):
            findings.report = report
            reply(threats_view(request, board, report))

    async def _search(
        self,
        key: str,
        search: Callable[[EngineLease], object],
        findings: _Findings,
        request: HintRequest | ThreatsRequest,
        reply: Reply,
    ) -> object:
        """Return the result of a search. If the pool is too busy or the game continues, refuse and return None."""
        seq = findings.seq
        try:
            found = await self._pool.run_preemptible(
                key, search, priority=Priority.ANALYSIS, client=findings.client, seconds=_EXPECTED_SECONDS
            )
            refusal = None if findings.seq == seq else LATE
        except QueueFull:
            refusal = BUSY
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            # The same request arrived again, for example from another tab, or the game continued.
            refusal = BUSY if findings.seq == seq else LATE
        if refusal is None:
            return found
        reply(Refused(id=request.id, code=refusal.code, text=refusal.text))
        return None
