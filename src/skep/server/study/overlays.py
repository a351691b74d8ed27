"""The layers of :mod:`skep.layers` as messages."""

from __future__ import annotations

from collections.abc import Iterable

from skep import layers
from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position
from skep.server.schemas.game import Place
from skep.server.schemas.study import GateLayer, LayerName, Layers, PinnedPieceView, QueenSpaceView, QueenView

__all__ = ["overlays", "told_queen"]


def overlays(id_: int, position: Position, names: list[LayerName], piece: Piece | None) -> Layers:
    """The answer to ``layers``. It takes milliseconds, as the readable rules do the work."""
    found = layers.layers_of(position, names, piece)
    white, black = (_places(side.spaces) for side in found.placing) if found.placing else ([], [])
    return Layers(
        id=id_,
        pinned=[
            PinnedPieceView(piece=str(held.piece), place=_place(held.place), by=held.by.value) for held in found.pinned
        ],
        reach=[] if found.reach is None else _places(found.reach.hexes),
        queens=[told_queen(queen) for queen in found.queens],
        gates=[
            GateLayer(one=_place(gate.one), two=_place(gate.two), posts=[_place(post) for post in gate.posts])
            for gate in found.gates
        ],
        white_places=white,
        black_places=black,
    )


def told_queen(queen: layers.QueenSeen) -> QueenView:
    """A queen bee and the hexes round her, as the page draws them."""
    return QueenView(piece=str(queen.piece), place=_place(queen.place), spaces=[_space(one) for one in queen.spaces])


def _space(space: layers.QueenSpace) -> QueenSpaceView:
    return QueenSpaceView(
        place=_place(space.place),
        standing=None if space.standing is None else str(space.standing),
        white=[str(piece) for piece in space.white],
        black=[str(piece) for piece in space.black],
    )


def _places(hexes: Iterable[Hex]) -> list[Place]:
    return [_place(hex_) for hex_ in sorted(hexes)]


def _place(hex_: Hex) -> Place:
    return hex_.q, hex_.r
