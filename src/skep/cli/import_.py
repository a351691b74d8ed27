"""``skep import``: add game records to the game database."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.archive_options import DatabaseOption, open_archive
from skep.cli.game_argument import stdin_bytes
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import RecordEditionOption, find_edition_or_none
from skep.cli.progress import status_line
from skep.cli.record_files import OptionalRecordFilesArgument, check_files
from skep.cli.screen import print_error
from skep.errors import SkepError
from skep.i18n import Catalog, catalog

if TYPE_CHECKING:
    from skep.archive import Archive, Report
    from skep.editions import Edition

__all__ = ["import_"]

_REFUSED: Final = 1
"""The exit status if some games were refused."""
_GAMES_PER_UPDATE: Final = 50
"""Games between two updates of the status line."""


def import_(
    files: OptionalRecordFilesArgument = None,
    database: DatabaseOption = None,
    edition: RecordEditionOption = None,
    starter: Annotated[
        bool, typer.Option("--starter", help="Add the starter set: games of skep's own engine, levels 3 to 10.")
    ] = False,
    undo: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Remove the games that an import added; starter for the starter set."),
    ] = None,
    lang: LanguageOption = None,
) -> int:
    """Add game records to the game database.

    Every move is checked. Duplicates are skipped, whichever program recorded them. Refused games are reported on
    stderr with the reason, and the exit status is 1. Press Ctrl-C to stop; the games read so far stay in the
    database. --undo removes the games that an import added, and --starter adds games of skep's own engine.

    Example: skep import games.pgn folder archive.zip
    """
    from skep.archive import Report

    files = files or []
    if [bool(files), starter, undo is not None].count(True) != 1:
        raise SkepError("skep import needs files, --starter or --undo ID")
    strings = catalog("cli", lang or system_language())
    if undo is not None:
        return _undo(database, undo, strings)
    if starter:
        with open_archive(database, create=True) as archive:
            print(_format_report(archive.add_starter_set(), strings, "import.summary"))
        return 0
    rulebook = find_edition_or_none(edition)
    check_files(files)
    report = Report()
    try:
        with open_archive(database, create=True) as archive, _progress(report, strings) as progress:
            for name in files:
                _import_file(archive, name, rulebook, report, progress)
    finally:
        if report.read:
            print(_format_report(report, strings, "import.summary"), flush=True)
        if report.added:
            print(strings.format("import.to_undo", id=report.import_id), flush=True)
        if report.refused > len(report.refusals):
            count = report.refused - len(report.refusals)
            print(strings.format("import.more_refused", count=count), file=sys.stderr)
    return _REFUSED if report.refused else 0


def _undo(database: str | None, import_id: str, strings: Catalog) -> int:
    with open_archive(database) as archive:
        print(strings.format("import.undone", count=archive.undo_import(import_id)))
    return 0


def _import_file(
    archive: Archive, name: str, edition: Edition | None, report: Report, progress: Callable[[Report], None]
) -> None:
    if name == "-":
        archive.import_file(stdin_bytes(), name="stdin", edition=edition, report=report, progress=progress)
    else:
        archive.import_files([name], edition=edition, report=report, progress=progress)


def _format_report(report: Report, strings: Catalog, key: str) -> str:
    return strings.format(
        key, file=report.file, added=report.added, duplicates=report.duplicates, refused=report.refused
    )


@contextmanager
def _progress(report: Report, strings: Catalog) -> Iterator[Callable[[Report], None]]:
    """Print each refusal as it happens and, in a terminal, show the counts."""
    games = printed = 0

    def print_refusals() -> None:
        nonlocal printed
        for refusal in report.refusals[printed:]:
            print_error(str(refusal))
        printed = len(report.refusals)

    with status_line() as show:

        def update(report: Report) -> None:
            nonlocal games
            print_refusals()
            games += 1
            if games % _GAMES_PER_UPDATE == 1:
                show(_format_report(report, strings, "import.progress"))

        yield update
        print_refusals()
