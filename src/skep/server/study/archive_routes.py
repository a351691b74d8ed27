"""Routes for the game database and the explorer."""

from __future__ import annotations

import io
from typing import Annotated, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from skep.archive import STARTER_IMPORT, ExplorerResult, Filters, Origin, Report
from skep.editions import GameType, find_edition
from skep.errors import GameNotFound
from skep.game import Game, ResultCode
from skep.pieces import Color
from skep.server.accounts.texts import clean_text
from skep.server.http.openapi import file_body, file_response, json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import client_address
from skep.server.schemas.archive import ArchivedGames, ExplorerQuery, ImportReport, UndoneImport
from skep.server.schemas.records import RecordTree
from skep.server.study.bodies import declared_size, read_file, read_json
from skep.server.study.dependencies import RateLimited, client_errors_as_422, download
from skep.server.study.lines import follow
from skep.server.study.services import StudyServices
from skep.server.study.trees import to_tree

__all__ = ["archive_router", "load_game"]

_SIDES: Final = {"white": Color.WHITE, "black": Color.BLACK, None: None}
_MAX_LISTED: Final = 200
"""Maximum number of refused games and of ids in the report of an import."""
_MAX_NAME_LENGTH: Final = 100
_IMPORT_ID: Final = "^[A-Za-z0-9_-]{1,40}$"
_DATE: Final = "^[0-9]{4}(-[0-9]{2}){0,2}$"

GameNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="The game's id in the database.")]
Light = Annotated[StudyServices, Depends(RateLimited(1.0))]

_NO_GAME: Final = {"e404": "Game not found.", "e422": "Not a valid game id.", "e429": CHANGES["e429"]}

_query_decoder: Final = msgspec.json.Decoder(ExplorerQuery)

archive_router = APIRouter(prefix="/api", tags=["archive"])


