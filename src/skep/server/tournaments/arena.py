"""Pairing in an arena: pure functions of the players who wait and of the time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from skep.pieces import Color
from skep.server.tournaments.values import Pairing, Standing

__all__ = ["MAX_WAIT", "REMATCH_WAIT", "WaitingPlayer", "pair_waiting", "waiting_players"]

MAX_WAIT: Final = 8.0
"""The number of seconds after which a player is paired with anyone who waits.

The runner pairs every second or two, so no one waits for more than ten seconds while there is a partner.
"""
REMATCH_WAIT: Final = 30.0
"""The number of seconds after which the opponent of the last game is a partner too, if others may come first."""

_NEAR: Final = 10
"""The distance in the standings that is fine immediately."""
_PER_SECOND: Final = 10.0
"""The growth of that distance per second of waiting."""
_NEIGHBOURS: Final = 16
"""The number of players, next in the standings, with whom each player is compared."""
_MOST_REARRANGED: Final = 12
"""The number of players of a battle who are left over for whom pairs are rearranged."""
_RECENT: Final = 5
"""The number of last opponents that a player would rather not meet again soon."""

# costs are counted in places of the standings
_REPEAT_COST: Final = 6.0
_JUST_MET_COST: Final = 10_000.0
_SAME_SIDE_COST: Final = 0.75
_SURPLUS_COST: Final = 1.0


@dataclass(frozen=True, slots=True)
class WaitingPlayer:
    """A player of an arena who has no game."""

    player: str
    place: int
    """In the standings, from 1; nobody shares it."""
    since: float
    """When the player began to wait, in seconds."""
    recent: tuple[str, ...] = ()
    """The opponents of the last games, latest first."""
    surplus: int = 0
    """The number of games with White minus that with Black."""
    last_side: Color | None = None
    team: str | None = None
    """The team for which the player plays in a battle."""


def waiting_players(standings: Iterable[Standing], since: Mapping[str, float]) -> list[WaitingPlayer]:
    """Return what the pairing needs to know of those who wait, from the standings and when each began to wait."""
    return [
        _waiting(standing, place, since[standing.player])
        for place, standing in enumerate(standings, start=1)
        if standing.player in since and not standing.withdrawn
    ]


def _waiting(standing: Standing, place: int, since: float) -> WaitingPlayer:
    sides = standing.sides
    return WaitingPlayer(
        standing.player,
        place,
        since,
        recent=tuple(reversed(standing.opponents[-_RECENT:])),
        surplus=sides.count(Color.WHITE) - sides.count(Color.BLACK),
        last_side=sides[-1] if sides else None,
    )


def pair_waiting(
    waiting: Sequence[WaitingPlayer],
    now: float,
    wave: int,
    *,
    others_play: bool = True,
    refused: Collection[frozenset[str]] = (),
) -> list[Pairing]:
    """Return the pairings of a wave, the best places first.

    Players who have waited for `MAX_WAIT` seconds are paired with anyone, and before all others. The others are paired
    with a player near in the standings, or they wait a little longer. Opponents of the last game meet again only after
    `REMATCH_WAIT` seconds, or after `MAX_WAIT` seconds if no one plays who could come first. Refused pairs never
    meet, because one has blocked the other, and neither do players of the same team.
    """
    players = sorted(waiting, key=lambda player: (player.place, player.since, player.player))
    rematch_wait = REMATCH_WAIT if others_play else MAX_WAIT
    pairs = _Matching(players, now, rematch_wait, refused).pairs()
    sides = [_choose_sides(players[one], players[other]) for one, other in pairs]
    return [Pairing(wave, board, white, black) for board, (white, black) in enumerate(sides, start=1)]


class _Matching:
    """A greedy matching of the players who wait, who are numbered in the order of the standings."""

    def __init__(
        self, players: Sequence[WaitingPlayer], now: float, rematch_wait: float, refused: Collection[frozenset[str]]
    ) -> None:
        self._players = players
        self._waited = [max(0.0, now - player.since) for player in players]
        self._rematch_patience = rematch_wait
        self._refused = refused
        self._partners: dict[int, int] = {}

    def pairs(self) -> list[tuple[int, int]]:
        """Return the pairs, each with the better place first."""
        self._pair_patient()
        self._pair_near()
        self._rearrange()
        return sorted((one, other) for one, other in self._partners.items() if one < other)

    def _pair_patient(self) -> None:
        """Pair those who have waited for long, the longest first, each with the best of all others.

        If the number is odd, the one who has waited least should be left over, and so is nobody's first choice.
        """
        free = self._free()
        patient = [one for one in free if self._waited[one] >= MAX_WAIT]
        spare = min(free, key=self._waited.__getitem__) if len(free) % 2 else None
        for one in sorted(patient, key=lambda one: (-self._waited[one], one)):
            if one not in self._partners and (others := self._candidates(one, free)):
                other = min(others, key=lambda other: self._preference(one, other, spare))
                self._join(one, other)
                free.remove(one)
                free.remove(other)

    def _preference(self, one: int, other: int, spare: int | None) -> tuple[bool, bool, float, int]:
        return self._have_just_met(one, other), other == spare, self._cost(one, other), other

    def _candidates(self, one: int, free: list[int]) -> list[int]:
        """Return the players whom a patient one may meet: those nearby, or all if none of these may."""
        index = free.index(one)
        nearby = free[max(0, index - _NEIGHBOURS) : index] + free[index + 1 : index + 1 + _NEIGHBOURS]
        found = [other for other in nearby if self._may_meet(one, other)]
        return found or [other for other in free if other != one and self._may_meet(one, other)]

    def _pair_near(self) -> None:
        """Pair those who accept each other, the best pairs first."""
        pairs = sorted((self._cost(one, other), one, other) for one, other in self._neighbours())
        for _, one, other in pairs:
            if one not in self._partners and other not in self._partners:
                self._join(one, other)

    def _neighbours(self) -> Iterator[tuple[int, int]]:
        free = self._free()
        for index, one in enumerate(free):
            for other in free[index + 1 : index + 1 + _NEIGHBOURS]:
                if self._accept(one, other):
                    yield one, other

    def _rearrange(self) -> None:
        """Pair two who are left over because they must not meet with the players of another pair."""
        free = self._free()
        if any(self._players[one].team for one in free):
            # a team can be larger than all others together, and then many of its players are left over
            free = free[:_MOST_REARRANGED]
        for one, other in combinations(free, 2):
            if one not in self._partners and other not in self._partners and not self._may_meet(one, other):
                exchanges = [
                    (self._cost(one, third) + self._cost(other, fourth), third, fourth)
                    for third, fourth in self._partners.items()
                    if self._accept(one, third) and self._accept(other, fourth)
                ]
                if exchanges:
                    _, third, fourth = min(exchanges)
                    self._join(one, third)
                    self._join(other, fourth)

    def _free(self) -> list[int]:
        return [one for one in range(len(self._players)) if one not in self._partners]

    def _join(self, one: int, other: int) -> None:
        self._partners[one], self._partners[other] = other, one

    def _have_just_met(self, one: int, other: int) -> bool:
        first, second = self._players[one], self._players[other]
        return second.player in first.recent[:1] or first.player in second.recent[:1]

    def _are_teammates(self, one: int, other: int) -> bool:
        team = self._players[one].team
        return team is not None and team == self._players[other].team

    def _may_meet(self, one: int, other: int) -> bool:
        if self._are_teammates(one, other):
            return False
        if self._refused and frozenset((self._players[one].player, self._players[other].player)) in self._refused:
            return False
        waited = max(self._waited[one], self._waited[other])
        return waited >= self._rematch_patience or not self._have_just_met(one, other)

    def _accept(self, one: int, other: int) -> bool:
        distance = abs(self._players[one].place - self._players[other].place)
        near = _NEAR + _PER_SECOND * max(self._waited[one], self._waited[other])
        return distance <= near and self._may_meet(one, other)

    def _cost(self, one: int, other: int) -> float:
        first, second = self._players[one], self._players[other]
        cost = float(abs(first.place - second.place))
        cost += _REPEAT_COST * (first.recent.count(second.player) + second.recent.count(first.player)) / 2
        if self._have_just_met(one, other):
            cost += _JUST_MET_COST
        if first.last_side is not None and first.last_side is second.last_side:
            cost += _SAME_SIDE_COST
        if first.surplus * second.surplus > 0:
            cost += _SURPLUS_COST * min(abs(first.surplus), abs(second.surplus))
        return cost


def _choose_sides(one: WaitingPlayer, other: WaitingPlayer) -> tuple[str, str]:
    """Return White and Black: White had it less often, or else had Black last, or else has the better place."""
    difference = one.surplus - other.surplus or _last_side(one) - _last_side(other)
    return (other.player, one.player) if difference > 0 else (one.player, other.player)


def _last_side(player: WaitingPlayer) -> int:
    return 0 if player.last_side is None else 1 if player.last_side is Color.WHITE else -1
