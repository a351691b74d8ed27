"""The pictures of link previews, drawn by the worker of the study's pictures and cached there."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response

from skep.errors import SkepError
from skep.learn.puzzles import find_puzzle
from skep.server.http.abuse_log import abuse_log
from skep.server.http.buckets import network_of
from skep.server.http.cached_response import cache_body, conditional_response
from skep.server.http.openapi import file_response
from skep.server.http.problems import CHANGES
from skep.server.http.services import client_address, provide
from skep.server.lobby.routes import GameId, LobbyDep
from skep.server.play.live_game import LiveGame
from skep.server.schemas.pictures import PictureRequest
from skep.server.schemas.records import RecordTree
from skep.server.study.lines import InvalidPosition
from skep.server.study.picture_queue import TooManyPictures
from skep.server.study.services import StudyServices

__all__ = ["preview_router"]

preview_router = APIRouter(prefix="/api/previews")

StudyDep = Annotated[StudyServices, Depends(provide(StudyServices))]
StudyId = Annotated[str, Path(pattern="^[A-Za-z0-9]{10}$", description="Ten letters and digits.")]
PuzzleId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$", description="The puzzle's id.")]

_CACHING: Final = "public, max-age=300"
_COST: Final = 3.0
_NOT_FOUND: Final = {"e404": "Nothing was found under this id.", "e422": "Not a valid id.", "e429": CHANGES["e429"]}
_SITE_POSITION: Final = "ultimate-2024 Base+MLP White[8] -2,-1:.bA1wG1/bS1bQwB1wL/.wQbB1wA1bG1/..wS1bPbM !bM"
"""The position of the picture for invitations and for the site itself."""

_tree_decoder: Final = msgspec.json.Decoder(RecordTree)


def _route(path: str, summary: str) -> dict[str, object]:
    """Return the arguments of a route for a picture."""
    return {
        "path": path,
        "response_class": Response,
        "tags": ["previews"],
        "responses": file_response(("image/png",), "A picture of 1200 by 630 pixels.", **_NOT_FOUND),
        "summary": summary,
    }


async def _send(request: Request, study: StudyServices, position: PictureRequest) -> Response:
    """Draw a position, or take the picture from the cache, and let other sites show it."""
    address = client_address(request)
    study.charge(address, _COST)
    try:
        picture = await study.pictures.draw(position, network_of(address))
    except TooManyPictures as error:
        abuse_log.warn(network_of(address), "too many pictures")
        raise HTTPException(429, str(error)) from None
    except (SkepError, InvalidPosition) as error:
        raise HTTPException(404, str(error)) from None
    response = conditional_response(request, cache_body(picture, "image/png"), _CACHING)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@preview_router.get(**_route("/hive.png", "Get the picture of the site and of invitations"))  # type: ignore[arg-type]
async def site(request: Request, study: StudyDep) -> Response:
    """Return a picture that is the same for everyone."""
    return await _send(request, study, PictureRequest(start=_SITE_POSITION, form="card"))


@preview_router.get(**_route("/game/{game}.png", "Get the picture of a game"))  # type: ignore[arg-type]
async def game(request: Request, game: GameId, lobby: LobbyDep, study: StudyDep) -> Response:
    """Return the current position, which everyone with the link of the game may see."""
    position = await lobby.download(game, _position_string)
    return await _send(request, study, PictureRequest(start=position.decode(), form="card"))


def _position_string(game: LiveGame) -> str:
    return game.board.position_string()


@preview_router.get(**_route("/study/{study_id}.png", "Get the picture of a shared study"))  # type: ignore[arg-type]
async def study(request: Request, study_id: StudyId, study: StudyDep) -> Response:
    """Return the last position of the main line."""
    text = await study.quick.run(study.archive.study, study_id)
    if text is None:
        raise HTTPException(404, "Study not found.")
    return await _send(request, study, await study.quick.run(_last_position, text))


def _last_position(text: str) -> PictureRequest:
    tree = _tree_decoder.decode(text)
    moves, last = list[str](), -1
    for index, node in enumerate(tree.nodes):
        if node.parent == last:
            moves.append(node.uhp)
            last = index
    return PictureRequest(start=tree.start, moves=moves, form="card")


@preview_router.get(**_route("/puzzle/{puzzle}.png", "Get the picture of a puzzle"))  # type: ignore[arg-type]
async def puzzle(request: Request, puzzle: PuzzleId, study: StudyDep) -> Response:
    """Return the position to solve."""
    try:
        position = find_puzzle(puzzle).position
    except SkepError:
        raise HTTPException(404, "Puzzle not found.") from None
    return await _send(request, study, PictureRequest(start=position, form="card"))
