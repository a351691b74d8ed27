"""The REST API of moderators. Every route checks the role."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Response

from skep.server.accounts.texts import clean_text
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.moderation.services import CurrentAdmin, CurrentModerator, ModerationDep
from skep.server.schemas.moderation import (
    Appointment,
    Decision,
    LogPage,
    PlayerFile,
    PlayerMatches,
    ReportPage,
    WordChange,
    WordList,
)

__all__ = ["moderator_router"]

Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the entry.")]
Before = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="The last number of the page before.")]
PlayerId = Annotated[str, Path(pattern="^[A-Za-z0-9]{16}$", description="The player's id, 16 letters and digits.")]
Filter = Annotated[str | None, Query(max_length=40)]
DecisionBody = Annotated[Decision, Depends(JsonBody(msgspec.json.Decoder(Decision)))]
AppointmentBody = Annotated[Appointment, Depends(JsonBody(msgspec.json.Decoder(Appointment)))]
WordBody = Annotated[WordChange, Depends(JsonBody(msgspec.json.Decoder(WordChange)))]

_ROLE: Final = {"e401": "Nobody is signed in.", "e403": "Only moderators can do this."}
_READS: Final[dict[str, Any]] = {**_ROLE, "e422": "The request does not match this description."}
_ACTS: Final[dict[str, Any]] = {**CHANGES, **_ROLE, **BODY}
_NO_PLAYER: Final = "There is no such player."

moderator_router = APIRouter(prefix="/api/moderation", tags=["moderation"])


@moderator_router.get(
    "/reports",
    response_class=Response,
    responses=json_response(ReportPage, "A page of reports.", **_READS),
    summary="List reports",
)
async def reports(
    moderation: ModerationDep, _moderator: CurrentModerator, closed: bool = False, before: Before = None
) -> Response:
    """List open reports, the oldest first, or closed ones, the latest first."""
    return send_json(await moderation.reports.page(is_open=not closed, before=before))


@moderator_router.post(
    "/reports/{report}/decision",
    response_class=Response,
    responses=json_response(
        PlayerFile, "The player.", **_ACTS, e404="There is no such report.", e409="You cannot act in your own case."
    ),
    openapi_extra=json_body(Decision),
    summary="Decide about a report",
)
async def decide_report(
    report: Number, body: DecisionBody, moderation: ModerationDep, moderator: CurrentModerator
) -> Response:
    """Act on a report and close it, together with the player's other open reports of the same kind."""
    found = await moderation.reports.find(report)
    await moderation.moderators.decide(moderator, found.player, body, report=report)
    return send_json(await moderation.moderators.file(found.player))


@moderator_router.get(
    "/players",
    response_class=Response,
    responses=json_response(PlayerMatches, "The players.", **_READS),
    summary="Find players by name",
)
async def players(
    moderation: ModerationDep, _moderator: CurrentModerator, name: Annotated[str, Query(max_length=40)]
) -> Response:
    """Return the account with a name, and the guests who use it."""
    return send_json(await moderation.moderators.search(clean_text(name, 40)))


@moderator_router.get(
    "/players/{player}",
    response_class=Response,
    responses=json_response(PlayerFile, "The player.", **_READS, e404=_NO_PLAYER),
    summary="Get what is known about a player",
)
async def player_file(player: PlayerId, moderation: ModerationDep, _moderator: CurrentModerator) -> Response:
    """Return a player's sanctions, the reports about them and their latest games."""
    return send_json(await moderation.moderators.file(player))


@moderator_router.post(
    "/players/{player}/decision",
    response_class=Response,
    responses=json_response(
        PlayerFile, "The player.", **_ACTS, e404=_NO_PLAYER, e409="You cannot act in your own case."
    ),
    openapi_extra=json_body(Decision),
    summary="Act against a player",
)
async def decide(
    player: PlayerId, body: DecisionBody, moderation: ModerationDep, moderator: CurrentModerator
) -> Response:
    """Warn, rename, mute, suspend or ban a player. A suspension or a ban also ends all of the player's sessions."""
    await moderation.moderators.decide(moderator, player, body)
    return send_json(await moderation.moderators.file(player))


@moderator_router.put(
    "/players/{player}/role",
    response_class=Response,
    responses=json_response(
        PlayerFile,
        "The player.",
        **{**_ACTS, "e403": "Only admins can do this."},
        e404=_NO_PLAYER,
        e409="The player has no account, or it is your own.",
    ),
    openapi_extra=json_body(Appointment),
    summary="Appoint a moderator",
)
async def appoint(player: PlayerId, body: AppointmentBody, moderation: ModerationDep, admin: CurrentAdmin) -> Response:
    """Give an account a role, or take it away."""
    await moderation.moderators.appoint(admin, player, body.role)
    return send_json(await moderation.moderators.file(player))


@moderator_router.post(
    "/sanctions/{sanction}/lift",
    response_class=Response,
    responses=json_response(
        LogPage,
        "The log, which has the action.",
        **{**CHANGES, **_ROLE},
        e404="There is no such sanction.",
        e409="You cannot act in your own case.",
    ),
    summary="Lift a sanction",
)
async def lift(sanction: Number, moderation: ModerationDep, moderator: CurrentModerator) -> Response:
    """End a sanction before its time."""
    await moderation.moderators.lift(moderator, sanction)
    return send_json(await moderation.moderators.log())


@moderator_router.get(
    "/log",
    response_class=Response,
    responses=json_response(LogPage, "A page of the log.", **_READS),
    summary="Read the log",
)
async def log(
    moderation: ModerationDep,
    _moderator: CurrentModerator,
    before: Before = None,
    player: Filter = None,
    moderator: Filter = None,
    action: Filter = None,
) -> Response:
    """Return the actions of all moderators, latest first. Nobody can change or delete an entry.

    `player` is a player's id, `moderator` a moderator's name.
    """
    filters = {"player": player, "moderator": moderator, "action": action}
    cleaned = {name: None if text is None else clean_text(text, 40) for name, text in filters.items()}
    return send_json(await moderation.moderators.log(before=before, **cleaned))


@moderator_router.get(
    "/words",
    response_class=Response,
    responses=json_response(WordList, "The words.", **_READS),
    summary="List forbidden words",
)
async def words(moderation: ModerationDep, _moderator: CurrentModerator) -> Response:
    """Return the words that names and chat cannot contain."""
    return send_json(await moderation.words.list())


@moderator_router.put(
    "/words",
    response_class=Response,
    responses=json_response(WordList, "The words.", **_ACTS, e409="The list is full."),
    openapi_extra=json_body(WordChange),
    summary="Forbid or allow a word",
)
async def change_word(body: WordBody, moderation: ModerationDep, moderator: CurrentModerator) -> Response:
    """Add a word to the list, or remove it. A star at the beginning or the end stands for any letters."""
    await moderation.words.change(moderator, body.word, forbidden=body.forbidden)
    return send_json(await moderation.words.list())
