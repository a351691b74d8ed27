"""The REST API for players: blocks, mutes, reports, and messages from moderators."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import BODY, CHANGES
from skep.server.moderation.block_statements import BlockRow
from skep.server.moderation.services import ModerationDep
from skep.server.schemas.moderation import (
    BlockList,
    BlockView,
    GameRelations,
    NewBlock,
    NewReport,
    Notices,
    PlayerRelations,
    Received,
    Target,
)

__all__ = ["moderation_router"]

Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the entry.")]
GameId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="The game's id, ten letters and digits.")]
ReportBody = Annotated[NewReport, Depends(JsonBody(msgspec.json.Decoder(NewReport)))]
PlayerName = Annotated[str, Path(max_length=24, description="The name of the account.")]
BlockBody = Annotated[NewBlock, Depends(JsonBody(msgspec.json.Decoder(NewBlock)))]

_UNKNOWN = "There is no such player or game."

moderation_router = APIRouter(prefix="/api")


@moderation_router.post(
    "/reports",
    status_code=201,
    tags=["people"],
    response_class=Response,
    responses=json_response(
        Received, "The report was received.", 201, **CHANGES, **BODY, e404=_UNKNOWN, e409="You cannot report yourself."
    ),
    openapi_extra=json_body(NewReport),
    summary="Report a player",
)
async def report(body: ReportBody, moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Tell the moderators about a player, an account or a guest. The chat of the game is stored with the report.

    A player can send ten reports a day.
    """
    await moderation.reports.receive(await visitor.acting_guest(), body)
    return visitor.send(Received(), 201)


@moderation_router.get(
    "/blocks",
    tags=["people"],
    response_class=Response,
    responses=json_response(BlockList, "The players."),
    summary="List the players whom you have blocked or muted",
)
async def blocks(moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Return the list, latest first."""
    player = await visitor.guest()
    rows = [] if player is None else await moderation.blocks.of(player.id)
    return send_json(BlockList(blocks=[_view(row) for row in rows]))


@moderation_router.post(
    "/blocks",
    status_code=201,
    tags=["people"],
    response_class=Response,
    responses=json_response(
        BlockView,
        "The entry.",
        201,
        **CHANGES,
        **BODY,
        e404=_UNKNOWN,
        e409="You cannot block yourself, or you have blocked too many players.",
    ),
    openapi_extra=json_body(NewBlock),
    summary="Block or mute a player",
)
async def block(body: BlockBody, moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Block a player or hide their chat.

    Two players of whom one has blocked the other are not paired, and cannot challenge each other or chat.
    """
    person = await moderation.people.find(body.player)
    player = await visitor.acting_guest()
    number = await moderation.blocks.add(player.id, person.id, person.name, body.kind)
    rows = await moderation.blocks.of(player.id)
    return visitor.send(_view(next(row for row in rows if row.id == number)), 201)


@moderation_router.delete(
    "/blocks/{entry}",
    tags=["people"],
    response_class=Response,
    responses=json_response(BlockList, "The remaining entries.", **CHANGES, e404="There is no such entry."),
    summary="Unblock or unmute a player",
)
async def unblock(entry: Number, moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Remove an entry from the list."""
    player = await visitor.changing_guest()
    if player is None or not await moderation.blocks.remove(player.id, entry):
        raise ProblemError(404, "unknown-block", f"You have no entry number {entry}.")
    rows = await moderation.blocks.of(player.id)
    return send_json(BlockList(blocks=[_view(row) for row in rows]))


@moderation_router.get(
    "/games/{game}/people",
    tags=["people"],
    response_class=Response,
    responses=json_response(GameRelations, "The entries.", e422="Not a valid game id."),
    summary="Get whom you have blocked or muted in a game",
)
async def people(game: GameId, moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Return the entries for both players, and the authors whose lines the page hides in the spectators' chat."""
    player = await visitor.guest()
    rows = [] if player is None else await moderation.blocks.of(player.id)
    numbers = {(row.other, row.kind): row.id for row in rows}
    found: dict[str, int | None] = {}
    for side in ("white", "black") if rows else ():
        try:
            person = await moderation.people.find(Target(game=game, side=side))
        except ProblemError:
            continue
        found[f"{side}_block"] = numbers.get((person.id, "block"))
        found[f"{side}_mute"] = numbers.get((person.id, "mute"))
    hidden = {moderation.people.authors.of(row.other): row.id for row in rows}
    return send_json(GameRelations(hidden_authors=hidden, **found))


@moderation_router.get(
    "/players/{name}/relations",
    tags=["people"],
    response_class=Response,
    responses=json_response(PlayerRelations, "The entries.", e404=_UNKNOWN, e422="Not a valid name."),
    summary="Get whether you have blocked or muted a player",
)
async def relations(name: PlayerName, moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Return the numbers of the entries for an account, which a profile offers to remove."""
    person, player = await moderation.people.find(Target(name=name)), await visitor.guest()
    rows = [] if player is None else await moderation.blocks.of(player.id)
    numbers = {row.kind: row.id for row in rows if row.other == person.id}
    return send_json(PlayerRelations(block=numbers.get("block"), mute=numbers.get("mute")))


@moderation_router.get(
    "/me/notices",
    tags=["people"],
    response_class=Response,
    responses=json_response(Notices, "The sanctions."),
    summary="Get the moderators' messages to you",
)
async def notices(moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Return sanctions that are in force, and warnings that you have not confirmed."""
    player = await visitor.guest()
    return send_json(Notices(notices=[]) if player is None else await moderation.sanctions.notices(player.id))


@moderation_router.post(
    "/me/notices/{entry}/confirm",
    tags=["people"],
    response_class=Response,
    responses=json_response(Notices, "What remains.", **CHANGES),
    summary="Confirm a warning",
)
async def confirm(entry: Number, moderation: ModerationDep, visitor: CurrentVisitor) -> Response:
    """Confirm that you have read a warning, so that it is not shown again."""
    player = await visitor.changing_guest()
    if player is None:
        return send_json(Notices(notices=[]))
    await moderation.sanctions.confirm(player.id, entry)
    return send_json(await moderation.sanctions.notices(player.id))


def _view(row: BlockRow) -> BlockView:
    return BlockView(id=row.id, name=row.name, kind=row.kind, at=row.at)  # type: ignore[arg-type]
