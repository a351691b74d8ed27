"""The REST API for taking over what was stored about the guest of a browser, before a player signed in."""

from __future__ import annotations

from fastapi import APIRouter, Response

from skep.server.accounts.account_routes import ACCOUNT_ONLY
from skep.server.accounts.dependencies import AdoptionDep
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.openapi import json_response
from skep.server.http.problems import CHANGES
from skep.server.schemas.accounts import GuestGames

__all__ = ["adoption_router"]

adoption_router = APIRouter(prefix="/api")


@adoption_router.get(
    "/account/guest",
    tags=["account"],
    response_class=Response,
    responses=json_response(GuestGames, "The games.", **ACCOUNT_ONLY),
    summary="Count the games that this browser played as a guest",
)
async def guest_games(adoption: AdoptionDep, visitor: CurrentVisitor) -> Response:
    """Return how many games the account can take over from the guest of this browser."""
    return visitor.send(await adoption.find(await visitor.account(), await visitor.former_guest()))


@adoption_router.post(
    "/account/guest",
    tags=["account"],
    response_class=Response,
    responses=json_response(
        GuestGames,
        "The games that were moved.",
        **ACCOUNT_ONLY,
        **{**CHANGES, "e403": "A moderator has restricted the guest, or the page is another site's."},
    ),
    summary="Move what this browser did as a guest to your account",
)
async def adopt(adoption: AdoptionDep, visitor: CurrentVisitor) -> Response:
    """Move the guest's finished and running games, notifications, blocks and places in studies to the account.

    Everything is moved in one transaction. Ratings do not change. A game against the account itself stays where it is.
    """
    return visitor.send(await adoption.adopt(await visitor.account(), await visitor.former_guest()))
