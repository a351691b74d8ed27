"""The score sheets of a tournament: what each player got from each of their pairings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from skep.server.tournaments.round_robin import participants
from skep.server.tournaments.values import Entry, Pairing, PairingScore, System, TournamentFormat, TournamentOutcome

__all__ = ["ARENA_DRAW", "ARENA_WIN", "STREAK", "ScoreSheet", "is_on_streak", "points_in", "score_sheets", "total"]

ScoreSheet = tuple[PairingScore, ...]

ARENA_WIN: Final = 2
ARENA_DRAW: Final = 1
STREAK: Final = 2
"""The number of wins in a row after which the points of an arena are doubled."""

_ROUND_ROBINS: Final = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)


def score_sheets(
    tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> dict[str, ScoreSheet]:
    """Return the score sheets of all players."""
    by_player: dict[str, list[Pairing]] = {entry.player: [] for entry in entries}
    for pairing in sorted(pairings, key=_by_end if tournament.system is System.ARENA else _by_round):
        for player in pairing.players:
            by_player[player].append(pairing)
    if tournament.system is System.ARENA:
        return {player: _arena_sheet(player, own) for player, own in by_player.items()}
    sheets = {player: tuple(_score(player, pairing) for pairing in own) for player, own in by_player.items()}
    return _annul(tournament, entries, sheets) if tournament.system in _ROUND_ROBINS else sheets


def total(sheet: Iterable[PairingScore]) -> float:
    """Return the points of a score sheet."""
    return sum((score.points or 0.0 for score in sheet), start=0.0)


def points_in(player: str, pairing: Pairing) -> float | None:
    """Return the points of a player in a pairing of anything but an arena, None while the game is played."""
    return _score(player, pairing).points


def _by_round(pairing: Pairing) -> tuple[int, int, int]:
    return pairing.round, pairing.board, pairing.game


def _by_end(pairing: Pairing) -> tuple[bool, int, int, int]:
    return pairing.outcome is None, pairing.finished, pairing.round, pairing.board


def _score(player: str, pairing: Pairing) -> PairingScore:
    side = pairing.side(player)
    won = pairing.outcome is not None and pairing.outcome.winner is not None and pairing.outcome.winner is side
    return PairingScore(
        round=pairing.round,
        opponent=pairing.opponent(player),
        side=side,
        points=_points(pairing.outcome, won=won),
        outcome=pairing.outcome,
        won=won,
        game=pairing.game,
        board=pairing.board,
    )


def _points(outcome: TournamentOutcome | None, *, won: bool) -> float | None:
    if outcome is None:
        return None
    if outcome in (TournamentOutcome.DRAW, TournamentOutcome.HALF_BYE):
        return 0.5
    return 1.0 if won or outcome is TournamentOutcome.BYE else 0.0


def _arena_sheet(player: str, pairings: Iterable[Pairing]) -> ScoreSheet:
    sheet: list[PairingScore] = []
    wins = 0
    for score in (_score(player, pairing) for pairing in pairings):
        if score.outcome is None:
            sheet.append(score)
            continue
        doubled = wins >= STREAK and score.outcome.is_played
        points = ARENA_WIN if score.won else ARENA_DRAW if score.outcome is TournamentOutcome.DRAW else 0
        sheet.append(replace(score, points=float(points * (2 if doubled else 1)), streak=doubled and points > 0))
        wins = _wins_in_a_row(score, wins)
    return tuple(sheet)


def _wins_in_a_row(score: PairingScore, before: int) -> int:
    """Return the wins in a row after a game. A win without playing neither continues the streak nor ends it."""
    if not score.won:
        return 0
    return before + 1 if score.outcome is not None and score.outcome.is_played else before


def is_on_streak(sheet: ScoreSheet) -> bool:
    """Return whether the points of an arena's next game are doubled."""
    wins = 0
    for score in sheet:
        if score.outcome is not None:
            wins = _wins_in_a_row(score, wins)
    return wins >= STREAK


def _annul(
    tournament: TournamentFormat, entries: Sequence[Entry], sheets: Mapping[str, ScoreSheet]
) -> dict[str, ScoreSheet]:
    """Annul the games of players who withdrew from a round robin before they had played half of their games."""
    players = participants(entries)
    games = (len(players) - 1) * (2 if tournament.system is System.DOUBLE_ROUND_ROBIN else 1)
    gone = {
        entry.player
        for entry in players
        if entry.withdrawn is not None
        and 2 * sum(1 for score in sheets[entry.player] if score.outcome and score.outcome.is_played) < games
    }
    return {
        player: tuple(
            replace(score, points=0.0, annulled=True) if player in gone or score.opponent in gone else score
            for score in sheet
        )
        for player, sheet in sheets.items()
    }
