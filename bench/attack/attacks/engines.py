"""Attacks on the engines: too many strong opponents, too many analyses."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final, NoReturn

from bench.attack.shuffle import move_strings
from bench.attack.target import Refused, Target
from bench.attack.websocket import WebSocket
from bench.guests import Guest

__all__ = ["analyses", "strong_opponents"]

_GAMES: Final = 55
_SOCKETS: Final = 258
_LEVEL: Final = 10


async def strong_opponents(target: Target) -> NoReturn:
    """One guest plays 55 games against the strongest level at the same time, and moves at once."""
    target.begin()
    async with target.guests() as new_guest:
        guest = new_guest()
        games = [game for _ in range(_GAMES) if (game := await _new_game(target, guest)) is not None]
    while True:
        try:
            socket = await WebSocket.open(target, guest.cookie)
            for game in games:
                await socket.send("watch", game=game)
            while True:
                message = await socket.receive()
                if message["kind"] == "refused":
                    await target.refuse(message["code"])
                elif message["kind"] in ("game", "moved"):
                    await _reply(socket, message)
        except Refused as refusal:
            await target.refuse(str(refusal))


async def _new_game(target: Target, guest: Guest) -> str | None:
    """Create a game in which the computer moves first, or return None if the server refuses."""
    response = await guest.request("POST", "/games", {"opponent": "computer", "level": _LEVEL, "side": "black"})
    if response.is_error:
        await target.refuse(str(response.status_code))
        return None
    game: str = response.json()["game"]
    return game


async def _reply(socket: WebSocket, message: dict[str, Any]) -> None:
    """Make a random move, if it is our turn."""
    ply = message["ply"] if message["kind"] == "moved" else len(message["moves"])
    moves = message["legal"]["moves"]
    if ply % 2 and moves:
        piece = random.choice(list(moves))
        await socket.send("move", game=message["game"], ply=ply, piece=piece, to=moves[piece][:2])


async def analyses(target: Target) -> NoReturn:
    """258 anonymous sockets analyse a position at the same time."""
    study = {"start": "ultimate-2024 Base White[1] -", "moves": move_strings(6)}
    target.begin()

    async def analyse() -> NoReturn:
        while True:
            try:
                socket = await WebSocket.open(target)
                await socket.send("analyse", study=study, lines=5)
                while True:
                    message = await socket.receive()
                    if message["kind"] == "refused":
                        await target.refuse(message["code"])
                        await asyncio.sleep(1)
                        await socket.send("analyse", study=study, lines=5)
            except Refused as refusal:
                await target.refuse(str(refusal))
                await asyncio.sleep(1)

    async with asyncio.TaskGroup() as group:
        for _ in range(_SOCKETS):
            group.create_task(analyse())
    raise AssertionError("the analyses never end")
