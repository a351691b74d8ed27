"""Pairing in an arena: pure functions of the players who wait and of the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from skep.pieces import Color
from skep.server.tournaments.values import Pairing, Standing

__all__ = ["PATIENCE", "Waiting", "pair_waiting", "waiting_players"]

PATIENCE: Final = 8.0
"""The number of seconds after which a player is paired with anyone who waits.

The runner pairs every second or two, so nobody waits for more than ten seconds while there is a partner.
"""

_RECENT: Final = 3
"""The number of last opponents that a player would rather not meet again."""
_REPEAT_COST: Final = 8.0
"""The number of ranks that a player is willing to go further for another opponent, for each of them."""
_SIDE_COST: Final = 0.5
_FIRST_DISTANCE: Final = 4.0
"""The distance in rank, in relation to the number of players who wait, that is fine immediately."""
_NEIGHBOURS: Final = 24
"""The number of players, next in rank, with whom each player is compared."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player of an arena who has no game."""

    player: str
    rank: int
    since: float
    """When the player began to wait, in seconds."""
    recent: tuple[str, ...] = ()
    """The opponents of the last games, latest first."""
    surplus: int = 0
    """The number of games with White minus that with Black."""
    last_side: Color | None = None


def waiting_players(standings: Iterable[Standing], since: Mapping[str, float]) -> list[Waiting]:
    """Return what the pairing needs to know of those who wait, from the standings and when each began to wait."""
    return [_waiting(standing, since[standing.player]) for standing in standings if standing.player in since]


def _waiting(standing: Standing, since: float) -> Waiting:
    sides = standing.sides
    return Waiting(
        standing.player,
        standing.rank,
        since,
        recent=tuple(reversed(standing.opponents[-_RECENT:])),
        surplus=sides.count(Color.WHITE) - sides.count(Color.BLACK),
        last_side=sides[-1] if sides else None,
    )


def pair_waiting(waiting: Sequence[Waiting], now: float, wave: int) -> list[Pairing]:
    """Return the pairings of a wave, best ranks first.

    Players who have waited for `PATIENCE` seconds are paired with anyone; the others with somebody near in rank whom
    they have not just played, or they wait a little longer.
    """
    field = sorted(waiting, key=lambda player: (player.rank, player.since, player.player))
    pairs = _Matching(field, now).pairs()
    sides = [_choose_sides(field[one], field[other]) for one, other in sorted(pairs)]
    return [Pairing(wave, board, white, black) for board, (white, black) in enumerate(sides, start=1)]


class _Matching:
    """A greedy matching of the players who wait, numbered by rank."""

    def __init__(self, field: Sequence[Waiting], now: float) -> None:
        self.field = field
        self.waited = [max(0.0, now - player.since) for player in field]
        self.partner: dict[int, int] = {}

    def pairs(self) -> list[tuple[int, int]]:
        """Return the pairs, each with the better rank first."""
        self._pair_patient()
        self._pair_near()
        self._swap()
        return [(one, other) for one, other in self.partner.items() if one < other]

    def _pair_patient(self) -> None:
        """Pair those who have waited for long first, each with the best of all others."""
        late = [one for one in range(len(self.field)) if self.waited[one] >= PATIENCE]
        for one in sorted(late, key=lambda one: (-self.waited[one], one)):
            free = [other for other in range(len(self.field)) if other != one and other not in self.partner]
            if one not in self.partner and free:
                self._pair(one, min(free, key=lambda other: (self._cost(one, other), other)))

    def _pair_near(self) -> None:
        """Pair the others in the order of cost, as far as they accept each other."""
        free = [one for one in range(len(self.field)) if one not in self.partner]
        edges = [
            (self._cost(one, other), one, other)
            for index, one in enumerate(free)
            for other in free[index + 1 : index + 1 + _NEIGHBOURS]
            if self._accept(one, other)
        ]
        for _, one, other in sorted(edges):
            if one not in self.partner and other not in self.partner:
                self._pair(one, other)

    def _swap(self) -> None:
        pass

    def _pair(self, one: int, other: int) -> None:
        self.partner[one], self.partner[other] = other, one

    def _have_just_met(self, one: int, other: int) -> bool:
        first, second = self.field[one], self.field[other]
        return second.player in first.recent[:1] or first.player in second.recent[:1]

    def _accept(self, one: int, other: int) -> bool:
        return not self._have_just_met(one, other)

    def _cost(self, one: int, other: int) -> float:
        first, second = self.field[one], self.field[other]
        repeats = first.recent.count(second.player) + second.recent.count(first.player)
        just_met = 1000.0 if self._have_just_met(one, other) else 0.0
        return abs(one - other) + just_met + _REPEAT_COST * repeats


def _choose_sides(one: Waiting, other: Waiting) -> tuple[str, str]:
    """Return White and Black: White had it less often, or had Black last, or has the better rank."""
    difference = one.surplus - other.surplus or _last_side(one) - _last_side(other)
    return (other.player, one.player) if difference > 0 else (one.player, other.player)


def _last_side(player: Waiting) -> int:
    return 0 if player.last_side is None else 1 if player.last_side is Color.WHITE else -1
