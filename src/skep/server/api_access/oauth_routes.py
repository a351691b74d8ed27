"""The REST API of OAuth: what the consent page needs, and the tokens of programs."""

from __future__ import annotations

from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request, Response

from skep.server.accounts.dependencies import SessionsDep
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.api_access.access import ApiTokensDep
from skep.server.api_access.metadata import issuer_of
from skep.server.api_access.oauth import TOKEN_DAYS, AuthorisationRequest, GrantRefused, OAuth, read_request
from skep.server.http.openapi import json_response, send_json
from skep.server.http.problem_error import ProblemError
from skep.server.http.problems import CHANGES, json_content, problems
from skep.server.http.services import provide
from skep.server.schemas.api_access import Authorised, IssuedToken, OAuthError, ProgramRequest

__all__ = ["OAUTH_BODIES", "oauth_router"]

OAuthDep = Annotated[OAuth, Depends(provide(OAuth))]

OAUTH_BODIES: Final = {"/api/token": 16_384}
"""The maximum size of the bodies that are not JSON."""
_FORM: Final = "application/x-www-form-urlencoded"
_FIELDS: Final = {
    "grant_type": "authorization_code",
    "code": "The code.",
    "redirect_uri": "As in the authorisation request.",
    "client_id": "As in the authorisation request.",
    "code_verifier": "The secret whose S256 challenge was in the authorisation request.",
}
_FORM_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            _FORM: {
                "schema": {
                    "type": "object",
                    "properties": {
                        name: {"type": "string", "description": description} for name, description in _FIELDS.items()
                    },
                    "required": list(_FIELDS),
                }
            }
        },
    }
}
_PARAMETERS: Final = {
    "response_type": "`code`.",
    "client_id": "What the program calls itself.",
    "redirect_uri": "Where the player is sent with the code.",
    "code_challenge": "The S256 challenge.",
    "code_challenge_method": "`S256`.",
    "scope": "Scopes, separated by spaces.",
    "state": "Returned to the program unchanged.",
}
_QUERY: Final[dict[str, Any]] = {
    "parameters": [
        {
            "name": name,
            "in": "query",
            "required": name in ("client_id", "redirect_uri"),
            "description": description,
            "schema": {"type": "string"},
        }
        for name, description in _PARAMETERS.items()
    ]
}
_FAULTY: Final = "The request has no acceptable redirect_uri or client_id."

oauth_router = APIRouter(prefix="/api")


def _read_query(request: Request) -> AuthorisationRequest:
    """Return the authorisation request in the query, which may name each parameter once."""
    given = request.query_params.multi_items()
    if len(given) != len(dict(given)):
        raise ProblemError(400, "repeated-parameter", "A parameter of the address is repeated.")
    return read_request(dict(given), issuer_of(request))


RequestQuery = Annotated[AuthorisationRequest, Depends(_read_query)]


@oauth_router.get(
    "/oauth",
    tags=["tokens"],
    response_class=Response,
    responses=json_response(ProgramRequest, "The request.", e400=_FAULTY),
    openapi_extra=_QUERY,
    summary="Describe an authorisation request",
)
async def describe(asked: RequestQuery) -> Response:
    """Return what the consent page shows about the request in its address."""
    return send_json(
        ProgramRequest(
            client=asked.client,
            host=asked.redirect.host,
            kind=asked.redirect.kind,
            scopes=list(asked.scopes),
            days=TOKEN_DAYS,
            fault=None if asked.fault is None else asked.fault[1],
            refusal=asked.refusal,
        )
    )


@oauth_router.post(
    "/oauth",
    tags=["tokens"],
    response_class=Response,
    responses=json_response(
        Authorised,
        "Where to send the player.",
        **CHANGES,
        e400=f"{_FAULTY[:-1]}, or another mistake.",
        e401="Nobody is signed in.",
    ),
    openapi_extra=_QUERY,
    summary="Authorise a program",
)
async def authorise(
    asked: RequestQuery, oauth: OAuthDep, tokens: ApiTokensDep, sessions: SessionsDep, visitor: CurrentVisitor
) -> Response:
    """Agree to the request of a program. Returns the address with the code, which works once and for five minutes.

    The player must have signed in or confirmed who they are in the last fifteen minutes.
    """
    player = await visitor.account()
    await sessions.check_fresh(player)
    tokens.charge(player)
    response = visitor.send(Authorised(redirect=await oauth.authorise(player, asked)))
    response.headers["Cache-Control"] = "no-store"
    return response


@oauth_router.post(
    "/token",
    tags=["tokens"],
    response_class=Response,
    responses={
        **problems(e413=CHANGES["e413"], e429=CHANGES["e429"]),
        200: {"description": "The token.", "content": json_content(IssuedToken)},
        400: {"description": "The request is refused.", "content": json_content(OAuthError)},
    },
    openapi_extra=_FORM_BODY,
    summary="Exchange a code for a token",
)
async def exchange(oauth: OAuthDep, request: Request) -> Response:
    """Return a token for a code, as RFC 6749 describes. The code works once: using it again revokes its token."""
    try:
        response = send_json(await oauth.exchange(await _read_form(request)))
    except GrantRefused as refused:
        response = send_json(OAuthError(error=refused.error, error_description=str(refused)), 400)
    response.headers["Cache-Control"] = "no-store"
    return response


async def _read_form(request: Request) -> dict[str, str]:
    """Return the parameters in the body. Raises GrantRefused."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise GrantRefused("invalid_request", f"The request body must be {_FORM}.")
    try:
        pairs = parse_qsl((await request.body()).decode(), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError as error:
        raise GrantRefused("invalid_request", f"The request body must be {_FORM}.") from error
    if len(pairs) != len(dict(pairs)):
        raise GrantRefused("invalid_request", "A parameter is repeated.")
    return dict(pairs)
