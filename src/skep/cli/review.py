"""``skep review``: review a whole game, with a report in the terminal and as an HTML file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.game_argument import GameArgument, read_record
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import AutomaticThreadsOption, GameNumberOption, JsonOption, RecordEditionOption
from skep.cli.progress import progress_bar
from skep.cli.screen import console, print_error, print_wrapped
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.cli.documents import ReviewDocument
    from skep.game import Game, Record
    from skep.review import Review

__all__ = ["review"]

_MAX_THREADS: Final = 8


def review(
    game: GameArgument,
    number: GameNumberOption = None,
    effort: Annotated[
        str, typer.Option(metavar="EFFORT", help="How deeply to search: quick, normal or deep.")
    ] = "normal",
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Also write the report as an HTML file.")
    ] = None,
    all_moves: Annotated[bool, typer.Option("--all", help="List every move, not only the notable ones.")] = False,
    threads: AutomaticThreadsOption = None,
    edition: RecordEditionOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a game: accuracy, mistakes and turning points.

    The engine judges every move. The same game and effort always give the same review, whatever the number of
    threads. On one processor, a game of 30 moves per player takes about 10 seconds with effort quick, half a minute
    with normal and some minutes with deep.

    Example: skep review game.pgn --effort quick --html report.html
    """
    from skep.cli.review_report import print_review
    from skep.review import find_effort
    from skep.review import review as make_review
    from skep.review.report import ReportText, html_report

    chosen = find_effort(effort)
    if html is not None and not Path(html).absolute().parent.is_dir():
        raise SkepError(f"{html}: the folder {Path(html).parent} does not exist")
    played = _readable_game(read_record(game, edition=edition, number=number))
    language = lang or system_language()
    text = ReportText(language)
    with progress_bar(text["progress"], percent=True) as bar:
        result = make_review(played, chosen, progress=bar.update, threads=threads or _default_threads())
    if html is not None:  # written first, because printing stops if the reader closes the pipe
        Path(html).write_text(html_report(played, result, language), encoding="utf-8")
    if as_json:
        print_json(_document(played, result))
        return
    screen = console()
    print_review(screen, played, result, text, all_moves=all_moves)
    if html is not None:
        print_wrapped(screen, text.format("written", file=html))


def _default_threads() -> int:
    return min(os.cpu_count() or 1, _MAX_THREADS)


def _document(game: Game, review: Review) -> ReviewDocument:
    from skep.cli.documents import ReviewDocument

    return ReviewDocument(
        tags=dict(game.tags),
        result=game.result.code.value,
        game_type=str(game.game_type),
        edition=game.edition.id,
        review=review,
    )


def _readable_game(record: Record) -> Game:
    """Return the game of a record. If it is broken, report that on stderr and return the readable part."""
    if record.game is None:
        assert record.error is not None
        raise record.error
    if record.error is not None:
        if not record.game.variations:
            raise record.error
        print_error(str(record.error))
    return record.game
