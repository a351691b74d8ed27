"""``skep picture``: a position as SVG, PNG or text, or a whole game as an animated GIF."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from skep.cli.games import EditionOption, GameArgument, read_game
from skep.cli.show import Ground
from skep.editions import find_edition
from skep.errors import SkepError
from skep.pieces import Piece
from skep.render.theme import Theme

if TYPE_CHECKING:
    from skep.board import Board
    from skep.game import GameNode
    from skep.notation.marks import Mark

__all__ = ["Layer", "picture"]

_FORMS: Final = (".svg", ".png", ".gif", ".txt")
_RECORDS: Final = (".pgn", ".sgf")


class Layer(Enum):
    """The names of the layers, as an option takes them; a piece's reach has an option of its own."""

    PINNED = "pinned"
    QUEENS = "queens"
    GATES = "gates"
    PLACING = "placing"


def picture(
    game: GameArgument,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to: .svg, .png, .txt, or .gif for a whole game.")],
    edition: EditionOption = None,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="The position after so many turns, instead of the last.")
    ] = None,
    layer: Annotated[
        list[Layer] | None, typer.Option("--layer", help="Lay this over the board; may be given several times.")
    ] = None,
    reach: Annotated[str | None, typer.Option(metavar="PIECE", help="Mark where this piece could go.")] = None,
    theme: Annotated[Ground, typer.Option(help="What the tiles lie on.")] = Ground.FELT,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Write the coordinates of the hexes.")] = False,
    hands: Annotated[bool, typer.Option(help="Draw the pieces in hand.")] = False,
    size: Annotated[
        int | None, typer.Option(metavar="PIXELS", min=40, max=2400, help="Width; of a GIF its longer side.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long a GIF shows each position.")] = 0.9,
) -> None:
    """Make a picture of a position, or of a whole game move by move. The end of FILE says which.

    GAME may also be a record, as in @game.pgn: its first game, with the rings and arrows drawn in it.

    Example: skep picture "Base;;;wS1;bS1 wS1-;wQ -wS1" hive.png --layer pinned
    """
    form = out.suffix.lower()
    if form not in _FORMS:
        raise SkepError(f"{out}: a picture ends in {', '.join(_FORMS[:-1])} or {_FORMS[-1]}")
    board, marks = _board_and_marks(game, edition, ply)
    if form == ".txt":
        out.write_text(f"{board}\n", encoding="utf-8")
        return
    look: dict[str, Any] = {"theme": Theme[theme.name]}
    if size is not None:
        look["size"] = size
    if form == ".gif":
        out.write_bytes(board.animation(seconds=seconds, **look))
        return
    look |= {"coordinates": coordinates, "hands": hands, "marks": marks, **_layers(board, layer or [], reach)}
    if form == ".png":
        out.write_bytes(board.png(**look))
    else:
        out.write_text(f"{board.svg(**look)}\n", encoding="utf-8")


def _board_and_marks(game: str, edition: str | None, ply: int | None) -> tuple[Board, tuple[Mark, ...]]:
    """The board to draw, and what was drawn on it."""
    if game.startswith("@") and Path(game).suffix.lower() in _RECORDS:
        node = _node(Path(game[1:]).expanduser(), edition, ply)
        return node.board(), node.marks
    board = read_game(game, edition=edition)
    _refuse_ply(ply, board.start.ply, board.ply)
    while ply is not None and board.ply > ply:
        board.pop()
    return board, ()


def _node(file: Path, edition: str | None, ply: int | None) -> GameNode:
    """A position of the main line of a file's first game."""
    from skep.game import read_records

    record = next(read_records(file, edition=None if edition is None else find_edition(edition)))
    if record.error is not None:
        raise record.error
    assert record.game is not None
    start = record.game.start.ply
    line = [record.game, *record.game.mainline()]
    _refuse_ply(ply, start, start + len(line) - 1)
    return line[-1 if ply is None else ply - start]


def _refuse_ply(ply: int | None, first: int, last: int) -> None:
    if ply is not None and not first <= ply <= last:
        raise SkepError(f"the game has positions after {first} to {last} turns, not after {ply}")


def _layers(board: Board, layers: list[Layer], reach: str | None) -> dict[str, Any]:
    """The options of a picture that show layers."""
    from skep.layers import layers_of, overlay_of
    from skep.layers import reach as reach_of

    position = board.position()
    options: dict[str, Any] = {"overlay": overlay_of(layers_of(position, [layer.value for layer in layers]))}
    if reach is not None:
        piece = Piece.parse(reach)
        options |= {"selected": piece, "destinations": reach_of(position, piece).hexes}
    return options
