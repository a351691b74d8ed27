"""The REST API of the pairing pool. Players look for opponents on the socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from skep.server.http.openapi import json_response, send_json
from skep.server.http.services import provide
from skep.server.lobby.pool import Pool
from skep.server.schemas.seeks import Seeks

__all__ = ["seeks_router"]

PoolDep = Annotated[Pool, Depends(provide(Pool))]

seeks_router = APIRouter(prefix="/api/seeks", tags=["games"])


@seeks_router.get(
    "",
    response_class=Response,
    responses=json_response(Seeks, "The seeks, the longest waiting first."),
    summary="List the players who look for an opponent",
)
async def seeks(pool: PoolDep) -> Response:
    """List who looks for an opponent in the pairing pool. The list is up to a second old.

    Answer a seek with the message `seek` on the socket, with the same terms.
    """
    return send_json(await pool.list_seeks())
