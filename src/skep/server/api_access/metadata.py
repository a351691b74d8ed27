"""The description of the authorisation server for programs (RFC 8414), at an address that they know."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from skep.server.schemas.api_access import SCOPES

__all__ = ["METADATA_PATH", "issuer_of", "metadata_routes"]

METADATA_PATH: Final = "/.well-known/oauth-authorization-server"


def issuer_of(request: Request) -> str:
    """Return the origin of the server, by which programs tell authorisation servers apart (RFC 9207)."""
    return f"{request.url.scheme}://{request.url.netloc}"


def metadata_routes() -> list[Route]:
    """Return the route of the description."""
    return [Route(METADATA_PATH, _metadata)]


async def _metadata(request: Request) -> Response:
    issuer = issuer_of(request)
    description = {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/oauth",
        "token_endpoint": f"{issuer}/api/token",
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": f"{issuer}/docs/oauth.html",
    }
    # programs on pages of other sites read it too
    return JSONResponse(description, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache"})
