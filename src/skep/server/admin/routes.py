"""The health check."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from skep import __version__
from skep.server.http.problems import problems
from skep.server.http.services import provided
from skep.server.schemas.lobby import Health
from skep.server.store.records import Store

__all__ = ["HealthCheck", "admin_router"]


class HealthCheck:
    """Checks the parts that the server cannot work without."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def run(self) -> None:
        """Send the database a statement. Raises StoreUnavailable if it does not answer."""
        await self._store.ping()


admin_router = APIRouter(prefix="/api")


@admin_router.get("/health", tags=["server"], responses=problems(), summary="Check the server's health")
async def health(check: Annotated[HealthCheck, Depends(provided(HealthCheck))]) -> Health:
    """Send a statement to the database and return the server's version."""
    await check.run()
    return Health(version=__version__)
