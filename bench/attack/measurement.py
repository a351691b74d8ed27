"""The measurements during an attack, and the limits that they are compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Baseline", "Latencies", "Memory", "Result"]

MAX_RATIO: Final = 3.0
"""How many times its undisturbed value the 99th percentile of a latency may reach."""
FLOOR: Final = 0.05
"""Seconds that a move may always take, because no player notices them."""
MAX_MEMORY_LEFT: Final = 100.0
"""Megabytes by which the server may have grown after an attack."""
TOLERANCE: Final = 1.2
"""The factor by which the accepted actions may exceed their limit, as clients and servers do not start together."""


@dataclass(frozen=True)
class Latencies:
    """The latencies of some actions of normal players, in seconds and ascending order."""

    seconds: tuple[float, ...] = ()

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Latencies:
        """Return latencies, which can be given in any order."""
        return cls(tuple(sorted(seconds)))

    @property
    def median(self) -> float:
        """The median; 0 if there are none."""
        return self._at(0.5)

    @property
    def percentile_99(self) -> float:
        """The 99th percentile; 0 if there are none."""
        return self._at(0.99)

    def _at(self, share: float) -> float:
        """Return the value below which a share of the latencies lies.

        >>> Latencies.of(range(200))._at(0.99)
        198
        """
        return self.seconds[int(len(self.seconds) * share)] if self.seconds else 0.0


@dataclass(frozen=True)
class Memory:
    """The memory of the server and its child processes, in megabytes."""

    before: float
    peak: float
    after: float

    @property
    def is_kept(self) -> bool:
        """Whether the server keeps more than it may."""
        return self.after > self.before + MAX_MEMORY_LEFT


@dataclass(frozen=True)
class Baseline:
    """The undisturbed latencies: of confirmed moves, and of the computer's replies."""

    moves: Latencies
    replies: Latencies

    def move_limit(self) -> float:
        """Return the highest 99th percentile of the moves that is allowed during an attack."""
        return max(MAX_RATIO * self.moves.percentile_99, FLOOR)

    def reply_limit(self) -> float:
        """Return the highest 99th percentile of the replies that is allowed during an attack."""
        return max(MAX_RATIO * self.replies.percentile_99, FLOOR)


@dataclass(frozen=True)
class Result:
    """The observations during one attack."""

    attack: str
    moves: Latencies
    replies: Latencies
    memory: Memory
    lost_on_time: int = 0
    disconnected: int = 0
    """Connections of normal players that the server closed."""
    errors: Counter[str] = field(default_factory=Counter)
    """Responses that normal clients should not get: 5xx, refusals, and those that took too long."""
    accepted: int = 0
    """Actions of the attacker that the server carried out, in attacks on a limit."""
    allowed: float | None = None
    """How many of them the limit allows, or None if the attack is not on a limit."""
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals that the attacker got: closed connections, status codes, codes of messages."""
    is_logged: bool = False
    """Whether the log of the server has a warning with the attacker's address."""
    others: float = 0.0
    """The share of the processors that programs outside the run used."""
    failure: str = ""
    """Why the attack could not be carried out."""

    def ratio(self, baseline: Baseline) -> float:
        """Return the 99th percentile of the moves, relative to its undisturbed value."""
        return self.moves.percentile_99 / baseline.moves.percentile_99 if baseline.moves.percentile_99 else 0.0

    def problems(self, baseline: Baseline) -> list[str]:
        """Return the limits that were exceeded, one sentence each; empty if the attack failed to do harm."""
        return [
            *self._latency_problems(baseline),
            *self._player_problems(),
            *self._server_problems(),
            *([self.failure] if self.failure else []),
        ]

    def _latency_problems(self, baseline: Baseline) -> Sequence[str]:
        limits = (
            ("moves", self.moves, baseline.moves, baseline.move_limit()),
            ("replies of the computer", self.replies, baseline.replies, baseline.reply_limit()),
        )
        found = []
        for what, during, before, limit in limits:
            if before.seconds and not during.seconds:
                found.append(f"there were no {what}")
            elif during.percentile_99 > limit:
                seconds = during.percentile_99
                found.append(f"the 99th percentile of the {what} was {seconds:.3f} s, above {limit:.3f} s")
        return found

    def _player_problems(self) -> Sequence[str]:
        found = []
        if self.lost_on_time:
            found.append(f"{self.lost_on_time} games were lost on time")
        if self.disconnected:
            found.append(f"{self.disconnected} connections of normal players were lost")
        found += [f"normal clients got {what} ({count} times)" for what, count in self.errors.most_common()]
        return found

    def _server_problems(self) -> Sequence[str]:
        found = []
        if self.memory.is_kept:
            found.append(f"the server kept {self.memory.after - self.memory.before:.0f} MB")
        if self.allowed is not None and self.accepted > self.allowed * TOLERANCE:
            found.append(f"{self.accepted:,} actions were accepted, above the limit of {self.allowed:,.0f}")
        if self.refused and not self.is_logged:
            found.append("the log does not name the limited client")
        return found
