"""``skep rules``: the rulebook to look things up in, with boards that show it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.languages import LanguageOption, users_language
from skep.cli.picture import Marks, picture
from skep.cli.screen import console, tell
from skep.hexes import Hex
from skep.learn.texts import LocalizedText
from skep.notation.position import parse_position

if TYPE_CHECKING:
    from rich.console import Console

    from skep.learn.rulebook import RuleView
    from skep.learn.rulebook.views import BoardView
    from skep.learn.scenes import MoveView
    from skep.rules import Language

__all__ = ["rules"]

_SOURCES: Final = LocalizedText(en="Where it is written", fr="Où c'est écrit")
_RULINGS: Final = LocalizedText(en="What the books leave open", fr="Ce que les livrets laissent ouvert")
_LEGAL: Final = LocalizedText(en="legal", fr="permis")
_ILLEGAL: Final = LocalizedText(en="illegal", fr="interdit")


def rules(
    rule: Annotated[
        str | None,
        typer.Argument(metavar="[RULE]", help="An entry, as in one-hive, or the id of a reason, as in gate."),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Look a rule up: what it says, a board that shows it, and where it is written. Without a rule, list them all.

    Example: skep rules one-hive --lang fr
    """
    from skep.learn.rulebook import build_entry, build_rulebook

    language = lang or users_language()
    screen = console()
    if rule is not None:
        _print_entry(screen, build_entry(rule.strip().lower(), language), language)
        return
    for chapter in build_rulebook(language).chapters:
        tell(screen, chapter.title, "bold")
        for entry in chapter.entries:
            tell(screen, f"  {entry.id:<26}{entry.title}")


def _print_entry(screen: Console, entry: RuleView, language: Language) -> None:
    tell(screen, entry.title, "bold")
    tell(screen, entry.text)
    for board in entry.boards:
        _print_board(screen, board, language)
    for comparison in entry.comparisons:
        _print_table(screen, comparison.title, ((row.title, row.value) for row in comparison.rows))
    if entry.rulings:
        _print_table(screen, _RULINGS.get(language), ((ruling.question, ruling.answer) for ruling in entry.rulings))
    _print_table(screen, _SOURCES.get(language), ((source.title, source.section) for source in entry.sources))


def _print_board(screen: Console, board: BoardView, language: Language) -> None:
    tell(screen)
    tell(screen, board.caption, "italic")
    tell(screen)
    signs = {Hex(*place): "•" for highlight in board.highlights for place in highlight.places}
    screen.print(picture(parse_position(board.scene.position), Marks(signs), width=screen.width), soft_wrap=True)
    tell(screen)
    if not board.editions:
        for move in board.moves:
            tell(screen, _judged(move, language))
    for edition in board.editions:
        tell(screen, edition.title)
        for move in edition.moves:
            tell(screen, f"  {_judged(move, language)}")


def _judged(move: MoveView, language: Language) -> str:
    """A move and what the rules say of it."""
    if move.why is None:
        return f"{move.uhp}: {_LEGAL.get(language)}"
    return f"{move.uhp}: {_ILLEGAL.get(language)}. {move.why.sentence}"


def _print_table(screen: Console, title: str, rows: Iterable[tuple[str, str]]) -> None:
    tell(screen)
    tell(screen, title, "bold")
    for name, value in rows:
        tell(screen, "  " + " – ".join(filter(None, [name, value])))
