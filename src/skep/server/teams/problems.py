"""What is wrong with a request about a team, by the codes that the statements return."""

from __future__ import annotations

from typing import Final

from skep.server.http.problem_error import ProblemError
from skep.server.teams.member_statements import MAX_LEADERS, MAX_MEMBERS, MAX_REQUESTS, MAX_TEAMS

__all__ = ["MAX_LED", "MAX_NEW", "raise_problem", "unknown_team"]

MAX_LED: Final = 5
"""Teams that one player can lead when they create another one."""
MAX_NEW: Final = 3
"""Teams that one player can create in a week."""

_PROBLEMS: Final[dict[str, tuple[int, str]]] = {
    "unknown-team": (404, "There is no such team, or it was closed."),
    "unknown-player": (404, "No account has this name."),
    "unknown-member": (404, "The team has no member with this name."),
    "unknown-request": (404, "This player does not wait for an answer."),
    "unknown-line": (404, "There is no such line in the chat."),
    "leaders-only": (403, "Only leaders of the team can do this."),
    "members-only": (403, "Only members of the team can do this."),
    "leader-rank": (403, "You cannot act against a player who has led the team for longer than you."),
    "remove-self": (409, "You cannot remove yourself: leave the team instead."),
    "last-leader": (409, "The team needs a leader: appoint another one first, or hand the team over."),
    "leaders-full": (409, f"A team has at most {MAX_LEADERS} leaders."),
    "team-full": (409, f"A team has at most {MAX_MEMBERS} members."),
    "team-busy": (409, "Too many players wait for an answer of this team. Try again later."),
    "team-refused": (409, "The team has removed or not accepted you in the last seven days. Ask again later."),
    "teams-full": (409, f"You belong to {MAX_TEAMS} teams, which is the limit. Leave one of them first."),
    "applicant-full": (409, f"This player belongs to {MAX_TEAMS} teams, which is the limit."),
    "requests-full": (409, f"You wait for the answers of {MAX_REQUESTS} teams. Withdraw one of the requests first."),
    "teams-led": (409, f"You lead {MAX_LED} teams, which is the limit. Hand one of them over first."),
    "teams-new": (409, f"You have created {MAX_NEW} teams in the last seven days. Wait before you create another one."),
    "team-name-taken": (409, "Another team has this name, or one that looks like it."),
}


def raise_problem(code: str | None) -> None:
    """Raise the ProblemError with a code; do nothing for None."""
    if code is not None:
        status, message = _PROBLEMS[code]
        raise ProblemError(status, code, message)


def unknown_team() -> ProblemError:
    """Return the error for a team that does not exist."""
    status, message = _PROBLEMS["unknown-team"]
    return ProblemError(status, "unknown-team", message)
