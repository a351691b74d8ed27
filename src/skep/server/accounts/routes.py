"""The REST API of accounts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from skep.server.accounts.accounts import SESSION_SECONDS, Accounts
from skep.server.accounts.visitor import CurrentVisitor, me_of
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import provided
from skep.server.schemas.accounts import NewAccount, PasswordSignIn
from skep.server.schemas.lobby import Me

__all__ = ["accounts_router"]

AccountsDep = Annotated[Accounts, Depends(provided(Accounts))]
NewAccountBody = Annotated[NewAccount, Depends(JsonBody(msgspec.json.Decoder(NewAccount)))]
SignInBody = Annotated[PasswordSignIn, Depends(JsonBody(msgspec.json.Decoder(PasswordSignIn)))]

accounts_router = APIRouter(prefix="/api")


@accounts_router.post(
    "/accounts",
    status_code=201,
    tags=["accounts"],
    response_class=Response,
    responses=json_response(
        Me, "The account.", 201, **CHANGES, **BODY, e409="The name is taken, or the browser is signed in."
    ),
    openapi_extra=json_body(NewAccount),
    summary="Create an account",
)
async def register(body: NewAccountBody, accounts: AccountsDep, visitor: CurrentVisitor, request: Request) -> Response:
    """Turn the guest of this browser into an account and sign in. The guest's games stay with the player."""
    player = await accounts.register(await visitor.acting_guest(), body.name, body.password)
    visitor.sign_in(await accounts.start_session(player, _device(request)), SESSION_SECONDS)
    return visitor.send(me_of(player), 201)


@accounts_router.post(
    "/sessions",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(
        Me, "The account.", **{**CHANGES, "e403": "The name and the password do not belong together."}, **BODY
    ),
    openapi_extra=json_body(PasswordSignIn),
    summary="Sign in with a password",
)
async def sign_in(body: SignInBody, accounts: AccountsDep, visitor: CurrentVisitor, request: Request) -> Response:
    """Sign in to an account."""
    player = await accounts.sign_in(body.name, body.password)
    visitor.sign_in(await accounts.start_session(player, _device(request)), SESSION_SECONDS)
    return visitor.send(me_of(player))


@accounts_router.delete(
    "/session",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The guest that the browser is now.", **CHANGES),
    summary="Sign out",
)
async def sign_out(accounts: AccountsDep, visitor: CurrentVisitor) -> Response:
    """End the session of this browser."""
    player = await visitor.guest()
    if player is not None and player.session is not None:
        await accounts.end_session(player.session)
    visitor.sign_out()
    return visitor.send(Me(name=""))


def _device(request: Request) -> str:
    return request.headers.get("user-agent", "")[:200]
