"""The REST API of shared studies. Edits use the socket, except for long chapters."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import MaybeTokenVisitor, TokenVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import file_response, json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import client_address, provide
from skep.server.schemas.shared_studies import (
    NewChapter,
    NewStudy,
    StudyAccess,
    StudyDocument,
    StudyJoining,
    StudyLinkChoice,
    StudyList,
    StudyRoleChoice,
    StudySecret,
    StudySettings,
)
from skep.server.shared_studies.library import ExportForm, StudyLibrary
from skep.server.study.bodies import declared_size, read_json
from skep.server.study.dependencies import RateLimited, download
from skep.server.study.services import StudyServices

__all__ = ["shared_studies_router"]

LibraryDep = Annotated[StudyLibrary, Depends(provide(StudyLibrary))]
StudyId = Annotated[str, Path(pattern="^[A-Za-z0-9]{12}$", description="The study's id.")]
MemberId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the member.")]
Light = Annotated[StudyServices, Depends(RateLimited(1.0))]
Heavy = Annotated[StudyServices, Depends(RateLimited(10.0))]
_new_study_decoder: Final = msgspec.json.Decoder(NewStudy)
_new_chapter_decoder: Final = msgspec.json.Decoder(NewChapter)
SettingsBody = Annotated[StudySettings, Depends(JsonBody(msgspec.json.Decoder(StudySettings)))]
LinkBody = Annotated[StudyLinkChoice, Depends(JsonBody(msgspec.json.Decoder(StudyLinkChoice)))]
RoleBody = Annotated[StudyRoleChoice, Depends(JsonBody(msgspec.json.Decoder(StudyRoleChoice)))]
SecretBody = Annotated[StudySecret, Depends(JsonBody(msgspec.json.Decoder(StudySecret)))]

_READ: Final = {
    "e404": "There is no such study, or the visitor may not open it.",
    "e422": "Not a valid id.",
    "e429": CHANGES["e429"],
}
_OWNER: Final = {**CHANGES, **_READ, "e401": "The visitor is not signed in.", "e403": "Only the owner can do this."}
_NEW: Final = {
    **CHANGES,
    "e401": "The visitor is not signed in.",
    "e403": "A sanction forbids it, or the request comes from a page of another site.",
    "e409": "The visitor has too many studies, or they are too large.",
}

shared_studies_router = APIRouter(prefix="/api/shared-studies", tags=["shared studies"])


@shared_studies_router.get(
    "",
    response_class=Response,
    responses=json_response(StudyList, "The studies.", e429=CHANGES["e429"]),
    summary="List shared studies",
    dependencies=[Depends(MaybeTokenVisitor("study:read"))],
)
async def studies(library: LibraryDep, visitor: CurrentVisitor, _limited: Light) -> Response:
    """List the visitor's studies, those that they have joined, and public ones, each with the last edited first."""
    return send_json(await library.studies_of(await visitor.guest()))


