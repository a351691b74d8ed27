"""The FIDE Dutch system by py4swiss, which reads a tournament as FIDE's report file would have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from skep.pieces import Color
from skep.server.tournaments.values import Entry, NoPairing, Pairing, TournamentFormat, TournamentOutcome, sort_by_seed

__all__ = ["pair_dutch"]

_NOBODY: Final = 0
_POINTS: Final = {
    ResultToken.WIN: 10,
    ResultToken.FORFEIT_WIN: 10,
    ResultToken.PAIRING_ALLOCATED_BYE: 10,
    ResultToken.DRAW: 5,
    ResultToken.HALF_POINT_BYE: 5,
}
"""Ten times the points; other results give none."""


def pair_dutch(
    tournament: TournamentFormat, entries: Sequence[Entry], pairings: Sequence[Pairing], round_number: int
) -> list[tuple[str, str | None]]:
    """Return White and Black of the round's games, and the player with the bye as White."""
    present = [entry for entry in sort_by_seed(entries) if _has_appeared(entry, round_number)]
    numbers = {entry.player: number for number, entry in enumerate(present, start=1)}
    by_player = _by_player(pairings)
    sections = [_section(entry, numbers, by_player.get(entry.player, {}), round_number) for entry in present]
    report = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=tournament.rounds))
    try:
        found = DutchEngine.generate_pairings(report)
    except PairingError as error:
        raise NoPairing(round_number, "everyone left has met, or would have the same colour too often") from error
    players = [entry.player for entry in present]
    return [(players[pair.white - 1], None if pair.black == _NOBODY else players[pair.black - 1]) for pair in found]


def _has_appeared(entry: Entry, round_number: int) -> bool:
    """Return whether a player has taken part in a round so far, and so has a pairing number."""
    return entry.joined <= round_number and (entry.withdrawn is None or entry.withdrawn > entry.joined)


def _by_player(pairings: Sequence[Pairing]) -> dict[str, dict[int, Pairing]]:
    found: dict[str, dict[int, Pairing]] = {}
    for pairing in pairings:
        for player in pairing.players:
            found.setdefault(player, {})[pairing.round] = pairing
    return found


def _section(entry: Entry, numbers: dict[str, int], rounds: dict[int, Pairing], round_number: int) -> PlayerSection:
    """Return a player's line of the tournament report. A line that is a round longer says that the player pauses."""
    results = [_result(rounds.get(past), entry.player, numbers) for past in range(1, round_number)]
    if not entry.takes_part(round_number):
        results.append(_bye(ResultToken.ZERO_POINT_BYE))
    elif round_number in entry.byes:
        results.append(_bye(ResultToken.HALF_POINT_BYE))
    number = numbers[entry.player]
    points = sum(_POINTS.get(result.result, 0) for result in results)
    return PlayerSection(
        code=PlayerCode.PLAYER, starting_number=number, points_times_ten=points, rank=number, results=results
    )


def _bye(token: ResultToken) -> RoundResult:
    return RoundResult(id=_NOBODY, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)


def _result(pairing: Pairing | None, player: str, numbers: dict[str, int]) -> RoundResult:
    if pairing is None:
        return _bye(ResultToken.ZERO_POINT_BYE)
    side, opponent = pairing.side(player), pairing.opponent(player)
    if opponent is None or side is None:
        half = pairing.outcome is TournamentOutcome.HALF_BYE
        return _bye(ResultToken.HALF_POINT_BYE if half else ResultToken.PAIRING_ALLOCATED_BYE)
    return RoundResult(
        id=numbers[opponent],
        color=ColorToken.WHITE if side is Color.WHITE else ColorToken.BLACK,
        result=_token(pairing.outcome, side),
    )


def _token(outcome: TournamentOutcome | None, side: Color) -> ResultToken:
    if outcome is None:
        raise ValueError("a game of an earlier round is still being played")
    if outcome is TournamentOutcome.DRAW:
        return ResultToken.DRAW
    won = outcome.winner is side
    if outcome.is_played:
        return ResultToken.WIN if won else ResultToken.LOSS
    return ResultToken.FORFEIT_WIN if won else ResultToken.FORFEIT_LOSS
