"""Round robins: everyone meets everyone, by Berger tables."""

from __future__ import annotations

from collections.abc import Sequence

from skep.server.tournaments.values import Entry, Pairing, System, TournamentFormat, TournamentOutcome, sort_by_seed

__all__ = ["berger_round", "participants", "round_count", "schedule_round", "walkover"]


def participants(entries: Sequence[Entry]) -> list[Entry]:
    """Return the players who took part in the first round, by seed. Nobody can join later."""
    return sort_by_seed(entry for entry in entries if entry.takes_part(1))


def round_count(tournament: TournamentFormat, players: int) -> int:
    """Return the number of rounds for a number of players.

    >>> [round_count(TournamentFormat(System.ROUND_ROBIN), players) for players in (1, 2, 5, 6)]
    [0, 1, 5, 5]
    """
    if players < 2:
        return 0
    single = players - 1 if players % 2 == 0 else players
    return 2 * single if tournament.system is System.DOUBLE_ROUND_ROBIN else single


def berger_round(players: int, round_number: int) -> list[tuple[int, int]]:
    """Return White and Black of the boards in a round of the Berger table, as numbers from 1.

    With an odd number of players, whoever would meet the missing last number is free and is left out.

    >>> berger_round(4, 1), berger_round(4, 2), berger_round(4, 3)
    ([(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)])
    """
    size = players + players % 2
    others = size - 1
    # the last number stays in its place, while the others move on by half a circle after each round
    first = (round_number - 1) * (size // 2) % others
    pairs = [(first + 1, size) if round_number % 2 else (size, first + 1)]
    pairs += [((first + step) % others + 1, (first - step) % others + 1) for step in range(1, size // 2)]
    return [pair for pair in pairs if max(pair) <= players]


def schedule_round(entries: Sequence[Entry], round_number: int) -> list[Pairing]:
    """Return the pairings of a round. Opponents of players who have withdrawn get walkovers."""
    players = participants(entries)
    single = round_count(TournamentFormat(System.ROUND_ROBIN), len(players))
    pairs = berger_round(len(players), (round_number - 1) % single + 1)
    if round_number > single:
        pairs = [(black, white) for white, black in pairs]
    return [
        _pairing(round_number, board, players[white - 1], players[black - 1])
        for board, (white, black) in enumerate(pairs, start=1)
    ]


def _pairing(round_number: int, board: int, white: Entry, black: Entry) -> Pairing:
    outcome = walkover(white_plays=white.takes_part(round_number), black_plays=black.takes_part(round_number))
    return Pairing(round_number, board, white.player, black.player, outcome=outcome)


def walkover(*, white_plays: bool, black_plays: bool) -> TournamentOutcome | None:
    """Return the outcome of a pairing whose players have perhaps withdrawn, None if both play."""
    if white_plays and black_plays:
        return None
    if white_plays:
        return TournamentOutcome.WHITE_WALKOVER
    return TournamentOutcome.BLACK_WALKOVER if black_plays else TournamentOutcome.DOUBLE_FORFEIT
