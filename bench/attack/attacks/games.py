"""Attacks with games: long ones, and messages, chat and rematches beyond the limits."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from typing import Final, NoReturn

import httpx

from bench.attack.shuffle import move_at
from bench.attack.target import Refused, Target
from bench.attack.websocket import WebSocket
from bench.guests import Guest, start_game

__all__ = ["chat_after_reconnecting", "long_games", "moves_after_reconnecting", "rematches", "slow_readers"]

_BURST: Final = 200
"""Moves that are sent at once; the usual limit of a connection."""
_GAMES: Final = 8
_MAX_PLIES: Final = 20_000
_READERS: Final = 150
_SMALL_BUFFER: Final = 4096
_WATCHED_PLIES: Final = 900
"""The length of the game that slow readers request, which makes a message of about 80 kB."""
_WATCHES: Final = 60
"""Requests that each slow reader sends at once."""
_DOWNLOADS: Final = 4
"""Simultaneous downloads."""


async def _moves(socket: WebSocket, game: str, ply: int, count: int) -> AsyncIterator[str]:
    """Send moves without waiting for answers, then yield the code of each refusal, or an empty string."""
    ids = []
    for number in range(ply, ply + count):
        piece, to = move_at(number)
        ids.append(await socket.send("move", game=game, ply=number, piece=piece, to=to))
    for id_ in ids:
        answer = await socket.answer(id_)
        yield answer["code"] if answer["kind"] == "refused" else ""


class _Builder:
    """A client that plays both sides of a game, and reconnects after every burst of moves."""

    def __init__(self, target: Target, guest: Guest) -> None:
        self._target = target
        self._guest = guest
        self.game = ""
        self.ply = 0
        self.is_over = True

    async def play(self, count: int) -> None:
        """Send a burst of moves, in a new game if the last one is over. Raises Refused."""
        if self.is_over:
            try:
                self.game, self.ply, self.is_over = await self._guest.create_game("here"), 0, False
            except httpx.HTTPStatusError as error:
                raise Refused(str(error.response.status_code)) from None
        socket = await WebSocket.open(self._target, self._guest.cookie)
        try:
            async for code in _moves(socket, self.game, self.ply, count):
                self.is_over = code == "game-over"
                if code:
                    raise Refused(code)
                self.ply += 1
                self._target.tally.accepted += 1
        finally:
            socket.close()

    async def build(self, plies: int) -> str:
        """Play a game of some plies, or as long as the server lets us, and return its id."""
        end = time.monotonic() + 3 * self._target.seconds
        while self.ply < plies and time.monotonic() < end and not (self.game and self.is_over):
            try:
                await self.play(min(_BURST, plies - self.ply))
            except Refused as refusal:
                await self._target.refuse(str(refusal))
        return self.game


async def long_games(target: Target) -> NoReturn:
    """A client builds the longest game that it can, and downloads it again and again."""
    async with target.guests() as new_guest, asyncio.TaskGroup() as group:
        guest = new_guest()
        game = await _Builder(target, guest).build(_MAX_PLIES)
        target.begin()

        async def download() -> NoReturn:
            while True:
                try:
                    await target.send(guest, "GET", f"/games/{game}/record.pgn")
                except Refused as refusal:
                    await target.refuse(str(refusal))

        for _ in range(_DOWNLOADS):
            group.create_task(download())
    raise AssertionError("the downloads never end")


async def slow_readers(target: Target) -> NoReturn:
    """150 sockets request a game again and again and read nothing."""
    async with target.guests() as new_guest:
        game = await _Builder(target, new_guest()).build(_WATCHED_PLIES)
    target.begin()

    async def read_slowly() -> NoReturn:
        while True:
            try:
                socket = await WebSocket.open(target, receive_buffer=_SMALL_BUFFER)
                for number in itertools.count():
                    await socket.send("watch", game=game)
                    if number > _WATCHES:
                        await asyncio.sleep(0.06)
            except Refused as refusal:
                await target.refuse(str(refusal))
                await asyncio.sleep(1)

    async with asyncio.TaskGroup() as group:
        for _ in range(_READERS):
            group.create_task(read_slowly())
    raise AssertionError("the readers never end")


async def moves_after_reconnecting(target: Target) -> NoReturn:
    """A guest sends bursts of moves in eight games, and reconnects after each burst."""
    async with target.guests() as new_guest, asyncio.TaskGroup() as group:
        guest = new_guest()
        builders = [_Builder(target, guest) for _ in range(_GAMES)]
        for builder in builders:
            await builder.play(1)
        target.begin()

        async def play(builder: _Builder) -> NoReturn:
            while True:
                try:
                    await builder.play(_BURST)
                except Refused as refusal:
                    await target.refuse(str(refusal))

        for builder in builders:
            group.create_task(play(builder))
    raise AssertionError("the moves never end")


async def chat_after_reconnecting(target: Target) -> NoReturn:
    """A client sends a burst of chat lines, reconnects, and sends the next one."""
    async with target.guests() as new_guest:
        guest = new_guest()
        game = await start_game(guest, new_guest())
    target.begin()
    while True:
        try:
            socket = await WebSocket.open(target, guest.cookie)
            while True:
                await socket.request("chat", game=game, text="x" * 300)
                target.tally.accepted += 1
        except Refused as refusal:
            await target.refuse(str(refusal))


async def rematches(target: Target) -> NoReturn:
    """A client resigns, agrees with itself on a rematch, resigns again, and so on."""
    async with target.guests() as new_guest:
        guest = new_guest()
        game = await guest.create_game("here")
    target.begin()
    while True:
        try:
            socket = await WebSocket.open(target, guest.cookie)
            while True:
                game = await _rematch(socket, game)
                target.tally.accepted += 1
        except Refused as refusal:
            await target.refuse(str(refusal))


async def _rematch(socket: WebSocket, game: str) -> str:
    """End a game, start its rematch and return the rematch's id."""
    state = await socket.request("watch", game=game)
    if state["result"] is None:
        await socket.request("resign", game=game)
    if state["rematch"] is None:
        await socket.request("propose", game=game, what="rematch")
        state = await socket.request("watch", game=game)
    await socket.request("unwatch", game=game)
    rematch: str = state["rematch"]
    return rematch
