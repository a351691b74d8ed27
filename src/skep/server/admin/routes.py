"""Health checks: readiness and liveness."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Response

from skep import __version__
from skep.server.admin.health import NotReady, ReadinessCheck
from skep.server.http.openapi import json_response, send_json
from skep.server.http.services import provided
from skep.server.schemas.admin import Health, Liveness
from skep.server.store.records import Store

__all__ = ["HealthCheck", "admin_router"]


class EngineState(Protocol):
    """Says whether the engine can be used."""

    @property
    def is_ready(self) -> bool:
        """Whether the engine has been compiled and loaded."""


class HealthCheck:
    """Checks the parts that the server cannot work without."""

    def __init__(self, store: Store, engine: EngineState) -> None:
        self._readiness = ReadinessCheck(store)
        self._engine = engine

    async def run(self) -> Health:
        """Read from and write to the database. Raises NotReady if that fails or takes too long."""
        await self._readiness.run()
        return Health(version=__version__, engine="ready" if self._engine.is_ready else "compiling")

    async def close(self) -> None:
        """Stop a check that has not finished."""
        await self._readiness.close()


admin_router = APIRouter(prefix="/api")


@admin_router.get(
    "/health",
    tags=["server"],
    response_class=Response,
    responses=json_response(Health, "The server can work."),
    summary="Check that the server can work",
)
async def health(check: Annotated[HealthCheck, Depends(provided(HealthCheck))]) -> Response:
    """Read from and write to the database; status 503 says what failed. The result is shared for one second.

    Also returns the server's version and whether the engine is still being compiled.
    """
    try:
        return send_json(await check.run())
    except NotReady as error:
        raise HTTPException(503, str(error)) from None


@admin_router.get(
    "/health/live",
    tags=["server"],
    response_class=Response,
    responses=json_response(Liveness, "The server responds."),
    summary="Check that the server responds",
)
async def live() -> Response:
    """Return the version without asking the database, for programs that restart a server that hangs."""
    return send_json(Liveness(version=__version__))
