"""Swiss tournaments: everyone plays the same number of rounds, against players with about as many points.

The FIDE Dutch system decides who meets whom. Its implementation, py4swiss, is compiled and not published for every
platform; where it is missing, there are no Swiss tournaments.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from skep.server.tournaments.values import Entry, NoPairing, Pairing, TournamentFormat, TournamentOutcome, sort_by_seed

__all__ = ["MAX_HALF_BYES", "can_request_bye", "is_available", "pair_round"]

MAX_HALF_BYES: Final = 2
"""The number of rounds that a player may sit out for half a point."""


def is_available() -> bool:
    """Return whether this machine can pair Swiss tournaments."""
    return find_spec("py4swiss") is not None


def can_request_bye(tournament: TournamentFormat, entry: Entry, round_number: int) -> bool:
    """Return whether a player may ask for half a point instead of an opponent: not in the last round, and not often."""
    byes = entry.byes | {round_number}
    return entry.takes_part(round_number) and round_number < tournament.rounds and len(byes) <= MAX_HALF_BYES


def pair_round(
    tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing], round_number: int
) -> list[Pairing]:
    """Return the pairings of a round, once all earlier rounds are over. Byes have their outcome already.

    Raise NoPairing if fewer than two players are left or if no pairing fulfils the absolute criteria.
    """
    active = [entry for entry in sort_by_seed(entries) if entry.takes_part(round_number)]
    if sum(1 for entry in active if round_number not in entry.byes) < 2:
        raise NoPairing(round_number, "fewer than two players are left")
    if not is_available():
        raise NoPairing(round_number, "this server cannot pair Swiss tournaments, because py4swiss is not installed")
    from skep.server.tournaments.dutch import pair_dutch  # fails where py4swiss is missing

    pairs = pair_dutch(tournament, entries, pairings, round_number)
    byes = [(entry.player, TournamentOutcome.HALF_BYE) for entry in active if round_number in entry.byes]
    byes = [(white, TournamentOutcome.BYE) for white, black in pairs if black is None] + byes
    games = [(white, black) for white, black in pairs if black is not None]
    return [Pairing(round_number, board, white, black) for board, (white, black) in enumerate(games, start=1)] + [
        Pairing(round_number, board, player, None, outcome=outcome)
        for board, (player, outcome) in enumerate(byes, start=len(games) + 1)
    ]
