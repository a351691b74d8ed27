"""Pictures of games, studies and positions as SVG for other sites, drawn on a thread and cached."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec
from msgspec.structs import replace

from skep.server.engines.executor import BoundedExecutor
from skep.server.http.cached_response import CachedBody, cache_body
from skep.server.play.live_game import LiveGame
from skep.server.schemas.pictures import PictureRequest
from skep.server.schemas.records import RecordTree
from skep.server.study.pictures import draw

__all__ = ["SvgPictures", "game_line", "main_line", "read_line"]

_MAX_BYTES: Final = 16_000_000
_encode: Final = msgspec.json.Encoder().encode
_tree_decoder: Final = msgspec.json.Decoder(RecordTree)


class Line(msgspec.Struct, frozen=True):
    """The first position of a game and its moves."""

    start: str
    moves: list[str]


_line_decoder: Final = msgspec.json.Decoder(Line)


class SvgPictures:
    """The pictures of one process."""

    def __init__(self, executor: BoundedExecutor, max_bytes: int = _MAX_BYTES) -> None:
        self._executor = executor
        self._max_bytes = max_bytes
        self._drawn: OrderedDict[bytes, CachedBody] = OrderedDict()
        self._bytes = 0

    async def get(self, request: PictureRequest) -> CachedBody:
        """Return a picture. Raises SkepError, InvalidPosition, and ExecutorFull."""
        key = _encode(request)
        found = self._drawn.get(key)
        if found is not None:
            self._drawn.move_to_end(key)
            return found
        picture = await self._executor.run(_draw, request)
        if key not in self._drawn:
            self._drawn[key] = picture
            self._bytes += _size(key, picture)
        while self._bytes > self._max_bytes:
            self._bytes -= _size(*self._drawn.popitem(last=False))
        return picture


def _draw(request: PictureRequest) -> CachedBody:
    return cache_body(draw(replace(request, form="svg")), "image/svg+xml")


def _size(key: bytes, picture: CachedBody) -> int:
    return len(key) + len(picture.body) + len(picture.compressed or b"")


def game_line(game: LiveGame) -> str:
    """Return the moves of a game as JSON, to be cached with its downloads."""
    start = game.board_before(1) if game.ply else game.board
    return _encode(Line(start.position_string(), [move.uhp for move in game.played])).decode()


def read_line(data: bytes) -> Line:
    """Return the moves of a game from :func:`game_line`."""
    return _line_decoder.decode(data)


def main_line(study: str) -> Line:
    """Return the main line of a study, which is JSON."""
    tree = _tree_decoder.decode(study)
    moves, last = list[str](), -1
    for index, node in enumerate(tree.nodes):
        if node.parent == last:
            moves.append(node.uhp)
            last = index
    return Line(tree.start, moves)
