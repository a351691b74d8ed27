"""``skep review``: a game looked through by the engine, told in the terminal and as one HTML file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.games import EditionOption
from skep.cli.languages import LanguageOption, users_language
from skep.cli.screen import console, tell
from skep.editions import find_edition
from skep.errors import SkepError
from skep.rules import Language

if TYPE_CHECKING:
    from skep.editions import Edition
    from skep.game import Game, Record

__all__ = ["review"]

_MOST_THREADS: Final = 8
_SHOWN: Final = 10
"""Games of a file that are listed when it is not said which one is meant."""


def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record: PGN, BoardSpace SGF, a GameString; - for stdin.")
    ],
    number: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Which game of the file, from 1.")
    ] = None,
    effort: Annotated[
        str, typer.Option(metavar="EFFORT", help="How hard the engine looks: quick, normal or deep.")
    ] = "normal",
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write the report as one HTML file too.")
    ] = None,
    all_moves: Annotated[bool, typer.Option("--all", help="List every move, not only those worth a word.")] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, metavar="N", help="How many searches go on at once.", show_default="one a processor"
        ),
    ] = None,
    edition: EditionOption = None,
    lang: LanguageOption = None,
) -> None:
    """Review a game: every move judged, both sides' accuracy, and where the game turned.

    The same game and effort give the same review, on any number of threads. A game of thirty moves each takes
    about 10 seconds at effort quick, half a minute at normal and some minutes at deep, on one processor.

    Example: skep review game.pgn --effort quick --html report.html
    """
    from skep.cli.reviewed import print_review
    from skep.review import find_effort
    from skep.review import review as look_through
    from skep.review.report import ReportText, html_report

    chosen = find_effort(effort)
    if html is not None and not Path(html).absolute().parent.is_dir():
        raise SkepError(f"{html}: there is no folder {Path(html).parent}")
    game = _game(file, number, None if edition is None else find_edition(edition))
    language: Language = lang or users_language()
    teller = ReportText(language)
    with _progress(teller["progress"]) as progress:
        found = look_through(game, chosen, progress=progress, threads=threads or _processors())
    if html is not None:  # first: whoever reads the terminal's report may stop reading
        Path(html).write_text(html_report(game, found, language), encoding="utf-8")
    screen = console()
    print_review(screen, game, found, teller, all_moves=all_moves)
    if html is not None:
        tell(screen, teller.format("written", file=html))


def _processors() -> int:
    return min(os.cpu_count() or 1, _MOST_THREADS)


def _game(file: str, number: int | None, edition: Edition | None) -> Game:
    """The game that is meant; the readable part of a broken one, with a word on stderr."""
    record = _record(file, number, edition)
    if record.game is None:
        assert record.error is not None
        raise record.error
    if record.error is not None:
        if not record.game.variations:
            raise record.error
        print(f"skep: {record.error}", file=sys.stderr)
    return record.game


def _record(file: str, number: int | None, edition: Edition | None) -> Record:
    """The record of that number, or the only one."""
    records = _records(file, edition)
    if number is not None:
        count = 0
        for count, record in enumerate(records, 1):
            if count == number:
                return record
        raise SkepError(f"{file} holds {_games(count)}: there is no game {number}")
    seen = list(islice(records, _SHOWN + 1))  # a collection may be long: whether there are more is all that matters
    if len(seen) > 1:
        many = _games(len(seen)) if len(seen) <= _SHOWN else f"more than {_games(_SHOWN)}"
        named = [f"{count} {_named(record)}" for count, record in enumerate(seen[:_SHOWN], 1)]
        raise SkepError(f"{file} holds {many}: say which one with --game N ({', '.join(named)})")
    if not seen:
        raise SkepError(f"{file} holds no game")
    return seen[0]


def _records(file: str, edition: Edition | None) -> Iterator[Record]:
    from skep.game import parse_records, read_records

    if file != "-":
        return read_records(file, edition=edition)
    if (stdin := getattr(sys.stdin, "buffer", None)) is not None:
        return read_records(stdin, name="stdin", edition=edition)
    return parse_records(sys.stdin.read(), name="stdin", edition=edition)


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _named(record: Record) -> str:
    tags = {} if record.game is None else record.game.tags
    return " – ".join(tags.get(color, "?") for color in ("White", "Black"))


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr, where somebody is watching."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f}%"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
