"""The study's REST part: records, positions, pictures and shared studies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response

from skep.archive import ArchiveUnavailable
from skep.errors import SkepError
from skep.game import Game
from skep.i18n import find_language
from skep.server.accounts.secrets import new_game_id
from skep.server.http.problems import BODY, CHANGES, problems
from skep.server.http.services import client_address, provided
from skep.server.schemas.archive import (
    PictureRequest,
    PositionCheck,
    PositionFaults,
    ReadRecords,
    RecordTree,
    SharedStudy,
)
from skep.server.study.bodies import described, file_described, read_file, read_model
from skep.server.study.lines import InvalidPosition
from skep.server.study.pictures import MEDIA_TYPES, draw, game_text
from skep.server.study.positions import check_position
from skep.server.study.reading import read_body
from skep.server.study.services import StudyServices
from skep.server.study.trees import game_of, tree_of

__all__ = ["BYTES_A_PIECE", "RateLimited", "client_errors_as_422", "download", "file_answer", "router"]

Form = Literal["pgn", "uhp", "txt"]

_WRITERS: Final[dict[str, tuple[Callable[[Game], str], str]]] = {
    "pgn": (lambda game: game.text(), "application/vnd.chess-pgn"),
    "uhp": (lambda game: game.text("uhp"), "text/plain"),
    "txt": (game_text, "text/plain"),
}
BYTES_A_PIECE: Final = 200_000
"""Bytes of a file that cost as much as one small request: reading them takes some 0.1 s."""
_COSTS: Final = {"svg": 1.0, "txt": 1.0, "png": 3.0, "gif": 20.0}


@contextmanager
def client_errors_as_422() -> Iterator[None]:
    """What cannot be read or played is the client's mistake, told in one sentence."""
    try:
        yield
    except ArchiveUnavailable:
        raise
    except (SkepError, InvalidPosition) as error:
        raise HTTPException(422, str(error)[:500]) from error


class RateLimited:
    """A dependency: the study's services, for a request whose cost is charged to its address."""

    def __init__(self, cost: float) -> None:
        self._cost = cost

    def __call__(
        self, request: Request, study: Annotated[StudyServices, Depends(provided(StudyServices))]
    ) -> StudyServices:
        """Charge the request, or raise TooMuchWork."""
        study.charge(client_address(request), self._cost)
        return study


def download(content: str | bytes, media_type: str, name: str) -> Response:
    """A file that a browser saves."""
    return Response(content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def file_answer(media_types: tuple[str, ...], description: str, **why: str) -> dict[int | str, dict[str, Any]]:
    """An answer that is a file, for the OpenAPI description."""
    content = {media_type: {"schema": {"type": "string"}} for media_type in media_types}
    return {**problems(**why), 200: {"description": description, "content": content}}


router = APIRouter(prefix="/api", tags=["study"])


@router.post(
    "/records",
    response_model=ReadRecords,
    responses=problems(**CHANGES),
    openapi_extra=file_described("PGN, GameStrings, a BoardSpace SGF, or a position string; at most 8 MB."),
    summary="Read a file of games",
)
async def read(request: Request, library: Annotated[StudyServices, Depends(RateLimited(1.0))]) -> Response:
    """Nothing is stored. Of a broken game the readable part is told, and what is wrong with it."""
    body = await read_file(request)
    library.charge(client_address(request), len(body) / BYTES_A_PIECE)
    return Response(await library.slow.do(read_body, body), media_type="application/json")


@router.post(
    "/records/{form}",
    response_class=Response,
    responses=file_answer(("application/vnd.chess-pgn", "text/plain"), "The file.", **CHANGES, **BODY),
    openapi_extra=described(RecordTree),
    summary="Write a game as a file",
)
async def write(
    form: Annotated[Form, Path(description="PGN, a GameString (uhp), or text for people.")],
    request: Request,
    library: Annotated[StudyServices, Depends(RateLimited(2.0))],
) -> Response:
    """Every move is checked. A game that begins with a set-up position has no GameString."""
    tree = await read_model(request, RecordTree, library.quick)
    writer, media_type = _WRITERS[form]
    with client_errors_as_422():
        text = await library.quick.do(lambda: writer(game_of(tree)))
    return download(text, media_type, f"hive.{form}")


@router.post(
    "/positions",
    dependencies=[Depends(RateLimited(0.2))],
    responses=problems(**CHANGES, **BODY),
    summary="Check a position",
)
async def check(wanted: PositionCheck) -> PositionFaults:
    """What makes a position impossible, one sentence each, in English or French."""
    return check_position(wanted.position, find_language(wanted.language))


@router.post(
    "/pictures",
    response_class=Response,
    responses=file_answer(tuple(MEDIA_TYPES.values()), "The picture.", **CHANGES, **BODY),
    summary="Draw a position or a game",
)
async def picture(
    wanted: PictureRequest, request: Request, study: Annotated[StudyServices, Depends(provided(StudyServices))]
) -> Response:
    """The last position as SVG, PNG or text; the whole game as an animated GIF."""
    library = RateLimited(_COSTS[wanted.form])(request, study)
    workroom = library.quick if wanted.form in ("svg", "txt") else library.darkroom
    with client_errors_as_422():
        content = await workroom.do(draw, wanted)
    return download(content, MEDIA_TYPES[wanted.form], f"hive.{wanted.form}")


@router.post(
    "/studies",
    status_code=201,
    response_model=SharedStudy,
    responses=problems(**CHANGES, **BODY),
    openapi_extra=described(RecordTree),
    summary="Share a study",
)
async def share(request: Request, library: Annotated[StudyServices, Depends(RateLimited(10.0))]) -> SharedStudy:
    """Kept as it is, for everybody who has its id. It cannot be changed: whoever goes on shares another."""
    tree = await read_model(request, RecordTree, library.quick)
    id_ = new_game_id()
    with client_errors_as_422():
        checked, _cut = await library.quick.do(lambda: tree_of(game_of(tree)))
        await library.writing.do(library.archive.save_study, id_, checked.model_dump_json())
    return SharedStudy(study=id_)


@router.get(
    "/studies/{study}",
    response_model=RecordTree,
    responses=problems(e404="There is no such study.", e422="This is no id of a study.", e429=CHANGES["e429"]),
    summary="A shared study",
)
async def study(
    study: Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="Ten letters and digits.")],
    library: Annotated[StudyServices, Depends(RateLimited(1.0))],
) -> Response:
    """The tree of moves, as it was shared."""
    text = await library.quick.do(library.archive.study, study)
    if text is None:
        raise HTTPException(404, "There is no such study.")
    return Response(text, media_type="application/json")
