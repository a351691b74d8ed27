"""The services of teams and the parameters of their routes, as dependencies."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Path

from skep.server.http.problems import CHANGES
from skep.server.http.services import provide
from skep.server.teams.chat import TeamChat
from skep.server.teams.membership import Membership
from skep.server.teams.reports import TeamReports
from skep.server.teams.teams import TeamBoard

__all__ = ["CHANGE", "MEMBERS_ONLY", "NO_TEAM", "Board", "Chats", "MemberName", "Members", "TeamPath", "TeamReporting"]

Board: TypeAlias = Annotated[TeamBoard, Depends(provide(TeamBoard))]
Members: TypeAlias = Annotated[Membership, Depends(provide(Membership))]
Chats: TypeAlias = Annotated[TeamChat, Depends(provide(TeamChat))]
TeamReporting: TypeAlias = Annotated[TeamReports, Depends(provide(TeamReports))]
TeamPath: TypeAlias = Annotated[
    str, Path(pattern="^[A-Za-z0-9]{8}$", description="The team's id, eight letters and digits.")
]
MemberName: TypeAlias = Annotated[
    str, Path(min_length=1, max_length=24, description="The name of an account, in any letter case.")
]

NO_TEAM: Final = {"e404": "There is no such team, or it was closed.", "e422": CHANGES["e422"]}
MEMBERS_ONLY: Final = {
    **NO_TEAM,
    "e401": "The visitor is not signed in.",
    "e403": "The visitor does not have the place in the team that this takes.",
}
CHANGE: Final = {
    **CHANGES,
    "e401": "The visitor is not signed in.",
    "e403": "The request comes from a page of another site, or the visitor may not do this.",
    "e404": "There is no such team or player.",
    "e409": "The team does not allow it, or a limit is reached; the field `code` says which.",
}
"""The problems of a request that changes a team."""
