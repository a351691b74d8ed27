"""The health check."""

from __future__ import annotations

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends

from skep import __version__
from skep.server.http.problems import problems
from skep.server.http.services import provided
from skep.server.schemas.lobby import Health
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
        self._store = store
        self._engine = engine

    async def run(self) -> Health:
        """Send the database a statement. Raises StoreUnavailable if it does not answer."""
        await self._store.ping()
        return Health(version=__version__, engine="ready" if self._engine.is_ready else "compiling")


admin_router = APIRouter(prefix="/api")


@admin_router.get("/health", tags=["server"], responses=problems(), summary="Check the server's health")
async def health(check: Annotated[HealthCheck, Depends(provided(HealthCheck))]) -> Health:
    """Send a statement to the database. Return the server's version and whether the engine is still being compiled."""
    return await check.run()
