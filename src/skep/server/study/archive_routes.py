"""The study's REST part: the game database, the explorer and reviews."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from skep.archive import ArchiveEntry, Filters
from skep.archive import ExplorerResult as ArchiveResult
from skep.board import Board
from skep.editions import GameType, find_edition
from skep.game import Game, ResultCode
from skep.i18n import find_language
from skep.pieces import Color
from skep.review.report import html_report
from skep.server.accounts.guests import clean_text
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.http.services import client_address
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.routes import GameId, LobbyDep
from skep.server.schemas.archive import (
    ArchivedGame,
    ArchivedGames,
    ExploredMove,
    ExplorerQuery,
    ExplorerResult,
    ImportReport,
    RecordTree,
    RejectedRecord,
    ReviewJob,
    ReviewRequest,
    ReviewView,
)
from skep.server.schemas.study import StudyPosition
from skep.server.study.archiving import archive_table
from skep.server.study.bodies import described, file_described, read_file, read_model
from skep.server.study.lines import follow
from skep.server.study.reviews import TooManyReviews, UnknownReview
from skep.server.study.routes import BYTES_A_PIECE, RateLimited, client_errors_as_422, download, file_answer
from skep.server.study.services import StudyServices
from skep.server.study.trees import game_of, tree_of

__all__ = ["archive_router"]

_SIDES: Final = {"white": Color.WHITE, "black": Color.BLACK, None: None}
_TOLD: Final = 200
"""Refusals and ids of an import that are told."""
_LONGEST_NAME: Final = 100
_POLICY: Final = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')
_DATE: Final = r"^\d{4}(-\d\d){0,2}$"

Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The game's number in the database.")]
ReviewId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The review's id.")]
Light = Annotated[StudyServices, Depends(RateLimited(1.0))]

_NO_GAME: Final = {"e404": "There is no such game.", "e422": "This is no number of a game.", "e429": CHANGES["e429"]}
_NO_REVIEW: Final = {"e404": "There is no such review.", "e422": "This is no id of a review."}

archive_router = APIRouter(prefix="/api", tags=["archive"])


@archive_router.get(
    "/archive",
    responses=problems(e422=CHANGES["e422"], e429=CHANGES["e429"]),
    summary="Games of the database",
)
async def games(
    library: Light,
    player: Annotated[str | None, Query(max_length=100, description="A name, in any letter case.")] = None,
    side: Annotated[Literal["white", "black"] | None, Query(description="The side that player had.")] = None,
    edition: Annotated[str | None, Query(max_length=40, description="As in ultimate-2024.")] = None,
    game_type: Annotated[str | None, Query(max_length=20, description="As in Base+MLP.")] = None,
    result: Annotated[Literal["InProgress", "Draw", "WhiteWins", "BlackWins"] | None, Query()] = None,
    since: Annotated[str | None, Query(pattern=_DATE, description="A year, a month or a day.")] = None,
    until: Annotated[str | None, Query(pattern=_DATE)] = None,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ArchivedGames:
    """The latest first; those without a date last."""
    with client_errors_as_422():
        filters = Filters(
            player=_name(player),
            side=_SIDES[side],
            edition=find_edition(edition) if edition else None,
            game_type=GameType.parse(game_type) if game_type else None,
            result=None if result is None else ResultCode(result),
            since=since,
            until=until,
        )
        return await library.quick.do(_listed, library, filters, limit, offset)


def _name(text: str | None) -> str | None:
    """A name to look for; signs that nobody can see are in no name."""
    return clean_text(text or "", _LONGEST_NAME) or None


def _listed(library: StudyServices, filters: Filters, limit: int, offset: int) -> ArchivedGames:
    found = library.archive.find(filters, limit=limit, offset=offset)
    return ArchivedGames(games=_told(found), total=library.archive.count(filters))


def _told(entries: Iterable[ArchiveEntry]) -> list[ArchivedGame]:
    return [
        ArchivedGame(
            id=entry.id,
            white=entry.white,
            black=entry.black,
            date=entry.date,
            game_type=entry.game_type,
            edition=entry.edition,
            result=entry.result.value,
            reason=entry.reason,
            plies=entry.plies,
            source=entry.source,
            event=entry.event,
            reviewed=entry.reviewed,
        )
        for entry in entries
    ]


@archive_router.post(
    "/archive",
    responses=problems(**CHANGES),
    openapi_extra=file_described("PGN, GameStrings or a BoardSpace SGF; at most 8 MB."),
    summary="Add games to the database",
)
async def add(
    request: Request,
    library: Annotated[StudyServices, Depends(RateLimited(10.0))],
    name: Annotated[str, Query(max_length=200, description="The file's name, told as the games' source.")] = "",
) -> ImportReport:
    """Games that are there already are recognised. Only where the server allows it; on one's own it does."""
    if not library.may_upload:
        raise HTTPException(403, "Nobody may add games to this server's database.")
    source = clean_text(name.replace("\\", "/").rpartition("/")[2], 100) or "a file"
    body = await read_file(request)
    library.charge(client_address(request), len(body) / BYTES_A_PIECE)
    report = await library.slow.do(library.archive.import_file, io.BytesIO(body), name=source)
    return ImportReport(
        added=report.added,
        known=report.duplicates,
        refused=[
            RejectedRecord(number=one.number, line=one.line, ply=one.ply, text=one.why)
            for one in report.refusals[:_TOLD]
        ],
        games=report.games[:_TOLD],
    )


