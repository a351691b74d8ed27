"""Entries, outcomes and whole tournaments for the tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from skep.server.tournaments.rounds import is_over, next_pairings
from skep.server.tournaments.values import Entry, Pairing, TournamentFormat, TournamentOutcome

GAMES = (TournamentOutcome.WHITE, TournamentOutcome.BLACK, TournamentOutcome.DRAW)
FORFEITS = (TournamentOutcome.WHITE_WALKOVER, TournamentOutcome.BLACK_WALKOVER, TournamentOutcome.DOUBLE_FORFEIT)


def entries(count: int) -> list[Entry]:
    """Players a, b, c …, best first."""
    return [Entry(chr(97 + index), chr(65 + index), 2000.0 - 10 * index) for index in range(count)]


def finish(pairings: Sequence[Pairing], rng: random.Random, forfeits: float = 0.0) -> list[Pairing]:
    """Give every pairing that is not over a random outcome."""
    return [
        pairing
        if pairing.outcome is not None
        else replace(pairing, outcome=rng.choice(FORFEITS if rng.random() < forfeits else GAMES))
        for pairing in pairings
    ]


def play_all(tournament: TournamentFormat, players: Sequence[Entry], seed: int, forfeits: float = 0.0) -> list[Pairing]:
    """Play a tournament to its end."""
    rng = random.Random(seed)
    pairings: list[Pairing] = []
    while not is_over(tournament, players, pairings):
        added = next_pairings(tournament, players, pairings)
        assert added, "a tournament that is not over has another round"
        pairings += finish(added, rng, forfeits)
    return pairings


def games(text: str, round_number: int = 1) -> list[Pairing]:
    """Read a round as ``a 1-0 b, c ½-½ d, e bye``."""
    return [_game(part.split(), round_number, board) for board, part in enumerate(text.split(", "), start=1)]


_RESULTS = {
    "1-0": TournamentOutcome.WHITE,
    "0-1": TournamentOutcome.BLACK,
    "½-½": TournamentOutcome.DRAW,
    "+:-": TournamentOutcome.WHITE_WALKOVER,
    "-:+": TournamentOutcome.BLACK_WALKOVER,
    "-:-": TournamentOutcome.DOUBLE_FORFEIT,
    "bye": TournamentOutcome.BYE,
    "half": TournamentOutcome.HALF_BYE,
    "-": None,
}


def _game(words: list[str], round_number: int, board: int) -> Pairing:
    white, result, *rest = words
    return Pairing(round_number, board, white, rest[0] if rest else None, outcome=_RESULTS[result])


def rounds(*texts: str) -> list[Pairing]:
    """Read several rounds."""
    return [pairing for number, text in enumerate(texts, start=1) for pairing in games(text, number)]
