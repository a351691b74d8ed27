"""Teams: players who belong together, with a description, leaders and a chat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import ServerMessage
from skep.server.schemas.lobby import Body
from skep.server.schemas.patterns import whole_match
from skep.server.schemas.ratings import ShownRating

__all__ = [
    "Handover",
    "JoinAnswer",
    "JoinRequest",
    "NewTeam",
    "NewTeamLine",
    "TeamChange",
    "TeamChatChanged",
    "TeamChatView",
    "TeamId",
    "TeamLine",
    "TeamMember",
    "TeamMembers",
    "TeamReport",
    "TeamRequest",
    "TeamRequests",
    "TeamRole",
    "TeamSummary",
    "TeamView",
    "Teams",
]

TeamId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9]{8}")]
TeamName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Description: TypeAlias = Annotated[str, Meta(max_length=2000)]
Standing: TypeAlias = Literal["", "requested", "member", "leader"]


class NewTeam(Body, frozen=True, kw_only=True):
    """A team to create. Whoever creates it is its first leader."""

    name: TeamName
    description: Description = ""
    open: bool = True
    """Whether anyone can join. Otherwise a leader has to accept each player."""


class TeamChange(Body, frozen=True, kw_only=True):
    """What a leader changes; None leaves it as it is."""

    description: Description | None = None
    open: bool | None = None


class JoinRequest(Body, frozen=True, kw_only=True):
    """A request to join a team."""

    text: Annotated[str, Meta(max_length=300)] = ""
    """What the leaders read, if one of them has to accept the player."""


class JoinAnswer(Body, frozen=True, kw_only=True):
    """A leader's answer to a request to join."""

    accept: bool


class TeamRole(Body, frozen=True, kw_only=True):
    """The role of a member."""

    role: Literal["member", "leader"]


class Handover(Body, frozen=True, kw_only=True):
    """The member who leads the team from now on, in place of whoever hands it over."""

    name: PlayerName


class NewTeamLine(Body, frozen=True, kw_only=True):
    """A line for the chat of a team."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class TeamReport(Body, frozen=True, kw_only=True):
    """A report about a team, or about one of its members, to the moderators."""

    kind: Literal["chat", "name", "other"]
    member: PlayerName | None = None
    """The member concerned. Default: the leader who has led the team for longest."""
    text: Annotated[str, Meta(max_length=1000)] = ""


class TeamSummary(Struct, frozen=True, kw_only=True):
    """A team in a list."""

    id: str
    name: str
    open: bool
    """Whether anyone can join."""
    members: int
    leader: bool
    """Whether the list is about a player who leads the team."""


class Teams(Struct, frozen=True, kw_only=True):
    """A page of teams."""

    teams: list[TeamSummary]
    next: str | None
    """The value of `after` for the next page; None on the last one."""


class TeamView(Struct, frozen=True, kw_only=True):
    """A team, as a visitor sees it."""

    id: str
    name: str
    description: str
    """Lines separated by newlines."""
    open: bool
    created: float
    """Seconds since 1970."""
    members: int
    leaders: list[str]
    """The names of the leaders, those who have led it for longest first."""
    standing: Standing
    """The visitor's place in the team; empty for everyone else."""
    requests: int | None
    """The number of players who wait for an answer; None for visitors who do not lead the team."""


class TeamMember(Struct, frozen=True, kw_only=True):
    """A member of a team."""

    name: str
    leader: bool
    since: float
    """When the player joined, in seconds since 1970."""
    rating: ShownRating | None
    """The rating in the pool of the list; None if the player has not played in it."""


class TeamMembers(Struct, frozen=True, kw_only=True):
    """A page of the members of a team: leaders first, then by rating and name."""

    pool: str
    members: list[TeamMember]
    total: int
    more: bool


class TeamRequest(Struct, frozen=True, kw_only=True):
    """A player who would like to join a team."""

    name: str
    text: str
    at: float
    """Seconds since 1970."""


class TeamRequests(Struct, frozen=True, kw_only=True):
    """The players who wait for an answer, the longest waiting first."""

    requests: list[TeamRequest]


class TeamLine(Struct, frozen=True, kw_only=True):
    """A line of the chat of a team."""

    id: int
    name: str
    text: str
    at: float
    """Seconds since 1970."""


class TeamChatView(Struct, frozen=True, kw_only=True):
    """The latest lines of the chat of a team, oldest first, without those of players whom the visitor has muted."""

    lines: list[TeamLine]


class TeamChatChanged(ServerMessage, tag="team-chat", frozen=True, kw_only=True, gc=False):
    """A line was added to the chat of one of the player's teams, or removed from it."""

    team: str
    line: TeamLine | None = None
    removed: int | None = None
    """The number of the line that a leader has removed."""
