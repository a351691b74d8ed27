"""Teams, as far as tournaments need to know them from another part of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

__all__ = ["Clubs"]


async def _never(*_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Clubs:
    """Looks up teams. By default there are none."""

    is_member: Callable[[str, str], Awaitable[bool]] = _never
    """Returns whether a team has a player as a member."""
    may_organise: Callable[[str, str], Awaitable[bool]] = _never
    """Returns whether a player may create tournaments of a team."""
