"""The REST API of tokens: the player's own on the account page, and what a program can ask about its token."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Request, Response

from skep.server.accounts.dependencies import SessionsDep
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import TOKEN, ApiTokensDep, CurrentAccess
from skep.server.api_access.token_statements import StoredToken
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.http.services import client_address
from skep.server.schemas.api_access import ApiToken, ApiTokenList, NewApiToken, NewApiTokenSecret, TestedToken

__all__ = ["TOKEN_BODIES", "token_router"]

NewTokenBody = Annotated[NewApiToken, Depends(JsonBody(msgspec.json.Decoder(NewApiToken)))]
TokenId = Annotated[str, Path(pattern="^[A-Za-z0-9]{16}$", description="The id of a token.")]

TOKEN_BODIES: Final = {"/api/token/test": 65_536}
"""The maximum size of the bodies that are not JSON."""
_MAX_TESTED: Final = 1000
_ACCOUNT_ONLY: Final = {"e401": "Nobody is signed in."}
_FRESH: Final = {
    **_ACCOUNT_ONLY,
    **CHANGES,
    "e403": "The player has to confirm who they are first, or the page is another site's.",
}
_TESTED: Final = {
    "type": "object",
    "additionalProperties": {"anyOf": [{"$ref": "#/components/schemas/TestedToken"}, {"type": "null"}]},
}

token_router = APIRouter(prefix="/api")


@token_router.get(
    "/account/tokens",
    tags=["tokens"],
    response_class=Response,
    responses=json_response(ApiTokenList, "The tokens.", **_ACCOUNT_ONLY),
    summary="List your tokens",
)
async def list_tokens(tokens: ApiTokensDep, visitor: CurrentVisitor) -> Response:
    """List the tokens of programs that act for you, the latest first, without their secrets."""
    return visitor.send(ApiTokenList(tokens=[_view(token) for token in await tokens.all_of(await visitor.account())]))


@token_router.post(
    "/account/tokens",
    status_code=201,
    tags=["tokens"],
    response_class=Response,
    responses=json_response(
        NewApiTokenSecret, "The token.", 201, **_FRESH, **BODY, e409="The account has too many tokens."
    ),
    openapi_extra=json_body(NewApiToken),
    summary="Create a personal token",
)
async def create_token(
    body: NewTokenBody, tokens: ApiTokensDep, sessions: SessionsDep, visitor: CurrentVisitor
) -> Response:
    """Create a token for a program of yours. Its secret is returned once and cannot be shown again.

    The player must have signed in or confirmed who they are in the last fifteen minutes.
    """
    player = await visitor.account()
    await sessions.check_fresh(player)
    secret, token = await tokens.create(player, body)
    response = visitor.send(NewApiTokenSecret(secret=secret, token=_view(token)), 201)
    response.headers["Cache-Control"] = "no-store"
    return response


@token_router.delete(
    "/account/tokens/{token}",
    tags=["tokens"],
    response_class=Response,
    responses=json_response(ApiTokenList, "The tokens that are left.", **_ACCOUNT_ONLY, **CHANGES),
    summary="Revoke a token",
)
async def revoke_token(token: TokenId, tokens: ApiTokensDep, visitor: CurrentVisitor) -> Response:
    """Revoke one of your tokens, which stops working at once."""
    player = await visitor.account()
    await tokens.revoke(player, token)
    return visitor.send(ApiTokenList(tokens=[_view(each) for each in await tokens.all_of(player)]))


@token_router.delete(
    "/token",
    status_code=204,
    tags=["tokens"],
    response_class=Response,
    responses={**problems(**TOKEN), 204: {"description": "The token is revoked."}},
    summary="Revoke the token of this request",
)
async def revoke_own_token(tokens: ApiTokensDep, access: CurrentAccess) -> Response:
    """Revoke the token in the header Authorization."""
    await tokens.revoke(access.player, access.token)
    return Response(status_code=204)


@token_router.post(
    "/token/test",
    tags=["tokens"],
    response_class=Response,
    responses={
        **problems(
            e400="The body is not text, or there are too many tokens.", e413=CHANGES["e413"], e429=CHANGES["e429"]
        ),
        200: {
            "description": "What each token allows; null if it does not work.",
            "content": {"application/json": {"schema": _TESTED}},
        },
    },
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    summary="Test tokens",
)
async def test_tokens(tokens: ApiTokensDep, request: Request) -> Response:
    """Return whose tokens these are, their scopes and when they expire, for up to 1000 tokens separated by commas."""
    try:
        text = (await request.body()).decode()
    except UnicodeError as error:
        raise ProblemError(400, "not-text", "The body is not text: send tokens, separated by commas.") from error
    asked = list(dict.fromkeys(token for part in text.split(",") if (token := part.strip())))
    if len(asked) > _MAX_TESTED:
        raise ProblemError(400, "too-many-tokens", f"Test at most {_MAX_TESTED} tokens at a time.")
    found = await tokens.test(asked, client_address(request))
    response = send_json({token: None if stored is None else _tested_token(stored) for token, stored in found.items()})
    response.headers["Cache-Control"] = "no-store"
    return response


def _view(token: StoredToken) -> ApiToken:
    return ApiToken(
        id=token.id,
        name=token.name,
        scopes=list(token.scopes),
        site=token.site,
        created=token.created,
        expires=token.expires,
        used=token.used,
    )


def _tested_token(token: StoredToken) -> TestedToken:
    expires = None if token.expires is None else round(token.expires * 1000)
    return TestedToken(user_id=token.account, scopes=",".join(token.scopes), expires=expires)
