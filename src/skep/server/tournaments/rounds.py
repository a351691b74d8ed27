"""The rounds of a tournament, whatever its system; an arena has none."""

from __future__ import annotations

from collections.abc import Sequence

from skep.server.tournaments import knockout, round_robin, swiss
from skep.server.tournaments.round_robin import participants
from skep.server.tournaments.values import Entry, Pairing, System, TournamentFormat

__all__ = ["current_round", "is_over", "next_pairings", "round_count"]


def round_count(tournament: TournamentFormat, entries: Sequence[Entry]) -> int:
    """Return the number of rounds; 0 for an arena."""
    match tournament.system:
        case System.ARENA:
            return 0
        case System.SWISS:
            return tournament.rounds
        case System.KNOCKOUT:
            return knockout.round_count(len(participants(entries)))
        case System.ROUND_ROBIN | System.DOUBLE_ROUND_ROBIN:
            return round_robin.round_count(tournament, len(participants(entries)))


def current_round(pairings: Sequence[Pairing]) -> int:
    """Return the number of the latest round that was paired, 0 before the first one."""
    return max((pairing.round for pairing in pairings), default=0)


def next_pairings(tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[Pairing]:
    """Return the pairings that can be added now, none while the round is played or after the last one.

    They are the next round if the latest one is over, and in a knockout also the games that break ties. Byes and
    walkovers have their outcome already. Raise NoPairing if the rules of a Swiss tournament allow no further round.
    """
    if tournament.system is System.KNOCKOUT:
        return knockout.next_games(tournament, entries, pairings)
    number = current_round(pairings) + 1
    if number > round_count(tournament, entries) or any(pairing.outcome is None for pairing in pairings):
        return []
    if tournament.system is System.SWISS:
        return swiss.pair_round(tournament, entries, pairings, number)
    return round_robin.schedule_round(entries, number)


def is_over(tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> bool:
    """Return whether all rounds are played; an arena ends by the clock."""
    if tournament.system is System.ARENA:
        return False
    if tournament.system is System.KNOCKOUT:
        rounds = knockout.bracket(tournament, entries, pairings)
        return all(match.winner is not None for matches in rounds for match in matches)
    done = current_round(pairings) >= round_count(tournament, entries)
    return done and all(pairing.outcome is not None for pairing in pairings)
