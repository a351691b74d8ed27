"""Knockouts: a seeded bracket in which the winner of each match advances.

A drawn game is followed by another one with the colours swapped and half the time, and if need be by a third one with
a quarter of it. If that is drawn too, the higher seed advances, so every match ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from skep.pieces import Color
from skep.server.tournaments.round_robin import participants, walkover
from skep.server.tournaments.values import Entry, Pairing, TournamentFormat, TournamentOutcome

__all__ = [
    "MAX_GAMES",
    "KnockoutMatch",
    "bracket",
    "clock_share",
    "matches_won",
    "next_games",
    "round_count",
    "seed_order",
    "stages",
]

MAX_GAMES: Final = 3
"""The most games of a match."""

_FEWEST_FOR_THIRD_PLACE: Final = 4
"""With three players, one semi-final is a bye, and the other one's loser is third."""


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """Two places in the bracket, of which one advances."""

    round: int
    place: int
    """From 1 in each round. The match for third place is the second one of the last round."""
    top: str | None
    """None while the player is unknown, or forever in the first round if the other has a bye."""
    bottom: str | None
    winner: str | None
    games: tuple[Pairing, ...] = ()
    has_bye: bool = False
    third_place: bool = False

    @property
    def loser(self) -> str | None:
        """The player who is out, None while the match is not decided or if the winner had a bye."""
        if self.winner is None:
            return None
        return self.bottom if self.winner == self.top else self.top


def clock_share(game: int) -> float:
    """Return the share of the clock's initial time that players have in a game of a match.

    >>> [clock_share(game) for game in (1, 2, 3)]
    [1.0, 0.5, 0.25]
    """
    return 0.5 ** (game - 1)


def round_count(players: int) -> int:
    """Return the number of rounds for a number of players.

    >>> [round_count(players) for players in (0, 1, 2, 3, 4, 5, 8, 9)]
    [0, 0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, players - 1).bit_length()


def seed_order(size: int) -> list[int]:
    """Return the seeds from top to bottom of a bracket, so that the best meet as late as possible.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        rivals = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, rivals - better)]
    return order


def bracket(
    tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> list[list[KnockoutMatch]]:
    """Return the matches of all rounds, with the players and winners that are known so far."""
    players = participants(entries)
    rounds = round_count(len(players))
    seeds = {entry.player: seed for seed, entry in enumerate(players, start=1)}
    games: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in sorted(pairings, key=lambda pairing: pairing.game):
        games.setdefault((pairing.round, pairing.board), []).append(pairing)
    slots: list[str | None] = [
        players[seed - 1].player if seed <= len(players) else None for seed in seed_order(2**rounds)
    ]
    found: list[list[KnockoutMatch]] = []
    for number in range(1, rounds + 1):
        matches = [
            _match(number, place, slots[2 * place - 2], slots[2 * place - 1], games, seeds)
            for place in range(1, len(slots) // 2 + 1)
        ]
        if number == rounds and tournament.third_place and len(players) >= _FEWEST_FOR_THIRD_PLACE:
            one, other = found[-1]
            matches.append(_match(number, 2, one.loser, other.loser, games, seeds, third_place=True))
        found.append(matches)
        slots = [match.winner for match in matches]
    return found


def _match(
    number: int,
    place: int,
    top: str | None,
    bottom: str | None,
    games: dict[tuple[int, int], list[Pairing]],
    seeds: dict[str, int],
    *,
    third_place: bool = False,
) -> KnockoutMatch:
    played = tuple(games.get((number, place), ()))
    has_bye = number == 1 and (top is None or bottom is None)
    winner = (top or bottom) if has_bye else _winner(top, bottom, played, seeds)
    return KnockoutMatch(number, place, top, bottom, winner, played, has_bye, third_place)


def _winner(top: str | None, bottom: str | None, games: tuple[Pairing, ...], seeds: dict[str, int]) -> str | None:
    if top is None or bottom is None:
        return None
    for game in games:
        side = None if game.outcome is None else game.outcome.winner
        if side is not None:
            return game.white if side is Color.WHITE else game.black
    last = games[-1].outcome if games else None
    ended = last is TournamentOutcome.DOUBLE_FORFEIT or (last is TournamentOutcome.DRAW and len(games) == MAX_GAMES)
    return min(top, bottom, key=lambda player: seeds[player]) if ended else None


def next_games(tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> list[Pairing]:
    """Return the games that can start now: of the current round, the first ones and those that break ties.

    A game against a player who has withdrawn is a walkover, which has its outcome already.
    """
    for matches in bracket(tournament, entries, pairings):
        open_matches = [match for match in matches if match.winner is None]
        if open_matches:
            by_player = {entry.player: entry for entry in entries}
            games = (_next_game(match, by_player, pairings) for match in open_matches)
            return [game for game in games if game is not None]
    return []


def _next_game(match: KnockoutMatch, entries: dict[str, Entry], pairings: Sequence[Pairing]) -> Pairing | None:
    if match.top is None or match.bottom is None or (match.games and match.games[-1].outcome is None):
        return None
    if match.games:
        last = match.games[-1]
        white, black = str(last.black), last.white
    else:
        white, black = _first_sides(match.top, match.bottom, match, pairings)
    outcome = walkover(
        white_plays=entries[white].takes_part(match.round), black_plays=entries[black].takes_part(match.round)
    )
    return Pairing(match.round, match.place, white, black, game=len(match.games) + 1, outcome=outcome)


def _first_sides(top: str, bottom: str, match: KnockoutMatch, pairings: Sequence[Pairing]) -> tuple[str, str]:
    """Return White and Black: White had it less often so far, otherwise the place in the bracket decides."""
    surplus = _white_surplus(top, pairings) - _white_surplus(bottom, pairings)
    top_is_white = surplus < 0 if surplus else (match.round + match.place) % 2 == 0
    return (top, bottom) if top_is_white else (bottom, top)


def _white_surplus(player: str, pairings: Sequence[Pairing]) -> int:
    sides = [pairing.side(player) for pairing in pairings if player in pairing.players]
    return sides.count(Color.WHITE) - sides.count(Color.BLACK)


def matches_won(entries: Sequence[Entry], rounds: Sequence[Sequence[KnockoutMatch]]) -> dict[str, float]:
    """Return the number of matches that each player has won, without byes."""
    won = {entry.player: 0.0 for entry in entries}
    for match in chain.from_iterable(rounds):
        if match.winner is not None and not match.has_bye:
            won[match.winner] += 1.0
    return won


def stages(entries: Sequence[Entry], rounds: Sequence[Sequence[KnockoutMatch]]) -> dict[str, float]:
    """Return numbers that are larger the further a player got, and equal for those who are out in the same round."""
    reached = {entry.player: 0.0 for entry in entries}
    for match in chain.from_iterable(rounds):
        if match.third_place:
            if match.winner is not None:
                reached[match.winner] += 0.25
            continue
        for player in (match.top, match.bottom):
            if player is not None:
                reached[player] = match.round + _progress(match, player)
    return reached


def _progress(match: KnockoutMatch, player: str) -> float:
    """Return how far a player is in a match: the winner is ahead of those who still play, the loser behind them."""
    if match.winner is None:
        return 0.0
    return 0.5 if player == match.winner else -0.5
