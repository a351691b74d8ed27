"""The list of attacks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bench.attack.attacks import accounts, engines, frames, games, http, storage
from bench.attack.target import Target

__all__ = ["ATTACKS", "INVITATIONS", "Attack", "find_attacks"]

INVITATIONS: Final = 200_000
"""Open invitations that exist before the attack on lists."""


@dataclass(frozen=True)
class Attack:
    """An attack, and the documented limit of the actions that it repeats."""

    run: Callable[[Target], Awaitable[None]]
    burst: float | None = None
    """How many actions the limit allows at once, or None if the attack is not on a limit."""
    rate: float = 0.0
    """How many actions per second it allows after that."""
    invitations: int = 0
    """Open invitations that have to exist."""

    @property
    def name(self) -> str:
        """The name, for the command line and the table."""
        return self.run.__name__.replace("_", "-")

    @property
    def description(self) -> str:
        """One sentence."""
        return (self.run.__doc__ or "").strip()

    def max_actions(self, seconds: float) -> float | None:
        """Return how many actions the limit allows during an attack, or None."""
        return None if self.burst is None else self.burst + self.rate * seconds


ATTACKS: Final = (
    Attack(frames.empty_fragments),
    Attack(frames.one_byte_messages),
    Attack(frames.pings),
    Attack(games.slow_readers),
    Attack(games.long_games),
    Attack(engines.strong_opponents),
    Attack(engines.analyses),
    Attack(games.moves_after_reconnecting, burst=200, rate=50),
    Attack(games.chat_after_reconnecting, burst=40, rate=10),
    Attack(games.rematches, burst=60, rate=240 / 3600),
    Attack(http.pipelined_requests),
    Attack(http.endless_headers),
    Attack(http.unfinished_uploads),
    Attack(http.half_open_connections),
    Attack(storage.long_animations),
    Attack(storage.shared_studies, burst=20, rate=0.1),
    Attack(accounts.unread_streams),
    Attack(accounts.study_edits, burst=300, rate=5),
    Attack(accounts.long_texts, burst=20, rate=0.1),
    Attack(accounts.tournament_entries, burst=60, rate=240 / 3600),
    Attack(accounts.bot_api, burst=100, rate=10),
    # the last one, because the invitations stay
    Attack(storage.long_lists, invitations=INVITATIONS),
)


def find_attacks(names: str) -> tuple[Attack, ...]:
    """Return the attacks with names, separated by commas. Raises ValueError for an unknown name.

    >>> [attack.name for attack in find_attacks("pings,rematches")]
    ['pings', 'rematches']
    """
    known = {attack.name: attack for attack in ATTACKS}
    chosen = names.split(",")
    if unknown := [name for name in chosen if name not in known]:
        raise ValueError(f"there is no attack {', '.join(unknown)}; there are {', '.join(known)}")
    return tuple(known[name] for name in chosen)
