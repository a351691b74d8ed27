"""The REST API of public data: games and puzzles as files and streams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from skep.learn.puzzles import Puzzle, Theme, all_puzzles
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.openapi import file_response
from skep.server.http.problems import CHANGES, json_content
from skep.server.http.services import client_address, provide
from skep.server.http.streams import StreamedResponse, StreamGate, pace
from skep.server.lobby.routes import GameId
from skep.server.profiles.game_queries import GameFilters
from skep.server.public_data.exports import NDJSON, PGN, WriteExport, export_json, export_pgn
from skep.server.public_data.game_streams import MAX_GAMES, GameStreams
from skep.server.schemas.public_data import ExportedGame, ExportedPuzzle
from skep.server.store.values import micros
from skep.server.study.dependencies import RateLimited
from skep.server.study.services import StudyServices

__all__ = ["public_data_router"]

Streams = Annotated[GameStreams, Depends(provide(GameStreams))]
Gate = Annotated[StreamGate, Depends(provide(StreamGate))]
Light = Annotated[StudyServices, Depends(RateLimited(0.5))]
Heavier = Annotated[StudyServices, Depends(RateLimited(3.0))]
Name = Annotated[str, Path(min_length=1, max_length=24, description="The name of an account, in any letter case.")]
PoolText = Annotated[
    str | None,
    Query(pattern="^(bullet|blitz|rapid|classical|daily)/(base|expansions)$", description="For example blitz/base."),
]
Seconds = Annotated[float | None, Query(ge=0, le=1e11, description="Seconds since 1970.")]

_STREAM: Final = {"e422": CHANGES["e422"], "e429": "Another stream is being sent to this address, or too many are."}
_PUZZLES_PER_SECOND: Final = 500.0
_encode: Final = msgspec.json.Encoder().encode

public_data_router = APIRouter(prefix="/api", tags=["public data"])


@public_data_router.get(
    "/games/export/{game}",
    response_class=Response,
    responses={
        **file_response((PGN,), "", e404="Game not found.", e422="Not a valid game id.", e429=CHANGES["e429"]),
        200: {
            "description": "The game.",
            "content": {PGN: {"schema": {"type": "string"}}, **json_content(ExportedGame)},
        },
    },
    summary="Export a game",
)
async def export_game(request: Request, game: GameId, _study: Light, streams: Streams) -> Response:
    """Return a game as PGN with ratings, or as JSON if the header `Accept` asks for `application/json`."""
    if "application/json" in request.headers.get("accept", ""):
        return _file(await streams.one(game, export_json), "application/json")
    return _file(await streams.one(game, export_pgn), PGN)


@public_data_router.get(
    "/games/user/{name}",
    response_class=Response,
    responses=file_response((NDJSON, PGN), "The games.", **_STREAM, e404="No account has this name."),
    summary="Export the games of a player",
)
async def export_games(
    request: Request,
    name: Name,
    _study: Heavier,
    streams: Streams,
    gate: Gate,
    visitor: CurrentVisitor,
    since: Seconds = None,
    until: Seconds = None,
    most: Annotated[int, Query(alias="max", ge=1, le=MAX_GAMES, description="Stop after this many games.")] = MAX_GAMES,
    rated: Annotated[bool | None, Query()] = None,
    pool: PoolText = None,
    game_type: Annotated[str | None, Query(pattern="^Base([+]M?L?P?)?$", description="For example Base+MLP.")] = None,
) -> Response:
    """Send the finished games of a player as a stream, the latest first; private games only to the player.

    The stream is PGN, or NDJSON (one ExportedGame per line) if the header `Accept` asks for `application/x-ndjson`. It
    is sent at up to 50 games per second. An address receives one stream at a time.
    """
    is_json = NDJSON in request.headers.get("accept", "")
    write: WriteExport = export_json if is_json else export_pgn
    filters = GameFilters(
        rated=rated,
        pool=pool,
        game_type=game_type,
        since=None if since is None else micros(since),
        until=None if until is None else micros(until),
    )
    games = await streams.of_player(name, await visitor.guest(), filters, most, write)
    return StreamedResponse(pace(games), gate, client_address(request), NDJSON if is_json else PGN)


@public_data_router.get(
    "/puzzles/stream",
    response_class=Response,
    responses=file_response((NDJSON,), "The puzzles.", **_STREAM),
    summary="Export puzzles",
)
async def export_puzzles(
    request: Request,
    _study: Heavier,
    gate: Gate,
    theme: Annotated[Theme | None, Query(description="Only puzzles of this theme.")] = None,
    least: Annotated[int, Query(alias="min_rating", ge=0, le=4000)] = 0,
    highest: Annotated[int, Query(alias="max_rating", ge=0, le=4000)] = 4000,
    most: Annotated[int, Query(alias="max", ge=1, le=100_000, description="Stop after this many puzzles.")] = 100_000,
) -> Response:
    """Send puzzles as a stream of NDJSON, one ExportedPuzzle per line, in the order of their ids."""
    found = [
        puzzle
        for _, puzzle in sorted(all_puzzles().items())
        if (theme is None or theme in puzzle.themes) and least <= puzzle.rating <= highest
    ]
    lines = pace(_puzzle_lines(found[:most]), _PUZZLES_PER_SECOND)
    return StreamedResponse(lines, gate, client_address(request), NDJSON)


async def _puzzle_lines(puzzles: list[Puzzle]) -> AsyncIterator[bytes]:
    for puzzle in puzzles:
        line = ExportedPuzzle(
            id=puzzle.id,
            position=puzzle.position,
            kind=puzzle.kind,
            moves=puzzle.moves,
            line=list(puzzle.line),
            themes=list(puzzle.themes),
            rating=puzzle.rating,
        )
        yield _encode(line) + b"\n"


def _file(data: bytes, media_type: str) -> Response:
    return Response(data, media_type=media_type, headers={"Cache-Control": "no-cache"})
