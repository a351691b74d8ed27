"""``skep explain``: whether a move is legal, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.evidence import Evidence, evidence_of_path, evidence_of_reason, svg_options, told
from skep.cli.games import EditionOption, GameArgument, ThreefoldOption, read_game
from skep.cli.languages import WORDS, LanguageOption, users_language
from skep.cli.screen import console, tell, write_out
from skep.cli.words import Words
from skep.i18n import copied_bug, piece_name
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.rules import Path, PathKind

if TYPE_CHECKING:
    from rich.console import Console

    from skep.board import Board

__all__ = ["explain"]

_ILLEGAL = 1


def explain(
    game: GameArgument,
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A MoveString, as in 'wA1 -bQ', or pass.")],
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    lang: LanguageOption = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the picture as SVG to this file, or - for stdout.")
    ] = None,
) -> None:
    r"""Say whether a move is legal; if not, which rule forbids it, where it is written, and show it on the table.

    The exit code is 0 when the move is legal and 1 when it is not.

    Example: skep explain "Base;;;wS1;bS1 wS1-" "wA1 bS1-" --lang fr
    """
    board = read_game(game, edition=edition, threefold=threefold)
    language = lang or users_language()
    words = WORDS[language]
    meant = parse_move(move, board)
    reason = board.explain(meant)
    screen = console()
    if reason is None:
        path = board.path(meant)
        lines = [_told_legal(path, meant, move.strip(), words)]
        evidence = evidence_of_path(path, meant, words)
        options = {} if meant.is_pass else {"selected": meant.piece, "destinations": [meant.to]}
    else:
        lines = [words.illegal.format(move=move.strip()), told(board, reason, language)]
        lines.append(words.source.format(source=reason.source))
        evidence = evidence_of_reason(board, reason, words)
        options = svg_options(board, reason)
    if svg is not None:
        write_out(svg, board.svg(**options))
    if svg != "-":
        _print(screen, board, lines, evidence)
    if reason is not None:
        raise typer.Exit(_ILLEGAL)


def _print(screen: Console, board: Board, lines: list[str], evidence: Evidence) -> None:
    tell(screen, lines[0], "bold")
    for line in lines[1:]:
        tell(screen, line)
    tell(screen)
    screen.print(evidence.draw(board, screen.width), soft_wrap=True)


def _told_legal(path: Path, move: Move, text: str, words: Words) -> str:
    """That a move is legal, and how the piece goes there."""
    way = words.ways[path.kind]
    if path.thrower is not None:
        way = way.format(thrower=piece_name(path.thrower, words.language))
    if path.copied is not None:
        way += words.copying.format(copied=copied_bug(path.copied, words.language))
    piece = words.named(move)
    sentence = words.legal.format(move=text, piece=piece, way=way)
    return sentence if path.kind is not PathKind.PASS else sentence.replace("  ", " ")
