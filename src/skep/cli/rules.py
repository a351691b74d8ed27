"""``skep rules``: look up the rules, with example boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import JsonOption
from skep.cli.screen import console, print_wrapped
from skep.cli.terminal_board import Marks, draw_board
from skep.hexes import Hex
from skep.i18n import Catalog, catalog
from skep.notation.position import parse_position

if TYPE_CHECKING:
    from rich.console import Console

    from skep.learn.rulebook import RuleView
    from skep.learn.rulebook.views import BoardView
    from skep.learn.scenes import ExplainedMove

__all__ = ["rules"]


def rules(
    rule: Annotated[
        str | None,
        typer.Argument(metavar="RULE", help="An entry such as one-hive, or the id of a reason such as gate."),
    ] = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look up a rule, or list all rules.

    A rule is shown with its text, example boards, and the sections of the rulebooks that state it.

    Example: skep rules one-hive --lang fr
    """
    from skep.learn.rulebook import build_entry, build_rulebook

    language = lang or system_language()
    if as_json:
        from skep.cli.documents import RulesDocument

        if rule is None:
            entries = [entry for chapter in build_rulebook(language).chapters for entry in chapter.entries]
        else:
            entries = [build_entry(rule.strip().lower(), language)]
        print_json(RulesDocument(language=language.value, rules=entries))
        return
    screen = console()
    if rule is not None:
        _print_entry(screen, build_entry(rule.strip().lower(), language), catalog("cli", language))
        return
    for chapter in build_rulebook(language).chapters:
        print_wrapped(screen, chapter.title, "bold")
        for entry in chapter.entries:
            print_wrapped(screen, f"  {entry.id:<26}{entry.title}")


def _print_entry(screen: Console, entry: RuleView, strings: Catalog) -> None:
    print_wrapped(screen, entry.title, "bold")
    print_wrapped(screen, entry.text)
    for board in entry.boards:
        _print_board(screen, board, strings)
    for comparison in entry.comparisons:
        _print_table(screen, comparison.title, ((row.title, row.value) for row in comparison.rows))
    if entry.rulings:
        rulings = ((ruling.question, ruling.answer) for ruling in entry.rulings)
        _print_table(screen, strings["rules.rulings"], rulings)
    _print_table(screen, strings["rules.sources"], ((source.title, source.section) for source in entry.sources))


def _print_board(screen: Console, board: BoardView, strings: Catalog) -> None:
    print_wrapped(screen)
    print_wrapped(screen, board.caption, "italic")
    print_wrapped(screen)
    labels = {Hex(*place): "•" for highlight in board.highlights for place in highlight.places}
    position = parse_position(board.scene.position)
    screen.print(draw_board(position, Marks(labels), width=screen.width), soft_wrap=True)
    print_wrapped(screen)
    if not board.editions:
        for move in board.moves:
            print_wrapped(screen, _format_move(move, strings))
    for edition in board.editions:
        print_wrapped(screen, edition.title)
        for move in edition.moves:
            print_wrapped(screen, f"  {_format_move(move, strings)}")


def _format_move(move: ExplainedMove, strings: Catalog) -> str:
    """Return a move and whether the rules allow it."""
    if move.why is None:
        return strings.format("rules.legal", move=move.uhp)
    return strings.format("rules.illegal", move=move.uhp, reason=move.why.text)


def _print_table(screen: Console, title: str, rows: Iterable[tuple[str, str]]) -> None:
    print_wrapped(screen)
    print_wrapped(screen, title, "bold")
    for name, value in rows:
        print_wrapped(screen, "  " + " – ".join(filter(None, [name, value])))
