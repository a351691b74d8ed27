"""Routes for reviews of games."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from skep.board import Board
from skep.game import Game
from skep.i18n import find_language
from skep.review.report import html_report
from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.openapi import file_response, json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES, FULL
from skep.server.http.services import client_address, provide
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.routes import LobbyDep
from skep.server.play.downloads import to_record
from skep.server.play.fair_play import FairPlay, position_key
from skep.server.schemas.refusals import IN_PLAY
from skep.server.schemas.review import ReviewJob, ReviewRequest, ReviewView
from skep.server.study.archive_routes import load_game
from skep.server.study.archivist import archive_game
from skep.server.study.bodies import read_json
from skep.server.study.dependencies import RateLimited, client_errors_as_422
from skep.server.study.reviews import TooManyReviews, UnknownReview
from skep.server.study.services import StudyServices
from skep.server.study.trees import to_game

__all__ = ["archive_live_game", "review_router"]

_POLICY: Final = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')

ReviewId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The review's id.")]

_NO_REVIEW: Final = {"e404": "Review not found.", "e422": "Not a valid review id.", "e429": CHANGES["e429"]}

_request_decoder: Final = msgspec.json.Decoder(ReviewRequest)

review_router = APIRouter(prefix="/api", tags=["reviews"])


@review_router.post(
    "/reviews",
    response_class=Response,
    responses=json_response(
        ReviewJob,
        "The id of the review.",
        **{**CHANGES, **BODY, **FULL},
        e404="Game not found.",
        e409="The game is not over or has no moves, or you are playing one of its positions in a game with a clock.",
    ),
    openapi_extra=json_body(ReviewRequest),
    summary="Review a game",
)
async def start(
    request: Request,
    lobby: LobbyDep,
    visitor: CurrentVisitor,
    fair_play: Annotated[FairPlay, Depends(provide(FairPlay))],
    study: Annotated[StudyServices, Depends(RateLimited(10.0))],
) -> Response:
    """Start the review of a game of the database, a finished game played here, or a game in the body.

    The same game with the same effort has the same review, which is not started again.
    """
    body = await read_json(request, _request_decoder, study.quick)
    if body.tree is not None:
        # it is stored twice: with the request and with the result
        study.charge_storage(client_address(request), 2 * len(await request.body()))
    game, archived = await _find_game(body, lobby, study)
    if body.tree is not None and (guest := await visitor.guest()) is not None:
        keys = await study.quick.run(_position_keys, game)
        if await fair_play.is_playing(guest.id, keys):
            raise HTTPException(409, IN_PLAY.text)
    try:
        with client_errors_as_422():
            id_ = await study.reviews.start(game, body.effort, archived=archived, address=client_address(request))
    except TooManyReviews:
        raise HTTPException(429, "Too many reviews are waiting. Try again when one is done.") from None
    return send_json(ReviewJob(review=id_))


async def _find_game(request: ReviewRequest, lobby: Lobby, study: StudyServices) -> tuple[Game, int | None]:
    """Return the game to review, and its id in the database or None."""
    if (request.archived is not None) + (request.game is not None) + (request.tree is not None) != 1:
        raise HTTPException(422, "Give exactly one of archived, game and tree.")
    if request.archived is not None:
        return await load_game(study, request.archived), request.archived
    if request.game is not None:
        return await archive_live_game(request.game, lobby, study)
    assert request.tree is not None
    with client_errors_as_422():
        return await study.quick.run(to_game, request.tree), None


def _position_keys(game: Game) -> set[int]:
    """Return the keys of the positions of the main line that a review judges, without the empty board."""
    board = Board.from_position(game.start)
    keys = {position_key(board)} if game.start.stacks else set[int]()
    for move in game.mainline_moves():
        board.push(move)
        keys.add(position_key(board))
    return keys


async def archive_live_game(id_: str, lobby: Lobby, study: StudyServices) -> tuple[Game, int | None]:
    """Return a finished game and its id in the database, where it is added unless it is private."""
    game = await lobby.copy_of(id_)
    if game.result is None:
        raise HTTPException(409, "The game is not over. It can be reviewed when it has ended.")
    if not game.played:
        raise HTTPException(409, "The game has no moves.")
    if game.row.private:
        return await study.quick.run(to_record, game), None
    number = await study.writing.run(archive_game, study.archive, game)
    return await load_game(study, number), number


@review_router.get(
    "/reviews/{review}",
    response_class=Response,
    responses=json_response(ReviewView, "The review or its progress.", **_NO_REVIEW),
    summary="Get a review or its progress",
)
async def get(
    request: Request, review: ReviewId, study: Annotated[StudyServices, Depends(RateLimited(0.1))]
) -> Response:
    """Return a review. Request it about once per second until its state is `done` or `failed`."""
    try:
        return send_json(await study.reviews.view(review, address=client_address(request)))
    except UnknownReview:
        raise HTTPException(404, "Review not found.") from None


@review_router.get(
    "/reviews/{review}/report.html",
    response_class=Response,
    responses=file_response(("text/html",), "The report.", **_NO_REVIEW),
    summary="Get the report of a review",
)
async def report(
    review: ReviewId,
    study: Annotated[StudyServices, Depends(RateLimited(5.0))],
    language: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """Return a self-contained HTML file."""
    try:
        game, result = await study.reviews.report(review)
    except UnknownReview:
        raise HTTPException(404, "The review was not found or is not done.") from None
    page = await study.quick.run(html_report, game, result, find_language(language))
    policy = _POLICY.search(page)
    # The report's policy lists the hashes of its style and script, which the server's policy would block.
    headers = {"Content-Security-Policy": f"{policy[1]}; frame-ancestors 'none'"} if policy else {}
    headers["Content-Disposition"] = f'inline; filename="review-{review}.html"'
    return Response(page, media_type="text/html", headers=headers)
