"""The REST API of teams: finding, creating, changing and closing them, joining and leaving."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import ACCESS, MaybeTokenVisitor, TokenVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY
from skep.server.schemas.moderation import Received
from skep.server.schemas.teams import (
    JoinRequest,
    NewTeam,
    TeamChange,
    TeamReport,
    Teams,
    TeamView,
)
from skep.server.teams.dependencies import CHANGE, NO_TEAM, Board, MemberName, Members, TeamPath, TeamReporting

__all__ = ["teams_router"]

NewTeamBody = Annotated[NewTeam, Depends(JsonBody(msgspec.json.Decoder(NewTeam)))]
ChangeBody = Annotated[TeamChange, Depends(JsonBody(msgspec.json.Decoder(TeamChange)))]
JoinBody = Annotated[JoinRequest, Depends(JsonBody(msgspec.json.Decoder(JoinRequest)))]
ReportBody = Annotated[TeamReport, Depends(JsonBody(msgspec.json.Decoder(TeamReport)))]

teams_router = APIRouter(prefix="/api", tags=["teams"])


@teams_router.get(
    "/teams",
    response_class=Response,
    responses=json_response(Teams, "The teams.", e422=NO_TEAM["e422"]),
    summary="List teams",
)
async def teams(
    board: Board,
    search: Annotated[str, Query(max_length=40, description="A part of the name.")] = "",
    after: Annotated[
        str | None,
        Query(pattern="^[0-9]{1,6}-[A-Za-z0-9]{8}$", description="The field `next` of the page before."),
    ] = None,
) -> Response:
    """List teams by the number of their members, the largest first, thirty on a page."""
    return send_json(await board.list(search, after))


@teams_router.post(
    "/teams",
    status_code=201,
    response_class=Response,
    responses=json_response(TeamView, "The team.", 201, **CHANGE, **BODY),
    openapi_extra=json_body(NewTeam),
    summary="Create a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def create(body: NewTeamBody, board: Board, visitor: CurrentVisitor) -> Response:
    """Create a team and lead it. A player can create three teams in a week, and lead five when they create one."""
    await visitor.account()
    return visitor.send(await board.create(await visitor.acting_guest(), body), 201)


@teams_router.get(
    "/me/teams",
    response_class=Response,
    responses=json_response(Teams, "The teams.", e401="The visitor is not signed in.", e403=ACCESS["e403"]),
    summary="List your teams",
    dependencies=[Depends(TokenVisitor("team:read"))],
)
async def own_teams(board: Board, visitor: CurrentVisitor) -> Response:
    """List the teams of the player who is signed in, those that the player leads first."""
    return send_json(await board.of_player((await visitor.account()).id))


@teams_router.get(
    "/players/{name}/teams",
    response_class=Response,
    responses=json_response(Teams, "The teams.", e404="No account has this name.", e422=NO_TEAM["e422"]),
    summary="List a player's teams",
)
async def teams_of_player(name: MemberName, board: Board) -> Response:
    """List the teams of a player, those that the player leads first."""
    return send_json(await board.of_name(name))


@teams_router.get(
    "/teams/{team}",
    response_class=Response,
    responses=json_response(TeamView, "The team.", **NO_TEAM),
    summary="Get a team",
    dependencies=[Depends(MaybeTokenVisitor("team:read"))],
)
async def team(team: TeamPath, board: Board, visitor: CurrentVisitor) -> Response:
    """Return a team, and the visitor's place in it."""
    return send_json(await board.find(team, await visitor.guest()))


@teams_router.post(
    "/teams/{team}",
    response_class=Response,
    responses=json_response(TeamView, "The team.", **CHANGE, **BODY),
    openapi_extra=json_body(TeamChange),
    summary="Change a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def change(team: TeamPath, body: ChangeBody, board: Board, visitor: CurrentVisitor) -> Response:
    """Change the description of a team that you lead, or whether anyone can join it."""
    await visitor.account()
    return visitor.send(await board.change(await visitor.acting_guest(), team, body))


@teams_router.delete(
    "/teams/{team}",
    response_class=Response,
    responses=json_response(Teams, "Your teams that are left.", **CHANGE),
    summary="Close a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def close(team: TeamPath, board: Board, visitor: CurrentVisitor) -> Response:
    """Close a team that you lead: its members and its chat are deleted. A team without members closes automatically."""
    player = await visitor.account()
    await board.close(player, team)
    return send_json(await board.of_player(player.id))


@teams_router.post(
    "/teams/{team}/join",
    response_class=Response,
    responses=json_response(TeamView, "The team, with your new place in it.", **CHANGE, **BODY),
    openapi_extra=json_body(JoinRequest),
    summary="Join a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def join(team: TeamPath, body: JoinBody, members: Members, visitor: CurrentVisitor) -> Response:
    """Join a team, or ask its leaders, who are notified, if the team is not open to anyone.

    A player belongs to at most 50 teams and waits for the answers of at most 20.
    """
    await visitor.account()
    return visitor.send(await members.join(await visitor.acting_guest(), team, body.text))


@teams_router.post(
    "/teams/{team}/leave",
    response_class=Response,
    responses=json_response(Teams, "Your teams that are left.", **CHANGE),
    summary="Leave a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def leave(team: TeamPath, members: Members, board: Board, visitor: CurrentVisitor) -> Response:
    """Leave a team, or withdraw your request to join it.

    When the last leader leaves, the player who has been a member for longest leads the team; when the last member
    leaves, the team is closed.
    """
    player = await visitor.account()
    await members.leave(player, team)
    return send_json(await board.of_player(player.id))


@teams_router.post(
    "/teams/{team}/reports",
    status_code=201,
    response_class=Response,
    responses=json_response(Received, "The report was received.", 201, **CHANGE, **BODY),
    openapi_extra=json_body(TeamReport),
    summary="Report a team",
)
async def report(team: TeamPath, body: ReportBody, reports: TeamReporting, visitor: CurrentVisitor) -> Response:
    """Tell the moderators about a team or one of its members. The description and the chat are stored with it."""
    await visitor.account()
    await reports.receive(await visitor.acting_guest(), team, body)
    return visitor.send(Received(), 201)