@archive_router.get(
    "/archive/{number}", response_model=RecordTree, responses=problems(**_NO_GAME), summary="A game of the database"
)
async def game(number: Number, library: Light) -> Response:
    """With its variations, comments, clocks and tags."""
    found = await _archived(library, number)
    tree, _cut = await library.quick.do(tree_of, found)
    return Response(tree.model_dump_json(), media_type="application/json")


@archive_router.get(
    "/archive/{number}/record.pgn",
    response_class=Response,
    responses=file_answer(("application/vnd.chess-pgn",), "The game in PGN.", **_NO_GAME),
    summary="A game of the database as PGN",
)
async def record(number: Number, library: Light) -> Response:
    """With its variations, comments, clocks and tags."""
    found = await _archived(library, number)
    text = await library.quick.do(found.text)
    return download(text, "application/vnd.chess-pgn", f"hive-{number}.pgn")


async def _archived(library: StudyServices, number: int) -> Game:
    try:
        return await library.quick.do(library.archive.game, number)
    except KeyError:
        raise HTTPException(404, "There is no such game.") from None


@archive_router.post(
    "/explore",
    responses=problems(**CHANGES, **BODY),
    summary="How a position was played",
)
async def explore(
    question: ExplorerQuery, library: Annotated[StudyServices, Depends(RateLimited(0.5))]
) -> ExplorerResult:
    """Turned and mirrored positions are the same. What the engine says comes from reviews."""
    with client_errors_as_422():
        return await library.quick.do(_explored, library, question)


def _explored(library: StudyServices, question: ExplorerQuery) -> ExplorerResult:
    board = follow(StudyPosition(start=question.start, moves=question.moves)).board
    filters = Filters(
        edition=find_edition(question.edition) if question.edition else None,
        player=_name(question.player),
        side=_SIDES[question.side],
        since=question.since,
        until=question.until,
    )
    return _explored_told(board, library.archive.explore(board, filters))


def _explored_told(board: Board, found: ArchiveResult) -> ExplorerResult:
    moves = list[ExploredMove]()
    for one in found.moves:
        origin = None if one.move.is_pass else board.where(one.move.piece)
        moves.append(
            ExploredMove(
                uhp=one.uhp,
                piece=None if one.move.is_pass else str(one.move.piece),
                to=None if one.move.is_pass else (one.move.to.q, one.move.to.r),
                origin=None if origin is None else (origin.q, origin.r),
                games=one.games,
                white=one.white,
                draws=one.draws,
                black=one.black,
                value=one.value,
                players=list(one.players),
            )
        )
    return ExplorerResult(
        games=found.games,
        white=found.white,
        draws=found.draws,
        black=found.black,
        unfinished=found.unfinished,
        moves=moves,
        behind=_told(found.latest_games),
    )


