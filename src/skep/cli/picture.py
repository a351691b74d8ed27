"""``skep picture``: draw a position as SVG, PNG or text, or a whole game as an animated GIF."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from skep.cli.game_argument import EditionOption, GameArgument, find_edition_or_none, read_game
from skep.cli.picture_options import ThemeName
from skep.errors import SkepError
from skep.pieces import Piece
from skep.render.theme import Theme

if TYPE_CHECKING:
    from skep.board import Board
    from skep.game import GameNode
    from skep.notation.marks import Mark

__all__ = ["Layer", "picture"]

_SUFFIXES: Final = (".svg", ".png", ".gif", ".txt")
_RECORD_SUFFIXES: Final = (".pgn", ".sgf")


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
    edition: EditionOption = None,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="Draw the position after N plies instead of the last one.")
    ] = None,
    layer: Annotated[
        list[Layer] | None, typer.Option("--layer", help="Draw this layer over the board; can be repeated.")
    ] = None,
    reach: Annotated[str | None, typer.Option(metavar="PIECE", help="Mark where this piece could go.")] = None,
    theme: Annotated[ThemeName, typer.Option(help="The background.")] = ThemeName.FELT,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Draw the coordinates of the hexes.")] = False,
    hands: Annotated[bool, typer.Option(help="Draw the pieces in hand.")] = False,
    size: Annotated[
        int | None,
        typer.Option(metavar="PIXELS", min=40, max=2400, help="Width of the picture; for a GIF, its longer side."),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="How long a GIF shows each position.")] = 0.9,
) -> None:
    """Draw a position, or a whole game as an animation.

    The suffix of FILE determines the format. GAME can also be a record such as @game.pgn, which draws its first
    game with its rings and arrows.

    Example: skep picture "Base;;;wS1;bS1 wS1-;wQ -wS1" hive.png --layer pinned
    """
    suffix = out.suffix.lower()
    if suffix not in _SUFFIXES:
        raise SkepError(f"{out}: a picture's name ends in {', '.join(_SUFFIXES[:-1])} or {_SUFFIXES[-1]}")
    board, marks = _board_and_marks(game, edition, ply)
    if suffix == ".txt":
        out.write_text(f"{board}\n", encoding="utf-8")
        return
    options: dict[str, Any] = {"theme": Theme[theme.name]}
    if size is not None:
        options["size"] = size
    if suffix == ".gif":
        out.write_bytes(board.animation(seconds=seconds, **options))
        return
    options |= {"coordinates": coordinates, "hands": hands, "marks": marks, **_layers(board, layer or [], reach)}
    if suffix == ".png":
        out.write_bytes(board.png(**options))
    else:
        out.write_text(f"{board.svg(**options)}\n", encoding="utf-8")


def _board_and_marks(game: str, edition: str | None, ply: int | None) -> tuple[Board, tuple[Mark, ...]]:
    """Return the board to draw and the marks drawn on it."""
    if game.startswith("@") and Path(game).suffix.lower() in _RECORD_SUFFIXES:
        node = _node(Path(game[1:]).expanduser(), edition, ply)
        return node.board(), node.marks
    board = read_game(game, edition=edition)
    _check_ply(ply, board.start.ply, board.ply)
    while ply is not None and board.ply > ply:
        board.pop()
    return board, ()


def _node(file: Path, edition: str | None, ply: int | None) -> GameNode:
    """Return a position in the main line of a file's first game."""
    from skep.game import read_records

    record = next(read_records(file, edition=find_edition_or_none(edition)))
    if record.error is not None:
        raise record.error
    assert record.game is not None
    start = record.game.start.ply
    line = [record.game, *record.game.mainline()]
    _check_ply(ply, start, start + len(line) - 1)
    return line[-1 if ply is None else ply - start]


def _check_ply(ply: int | None, first: int, last: int) -> None:
    if ply is not None and not first <= ply <= last:
        raise SkepError(f"--ply {ply}: the game has plies {first} to {last}")


def _layers(board: Board, layers: list[Layer], reach: str | None) -> dict[str, Any]:
    """Return the drawing options that show layers and reach."""
    from skep.layers import layers_of, overlay_of
    from skep.layers import reach as reach_of

    position = board.position()
    options: dict[str, Any] = {"overlay": overlay_of(layers_of(position, [layer.value for layer in layers]))}
    if reach is not None:
        piece = Piece.parse(reach)
        options |= {"selected": piece, "destinations": reach_of(position, piece).hexes}
    return options
