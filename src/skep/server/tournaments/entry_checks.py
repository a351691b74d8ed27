"""The rules for joining a tournament."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from skep.server.http.problem_error import ProblemError
from skep.server.tournaments.rows import TournamentPlayerRow, TournamentRow

__all__ = ["Candidate", "Obstacle", "find_obstacle", "obstacle_problem"]

Obstacle: TypeAlias = Literal[
    "sign-in-required",
    "tournament-over",
    "tournament-removed",
    "no-late-entry",
    "tournament-full",
    "rating-low",
    "rating-high",
    "rating-uncertain",
    "no-bots",
    "team-only",
    "teams-only",
    "choose-team",
]
"""The code of the reason why somebody cannot join."""


class Candidate(Struct, frozen=True, kw_only=True):
    """Somebody who wants to join."""

    player: str
    rating: int
    provisional: bool
    bot: bool = False
    in_team: bool = False
    """Whether the player is a member of the tournament's team."""
    teams: tuple[str, ...] = ()
    """The teams of a battle of which the player is a member."""
    team: str | None = None
    """The one for which the player wants to play."""


_SENTENCES: Final[dict[Obstacle, tuple[int, str]]] = {
    "sign-in-required": (401, "Sign in first: this needs an account."),
    "tournament-over": (409, "The tournament is over."),
    "tournament-removed": (403, "The organiser has removed you from the tournament."),
    "no-late-entry": (409, "The tournament has begun and takes no more players."),
    "tournament-full": (409, "The tournament is full."),
    "rating-low": (403, "Your rating is below the lowest of the tournament."),
    "rating-high": (403, "Your rating is above the highest of the tournament."),
    "rating-uncertain": (403, "Your rating is still uncertain. Play more rated games first."),
    "no-bots": (403, "Bots cannot join the tournament."),
    "team-only": (403, "Only members of the team can join the tournament."),
    "teams-only": (403, "Only members of the teams can join the battle."),
    "choose-team": (422, "Choose the team for which you play."),
}


def find_obstacle(
    tournament: TournamentRow, entry: TournamentPlayerRow | None, candidate: Candidate
) -> Obstacle | None:
    """Return why a player cannot join or return, or None."""
    if tournament.is_over:
        return "tournament-over"
    if entry is not None:
        if entry.state == "removed":
            return "tournament-removed"
        if tournament.system == "knockout" and entry.state == "withdrawn":
            return "no-late-entry"
        return None
    if tournament.status == "running" and not _takes_late(tournament):
        return "no-late-entry"
    if tournament.max_players is not None and tournament.players >= tournament.max_players:
        return "tournament-full"
    if candidate.bot and not tournament.bots:
        return "no-bots"
    if tournament.team is not None and not candidate.in_team:
        return "team-only"
    if tournament.teams and not candidate.teams:
        return "teams-only"
    return _rating_obstacle(tournament, candidate)


def _takes_late(tournament: TournamentRow) -> bool:
    if not tournament.late_entry:
        return False
    if tournament.system == "swiss":
        return tournament.rounds is None or tournament.round < tournament.rounds
    return tournament.is_arena


def _rating_obstacle(tournament: TournamentRow, candidate: Candidate) -> Obstacle | None:
    has_limit = tournament.lowest is not None or tournament.highest is not None
    if has_limit and candidate.provisional:
        return "rating-uncertain"
    if tournament.lowest is not None and candidate.rating < tournament.lowest:
        return "rating-low"
    if tournament.highest is not None and candidate.rating > tournament.highest:
        return "rating-high"
    return None


def obstacle_problem(obstacle: Obstacle) -> ProblemError:
    """Return the refusal for an obstacle."""
    status, sentence = _SENTENCES[obstacle]
    return ProblemError(status, obstacle, sentence)