@archive_router.post(
    "/reviews",
    response_model=ReviewJob,
    responses=problems(
        **{**CHANGES, **BODY}, e404="There is no such game.", e409="The game is still going on, or has no moves."
    ),
    openapi_extra=described(ReviewRequest),
    summary="Review a game",
)
async def review(
    request: Request, lobby: LobbyDep, library: Annotated[StudyServices, Depends(RateLimited(10.0))]
) -> ReviewJob:
    """One of the database, a finished one of the table, or one that is brought along.

    The same game with the same effort has the same review: one that is there already is answered at once.
    """
    wanted = await read_model(request, ReviewRequest, library.quick)
    found, archived = await _wanted(wanted, lobby, library)
    try:
        with client_errors_as_422():
            id_ = await library.reviews.begin(found, wanted.effort, archived=archived, address=client_address(request))
    except TooManyReviews:
        raise HTTPException(429, "Too many reviews are waiting: try again when one is done.") from None
    return ReviewJob(review=id_)


async def _wanted(wanted: ReviewRequest, lobby: Lobby, library: StudyServices) -> tuple[Game, int | None]:
    """The game, and its number in the database if it has one."""
    if (wanted.archived is not None) + (wanted.game is not None) + (wanted.tree is not None) != 1:
        raise HTTPException(422, "Name one game: archived, game or tree.")
    if wanted.archived is not None:
        return await _archived(library, wanted.archived), wanted.archived
    if wanted.game is not None:
        return await _live_game(wanted.game, lobby, library)
    assert wanted.tree is not None
    with client_errors_as_422():
        return await library.quick.do(game_of, wanted.tree), None


async def _live_game(game: GameId, lobby: Lobby, library: StudyServices) -> tuple[Game, int]:
    table = await lobby.copy_of(game)
    if table.result is None:
        raise HTTPException(409, "The game is still going on: it can be reviewed when it has ended.")
    if not table.played:
        raise HTTPException(409, "No move was made in this game.")
    number = await library.writing.do(archive_table, library.archive, table)
    return await _archived(library, number), number


@archive_router.get(
    "/reviews/{review}",
    responses=problems(**_NO_REVIEW, e429=CHANGES["e429"]),
    summary="A review, as far as it is",
)
async def reviewed(review: ReviewId, library: Annotated[StudyServices, Depends(RateLimited(0.1))]) -> ReviewView:
    """To be asked again about once a second until it is done or has failed."""
    try:
        return await library.reviews.told(review)
    except UnknownReview:
        raise HTTPException(404, "There is no such review.") from None


@archive_router.get(
    "/reviews/{review}/report.html",
    response_class=Response,
    responses=file_answer(("text/html",), "The report.", **_NO_REVIEW, e429=CHANGES["e429"]),
    summary="The report of a review",
)
async def report(
    review: ReviewId,
    library: Annotated[StudyServices, Depends(RateLimited(5.0))],
    language: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """One HTML file that stands alone."""
    try:
        found, told = await library.reviews.report(review)
    except UnknownReview:
        raise HTTPException(404, "There is no such review, or it is not done.") from None
    page = await library.quick.do(html_report, found, told, find_language(language))
    policy = _POLICY.search(page)
    # the report's own policy names its style and script by their hashes; the server's would stop them
    headers = {"Content-Security-Policy": f"{policy[1]}; frame-ancestors 'none'"} if policy else {}
    headers["Content-Disposition"] = f'inline; filename="review-{review}.html"'
    return Response(page, media_type="text/html", headers=headers)
