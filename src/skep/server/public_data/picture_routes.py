"""The REST API of pictures that other sites show: games, studies and positions as SVG."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from skep.errors import SkepError
from skep.server.http.cached_response import conditional_response
from skep.server.http.openapi import file_response
from skep.server.http.problems import CHANGES
from skep.server.http.services import provide
from skep.server.lobby.routes import GameId, LobbyDep
from skep.server.public_data.pictures import SvgPictures, game_line, main_line, read_line
from skep.server.schemas.pictures import PictureRequest
from skep.server.study.dependencies import RateLimited
from skep.server.study.lines import InvalidPosition
from skep.server.study.services import StudyServices

__all__ = ["picture_router"]

Pictures = Annotated[SvgPictures, Depends(provide(SvgPictures))]
Light = Annotated[StudyServices, Depends(RateLimited(0.3))]
StudyId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="Ten letters and digits.")]
Theme = Annotated[Literal["light", "dark"], Query(description="The colours of the table.")]
Ply = Annotated[
    int | None, Query(ge=0, le=100_000, description="The number of turns taken; by default, and beyond the end, all.")
]
_MAX_POSITION: Final = 2000
_SVG: Final = "image/svg+xml"

picture_router = APIRouter(prefix="/api", tags=["public data"])


def _responses(**why: str) -> dict[int | str, dict[str, Any]]:
    return file_response((_SVG,), "The picture.", e422=CHANGES["e422"], e429=CHANGES["e429"], **why)


@picture_router.get(
    "/game/{game}.svg",
    response_class=Response,
    responses=_responses(e404="Game not found."),
    summary="Get a picture of a game",
)
async def game_picture(
    request: Request,
    game: GameId,
    lobby: LobbyDep,
    pictures: Pictures,
    _study: Light,
    ply: Ply = None,
    theme: Theme = "light",
) -> Response:
    """Return the current position of a game as SVG with the last move marked, or that after some turns."""
    line = read_line(await lobby.download(game, game_line))
    moves = line.moves if ply is None else line.moves[:ply]
    return await _send(request, pictures, PictureRequest(start=line.start, moves=moves, theme=theme))


@picture_router.get(
    "/study/{study_id}.svg",
    response_class=Response,
    responses=_responses(e404="Study not found."),
    summary="Get a picture of a shared study",
)
async def study_picture(
    request: Request, study_id: StudyId, pictures: Pictures, study: Light, ply: Ply = None, theme: Theme = "light"
) -> Response:
    """Return the last position of the main line as SVG, or that after some turns."""
    text = await study.quick.run(study.archive.study, study_id)
    if text is None:
        raise HTTPException(404, "Study not found.")
    line = await study.quick.run(main_line, text)
    moves = line.moves if ply is None else line.moves[:ply]
    return await _send(request, pictures, PictureRequest(start=line.start, moves=moves, theme=theme))


@picture_router.get(
    "/position.svg",
    response_class=Response,
    responses=_responses(),
    summary="Get a picture of a position",
)
async def position_picture(
    request: Request,
    pictures: Pictures,
    _study: Light,
    position: Annotated[
        str,
        Query(max_length=_MAX_POSITION, description="A position string, such as `Base Black[1] 0,0:wS1`."),
    ],
    theme: Theme = "light",
) -> Response:
    """Return a position as SVG."""
    return await _send(request, pictures, PictureRequest(start=position, theme=theme))


async def _send(request: Request, pictures: SvgPictures, position: PictureRequest) -> Response:
    """Send a picture that every site can show."""
    try:
        picture = await pictures.get(position)
    except (SkepError, InvalidPosition) as error:
        raise HTTPException(422, str(error)[:500]) from None
    response = conditional_response(request, picture, "public, no-cache")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
