"""Attacks by players with accounts and by their programs: streams, studies, tournaments and the bot API."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any, Final, NoReturn

from bench.attack.shuffle import move_strings
from bench.attack.target import Refused, Target
from bench.attack.websocket import WebSocket
from bench.guests import Guest

__all__ = ["bot_api", "long_texts", "study_edits", "tournament_entries", "unread_streams"]

_START: Final = "ultimate-2024 Base White[1] -"
_STREAMS: Final = 100
_RETRY_DELAY: Final = 1.0
"""Seconds before a closed stream is opened again."""
_EDITS: Final = 10
"""Edits per message."""
_WORDS: Final = 250
"""Words of a comment that is edited, which make messages of up to 27 kB."""
_COMMENTS: Final = 240
_LONG_COMMENT: Final = 4000
"""Characters of a comment in a shared study, which makes a study of almost a megabyte."""
_TOKENS: Final = 8


async def unread_streams(target: Target) -> NoReturn:
    """100 connections request streams of puzzles and of an account's events, and read nothing."""
    async with target.guests() as new_guest:
        guest = new_guest()
        await guest.register(f"Attacker {target.address}")
        token = await guest.new_token("board:play")
    target.begin()
    heads = ("GET /api/puzzles/stream HTTP/1.1", f"GET /api/stream/event HTTP/1.1\r\nAuthorization: Bearer {token}")

    async def request(number: int) -> NoReturn:
        head = f"{heads[number % 2]}\r\nHost: 127.0.0.1:{target.port}\r\n\r\n".encode()
        while True:
            try:
                wire = await target.connect(receive_buffer=4096)
                await wire.send(head)
                await wire.wait_closed()
            except Refused as refusal:
                await target.refuse(str(refusal))
                await asyncio.sleep(_RETRY_DELAY)

    async with asyncio.TaskGroup() as group:
        for number in range(_STREAMS):
            group.create_task(request(number))
    raise AssertionError("the streams never end")


async def study_edits(target: Target) -> NoReturn:
    """An account edits a study with long comments as fast as it can, and reconnects after each refusal."""
    async with target.guests() as new_guest:
        guest = new_guest()
        await guest.register(f"Attacker {target.address}")
        study = (await target.send(guest, "POST", "/shared-studies", _study())).json()["study"]
        document = (await target.send(guest, "GET", f"/shared-studies/{study}")).json()
    target.begin()
    edits = _edits(document["chapters"][0]["id"])
    while True:
        try:
            socket = await WebSocket.open(target, guest.cookie)
            while True:
                batch = list(itertools.islice(edits, _EDITS))
                await socket.request("study-edit", study=study, client="attacker", edits=batch)
                target.tally.accepted += _EDITS
        except Refused as refusal:
            await target.refuse(str(refusal))


def _edits(chapter: str) -> Any:
    """Yield comments of words that all differ, so that each has to be compared with the forbidden ones."""
    for number in itertools.count():
        text = " ".join(f"b{number}e{word}" for word in range(_WORDS))
        yield {"op": "set-comment", "id": f"edit{number}", "chapter": chapter, "node": "root", "text": text}


async def long_texts(target: Target) -> NoReturn:
    """An account shares studies with a megabyte of words that have to be compared with the forbidden ones."""
    body = _study(
        nodes=[
            {"uhp": uhp, "parent": number - 1, "comment": _long_comment(number)}
            for number, uhp in enumerate(move_strings(_COMMENTS))
        ]
    )
    async with target.guests() as new_guest:
        guest = new_guest()
        await guest.register(f"Attacker {target.address}")
        target.begin()
        await _repeat(target, guest, "POST", "/shared-studies", body)
    raise AssertionError("the requests never end")


def _long_comment(number: int) -> str:
    """Return a comment whose words all differ from those of other comments."""
    return " ".join(f"b{number}e{word}" for word in range(_LONG_COMMENT))[:_LONG_COMMENT]


async def tournament_entries(target: Target) -> NoReturn:
    """An account joins a tournament and withdraws again and again, with a cookie and with a token."""
    async with target.guests() as new_guest, asyncio.TaskGroup() as group:
        guest = new_guest()
        await guest.register(f"Attacker {target.address}")
        token = await guest.new_token("tournament:write")
        created = await target.send(guest, "POST", "/tournaments", {"name": "An arena"})
        path = f"/tournament/{created.json()['summary']['tournament']}"
        target.begin()
        for action, given in itertools.product(("join", "withdraw"), ("", token)):
            group.create_task(_repeat(target, guest, "POST", f"{path}/{action}", token=given))
    raise AssertionError("the requests never end")


async def bot_api(target: Target) -> NoReturn:
    """Programs with eight tokens of one account start games against the computer, list them and resign."""
    async with target.guests() as new_guest, asyncio.TaskGroup() as group:
        guest = new_guest()
        await guest.register(f"Attacker {target.address}")
        tokens = [await guest.new_token("board:play", "challenge:write") for _ in range(_TOKENS)]
        target.begin()

        async def play(token: str) -> NoReturn:
            while True:
                try:
                    game = (await target.send(guest, "POST", "/challenge/ai", {"level": 1}, token=token)).json()["id"]
                    target.tally.accepted += 1
                    await target.send(guest, "POST", f"/board/game/{game}/resign", token=token)
                    target.tally.accepted += 1
                except Refused as refusal:
                    await target.refuse(str(refusal))

        for token in tokens:
            group.create_task(play(token))
            group.create_task(_repeat(target, guest, "GET", "/account/playing?nb=50", token=token))
    raise AssertionError("the requests never end")


def _study(**tree: Any) -> dict[str, Any]:
    return {"name": "A study", "chapter": "A chapter", "tree": {"start": _START, **tree}}


async def _repeat(
    target: Target, guest: Guest, method: str, path: str, body: object = None, *, token: str = ""
) -> NoReturn:
    """Send the same request again and again."""
    while True:
        try:
            await target.send(guest, method, path, body, token=token)
            target.tally.accepted += 1
        except Refused as refusal:
            await target.refuse(str(refusal))
