"""Dependencies and helpers that the routes of the study and the school share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, HTTPException, Request, Response

from skep.archive import ArchiveFull, ArchiveUnavailable
from skep.errors import SkepError
from skep.server.http.services import client_address, provide
from skep.server.study.lines import InvalidPosition
from skep.server.study.services import StudyServices

__all__ = ["RateLimited", "Services", "client_errors_as_422", "download"]

Services = Annotated[StudyServices, Depends(provide(StudyServices))]


class RateLimited:
    """A dependency that provides the study's services and charges the client's address for the request.

    It is asynchronous because FastAPI runs others on threads, and limits belong to the event loop.
    """

    def __init__(self, cost: float) -> None:
        self._cost = cost

    async def __call__(self, request: Request, services: Services) -> StudyServices:
        """Return the services. Raises TooMuchWork if the address exceeds its limit."""
        services.charge(client_address(request), self._cost)
        return services


@contextmanager
def client_errors_as_422() -> Iterator[None]:
    """Turn SkepError and InvalidPosition into a 422 response with a one-sentence detail."""
    try:
        yield
    except (ArchiveUnavailable, ArchiveFull):
        raise
    except (SkepError, InvalidPosition) as error:
        raise HTTPException(422, str(error)[:500]) from error


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """Return a file for the browser to save."""
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
