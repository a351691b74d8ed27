"""``skep show``: print a position, or write it as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.game_argument import OptionalGameArgument, read_game
from skep.cli.json_output import print_json
from skep.cli.options import EditionOption, GameNumberOption, JsonOption, ThreefoldOption
from skep.cli.picture_options import (
    CoordinatesOption,
    HandsOption,
    SvgOption,
    ThemeName,
    ThemeOption,
    TilesName,
    TilesOption,
)
from skep.cli.piece_names import parse_piece
from skep.cli.screen import console, print_wrapped, write_text
from skep.cli.terminal_board import Marks, draw_board, last_step, print_hands, turn_status
from skep.errors import SkepError
from skep.i18n import Language
from skep.render.theme import Theme
from skep.render.tilesets import TileSet

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["show"]


def show(
    game: OptionalGameArgument = "",
    number: GameNumberOption = None,
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    destinations: Annotated[
        str | None, typer.Option(metavar="PIECE", help="Mark where this piece can go, such as wA1.")
    ] = None,
    svg: SvgOption = None,
    theme: ThemeOption = ThemeName.FELT,
    tiles: TilesOption = TilesName.CLASSIC,
    coordinates: CoordinatesOption = False,
    hands: HandsOption = True,
    text: Annotated[bool, typer.Option("--text", help="Print the plain text diagram.")] = False,
    position: Annotated[bool, typer.Option("--position", help="Print the one-line position string.")] = False,
    game_string: Annotated[bool, typer.Option("--game-string", help="Print the canonical GameString.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a position in the terminal, as SVG, or in a text format.

    Example: skep show "Base;;;wS1;bS1 wS1-;wQ -wS1" --svg hive.svg
    """
    if sum([svg is not None, text, position, game_string, as_json]) > 1:
        raise SkepError("choose one of --svg, --text, --position, --game-string and --json")
    board = read_game(game, edition=edition, threefold=threefold, number=number)
    selected = None if destinations is None else parse_piece(destinations, board.game_type)
    spaces = frozenset() if selected is None else board.reachable(selected)
    if as_json:
        from skep.cli.documents import position_document

        print_json(
            position_document(board, None if selected is None else [(hex_.q, hex_.r) for hex_ in sorted(spaces)])
        )
    elif svg is not None:
        picture = board.svg(
            destinations=spaces,
            selected=selected,
            theme=Theme[theme.name],
            tiles=TileSet[tiles.name],
            coordinates=coordinates,
            hands=hands,
        )
        write_text(svg, picture)
    elif text:
        print(board)
    elif position:
        print(board.position_string())
    elif game_string:
        print(board.game_string())
    else:
        _print(board, Marks(dict.fromkeys(spaces, "•"), selected=selected, last_move=last_step(board)))


def _print(board: Board, marks: Marks) -> None:
    screen = console()
    screen.print(draw_board(board.position(), marks, width=screen.width), soft_wrap=True)
    print_wrapped(screen)
    print_wrapped(screen, turn_status(board), "bold")
    print_hands(screen, board, Language.EN)
