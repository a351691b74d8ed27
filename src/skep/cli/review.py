"""``skep review``: review a whole game, with a report in the terminal and as an HTML file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.game_argument import GameArgument, read_record
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import (
    AutomaticThreadsOption,
    GameNumberOption,
    JsonOption,
    RecordEditionOption,
    find_edition_or_none,
)
from skep.cli.progress import progress_bar
from skep.cli.ray_options import RayAddressOption, RayOption, messages_on_stderr
from skep.cli.record_files import check_files, read_record_file
from skep.cli.screen import console, print_error, print_wrapped
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.cli.documents import ReviewDocument
    from skep.game import Game, Record
    from skep.review import Effort, Review

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
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder", metavar="DIR", help="Review every game of a file into this folder, one JSON file per game."
        ),
    ] = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a game: accuracy, mistakes and turning points.

    The engine judges every move. The same game and effort always give the same review, whatever the number of
    threads. On one processor, a game of 30 moves per player takes about 10 seconds with effort quick, half a minute
    with normal and some minutes with deep.

    With --folder, GAME is a file, a folder or a .zip file of many games. Run the same command again to continue after
    an interruption: finished reviews are kept. --ray and --ray-address need --folder.

    Example: skep review game.pgn --effort quick --html report.html
    """
    from skep.cli.review_report import print_review
    from skep.review import find_effort
    from skep.review import review as make_review
    from skep.review.report import ReportText, html_report

    chosen = find_effort(effort)
    if folder is not None:
        if number is not None or html is not None or all_moves or as_json:
            raise SkepError("--folder DIR writes JSON files of all games: leave out --game, --html, --all and --json")
        _review_folder(folder, game, chosen, edition, threads, ray_address, ray=ray or ray_address is not None)
        return
    if ray or ray_address is not None:
        raise SkepError("--ray reviews many games: add --folder DIR")
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


def _review_folder(
    folder: Path, name: str, effort: Effort, edition: str | None, threads: int | None, address: str | None, *, ray: bool
) -> None:
    """Review all readable games of a file into a folder. Others are reported on stderr."""
    import msgspec

    from skep.review.bulk import GameToReview, in_this_process, review_folder

    check_files([name])
    broken = 0

    def games() -> Iterator[GameToReview]:
        nonlocal broken
        for number, record in enumerate(read_record_file(name, find_edition_or_none(edition)), 1):
            if record.game is None or record.error is not None:
                broken += 1
                print_error(str(record.error))
            else:
                yield GameToReview(number, record.game)

    run = in_this_process(threads or _default_threads())
    if ray:
        from skep.review.ray_reviews import on_cluster

        run = on_cluster(address, workers=threads)
    with messages_on_stderr(), progress_bar("games") as bar:
        total, new = review_folder(
            folder,
            games(),
            effort,
            run=run,
            encode=lambda game, result: msgspec.json.encode(_document(game, result)).decode(),
            progress=lambda done: bar.update(done, None),
        )
    print(f"{folder}: {total} games, {new} of them reviewed now")
    if broken:
        raise typer.Exit(2)


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
