"""``skep review``: review a whole game, with a report in the terminal and as an HTML file."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.game_argument import find_edition_or_none
from skep.cli.language import LanguageOption, system_language
from skep.cli.progress import progress_bar
from skep.cli.record_files import RecordEditionOption, read_record_file
from skep.cli.screen import console, print_error, print_wrapped
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.editions import Edition
    from skep.game import Game, Record

__all__ = ["review"]

_MAX_THREADS: Final = 8
_MAX_LISTED_GAMES: Final = 10
"""Games listed in the error message if --game is missing."""


def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record: PGN, BoardSpace SGF or GameString; - for stdin.")
    ],
    number: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="The number of the game in the file.")
    ] = None,
    effort: Annotated[
        str, typer.Option(metavar="EFFORT", help="How deeply to search: quick, normal or deep.")
    ] = "normal",
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Also write the report as an HTML file.")
    ] = None,
    all_moves: Annotated[bool, typer.Option("--all", help="List every move, not only the notable ones.")] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            metavar="N",
            help="Number of parallel searches.",
            show_default=f"one per processor, at most {_MAX_THREADS}",
        ),
    ] = None,
    edition: RecordEditionOption = None,
    lang: LanguageOption = None,
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
    game = _read_game(file, number, find_edition_or_none(edition))
    language = lang or system_language()
    text = ReportText(language)
    with progress_bar(text["progress"], percent=True) as bar:
        result = make_review(game, chosen, progress=bar.update, threads=threads or _default_threads())
    if html is not None:  # written first, because printing stops if the reader closes the pipe
        Path(html).write_text(html_report(game, result, language), encoding="utf-8")
    screen = console()
    print_review(screen, game, result, text, all_moves=all_moves)
    if html is not None:
        print_wrapped(screen, text.format("written", file=html))


def _default_threads() -> int:
    return min(os.cpu_count() or 1, _MAX_THREADS)


def _read_game(file: str, number: int | None, edition: Edition | None) -> Game:
    """Read the game with a number. If it is broken, report that on stderr and return the readable part."""
    record = _find_record(file, number, edition)
    if record.game is None:
        assert record.error is not None
        raise record.error
    if record.error is not None:
        if not record.game.variations:
            raise record.error
        print_error(str(record.error))
    return record.game


def _find_record(file: str, number: int | None, edition: Edition | None) -> Record:
    """Return the record with a number, or the only record of the file."""
    records = read_record_file(file, edition)
    if number is not None:
        count = 0
        for count, record in enumerate(records, 1):
            if count == number:
                return record
        raise SkepError(f"{file} contains {_count_games(count)}: there is no game {number}")
    first = list(islice(records, _MAX_LISTED_GAMES + 1))  # one more than listed: a collection can be long
    if len(first) > 1:
        is_complete = len(first) <= _MAX_LISTED_GAMES
        count_text = _count_games(len(first)) if is_complete else f"more than {_count_games(_MAX_LISTED_GAMES)}"
        players = [f"{count} {_players(record)}" for count, record in enumerate(first[:_MAX_LISTED_GAMES], 1)]
        raise SkepError(f"{file} contains {count_text}: choose one with --game N ({', '.join(players)})")
    if not first:
        raise SkepError(f"{file} contains no game")
    return first[0]


def _count_games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _players(record: Record) -> str:
    tags = {} if record.game is None else record.game.tags
    return " – ".join(tags.get(color, "?") for color in ("White", "Black"))
