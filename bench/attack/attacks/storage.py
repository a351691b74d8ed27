"""Attacks on lists, pictures and storage."""

from __future__ import annotations

import asyncio
from typing import Any, Final, NoReturn

from bench.attack.shuffle import move_strings
from bench.attack.target import Refused, Target

__all__ = ["long_animations", "long_lists", "shared_studies"]

_START: Final = "ultimate-2024 Base White[1] -"
_ANIMATIONS: Final = 9
_PLIES: Final = 599
"""The longest game that an animation can show."""
_LISTS: Final = 4
"""Simultaneous requests for the list."""
_COMMENTS: Final = 240
"""Comments of 4,000 characters, which make a study of almost a megabyte."""


async def long_lists(target: Target) -> NoReturn:
    """A client requests the list of games again and again, while there are 200,000 open invitations."""
    await _repeat(target, _LISTS, "GET", "/games/live")


async def long_animations(target: Target) -> NoReturn:
    """Nine animations of 599 moves are requested at the same time."""
    body = {"start": _START, "moves": move_strings(_PLIES), "form": "gif"}
    await _repeat(target, _ANIMATIONS, "POST", "/pictures", body)


async def shared_studies(target: Target) -> NoReturn:
    """A client shares studies of a megabyte."""
    nodes = [
        {"uhp": uhp, "parent": number - 1, "comment": "x" * 4000} for number, uhp in enumerate(move_strings(_COMMENTS))
    ]
    await _repeat(target, 1, "POST", "/studies", {"start": _START, "nodes": nodes})


async def _repeat(target: Target, tasks: int, method: str, path: str, body: Any = None) -> NoReturn:
    """Send the same request again and again, in several tasks."""
    target.begin()
    async with target.guests() as new_guest, asyncio.TaskGroup() as group:
        guest = new_guest()

        async def run() -> NoReturn:
            while True:
                try:
                    await target.send(guest, method, path, body)
                    target.tally.accepted += 1
                except Refused as refusal:
                    await target.refuse(str(refusal))

        for _ in range(tasks):
            group.create_task(run())
    raise AssertionError("the requests never end")
