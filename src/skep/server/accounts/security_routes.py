"""The REST API for what protects an account: password, passkeys, recovery codes and sessions."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Request, Response

from skep.server.accounts.account_routes import ACCOUNT_ONLY
from skep.server.accounts.dependencies import AccountsDep, PasskeysDep, SessionsDep, SignInDep
from skep.server.accounts.visitor import CurrentVisitor, me_of
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import BODY, CHANGES
from skep.server.schemas.accounts import (
    EndedSessions,
    PasskeyName,
    PasskeyOptions,
    PasskeySigned,
    PasskeyToAdd,
    PasswordChange,
    PasswordConfirmation,
    RecoveryCodes,
    SessionList,
    SessionView,
)
from skep.server.schemas.lobby import Me

__all__ = ["security_router"]

ConfirmationBody = Annotated[PasswordConfirmation, Depends(JsonBody(msgspec.json.Decoder(PasswordConfirmation)))]
ChangeBody = Annotated[PasswordChange, Depends(JsonBody(msgspec.json.Decoder(PasswordChange)))]
SignedBody = Annotated[PasskeySigned, Depends(JsonBody(msgspec.json.Decoder(PasskeySigned)))]
ToAddBody = Annotated[PasskeyToAdd, Depends(JsonBody(msgspec.json.Decoder(PasskeyToAdd)))]
PasskeyNameBody = Annotated[PasskeyName, Depends(JsonBody(msgspec.json.Decoder(PasskeyName)))]
PasskeyId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,1400}$", description="The id of a passkey.")]
SessionId = Annotated[str, Path(pattern="^[A-Za-z0-9]{16}$", description="The id of a session.")]

_FRESH: Final = {
    **ACCOUNT_ONLY,
    **CHANGES,
    "e403": "The player has to confirm who they are first, or the page is another site's.",
}
_LAST_WAY: Final = "This is the last way to sign in."

security_router = APIRouter(prefix="/api")


@security_router.post(
    "/session/confirmation",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_FRESH, **BODY),
    openapi_extra=json_body(PasswordConfirmation),
    summary="Confirm with your password",
)
async def confirm(body: ConfirmationBody, sign_in: SignInDep, visitor: CurrentVisitor) -> Response:
    """Show who you are, which allows changes of what protects the account for fifteen minutes."""
    player = await visitor.account()
    visitor.sign_in(await sign_in.confirm_with_password(player, body.password, await visitor.device()))
    return visitor.send(me_of(player))


@security_router.post(
    "/session/confirmation/passkey/options",
    tags=["account"],
    response_class=Response,
    responses=json_response(PasskeyOptions, "The options.", **ACCOUNT_ONLY, **CHANGES, e409="The site has no name."),
    summary="Start to confirm with a passkey",
)
async def confirmation_options(passkeys: PasskeysDep, visitor: CurrentVisitor, request: Request) -> Response:
    """Return the options for `navigator.credentials.get`. They work once and for five minutes."""
    site, player = passkeys.site(request), await visitor.account()
    return visitor.send(PasskeyOptions(options=await passkeys.request_options(site, player, "confirm")))


@security_router.post(
    "/session/confirmation/passkey",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_FRESH, **BODY, e409="The site has no name."),
    openapi_extra=json_body(PasskeySigned),
    summary="Confirm with a passkey",
)
async def confirm_with_passkey(
    body: SignedBody, sign_in: SignInDep, passkeys: PasskeysDep, visitor: CurrentVisitor, request: Request
) -> Response:
    """Show who you are with one of your passkeys."""
    player = await visitor.account()
    visitor.sign_in(await sign_in.confirm_with_passkey(player, passkeys.site(request), body))
    return visitor.send(me_of(player))


@security_router.put(
    "/account/password",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_FRESH, **BODY),
    openapi_extra=json_body(PasswordChange),
    summary="Set or change your password",
)
async def change_password(
    body: ChangeBody, accounts: AccountsDep, sign_in: SignInDep, sessions: SessionsDep, visitor: CurrentVisitor
) -> Response:
    """Set the password and end all other sessions.

    An account with a password needs the current one, unless the player has just signed in with a recovery code. Any
    other account needs a confirmation in the last fifteen minutes.
    """
    player = await visitor.account()
    account, _ = await accounts.find(player)
    session = await sessions.find(player)
    if account.has_password and session.method != "recovery":
        if body.current is None:
            raise ProblemError(403, "wrong-password", "Changing a password takes the current one.")
        await sign_in.check_password(player, body.current, await visitor.device())
    else:
        await sessions.check_fresh(player)
    await accounts.set_password(player, body.password)
    visitor.sign_in(await sessions.renew(session.id, "password"))
    return visitor.send(me_of(player))


@security_router.delete(
    "/account/password",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_FRESH, e409=_LAST_WAY),
    summary="Remove your password",
)
async def remove_password(accounts: AccountsDep, sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Remove the password of an account that has a passkey, and end all other sessions."""
    player = await visitor.account()
    await sessions.check_fresh(player)
    await accounts.remove_password(player)
    return visitor.send(me_of(player))


