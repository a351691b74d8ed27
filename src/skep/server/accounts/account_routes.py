"""The REST API of the account of the player who is signed in: name, personal data, shared data."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Request, Response

from skep.server.accounts.accounts import RENAME_SECONDS
from skep.server.accounts.dependencies import AccountsDep, PlayerDataDep, SessionsDep
from skep.server.accounts.player_data import DataKind
from skep.server.accounts.visitor import CurrentVisitor, me_of
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import file_response, json_body, json_response
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import client_address
from skep.server.schemas.accounts import AccountData, AccountView, DataChange, DataVersion, EndedSessions, Passkey
from skep.server.schemas.lobby import Me, NameChoice

__all__ = ["ACCOUNT_ONLY", "account_router"]

NameBody = Annotated[NameChoice, Depends(JsonBody(msgspec.json.Decoder(NameChoice)))]
DataBody = Annotated[DataChange, Depends(JsonBody(msgspec.json.Decoder(DataChange)))]
Kind = Annotated[DataKind, Path(description="What the data are about.")]
Name = Annotated[str, Path(max_length=96, description="The name of an account.")]

_MAX_INDENTED: Final = 500_000
"""Bytes of a download that is written with indentation, which takes a few milliseconds in which nothing else runs."""
ACCOUNT_ONLY: Final = {"e401": "Nobody is signed in."}
FRESH: Final = {**CHANGES, "e403": "The player has to confirm who they are first, or the page is another site's."}

account_router = APIRouter(prefix="/api")


@account_router.get(
    "/account",
    tags=["account"],
    response_class=Response,
    responses=json_response(AccountView, "The account.", **ACCOUNT_ONLY),
    summary="Get your account",
)
async def account(accounts: AccountsDep, sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Return the account of the player who is signed in."""
    player = await visitor.account()
    found, passkeys = await accounts.find(player)
    session = await sessions.find(player)
    return visitor.send(
        AccountView(
            id=player.id,
            name=player.name,
            role=player.role,
            created=found.created,
            has_password=found.has_password,
            passkeys=[Passkey(id=each.id, name=each.name, created=each.created, used=each.used) for each in passkeys],
            codes=found.codes,
            rename_after=None if found.renamed is None else found.renamed + RENAME_SECONDS,
            recovering=session.method == "recovery",
        )
    )


@account_router.put(
    "/account/name",
    tags=["account"],
    response_class=Response,
    responses=json_response(
        Me, "The account.", **ACCOUNT_ONLY, **CHANGES, **BODY, e409="The name is taken, or it is too early."
    ),
    openapi_extra=json_body(NameChoice),
    summary="Rename your account",
)
async def rename(body: NameBody, accounts: AccountsDep, visitor: CurrentVisitor) -> Response:
    """Change the name of the account, in running games too, once in thirty days.

    Nobody else gets the former name for half a year, and the player can return to it.
    """
    return visitor.send(me_of(await accounts.rename(await visitor.account(), body.name)))


@account_router.delete(
    "/account",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The guest that the browser is now.", **ACCOUNT_ONLY, **FRESH),
    summary="Delete your account",
)
async def delete(accounts: AccountsDep, sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Delete the account and everything personal, for good. Unfinished games are resigned.

    The games remain, because they are also those of the opponents, under the name “deleted account”. The player must
    have signed in or confirmed who they are in the last fifteen minutes.
    """
    player = await visitor.account()
    await sessions.check_fresh(player)
    await accounts.delete(player)
    visitor.sign_out()
    return visitor.send(Me(name=""))


@account_router.get(
    "/account/export",
    tags=["account"],
    response_class=Response,
    responses=file_response(
        ("application/json",), "Everything stored about the player.", **ACCOUNT_ONLY, e429=CHANGES["e429"]
    ),
    summary="Download your data",
)
async def export(accounts: AccountsDep, visitor: CurrentVisitor) -> Response:
    """Return everything stored about the player as JSON. Games have the addresses of their records."""
    player = await visitor.account()
    visitor.charge_export(player)
    data = msgspec.json.encode(await accounts.export(player))
    if len(data) <= _MAX_INDENTED:
        data = msgspec.json.format(data, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="skep-account.json"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


@account_router.get(
    "/account/data/{kind}",
    tags=["account"],
    response_class=Response,
    responses=json_response(AccountData, "The data.", **ACCOUNT_ONLY, e422="Not a kind of data."),
    summary="Get data that your devices share",
)
async def data(kind: Kind, player_data: PlayerDataDep, visitor: CurrentVisitor) -> Response:
    """Return the settings, the progress in the course or the puzzles of the account, with their version."""
    return visitor.send(await player_data.find(await visitor.account(), kind))


@account_router.put(
    "/account/data/{kind}",
    tags=["account"],
    response_class=Response,
    responses=json_response(
        DataVersion,
        "The new version.",
        **ACCOUNT_ONLY,
        **CHANGES,
        **BODY,
        e409="Another device has stored a newer version: get it, merge it, and try again.",
    ),
    openapi_extra=json_body(DataChange),
    summary="Store data that your devices share",
)
async def replace_data(
    kind: Kind, body: DataBody, player_data: PlayerDataDep, visitor: CurrentVisitor, request: Request
) -> Response:
    """Store the next version of the data, if `version` is still the latest one. Nothing is overwritten unseen."""
    player = await visitor.account()
    return visitor.send(DataVersion(version=await player_data.replace(player, kind, body, client_address(request))))


@account_router.delete(
    "/accounts/{name}/sessions",
    tags=["account"],
    response_class=Response,
    responses=json_response(
        EndedSessions, "The number of sessions.", **ACCOUNT_ONLY, **CHANGES, e404="There is no such account."
    ),
    summary="End the sessions of any account",
)
async def end_sessions(name: Name, accounts: AccountsDep, visitor: CurrentVisitor) -> Response:
    """Sign a player out everywhere. Only administrators can do this."""
    if (await visitor.account()).role != "admin":
        raise ProblemError(403, "admin-only", "Only an administrator can end the sessions of others.")
    return visitor.send(EndedSessions(ended=await accounts.end_all_sessions(name)))
