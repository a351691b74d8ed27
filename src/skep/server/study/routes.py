"""Routes for records, positions, pictures and shared studies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response

from skep.game import Game
from skep.i18n import find_language
from skep.server.accounts.secrets import new_game_id
from skep.server.http.abuse_log import abuse_log
from skep.server.http.buckets import network_of
from skep.server.http.openapi import file_body, file_response, json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES, FULL
from skep.server.http.services import client_address
from skep.server.schemas.pictures import PictureRequest
from skep.server.schemas.records import PositionCheck, PositionFaults, ReadRecords, RecordTree, SharedStudy
from skep.server.study.bodies import declared_size, read_file, read_json
from skep.server.study.dependencies import RateLimited, client_errors_as_422, download
from skep.server.study.picture_queue import TooManyPictures
from skep.server.study.pictures import MEDIA_TYPES, draw, game_text
from skep.server.study.positions import check_position
from skep.server.study.record_reader import read_file_of_games
from skep.server.study.services import StudyServices
from skep.server.study.trees import to_game, to_tree

__all__ = ["router"]

RecordForm = Literal["pgn", "uhp", "txt"]

_FORMATTERS: Final[dict[str, tuple[Callable[[Game], str], str]]] = {
    "pgn": (lambda game: game.text(), "application/vnd.chess-pgn"),
    "uhp": (lambda game: game.text("uhp"), "text/plain"),
    "txt": (game_text, "text/plain"),
}
_PICTURE_COSTS: Final = {"svg": 0.0, "txt": 0.0, "png": 2.0, "gif": 19.0, "card": 2.0}
"""The costs besides that of a small request, which is charged before the request is read."""

_tree_decoder: Final = msgspec.json.Decoder(RecordTree)
_position_decoder: Final = msgspec.json.Decoder(PositionCheck)
_picture_decoder: Final = msgspec.json.Decoder(PictureRequest)

router = APIRouter(prefix="/api", tags=["study"])


@router.post(
    "/records",
    response_class=Response,
    responses=json_response(ReadRecords, "The games.", **CHANGES),
    openapi_extra=file_body("PGN, GameStrings, a BoardSpace SGF, or a position string; at most 8 MB."),
    summary="Read a file of games",
)
async def read(request: Request, study: Annotated[StudyServices, Depends(RateLimited(1.0))]) -> Response:
    """Return the games of a file without storing them. Broken games are returned up to the error, with its reason."""
    study.charge_bytes(client_address(request), declared_size(request))
    body = await read_file(request)
    return await study.slow.run(lambda: send_json(read_file_of_games(body)))


@router.post(
    "/records/{form}",
    response_class=Response,
    responses=file_response(("application/vnd.chess-pgn", "text/plain"), "The file.", **CHANGES, **BODY),
    openapi_extra=json_body(RecordTree),
    summary="Write a game as a file",
)
async def write(
    form: Annotated[RecordForm, Path(description="PGN, a GameString (uhp), or text for people.")],
    request: Request,
    study: Annotated[StudyServices, Depends(RateLimited(2.0))],
) -> Response:
    """Check every move and return the game as a file. A game from a set-up position has no GameString."""
    tree = await read_json(request, _tree_decoder, study.quick)
    formatter, media_type = _FORMATTERS[form]
    with client_errors_as_422():
        text = await study.quick.run(lambda: formatter(to_game(tree)))
    return download(text, media_type, f"hive.{form}")


@router.post(
    "/positions",
    response_class=Response,
    responses=json_response(PositionFaults, "The faults.", **CHANGES, **BODY),
    openapi_extra=json_body(PositionCheck),
    summary="Check a position",
)
async def check(request: Request, study: Annotated[StudyServices, Depends(RateLimited(0.2))]) -> Response:
    """Return why a position is impossible, one sentence each, in English or French."""
    body = await read_json(request, _position_decoder, study.quick)
    return send_json(check_position(body.position, find_language(body.language)))


@router.post(
    "/pictures",
    response_class=Response,
    responses=file_response(tuple(MEDIA_TYPES.values()), "The picture.", **CHANGES, **BODY),
    openapi_extra=json_body(PictureRequest),
    summary="Draw a position or a game",
)
async def picture(request: Request, study: Annotated[StudyServices, Depends(RateLimited(1.0))]) -> Response:
    """Return the last position as SVG, PNG or text, or the whole game as an animated GIF."""
    body = await read_json(request, _picture_decoder, study.quick)
    study.charge(client_address(request), _PICTURE_COSTS[body.form])
    with client_errors_as_422():
        if body.form in ("svg", "txt"):
            content = await study.quick.run(draw, body)
        else:
            content = await _draw(study, body, network_of(client_address(request)))
    return download(content, MEDIA_TYPES[body.form], f"hive.{'png' if body.form == 'card' else body.form}")


async def _draw(study: StudyServices, request: PictureRequest, network: str) -> bytes:
    try:
        return await study.pictures.draw(request, network)
    except TooManyPictures as error:
        abuse_log.warn(network, "too many pictures")
        raise HTTPException(429, str(error)) from None


@router.post(
    "/studies",
    status_code=201,
    response_class=Response,
    responses=json_response(SharedStudy, "The id of the study.", 201, **CHANGES, **BODY, **FULL),
    openapi_extra=json_body(RecordTree),
    summary="Share a study",
)
async def share(request: Request, study: Annotated[StudyServices, Depends(RateLimited(10.0))]) -> Response:
    """Store a study for everyone who has its id. It cannot be changed later; share a new one instead."""
    tree = await read_json(request, _tree_decoder, study.quick)
    id_ = new_game_id()
    with client_errors_as_422():
        checked, _remarks = await study.quick.run(lambda: to_tree(to_game(tree)))
        text = msgspec.json.encode(checked)
        study.charge_storage(client_address(request), len(text))
        await study.writing.run(study.archive.save_study, id_, text.decode(), limit=study.storage_limit)
    return send_json(SharedStudy(study=id_), status=201)


@router.get(
    "/studies/{study_id}",
    response_class=Response,
    responses=json_response(
        RecordTree, "The study.", e404="Study not found.", e422="Not a valid study id.", e429=CHANGES["e429"]
    ),
    summary="Get a shared study",
)
async def get_study(
    study_id: Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="Ten letters and digits.")],
    study: Annotated[StudyServices, Depends(RateLimited(1.0))],
) -> Response:
    """Return the tree of moves as it was shared."""
    text = await study.quick.run(study.archive.study, study_id)
    if text is None:
        raise HTTPException(404, "Study not found.")
    return Response(text, media_type="application/json")
