"""The REST API and the page of the monthly files of rated games."""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path as FilePath
from typing import Annotated, Final

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response
from starlette.responses import FileResponse
from starlette.routing import Route

from skep.server.http.openapi import json_response, send_json
from skep.server.http.plain_page import plain_page
from skep.server.http.problems import CHANGES, problems
from skep.server.http.services import provide
from skep.server.public_data.dumps import find_dump, list_dumps
from skep.server.public_data.nightly_dumps import NightlyDumps
from skep.server.schemas.public_data import DumpFile, Dumps

__all__ = ["dump_page_routes", "dump_router"]

DumpsDep = Annotated[NightlyDumps, Depends(provide(NightlyDumps))]
_GZIP: Final = "application/gzip"

dump_router = APIRouter(prefix="/api/dumps", tags=["public data"])


@dump_router.get(
    "",
    response_class=Response,
    responses=json_response(Dumps, "The files."),
    summary="List the files of rated games",
)
async def dumps(dumps: DumpsDep) -> Response:
    """List the files of all rated games by month, the latest first. They are written every night."""
    return send_json(Dumps(dumps=await asyncio.to_thread(list_dumps, dumps.folder)))


@dump_router.get(
    "/{file}",
    response_class=Response,
    responses={
        **problems(e404="There is no such file.", e422=CHANGES["e422"]),
        200: {"description": "The file.", "content": {_GZIP: {"schema": {"type": "string", "format": "binary"}}}},
        206: {"description": "A part of it.", "content": {_GZIP: {"schema": {"type": "string", "format": "binary"}}}},
    },
    summary="Download the rated games of a month",
)
async def download(
    dumps: DumpsDep, file: Annotated[str, Path(max_length=40, description="For example hive_rated_2026-11.pgn.gz.")]
) -> Response:
    """Return PGN, compressed with gzip. Requests for a part of the file, to continue a download, are answered."""
    path = await asyncio.to_thread(find_dump, dumps.folder, file)
    if path is None:
        raise HTTPException(404, "There is no such file.")
    return FileResponse(path, media_type=_GZIP, filename=file, headers={"Cache-Control": "public, max-age=3600"})


def dump_page_routes(folder: FilePath | None) -> list[Route]:
    """Return the route of a page that lists the files of a folder."""

    async def page(_request: Request) -> Response:
        found = await asyncio.to_thread(list_dumps, folder)
        return plain_page("Game database", *_paragraphs(found), status=200)

    return [Route("/database", page)]


def _paragraphs(found: list[DumpFile]) -> list[str]:
    intro = (
        "All rated games of this site by month, as PGN compressed with gzip. The files are written every night; names "
        "of deleted accounts are removed. "
        'The same list as JSON: <a href="/api/dumps">/api/dumps</a>. '
        'More for programs: <a href="/docs/api.html">the public API</a>.'
    )
    back = '<a href="/">Back to skep</a>'
    return [intro, *(map(_line, found) if found else ("There are no files yet.",)), back]


def _line(dump: DumpFile) -> str:
    size = f"{dump.bytes / 1_000_000:.1f} MB" if dump.bytes >= 100_000 else f"{dump.bytes / 1000:.1f} kB"
    return (
        f'<a href="/api/dumps/{escape(dump.file)}">{escape(dump.month)}</a>: {dump.games:,} games, {size}<br>'
        f"<small>SHA-256 <code>{escape(dump.sha256)}</code></small>"
    )
