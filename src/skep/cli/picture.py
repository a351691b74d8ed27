"""``skep picture``: draw a position as SVG, PNG or text, or a whole game as an animated GIF."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from skep.cli.game_argument import GameArgument, read_record
from skep.cli.options import GameNumberOption, RecordEditionOption
from skep.cli.picture_options import (
    CoordinatesOption,
    HandsOption,
    ThemeName,
    ThemeOption,
    TilesName,
    TilesOption,
)
from skep.cli.piece_names import parse_piece
from skep.errors import SkepError
from skep.render.theme import Theme
from skep.render.tilesets import TileSet

if TYPE_CHECKING:
    from skep.board import Board
    from skep.notation.marks import Mark

__all__ = ["Layer", "picture"]

_SUFFIXES: Final = (".svg", ".png", ".gif", ".txt")


class Layer(Enum):
    """The values of ``--layer``. The reach of a piece has its own option."""

    PINNED = "pinned"
    QUEENS = "queens"
    GATES = "gates"
    PLACING = "placing"


def picture(
    game: GameArgument,
    out: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write: .svg, .png, .txt, or .gif for a whole game.")
    ],
    number: GameNumberOption = None,
    edition: RecordEditionOption = None,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="Draw the position after N plies instead of the last one.")
    ] = None,
    layer: Annotated[
        list[Layer] | None, typer.Option("--layer", help="Draw this layer over the board; can be repeated.")
    ] = None,
    reach: Annotated[str | None, typer.Option(metavar="PIECE", help="Mark where this piece could go.")] = None,
    theme: ThemeOption = ThemeName.FELT,
    tiles: TilesOption = TilesName.CLASSIC,
    coordinates: CoordinatesOption = False,
    hands: HandsOption = False,
    size: Annotated[
        int | None,
        typer.Option(metavar="PIXELS", min=40, max=2400, help="Width of the picture; for a GIF, its longer side."),
    ] = None,
    frame_time: Annotated[
        float, typer.Option("--frame-time", metavar="SECONDS", help="How long a GIF shows each position.")
    ] = 0.9,
) -> None:
    """Draw a position, or a whole game as an animation.

    The suffix of FILE determines the format. The rings and arrows of a record are drawn too.

    Example: skep picture "Base;;;wS1;bS1 wS1-;wQ -wS1" hive.png --layer pinned
    """
    suffix = out.suffix.lower()
    if suffix not in _SUFFIXES:
        raise SkepError(f"{out}: a picture's name ends in {', '.join(_SUFFIXES[:-1])} or {_SUFFIXES[-1]}")
    board, marks = _board_and_marks(game, edition, ply, number)
    if suffix == ".txt":
        out.write_text(f"{board}\n", encoding="utf-8")
        return
    options: dict[str, Any] = {"theme": Theme[theme.name], "tiles": TileSet[tiles.name]}
    if size is not None:
        options["size"] = size
    if suffix == ".gif":
        out.write_bytes(board.animation(seconds=frame_time, **options))
        return
    options |= {"coordinates": coordinates, "hands": hands, "marks": marks, **_layers(board, layer or [], reach)}
    if suffix == ".png":
        out.write_bytes(board.png(**options))
    else:
        out.write_text(f"{board.svg(**options)}\n", encoding="utf-8")


def _board_and_marks(
    game: str, edition: str | None, ply: int | None, number: int | None
) -> tuple[Board, tuple[Mark, ...]]:
    """Return the board to draw and the marks drawn on it."""
    record = read_record(game, edition=edition, number=number)
    if record.error is not None:
        raise record.error
    assert record.game is not None
    line, first = [record.game, *record.game.mainline()], record.game.start.ply
    last = first + len(line) - 1
    if ply is not None and not first <= ply <= last:
        raise SkepError(f"--ply {ply}: the game has plies {first} to {last}")
    node = line[-1 if ply is None else ply - first]
    return node.board(), node.marks


def _layers(board: Board, layers: list[Layer], reach: str | None) -> dict[str, Any]:
    """Return the drawing options that show layers and reach."""
    from skep.layers import layers_of, overlay_of
    from skep.layers import reach as reach_of

    position = board.position()
    options: dict[str, Any] = {"overlay": overlay_of(layers_of(position, [layer.value for layer in layers]))}
    if reach is not None:
        piece = parse_piece(reach, board.game_type)
        options |= {"selected": piece, "destinations": reach_of(position, piece).hexes}
    return options
