"""Matching in the pairing pool: pure functions of the waiting seeks and the time.

Two seeks accept each other once the distance of their ratings is within the mean of what both tolerate, which grows
while they wait. Players who have just met wait a little longer, so that others can come first.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct

from skep.pieces import Color

__all__ = ["PastGame", "WaitingSeek", "choose_sides", "compatible_from", "find_pairs", "next_pairing", "tolerance"]

_FIRST_TOLERANCE: Final = 150.0
"""The distance of ratings that is fine immediately, between players whose ratings are certain."""
_DEVIATION_SHARE: Final = 1.0
"""An uncertain rating tolerates a larger distance: by this share of its deviation."""
_MAX_DEVIATION: Final = 350.0
_PER_SECOND: Final = 40.0
"""The growth of the tolerance per second of waiting."""
_REPEAT_DELAY: Final = 6.0
"""Seconds that two players wait for others before they meet again."""
_NEIGHBOURS: Final = 24
"""The number of seeks, next in rating, with which each seek is compared."""

NEVER: Final = math.inf
Refused = Collection[frozenset[str]]
"""Pairs of players who do not meet, because one has blocked the other."""


class PastGame(Struct, frozen=True, gc=False):
    """A recent game of a player from the pool."""

    opponent: str
    side: Color


class WaitingSeek(Struct, frozen=True, gc=False):
    """A seek as the matching sees it. All seeks that are compared have the same terms."""

    id: str
    player: str
    rating: float
    deviation: float
    since: float
    lowest: int | None = None
    highest: int | None = None
    past: tuple[PastGame, ...] = ()
    """The player's recent games, latest first."""

    def admits(self, rating: float) -> bool:
        """Return whether an opponent's rating is in the range that the player has chosen."""
        return (self.lowest is None or rating >= self.lowest) and (self.highest is None or rating <= self.highest)


def tolerance(seek: WaitingSeek, now: float) -> float:
    """Return the distance of ratings that a seek tolerates at a time."""
    waited = max(0.0, now - seek.since)
    return _FIRST_TOLERANCE + _DEVIATION_SHARE * min(seek.deviation, _MAX_DEVIATION) + _PER_SECOND * waited


def compatible_from(one: WaitingSeek, other: WaitingSeek, refused: Refused = ()) -> float:
    """Return the time from which two seeks accept each other, infinity for never. The order does not matter."""
    if one.player == other.player or not (one.admits(other.rating) and other.admits(one.rating)):
        return NEVER
    if refused and frozenset((one.player, other.player)) in refused:
        return NEVER
    both = max(one.since, other.since)
    missing = abs(one.rating - other.rating) - (tolerance(one, both) + tolerance(other, both)) / 2
    accepts = both + max(0.0, missing) / _PER_SECOND
    return max(accepts, both + _REPEAT_DELAY) if _have_just_met(one, other) else accepts


def _have_just_met(one: WaitingSeek, other: WaitingSeek) -> bool:
    return any(game.opponent == other.player for game in one.past[:2]) or any(
        game.opponent == one.player for game in other.past[:2]
    )


def find_pairs(
    seeks: Sequence[WaitingSeek], now: float, refused: Refused = ()
) -> list[tuple[WaitingSeek, WaitingSeek]]:
    """Return pairs of seeks that accept each other, each seek once: the best pairs first.

    The best pair has similar ratings and has waited long.
    """
    accepting = [
        (_cost(one, other, now), one, other)
        for one, other in _neighbours(seeks)
        if compatible_from(one, other, refused) <= now
    ]
    accepting.sort(key=lambda pair: (pair[0], pair[1].id, pair[2].id))
    taken: set[str] = set()
    pairs = []
    for _, one, other in accepting:
        if taken.isdisjoint((one.player, other.player)):
            taken |= {one.player, other.player}
            pairs.append((one, other))
    return pairs


def next_pairing(seeks: Sequence[WaitingSeek], refused: Refused = ()) -> float:
    """Return the time from which any two of the seeks accept each other, infinity for never."""
    return min((compatible_from(one, other, refused) for one, other in _neighbours(seeks)), default=NEVER)


def _neighbours(seeks: Sequence[WaitingSeek]) -> Iterator[tuple[WaitingSeek, WaitingSeek]]:
    ordered = sorted(seeks, key=lambda seek: (seek.rating, seek.since, seek.id))
    for index, one in enumerate(ordered):
        for other in ordered[index + 1 : index + 1 + _NEIGHBOURS]:
            yield one, other


def _cost(one: WaitingSeek, other: WaitingSeek, now: float) -> float:
    waited = max(0.0, now - one.since) + max(0.0, now - other.since)
    return abs(one.rating - other.rating) - _PER_SECOND * waited


def choose_sides(one: WaitingSeek, other: WaitingSeek, *, coin: bool) -> tuple[WaitingSeek, WaitingSeek]:
    """Return White and Black. White goes to the player who had it less often, otherwise to the one who had Black last.

    The coin decides between equals.
    """
    difference = _white_surplus(one) - _white_surplus(other)
    if difference == 0:
        difference = _last_side(one) - _last_side(other)
    if difference == 0:
        difference = 1 if coin else -1
    return (other, one) if difference > 0 else (one, other)


def _white_surplus(seek: WaitingSeek) -> int:
    return sum(1 if game.side is Color.WHITE else -1 for game in seek.past)


def _last_side(seek: WaitingSeek) -> int:
    """Return 1 if the player had White last, -1 for Black, otherwise 0."""
    return 0 if not seek.past else 1 if seek.past[0].side is Color.WHITE else -1
