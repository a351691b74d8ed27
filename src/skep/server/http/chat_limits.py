"""The limits on lines of chat, which are stored: per player, and per address."""

from __future__ import annotations

import time
from typing import Final

from skep.server.http.client_limits import ClientLimits

__all__ = ["charge_chat"]

_LINE_BYTES: Final = 100
"""Bytes of a line of chat besides its text."""


def charge_chat(limits: ClientLimits | None, address: str, player: str | None, text: str) -> str | None:
    """Charge a player and an address for a line of chat. Return what the player is told beyond a limit."""
    if limits is None:
        return None
    now = time.monotonic()
    exceeded = limits.chat.take_from(limits.chat.of_client(address, player, now=now), now=now)
    if exceeded is not None:
        return f"Too many lines of chat: ten at once, then one per second. {exceeded.advice}"
    exceeded = limits.storage.take(len(text.encode()) + _LINE_BYTES, address=address, now=now)
    return None if exceeded is None else f"Your address has stored too much today. {exceeded.advice}"
