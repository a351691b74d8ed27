"""``skep import``: game records into the game database."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.archives import DatabaseOption, open_archive
from skep.cli.games import EditionOption
from skep.cli.languages import WORDS, LanguageOption, users_language
from skep.cli.words import Words
from skep.editions import find_edition

if TYPE_CHECKING:
    from skep.archive import Archive, Report
    from skep.editions import Edition

__all__ = ["import_"]

_REFUSED: Final = 1
"""The exit status when some games were refused."""
_SHOWN_EVERY: Final = 50
"""Games between two looks at the progress."""


def import_(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", help="PGN, BoardSpace SGF or GameStrings; folders, .zip, or - for stdin."),
    ],
    database: DatabaseOption = None,
    edition: EditionOption = None,
    lang: LanguageOption = None,
) -> int:
    """Import game records into the game database, every move checked.

    Games that are there already are recognised, from whatever program they come. What is refused, and why, is told
    on stderr, and the exit status is then 1. Ctrl-C leaves the games that were read until then in the database.

    Example: skep import games.pgn folder archive.zip
    """
    from skep.archive import Report

    rulebook = None if edition is None else find_edition(edition)
    words = WORDS[lang or users_language()]
    report = Report()
    try:
        with open_archive(database) as archive, _progress(report, words) as progress:
            for name in files:
                _import(archive, name, rulebook, report, progress)
    finally:
        if report.read:
            print(_summary(report, words.imported), flush=True)
        if report.refused > len(report.refusals):
            print(words.more_refused.format(count=report.refused - len(report.refusals)), file=sys.stderr)
    return _REFUSED if report.refused else 0


def _import(
    archive: Archive, name: str, edition: Edition | None, report: Report, progress: Callable[[Report], None]
) -> None:
    if name != "-":
        archive.import_files([name], edition=edition, report=report, progress=progress)
        return
    stdin = getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode("utf-8", "replace"))
    archive.import_file(stdin, name="stdin", edition=edition, report=report, progress=progress)


def _summary(report: Report, text: str) -> str:
    return text.format(
        file=report.file, added=f"{report.added:,}", known=f"{report.duplicates:,}", refused=f"{report.refused:,}"
    )


@contextmanager
def _progress(report: Report, words: Words) -> Iterator[Callable[[Report], None]]:
    """Tell each refusal as it comes and, in a terminal, count beside it."""
    told = 0

    def tell() -> None:
        nonlocal told
        for refusal in report.refusals[told:]:
            print(f"skep: {' '.join(str(refusal).split())}", file=sys.stderr)
        told = len(report.refusals)

    if not sys.stderr.isatty():
        yield lambda _report: tell()
        tell()
        return
    from rich.console import Console

    seen = 0
    with Console(stderr=True, markup=False, highlight=False).status("") as status:

        def watch(report: Report) -> None:
            nonlocal seen
            tell()
            seen += 1
            if seen % _SHOWN_EVERY == 1:
                status.update(_summary(report, words.reading_files))

        yield watch
        tell()