@archive_router.get(
    "/archive",
    response_class=Response,
    responses=json_response(ArchivedGames, "The games.", e422=CHANGES["e422"], e429=CHANGES["e429"]),
    summary="List games of the database",
)
async def games(
    study: Light,
    player: Annotated[str | None, Query(max_length=100, description="A name, in any letter case.")] = None,
    side: Annotated[Literal["white", "black"] | None, Query(description="The player's side.")] = None,
    edition: Annotated[str | None, Query(max_length=40, description="For example ultimate-2024.")] = None,
    game_type: Annotated[str | None, Query(max_length=20, description="For example Base+MLP.")] = None,
    result: Annotated[Literal["InProgress", "Draw", "WhiteWins", "BlackWins"] | None, Query()] = None,
    since: Annotated[str | None, Query(pattern=_DATE, description="A year, a month or a day.")] = None,
    until: Annotated[str | None, Query(pattern=_DATE)] = None,
    name: Annotated[str | None, Query(max_length=100, description="A part of a player's name.")] = None,
    opening: Annotated[
        str | None, Query(pattern="^[A-Z]{1,2}$", description="White's first bugs, such as SA for spider, then ant.")
    ] = None,
    origin: Annotated[Origin | None, Query(description="Where the games come from.")] = None,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """List the latest games first and those without a date last."""
    with client_errors_as_422():
        filters = Filters(
            player=_clean_name(player),
            side=_SIDES[side],
            edition=find_edition(edition) if edition else None,
            game_type=GameType.parse(game_type) if game_type else None,
            result=None if result is None else ResultCode(result),
            since=since,
            until=until,
            name=_clean_name(name),
            opening=opening,
            origin=origin,
        )
        return send_json(await study.quick.run(_find_games, study, filters, limit, offset))


def _clean_name(text: str | None) -> str | None:
    """Return a name to search for, without invisible characters, or None."""
    return clean_text(text or "", _MAX_NAME_LENGTH) or None


def _find_games(study: StudyServices, filters: Filters, limit: int, offset: int) -> ArchivedGames:
    entries = study.archive.find(filters, limit=limit, offset=offset)
    return ArchivedGames(
        games=entries,
        total=study.archive.count(filters),
        may_import=study.may_upload,
        starter_games=study.archive.import_size(STARTER_IMPORT),
    )


@archive_router.post(
    "/archive",
    response_class=Response,
    responses=json_response(ImportReport, "The report of the import.", **CHANGES),
    openapi_extra=file_body("PGN, GameStrings or a BoardSpace SGF; at most 8 MB."),
    summary="Add games to the database",
)
async def add(
    request: Request,
    study: Annotated[StudyServices, Depends(RateLimited(10.0))],
    name: Annotated[str, Query(max_length=200, description="The file's name, stored as the games' source.")] = "",
    import_id: Annotated[
        str | None, Query(pattern=_IMPORT_ID, description="The id of the import that this file continues.")
    ] = None,
) -> Response:
    """Add the games of a file that are not in the database yet. Only allowed locally or if the server permits it."""
    _check_may_import(study)
    source = clean_text(name.replace("\\", "/").rpartition("/")[2], 100) or "a file"
    study.charge_bytes(client_address(request), declared_size(request))
    body = await read_file(request)
    study.charge_storage(client_address(request), len(body))
    report = Report(import_id=import_id or "")
    await study.slow.run(study.archive.import_file, io.BytesIO(body), name=source, report=report)
    return send_json(_report_view(report))


def _check_may_import(study: StudyServices) -> None:
    if not study.may_upload:
        raise HTTPException(403, "This server does not accept uploads to its database.")


def _report_view(report: Report) -> ImportReport:
    return ImportReport(
        added=report.added,
        known=report.duplicates,
        refused=report.refusals[:_MAX_LISTED],
        games=report.games[:_MAX_LISTED],
        import_id=report.import_id,
    )


@archive_router.post(
    "/starter-set",
    response_class=Response,
    responses=json_response(ImportReport, "The report of the import.", **CHANGES),
    summary="Add the starter set to the database",
)
async def add_starter_set(study: Annotated[StudyServices, Depends(RateLimited(10.0))]) -> Response:
    """Add the games of skep's own engine that come with skep. Anyone who may import games may do this."""
    _check_may_import(study)
    return send_json(_report_view(await study.slow.run(study.archive.add_starter_set)))


@archive_router.delete(
    "/archive/imports/{import_id}",
    response_class=Response,
    responses=json_response(UndoneImport, "The number of games that were removed.", **CHANGES),
    summary="Undo an import",
)
async def undo_import(
    import_id: Annotated[str, Path(pattern=_IMPORT_ID, description="The id from the report of the import.")],
    study: Annotated[StudyServices, Depends(RateLimited(10.0))],
) -> Response:
    """Remove the games that an import added. Games that it found in the database stay."""
    _check_may_import(study)
    return send_json(UndoneImport(removed=await study.slow.run(study.archive.undo_import, import_id)))


@archive_router.get(
    "/archive/{number}",
    response_class=Response,
    responses=json_response(RecordTree, "The game.", **_NO_GAME),
    summary="Get a game of the database",
)
async def game(number: GameNumber, study: Light) -> Response:
    """Return a game with its variations, comments, clocks and tags."""
    record = await load_game(study, number)
    tree, _remarks = await study.quick.run(to_tree, record)
    return send_json(tree)


@archive_router.get(
    "/archive/{number}/record.pgn",
    response_class=Response,
    responses=file_response(("application/vnd.chess-pgn",), "The game in PGN.", **_NO_GAME),
    summary="Download a game of the database as PGN",
)
async def record(number: GameNumber, study: Light) -> Response:
    """Return a game with its variations, comments, clocks and tags."""
    game = await load_game(study, number)
    text = await study.quick.run(game.text)
    return download(text, "application/vnd.chess-pgn", f"hive-{number}.pgn")


async def load_game(study: StudyServices, number: int) -> Game:
    """Return a game of the database. An unknown one is a 404 response."""
    try:
        return await study.quick.run(study.archive.game, number)
    except GameNotFound:
        raise HTTPException(404, "Game not found.") from None


@archive_router.post(
    "/explore",
    response_class=Response,
    responses=json_response(ExplorerResult, "The statistics.", **CHANGES, **BODY),
    openapi_extra=json_body(ExplorerQuery),
    summary="Explore how a position was played",
)
async def explore(request: Request, study: Annotated[StudyServices, Depends(RateLimited(0.5))]) -> Response:
    """Return the moves played in a position, rotated or mirrored too. Evaluations come from reviews."""
    query = await read_json(request, _query_decoder, study.quick)
    with client_errors_as_422():
        return send_json(await study.quick.run(_explore, study, query))


def _explore(study: StudyServices, query: ExplorerQuery) -> ExplorerResult:
    board = follow(query).board
    filters = Filters(
        edition=find_edition(query.edition) if query.edition else None,
        player=_clean_name(query.player),
        side=_SIDES[query.side],
        since=query.since,
        until=query.until,
    )
    return study.archive.explore(board, filters)