@security_router.post(
    "/account/passkey/options",
    tags=["account"],
    response_class=Response,
    responses=json_response(PasskeyOptions, "The options.", **_FRESH, e409="The site has no name."),
    summary="Start to add a passkey",
)
async def new_passkey_options(
    passkeys: PasskeysDep, sessions: SessionsDep, visitor: CurrentVisitor, request: Request
) -> Response:
    """Return the options for `navigator.credentials.create`. They work once and for five minutes."""
    site, player = passkeys.site(request), await visitor.account()
    await sessions.check_fresh(player)
    return visitor.send(PasskeyOptions(options=await passkeys.creation_options(site, player, player.name, "add")))


@security_router.post(
    "/account/passkeys",
    status_code=201,
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", 201, **_FRESH, **BODY, e409="The passkey is known, or there are many."),
    openapi_extra=json_body(PasskeyToAdd),
    summary="Add a passkey",
)
async def add_passkey(
    body: ToAddBody,
    accounts: AccountsDep,
    passkeys: PasskeysDep,
    sessions: SessionsDep,
    visitor: CurrentVisitor,
    request: Request,
) -> Response:
    """Add a passkey, named after the browser that made it."""
    player = await visitor.account()
    await sessions.check_fresh(player)
    device = await visitor.device()
    await accounts.add_passkey(passkeys.site(request), player, body.passkey, device.name)
    return visitor.send(me_of(player), 201)


@security_router.put(
    "/account/passkeys/{passkey}",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", **ACCOUNT_ONLY, **CHANGES, **BODY, e404="No such passkey."),
    openapi_extra=json_body(PasskeyName),
    summary="Rename a passkey",
)
async def rename_passkey(
    passkey: PasskeyId, body: PasskeyNameBody, accounts: AccountsDep, visitor: CurrentVisitor
) -> Response:
    """Change the name of a passkey, which only you see."""
    player = await visitor.account()
    await accounts.rename_passkey(player, passkey, body.name)
    return visitor.send(me_of(player))


@security_router.delete(
    "/account/passkeys/{passkey}",
    tags=["account"],
    response_class=Response,
    responses=json_response(Me, "The account.", **_FRESH, e409=_LAST_WAY),
    summary="Remove a passkey",
)
async def remove_passkey(
    passkey: PasskeyId, accounts: AccountsDep, sessions: SessionsDep, visitor: CurrentVisitor
) -> Response:
    """Remove a passkey and end all other sessions. The last way to sign in cannot be removed."""
    player = await visitor.account()
    await sessions.check_fresh(player)
    await accounts.remove_passkey(player, passkey)
    return visitor.send(me_of(player))


@security_router.post(
    "/account/recovery-codes",
    tags=["account"],
    response_class=Response,
    responses=json_response(RecoveryCodes, "The codes.", **_FRESH),
    summary="Make recovery codes",
)
async def new_codes(accounts: AccountsDep, sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Return eight new codes, each of which signs in once. Earlier codes stop working. They are never shown again."""
    player = await visitor.account()
    await sessions.check_fresh(player)
    response = visitor.send(RecoveryCodes(codes=await accounts.new_codes(player)))
    response.headers["Cache-Control"] = "no-store"
    return response


@security_router.get(
    "/account/sessions",
    tags=["account"],
    response_class=Response,
    responses=json_response(SessionList, "The sessions.", **ACCOUNT_ONLY),
    summary="List your sessions",
)
async def list_sessions(sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """List the devices on which you are signed in, the latest used first."""
    player = await visitor.account()
    found = [
        SessionView(
            id=each.id, device=each.device, created=each.created, seen=each.seen, current=each.id == player.session
        )
        for each in await sessions.all_of(player)
    ]
    return visitor.send(SessionList(sessions=found))


@security_router.delete(
    "/account/sessions/{session}",
    tags=["account"],
    response_class=Response,
    responses=json_response(EndedSessions, "The number of sessions.", **_FRESH),
    summary="End a session",
)
async def end_session(session: SessionId, sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Sign out on a device, which also closes its sockets."""
    player = await visitor.account()
    await sessions.check_fresh(player)
    ended = await sessions.end(player.id, [session])
    if session == player.session:
        visitor.sign_out()
    return visitor.send(EndedSessions(ended=len(ended)))


@security_router.delete(
    "/account/sessions",
    tags=["account"],
    response_class=Response,
    responses=json_response(EndedSessions, "The number of sessions.", **_FRESH),
    summary="End all other sessions",
)
async def end_other_sessions(sessions: SessionsDep, visitor: CurrentVisitor) -> Response:
    """Sign out on all devices but this one."""
    player = await visitor.account()
    await sessions.check_fresh(player)
    return visitor.send(EndedSessions(ended=len(await sessions.end_others(player.id, player.session))))
