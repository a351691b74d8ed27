"""The REST API for registering, signing in and signing out."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from skep.server.accounts.dependencies import AccountsDep, PasskeysDep, SessionsDep, SignInDep
from skep.server.accounts.visitor import CurrentVisitor, me_of
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import client_address
from skep.server.schemas.accounts import (
    NewAccount,
    NewPasskeyAccount,
    PasskeyOptions,
    PasskeySigned,
    PasswordSignIn,
    RecoverySignIn,
)
from skep.server.schemas.lobby import Me, NameChoice

__all__ = ["accounts_router"]

NewAccountBody = Annotated[NewAccount, Depends(JsonBody(msgspec.json.Decoder(NewAccount)))]
NewPasskeyAccountBody = Annotated[NewPasskeyAccount, Depends(JsonBody(msgspec.json.Decoder(NewPasskeyAccount)))]
NameBody = Annotated[NameChoice, Depends(JsonBody(msgspec.json.Decoder(NameChoice)))]
PasswordBody = Annotated[PasswordSignIn, Depends(JsonBody(msgspec.json.Decoder(PasswordSignIn)))]
SignedBody = Annotated[PasskeySigned, Depends(JsonBody(msgspec.json.Decoder(PasskeySigned)))]
CodeBody = Annotated[RecoverySignIn, Depends(JsonBody(msgspec.json.Decoder(RecoverySignIn)))]

_TAKEN: Final = {"e409": "The name is taken, or the browser is signed in."}
_WRONG: Final = {**CHANGES, "e403": "The credentials are wrong; nothing says which part."}

accounts_router = APIRouter(prefix="/api")


@accounts_router.post(
    "/accounts",
    status_code=201,
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The account.", 201, **CHANGES, **BODY, **_TAKEN),
    openapi_extra=json_body(NewAccount),
    summary="Create an account",
)
async def register(body: NewAccountBody, accounts: AccountsDep, visitor: CurrentVisitor) -> Response:
    """Turn the guest of this browser into an account and sign in. The guest's games stay with the player.

    If the password is refused, the field `code` says why: `password-length`, `password-common` or
    `password-guessable`.
    """
    guest = await visitor.acting_guest()
    player, token = await accounts.register(guest, body.name, body.password, await visitor.device())
    visitor.sign_in(token)
    return visitor.send(me_of(player), 201)


@accounts_router.post(
    "/accounts/passkey/options",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(PasskeyOptions, "The options.", **CHANGES, **BODY, **_TAKEN),
    openapi_extra=json_body(NameChoice),
    summary="Start to create an account with a passkey",
)
async def passkey_account_options(
    body: NameBody, accounts: AccountsDep, passkeys: PasskeysDep, visitor: CurrentVisitor, request: Request
) -> Response:
    """Return the options for `navigator.credentials.create`. They work once and for five minutes."""
    site, guest = passkeys.site(request), await visitor.acting_guest()
    name = await accounts.check_new_name(guest, body.name)
    return visitor.send(PasskeyOptions(options=await passkeys.creation_options(site, guest, name, "register")))


@accounts_router.post(
    "/accounts/passkey",
    status_code=201,
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The account.", 201, **_WRONG, **BODY, **_TAKEN),
    openapi_extra=json_body(NewPasskeyAccount),
    summary="Create an account with a passkey",
)
async def register_with_passkey(
    body: NewPasskeyAccountBody,
    accounts: AccountsDep,
    passkeys: PasskeysDep,
    visitor: CurrentVisitor,
    request: Request,
) -> Response:
    """Turn the guest of this browser into an account that has no password, and sign in."""
    site, guest = passkeys.site(request), await visitor.acting_guest()
    device = await visitor.device()
    player, token = await accounts.register_with_passkey(site, guest, body.name, body.passkey, device)
    visitor.sign_in(token)
    return visitor.send(me_of(player), 201)


@accounts_router.post(
    "/sessions",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_WRONG, **BODY),
    openapi_extra=json_body(PasswordSignIn),
    summary="Sign in with a password",
)
async def sign_in(body: PasswordBody, sign_in: SignInDep, sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Sign in to an account. A former session of this browser ends."""
    player, token = await sign_in.with_password(body.name, body.password, await visitor.device())
    await _replace_session(visitor, sessions, token)
    return visitor.send(me_of(player))


@accounts_router.post(
    "/sessions/passkey/options",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(PasskeyOptions, "The options.", **CHANGES, e409="The site has no name."),
    summary="Start to sign in with a passkey",
)
async def passkey_options(
    sign_in: SignInDep, passkeys: PasskeysDep, visitor: CurrentVisitor, request: Request
) -> Response:
    """Return the options for `navigator.credentials.get`. They work once and for five minutes."""
    site = passkeys.site(request)
    sign_in.charge_challenge(client_address(request))
    return visitor.send(PasskeyOptions(options=await passkeys.request_options(site, None, "sign-in")))


@accounts_router.post(
    "/sessions/passkey",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_WRONG, **BODY, e409="The site has no name."),
    openapi_extra=json_body(PasskeySigned),
    summary="Sign in with a passkey",
)
async def sign_in_with_passkey(
    body: SignedBody,
    sign_in: SignInDep,
    sessions: SessionsDep,
    passkeys: PasskeysDep,
    visitor: CurrentVisitor,
    request: Request,
) -> Response:
    """Sign in to the account of a passkey. A former session of this browser ends."""
    player, token = await sign_in.with_passkey(passkeys.site(request), body, await visitor.device())
    await _replace_session(visitor, sessions, token)
    return visitor.send(me_of(player))


@accounts_router.post(
    "/sessions/recovery",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_WRONG, **BODY),
    openapi_extra=json_body(RecoverySignIn),
    summary="Sign in with a recovery code",
)
async def sign_in_with_code(
    body: CodeBody, sign_in: SignInDep, sessions: SessionsDep, visitor: CurrentVisitor
) -> Response:
    """Sign in to the account of a recovery code, which works only once. The player should choose a new passkey."""
    player, token = await sign_in.with_code(body.code, await visitor.device())
    await _replace_session(visitor, sessions, token)
    return visitor.send(me_of(player))


@accounts_router.delete(
    "/session",
    tags=["accounts"],
    response_class=Response,
    responses=json_response(Me, "The guest that the browser is now.", **CHANGES),
    summary="Sign out",
)
async def sign_out(sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """End the session of this browser, and close its sockets."""
    await _end_session(visitor, sessions)
    visitor.sign_out()
    return visitor.send(Me(name=""))


async def _replace_session(visitor: CurrentVisitor, sessions: SessionsDep, token: str) -> None:
    await _end_session(visitor, sessions)
    visitor.sign_in(token)


async def _end_session(visitor: CurrentVisitor, sessions: SessionsDep) -> None:
    player = await visitor.guest()
    if player is not None and player.session is not None:
        await sessions.end(player.id, [player.session])