@shared_studies_router.post(
    "",
    status_code=201,
    response_class=Response,
    responses=json_response(StudyJoining, "The study.", 201, **_NEW, **BODY),
    openapi_extra=json_body(NewStudy),
    summary="Create a shared study",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def create(library: LibraryDep, visitor: CurrentVisitor, study: Heavy, request: Request) -> Response:
    """Create a study with one chapter. Nobody else can open it until its owner makes a link or publishes it."""
    owner = await visitor.account()
    study.charge_storage(client_address(request), declared_size(request))
    body = await read_json(request, _new_study_decoder, study.quick)
    return send_json(await library.create(owner, body), 201)


@shared_studies_router.get(
    "/{shared_study}",
    response_class=Response,
    responses=json_response(StudyDocument, "The study.", **_READ),
    summary="Get a shared study",
    dependencies=[Depends(MaybeTokenVisitor("study:read"))],
)
async def document(
    shared_study: StudyId, library: LibraryDep, visitor: CurrentVisitor, study: Light, request: Request
) -> Response:
    """Return all chapters. On the socket, `study-join` with the number `seq` continues from here."""
    charge = partial(study.charge_bytes, client_address(request))
    content = await library.document(shared_study, await visitor.guest(), charge)
    return Response(content, media_type="application/json")


@shared_studies_router.patch(
    "/{shared_study}",
    response_class=Response,
    responses=json_response(StudyAccess, "The people who can open the study.", **_OWNER, **BODY),
    openapi_extra=json_body(StudySettings),
    summary="Rename or publish a shared study",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def change(
    shared_study: StudyId, body: SettingsBody, library: LibraryDep, visitor: CurrentVisitor, _limited: Light
) -> Response:
    """Change the name of a study, or whether everyone can view it."""
    return send_json(await library.change(await visitor.account(), shared_study, body))


@shared_studies_router.delete(
    "/{shared_study}",
    response_class=Response,
    responses=json_response(StudyList, "The studies that are left.", **_OWNER),
    summary="Delete a shared study",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def delete(shared_study: StudyId, library: LibraryDep, visitor: CurrentVisitor, _limited: Light) -> Response:
    """Delete a study for everyone."""
    return send_json(await library.delete(await visitor.account(), shared_study))


@shared_studies_router.post(
    "/{shared_study}/copy",
    status_code=201,
    response_class=Response,
    responses=json_response(StudyJoining, "The copy.", 201, **{**_NEW, "e404": _READ["e404"]}),
    summary="Copy a shared study",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def copy(
    shared_study: StudyId, library: LibraryDep, visitor: CurrentVisitor, study: Heavy, request: Request
) -> Response:
    """Copy all chapters into a new study of the visitor, without what was deleted and without the members."""
    charge = partial(study.charge_storage, client_address(request))
    return send_json(await library.copy(await visitor.account(), shared_study, charge), 201)


@shared_studies_router.post(
    "/{shared_study}/chapters",
    status_code=201,
    response_class=Response,
    responses=json_response(StudyJoining, "The study.", 201, **{**_NEW, "e404": _READ["e404"]}, **BODY),
    openapi_extra=json_body(NewChapter),
    summary="Add a chapter to a shared study",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def add_chapter(
    shared_study: StudyId,
    library: LibraryDep,
    visitor: CurrentVisitor,
    study: Heavy,
    request: Request,
) -> Response:
    """Add a chapter. Everyone who has the study open receives it. A chapter that was added already is not repeated."""
    player = await visitor.account()
    study.charge_storage(client_address(request), declared_size(request))
    body = await read_json(request, _new_chapter_decoder, study.quick)
    return send_json(await library.add_chapter(player, shared_study, body), 201)


@shared_studies_router.get(
    "/{shared_study}/record.{form}",
    response_class=Response,
    responses=file_response(
        ("application/vnd.chess-pgn", "text/plain"), "The file.", **{**_READ, "e422": "A chapter has no such form."}
    ),
    summary="Download a shared study",
    dependencies=[Depends(MaybeTokenVisitor("study:read"))],
)
async def export(
    shared_study: StudyId,
    form: Annotated[ExportForm, Path(description="PGN, a GameString (uhp), or text for people.")],
    library: LibraryDep,
    visitor: CurrentVisitor,
    study: Annotated[StudyServices, Depends(RateLimited(5.0))],
    request: Request,
    chapter: Annotated[
        str | None, Query(pattern="^[A-Za-z0-9_-]{4,24}$", description="A chapter; all of them if left out.")
    ] = None,
) -> Response:
    """Return one chapter, or all of them, one game after the other."""
    charge = partial(study.charge_bytes, client_address(request))
    text = await library.export(shared_study, await visitor.guest(), chapter, form, charge)
    media_type = "application/vnd.chess-pgn" if form == "pgn" else "text/plain"
    return download(text, media_type, f"study.{form}")


@shared_studies_router.get(
    "/{shared_study}/access",
    response_class=Response,
    responses=json_response(StudyAccess, "The people who can open the study.", **_OWNER),
    summary="Get who can open a shared study",
    dependencies=[Depends(TokenVisitor("study:read"))],
)
async def access(shared_study: StudyId, library: LibraryDep, visitor: CurrentVisitor, _limited: Light) -> Response:
    """Return the links of a study and the people who have joined, for its owner."""
    return send_json(await library.access(await visitor.account(), shared_study))


@shared_studies_router.post(
    "/{shared_study}/links",
    response_class=Response,
    responses=json_response(StudyAccess, "The people who can open the study.", **_OWNER, **BODY),
    openapi_extra=json_body(StudyLinkChoice),
    summary="Make or revoke a link to a shared study",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def set_link(
    shared_study: StudyId, body: LinkBody, library: LibraryDep, visitor: CurrentVisitor, _limited: Light
) -> Response:
    """Make a new link to view or to edit, so that the earlier one no longer works, or revoke it."""
    return send_json(await library.set_link(await visitor.account(), shared_study, body))


@shared_studies_router.post(
    "/{shared_study}/members",
    response_class=Response,
    responses=json_response(
        StudyJoining, "The visitor's role.", **{**CHANGES, **BODY}, e404="The link does not work.", e409="Too many."
    ),
    openapi_extra=json_body(StudySecret),
    summary="Join a shared study",
    dependencies=[Depends(MaybeTokenVisitor("study:write"))],
)
async def join(
    shared_study: StudyId, body: SecretBody, library: LibraryDep, visitor: CurrentVisitor, _limited: Light
) -> Response:
    """Join a study through a link. Guests can only view, until they create an account."""
    return visitor.send(await library.join(await visitor.acting_guest(), shared_study, body.secret))


@shared_studies_router.delete(
    "/{shared_study}/members",
    response_class=Response,
    responses=json_response(StudyList, "The studies that are left.", **{**_READ, "e401": "The visitor has no name."}),
    summary="Leave a shared study",
    dependencies=[Depends(MaybeTokenVisitor("study:write"))],
)
async def leave(shared_study: StudyId, library: LibraryDep, visitor: CurrentVisitor, _limited: Light) -> Response:
    """Leave a study of another player."""
    return visitor.send(await library.leave(await visitor.acting_guest(), shared_study))


@shared_studies_router.patch(
    "/{shared_study}/members/{member}",
    response_class=Response,
    responses=json_response(StudyAccess, "The people who can open the study.", **_OWNER, **BODY),
    openapi_extra=json_body(StudyRoleChoice),
    summary="Change the role of a member",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def set_role(
    shared_study: StudyId,
    member: MemberId,
    body: RoleBody,
    library: LibraryDep,
    visitor: CurrentVisitor,
    _limited: Light,
) -> Response:
    """Let a member edit, or only view, immediately."""
    return send_json(await library.set_role(await visitor.account(), shared_study, member, body.role))


@shared_studies_router.delete(
    "/{shared_study}/members/{member}",
    response_class=Response,
    responses=json_response(StudyAccess, "The people who can open the study.", **_OWNER),
    summary="Remove a member",
    dependencies=[Depends(TokenVisitor("study:write"))],
)
async def remove(
    shared_study: StudyId, member: MemberId, library: LibraryDep, visitor: CurrentVisitor, _limited: Light
) -> Response:
    """Remove a member, who can no longer open the study unless it is public. Links stay valid: revoke them too."""
    return send_json(await library.remove(await visitor.account(), shared_study, member))
