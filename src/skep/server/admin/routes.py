"""Health checks: readiness and liveness."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Response

from skep import __version__
from skep.server.admin.drain import Drain
from skep.server.admin.health import NotReady, ReadinessCheck
from skep.server.http.openapi import json_response, send_json
from skep.server.http.services import provide
from skep.server.schemas.admin import Health, Liveness
from skep.server.store.records import Store

__all__ = ["HealthCheck", "admin_router"]


class EngineState(Protocol):
    """Says whether the engine can be used."""

    @property
    def is_ready(self) -> bool:
        """Whether the engine has been compiled and loaded."""


class OtherProcesses(Protocol):
    """The way to the other processes."""

    alone: bool

    async def ping(self) -> str | None:
        """Return why they cannot be reached, or None."""


class HealthCheck:
    """Checks the parts that the server cannot work without."""

    def __init__(
        self, store: Store, engine: EngineState, *, bus: OtherProcesses | None = None, drain: Drain | None = None
    ) -> None:
        self._readiness = ReadinessCheck(store, ping=None if bus is None or bus.alone else bus.ping)
        self._engine = engine
        self._drain = drain

    async def run(self) -> Health:
        """Read from and write to the database, and ask Redis.

        Raises NotReady if the database fails or takes too long, and while the server stops.
        """
        if self._drain is not None and self._drain.is_draining:
            raise NotReady("The server is stopping.")
        redis = await self._readiness.run()
        return Health(version=__version__, engine="ready" if self._engine.is_ready else "compiling", redis=redis)

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
async def health(check: Annotated[HealthCheck, Depends(provide(HealthCheck))]) -> Response:
    """Read from and write to the database; status 503 says what failed. The result is shared for one second.

    Also returns the server's version, whether the engine is still being compiled, and whether Redis responds.
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
