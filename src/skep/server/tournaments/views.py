"""Tournaments as the REST API and the socket send them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from skep.server.schemas.tournaments import (
    BracketRoundName,
    OwnTournamentState,
    TournamentGameView,
    TournamentResult,
    TournamentRoundView,
    TournamentScore,
    TournamentSummary,
)
from skep.server.tournaments.queries import RoundRow
from skep.server.tournaments.rows import PairingRow, TournamentPlayerRow, TournamentRow

__all__ = ["game_view", "own_state", "pages", "round_name", "round_view", "score_view", "summary_of"]

_RESULTS: Final[dict[str, TournamentResult]] = {
    "white": "white",
    "white-walkover": "white",
    "black": "black",
    "black-walkover": "black",
    "draw": "draw",
    "double-forfeit": "none",
}
_BYES: Final[dict[str, Literal["full", "half"]]] = {"bye": "full", "half-bye": "half"}
_WALKOVERS: Final = ("white-walkover", "black-walkover", "double-forfeit")
_ROUND_NAMES: Final[dict[int, BracketRoundName]] = {0: "final", 1: "semifinal", 2: "quarterfinal"}
"""The names of the last rounds of a knockout, by how many follow."""


def pages(count: int, size: int) -> int:
    """Return the number of pages; one even if there is nothing on it."""
    return max(1, -(-count // size))


def summary_of(row: TournamentRow, *, joined: bool) -> TournamentSummary:
    """Return a tournament in a list."""
    return TournamentSummary(
        tournament=row.id,
        name=row.name,
        system=row.system,
        status=row.status,
        suspended=row.suspended,
        organiser=row.organiser_name,
        clock=row.clock,
        edition=row.edition,
        game_type=row.game_type,
        rated=row.rated,
        private=row.private,
        bots=row.bots,
        team=row.team,
        teams=len(row.teams),
        starts=row.starts,
        ends=row.ends,
        minutes=row.minutes,
        rounds=row.rounds,
        round=row.round,
        players=row.players,
        max_players=row.max_players,
        lowest=row.lowest,
        highest=row.highest,
        winner=row.winner_name,
        joined=joined,
    )


def score_view(row: TournamentPlayerRow, rank: int) -> TournamentScore:
    """Return a player's line in the standings."""
    return TournamentScore(
        rank=rank,
        name=row.name,
        registered=row.registered,
        bot=row.bot,
        rating=row.rating,
        provisional=row.provisional,
        state=row.state,
        score=row.score,
        tiebreaks=row.tiebreaks,
        performance=None if row.performance is None else round(row.performance),
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        streak=row.streak,
        sheet=row.sheet,
        playing=row.game is not None,
        team=row.team,
    )


def game_view(row: PairingRow) -> TournamentGameView:
    """Return a pairing."""
    return TournamentGameView(
        game=row.game,
        round=row.round,
        board=row.board,
        white=row.white_name,
        black=row.black_name,
        white_rating=row.white_rating,
        black_rating=row.black_rating,
        white_score=row.white_score,
        black_score=row.black_score,
        result=None if row.outcome is None else _RESULTS.get(row.outcome),
        forfeit=row.outcome in _WALKOVERS,
        adjudicated=row.ruling is not None,
        bye=None if row.outcome is None else _BYES.get(row.outcome),
        leg=row.leg,
        ply=row.ply,
        at=row.at,
    )


def round_view(row: RoundRow, tournament: TournamentRow) -> TournamentRoundView:
    """Return a round. Those at the end of a knockout have names."""
    name = round_name(row.round, tournament)
    return TournamentRoundView(
        round=row.round, name=name, began=row.began, ended=row.ended, games=row.games, running=row.running
    )


def round_name(number: int, tournament: TournamentRow) -> BracketRoundName:
    """Return the name of a round of a knockout; empty if it has none."""
    if tournament.system != "knockout" or tournament.rounds is None:
        return ""
    return _ROUND_NAMES.get(tournament.rounds - number, "")


def own_state(
    tournament: TournamentRow, row: TournamentPlayerRow, rank: int | None, byes: Sequence[int], opponent: str | None
) -> OwnTournamentState:
    """Return the visitor's own part in a tournament."""
    is_running, is_there = tournament.status == "running", row.state in ("active", "paused")
    can_withdraw = is_there and not tournament.is_over and (tournament.withdrawal or tournament.status == "planned")
    has_left = row.state in ("paused", "withdrawn")
    return OwnTournamentState(
        state=row.state,
        rank=rank,
        score=row.score,
        game=row.game,
        opponent=opponent,
        waiting=is_running and tournament.is_arena and row.state == "active" and row.game is None,
        byes=list(byes),
        can_withdraw=can_withdraw,
        team=row.team,
        can_return=has_left and is_running and tournament.system != "knockout",
    )
