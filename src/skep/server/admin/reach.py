"""From where the server can be reached, and the switch of a local server for other devices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Request, Response

from skep.server.http.bodies import JsonBody
from skep.server.http.lan import LanSwitch, NoNetwork
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.origins import is_loopback
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import client_address, provide
from skep.server.schemas.admin import ReachChoice, ServerReach

__all__ = ["ReachService", "reach_router"]

reach_router = APIRouter(prefix="/api")


class ReachService:
    """Says from where the server can be reached. Only a local server has a switch."""

    def __init__(self, lan: LanSwitch | None = None, *, local: bool = False) -> None:
        self.lan = lan
        self._local = local

    def view(self, address: str) -> ServerReach:
        """Return what a client with this address may know."""
        if not self._local:
            return ServerReach(reach="public", origin=None, can_switch=False)
        origin = None if self.lan is None else self.lan.origin
        return ServerReach(
            reach="machine" if origin is None else "network", origin=origin, can_switch=self.can_switch(address)
        )

    def can_switch(self, address: str) -> bool:
        """Return whether a client may use the switch: it has to run on the server's own machine."""
        return self.lan is not None and is_loopback(address)


ReachDep = Annotated[ReachService, Depends(provide(ReachService))]
ReachBody = Annotated[ReachChoice, Depends(JsonBody(msgspec.json.Decoder(ReachChoice)))]


@reach_router.get(
    "/reach",
    tags=["server"],
    response_class=Response,
    responses=json_response(ServerReach, "The reach of the server."),
    summary="Find out who can reach the server",
)
async def get_reach(request: Request, service: ReachDep) -> Response:
    """Return whether links work for everyone, for devices on the network, or only on the server's machine."""
    return send_json(service.view(client_address(request)))


@reach_router.put(
    "/reach",
    tags=["server"],
    response_class=Response,
    responses=json_response(
        ServerReach,
        "The new reach of the server.",
        **{**CHANGES, "e403": "Only the machine on which the server runs can change this."},
        **BODY,
        e404="This server has no switch: it is not a local one.",
        e409="The machine has no address in a private network.",
    ),
    openapi_extra=json_body(ReachChoice),
    summary="Let other devices reach a local server",
)
async def set_reach(choice: ReachBody, request: Request, service: ReachDep) -> Response:
    """Start or stop listening on the machine's address in its network. Games continue."""
    address = client_address(request)
    if service.lan is None:
        raise HTTPException(404, "This server has no switch: it is not a local one.")
    if not service.can_switch(address):
        raise HTTPException(403, "Only the machine on which the server runs can change this.")
    if not choice.network:
        await service.lan.turn_off()
        return send_json(service.view(address))
    try:
        await service.lan.turn_on()
    except NoNetwork as error:
        raise HTTPException(409, f"Other devices cannot reach this machine: {error}.") from error
    return send_json(service.view(address))
