"""``skep show``: a position as a picture or as text."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from skep.cli.games import EditionOption, OptionalGameArgument, ThreefoldOption, read_game
from skep.cli.picture import Marks, last_step, picture
from skep.cli.screen import console, tell, write_out
from skep.errors import SkepError
from skep.pieces import Color, Piece
from skep.render.theme import Theme

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Ground", "show"]


class Ground(Enum):
    """The names of the themes, as an option takes them."""

    FELT = "felt"
    DAY = "day"
    NIGHT = "night"


def show(
    game: OptionalGameArgument = "",
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    destinations: Annotated[
        str | None, typer.Option(metavar="PIECE", help="Mark where this piece can go, as in wA1.")
    ] = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the picture as SVG to this file, or - for stdout.")
    ] = None,
    theme: Annotated[Ground, typer.Option(help="What the tiles of the SVG lie on.")] = Ground.FELT,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Write coordinates in the SVG.")] = False,
    hands: Annotated[bool, typer.Option(help="Draw the pieces in hand in the SVG.")] = True,
    text: Annotated[bool, typer.Option("--text", help="Print the plain text diagram.")] = False,
    position: Annotated[bool, typer.Option("--position", help="Print the one-line position string.")] = False,
    game_string: Annotated[bool, typer.Option("--game", help="Print the canonical GameString.")] = False,
) -> None:
    """Show a position: in colour in the terminal, as SVG, or in one of the text forms.

    Example: skep show "Base;;;wS1;bS1 wS1-;wQ -wS1" --svg hive.svg
    """
    if sum([svg is not None, text, position, game_string]) > 1:
        raise SkepError("choose one of --svg, --text, --position and --game")
    board = read_game(game, edition=edition, threefold=threefold)
    chosen = None if destinations is None else Piece.parse(destinations)
    spaces = frozenset() if chosen is None else board.reachable(chosen)
    if svg is not None:
        options = {"theme": Theme[theme.name], "coordinates": coordinates, "hands": hands}
        write_out(svg, board.svg(destinations=spaces, selected=chosen, **options))
    elif text:
        print(board)
    elif position:
        print(board.position_string())
    elif game_string:
        print(board.game_string())
    else:
        _print(board, Marks(dict.fromkeys(spaces, "•"), selected=chosen, last_move=last_step(board)))


def _print(board: Board, marks: Marks) -> None:
    screen = console()
    screen.print(picture(board.position(), marks, width=screen.width), soft_wrap=True)
    tell(screen)
    tell(screen, _whose_turn(board), "bold")
    for color in Color:
        _print_hand(screen, board, color)


def _whose_turn(board: Board) -> str:
    outcome = board.outcome()
    return f"{board.to_move} to move, turn {board.turn}" if outcome is None else str(outcome)


def _print_hand(screen: Console, board: Board, color: Color) -> None:
    pieces = " ".join(map(str, board.hand(color))) or "empty"
    tell(screen, Text(f"{color}'s hand: {pieces}"))
