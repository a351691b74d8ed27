"""The REST API of the members of a team, of requests to join it, and of its chat."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import TokenVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY
from skep.server.http.services import client_address
from skep.server.schemas.teams import (
    Handover,
    JoinAnswer,
    NewTeamLine,
    TeamChatView,
    TeamLine,
    TeamMembers,
    TeamRequests,
    TeamRole,
    TeamView,
)
from skep.server.teams.dependencies import CHANGE, MEMBERS_ONLY, NO_TEAM, Chats, MemberName, Members, TeamPath

__all__ = ["team_members_router"]

RoleBody = Annotated[TeamRole, Depends(JsonBody(msgspec.json.Decoder(TeamRole)))]
HandoverBody = Annotated[Handover, Depends(JsonBody(msgspec.json.Decoder(Handover)))]
AnswerBody = Annotated[JoinAnswer, Depends(JsonBody(msgspec.json.Decoder(JoinAnswer)))]
LineBody = Annotated[NewTeamLine, Depends(JsonBody(msgspec.json.Decoder(NewTeamLine)))]
PoolText = Annotated[
    str,
    Query(pattern="^(bullet|blitz|rapid|classical|daily)/(base|expansions)$", description="The pool of the ratings."),
]

team_members_router = APIRouter(prefix="/api/teams/{team}", tags=["teams"])


@team_members_router.get(
    "/members",
    response_class=Response,
    responses=json_response(TeamMembers, "The members.", **NO_TEAM),
    summary="List the members of a team",
)
async def members_of(
    team: TeamPath,
    members: Members,
    pool: PoolText = "blitz/base",
    page: Annotated[int, Query(ge=1, le=20, description="Fifty members are on a page.")] = 1,
) -> Response:
    """List the members with their ratings in a pool: leaders first, then by rating and name."""
    return send_json(await members.list(team, pool, page))


@team_members_router.put(
    "/members/{name}",
    response_class=Response,
    responses=json_response(TeamView, "The team.", **CHANGE, **BODY),
    openapi_extra=json_body(TeamRole),
    summary="Appoint a leader of a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def set_role(
    team: TeamPath, name: MemberName, body: RoleBody, members: Members, visitor: CurrentVisitor
) -> Response:
    """Let a member lead the team too, or let a leader step down who has not led it for longer than you."""
    return send_json(await members.set_role(await visitor.account(), team, name, body.role))


@team_members_router.delete(
    "/members/{name}",
    response_class=Response,
    responses=json_response(TeamView, "The team.", **CHANGE),
    summary="Remove a member of a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def remove(team: TeamPath, name: MemberName, members: Members, visitor: CurrentVisitor) -> Response:
    """Remove a member, who can ask to join again after seven days."""
    return send_json(await members.remove(await visitor.account(), team, name))


@team_members_router.post(
    "/handover",
    response_class=Response,
    responses=json_response(TeamView, "The team.", **CHANGE, **BODY),
    openapi_extra=json_body(Handover),
    summary="Hand a team over",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def hand_over(team: TeamPath, body: HandoverBody, members: Members, visitor: CurrentVisitor) -> Response:
    """Let another member lead the team in your place. You remain a member."""
    return send_json(await members.hand_over(await visitor.account(), team, body.name))


@team_members_router.get(
    "/requests",
    response_class=Response,
    responses=json_response(TeamRequests, "The requests.", **MEMBERS_ONLY),
    summary="List the requests to join a team",
    dependencies=[Depends(TokenVisitor("team:read"))],
)
async def requests(team: TeamPath, members: Members, visitor: CurrentVisitor) -> Response:
    """List the players who wait for the answer of a team that you lead."""
    return send_json(await members.requests(await visitor.account(), team))


@team_members_router.post(
    "/requests/{name}",
    response_class=Response,
    responses=json_response(TeamRequests, "The requests that are left.", **CHANGE, **BODY),
    openapi_extra=json_body(JoinAnswer),
    summary="Answer a request to join a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def answer(
    team: TeamPath, name: MemberName, body: AnswerBody, members: Members, visitor: CurrentVisitor
) -> Response:
    """Accept a player, who is notified, or not: then they can ask again after seven days."""
    return send_json(await members.answer(await visitor.account(), team, name, accept=body.accept))


@team_members_router.get(
    "/chat",
    response_class=Response,
    responses=json_response(TeamChatView, "The lines.", **MEMBERS_ONLY),
    summary="Get the chat of a team",
    dependencies=[Depends(TokenVisitor("team:read"))],
)
async def chat(team: TeamPath, chats: Chats, visitor: CurrentVisitor) -> Response:
    """Return the latest hundred lines, for members. New ones arrive as `team-chat` on the socket."""
    return send_json(await chats.lines(await visitor.account(), team))


@team_members_router.post(
    "/chat",
    status_code=201,
    response_class=Response,
    responses=json_response(TeamLine, "The line.", 201, **CHANGE, **BODY),
    openapi_extra=json_body(NewTeamLine),
    summary="Write in the chat of a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def write(team: TeamPath, body: LineBody, chats: Chats, visitor: CurrentVisitor, request: Request) -> Response:
    """Send a line to the members, who receive the message `team-chat` on the socket."""
    return send_json(await chats.send(await visitor.account(), team, body.text, client_address(request)), 201)


@team_members_router.delete(
    "/chat/{line}",
    response_class=Response,
    responses=json_response(TeamChatView, "The lines that are left.", **CHANGE),
    summary="Remove a line from the chat of a team",
    dependencies=[Depends(TokenVisitor("team:write"))],
)
async def remove_line(
    team: TeamPath,
    line: Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the line.")],
    chats: Chats,
    visitor: CurrentVisitor,
) -> Response:
    """Remove a line that you have written; leaders can remove every line."""
    return send_json(await chats.remove(await visitor.account(), team, line))
