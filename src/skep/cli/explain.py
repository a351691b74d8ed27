"""``skep explain``: say whether a move is legal and, if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.evidence import Evidence, reason_text, svg_options
from skep.cli.game_argument import GameArgument, read_game
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import EditionOption, GameNumberOption, JsonOption, ThreefoldOption
from skep.cli.picture_options import SvgOption
from skep.cli.piece_names import moved_piece
from skep.cli.screen import console, print_wrapped, write_text
from skep.errors import SkepError
from skep.i18n import Language, catalog, copied_bug, piece_name
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.render.options import SvgOptions
from skep.rules import MovePath, Reason

if TYPE_CHECKING:
    from skep.board import Board
    from skep.cli.documents import ExplanationDocument

__all__ = ["explain"]

_ILLEGAL: Final = 1


def explain(
    game: GameArgument,
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A MoveString such as 'wA1 -bQ', or pass.")],
    number: GameNumberOption = None,
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    lang: LanguageOption = None,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say whether a move is legal and, if not, why.

    For an illegal move, the output names the rule and its section in the rulebook, and shows the reason on the board.
    The exit status is 0 if the move is legal and 1 if it is not.

    Example: skep explain "Base;;;wS1;bS1 wS1-" "wA1 bS1-" --lang fr
    """
    if svg is not None and as_json:
        raise SkepError("choose one of --svg and --json")
    board = read_game(game, edition=edition, threefold=threefold, number=number)
    language = lang or system_language()
    strings = catalog("cli", language)
    parsed = parse_move(move, board)
    reason = board.explain(parsed)
    if as_json:
        print_json(_document(board, parsed, move.strip(), reason, language))
        raise typer.Exit(0 if reason is None else _ILLEGAL)
    if reason is None:
        path = board.path(parsed)
        lines = [_legal_text(path, parsed, move.strip(), language)]
        evidence = Evidence.from_path(path, parsed, language)
        options: SvgOptions = {} if parsed.is_pass else {"selected": parsed.piece, "destinations": [parsed.to]}
    else:
        lines = [
            strings.format("explain.illegal", move=move.strip()),
            reason_text(board, reason, language),
            strings.format("explain.source", source=reason.source),
        ]
        evidence = Evidence.from_reason(board, reason, language)
        options = svg_options(board, reason, language)
    if svg is not None:
        write_text(svg, board.svg(**options))
    if svg != "-":
        _print(board, lines, evidence)
    if reason is not None:
        raise typer.Exit(_ILLEGAL)


def _document(board: Board, move: Move, text: str, reason: Reason | None, language: Language) -> ExplanationDocument:
    from skep.cli.documents import ExplanationDocument
    from skep.learn.scenes import ExplainedMove, find_ending
    from skep.views import move_parts, path_view, reason_view

    piece, origin, to = move_parts(board, move)
    after = board.copy()
    if reason is None:
        after.push(move)
    explained = ExplainedMove(
        uhp=board.uhp(move) if reason is None else text,
        piece=piece,
        origin=origin,
        to=to,
        legal=reason is None,
        path=path_view(board.path(move)) if reason is None else None,
        why=None if reason is None else reason_view(reason, language),
        ends=find_ending(after.position()) if reason is None else None,
    )
    return ExplanationDocument(position=board.position_string(), move=explained)


def _print(board: Board, lines: list[str], evidence: Evidence) -> None:
    screen = console()
    print_wrapped(screen, lines[0], "bold")
    for line in lines[1:]:
        print_wrapped(screen, line)
    print_wrapped(screen)
    screen.print(evidence.draw(board, screen.width), soft_wrap=True)


def _legal_text(path: MovePath, move: Move, text: str, language: Language) -> str:
    """Say that a move is legal and how the piece moves."""
    strings = catalog("cli", language)
    copying = ""
    if path.copied is not None:
        copying = strings.format("explain.copying", copied=copied_bug(path.copied, language))
    thrower = "" if path.thrower is None else piece_name(path.thrower, language)
    return strings.format(
        f"explain.legal.{path.kind.value}",
        move=text,
        piece=moved_piece(move, language),
        thrower=thrower,
        copying=copying,
    )
