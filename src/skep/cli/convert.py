"""``skep convert``: game records from one form into another."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.games import EditionOption
from skep.cli.outputs import output, read_form
from skep.editions import Edition, find_edition
from skep.errors import SkepError
from skep.notation.dialects import FORMS, Form

if TYPE_CHECKING:
    from skep.game import Record

__all__ = ["convert"]

_REFUSED: Final = 1
"""The exit status when some games were refused."""
_SHOWN_EVERY: Final = 50
"""Games between two looks at the progress."""


def convert(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", help="PGN, BoardSpace SGF or GameStrings; folders, .zip, or - for stdin."),
    ],
    to: Annotated[
        str, typer.Option("--to", metavar="FORM", help=f"What to write: {', '.join(FORMS)} (GameStrings).")
    ] = "pgn",
    out: Annotated[
        str,
        typer.Option("--out", "-o", metavar="FILE", help="Where to: a file, a folder (a file a game), or - (stdout)."),
    ] = "-",
    edition: EditionOption = None,
    readable: Annotated[
        bool, typer.Option("--readable", help="Write the readable part of broken games instead of refusing them.")
    ] = False,
    remarks: Annotated[bool, typer.Option("--remarks", help="Tell what is odd in games that can be read.")] = False,
) -> int:
    """Convert game records, every move checked.

    A game that does not say its edition is read in one that allows its moves. What is refused, and why, is
    told on stderr, and the exit status is then 1.

    Example: skep convert games.sgf --to mzinga --out games.pgn
    """
    form = read_form(to)
    rulebook = None if edition is None else find_edition(edition)
    report = _Report(tell_remarks=remarks)
    with output(out, form) as write, _progress(report):
        for record in _records(files, rulebook):
            text = report.text_of(record, form, readable=readable)
            if text is not None:
                write(record.file, text)
    print(report.summary(), file=sys.stderr)
    return _REFUSED if report.refused else 0


def _records(files: list[str], edition: Edition | None) -> Iterator[Record]:
    from skep.game import parse_records, read_records

    for name in files:
        if name != "-":
            yield from read_records(name, edition=edition)
        elif (stdin := getattr(sys.stdin, "buffer", None)) is not None:
            yield from read_records(stdin, name="stdin", edition=edition)
        else:
            yield from parse_records(sys.stdin.read(), name="stdin", edition=edition)


class _Report:
    """What became of the games so far."""

    def __init__(self, *, tell_remarks: bool) -> None:
        self.written = 0
        self.refused = 0
        self.watch: Callable[[], None] = lambda: None
        self._tell_remarks = tell_remarks
        self._editions = Counter[str]()

    def text_of(self, record: Record, form: Form, *, readable: bool) -> str | None:
        """The text to write of a record, or None when it is refused."""
        game, error = record.game, record.error
        text: str | None = None
        if game is not None and (error is None or (readable and game.variations)):
            try:
                text = game.text(form)
            except SkepError as why:
                _complain(f"{record.file}: game {record.number}: {why}")
        if error is not None:
            _complain(str(error))
        if game is not None and text is not None:
            self._editions[game.edition.id] += game.edition_found
            for remark in game.remarks if self._tell_remarks else ():
                _complain(f"{record.file}: game {record.number}: {remark}")
        self.written += text is not None
        self.refused += text is None
        self.watch()
        return text

    def summary(self) -> str:
        """One line, with the editions that were found and not said."""
        found = ", ".join(f"{count} in {edition}" for edition, count in self._editions.most_common() if count)
        told = f"{self.written:,} written, {self.refused:,} refused"
        return f"{told}; edition not said, found by the moves: {found}" if found else told


def _complain(message: str) -> None:
    print(f"skep: {' '.join(message.split())}", file=sys.stderr)


@contextmanager
def _progress(report: _Report) -> Iterator[None]:
    """In a terminal, a line that counts."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True, markup=False, highlight=False).status("reading") as status:

        def watch() -> None:
            if (report.written + report.refused) % _SHOWN_EVERY == 0:
                status.update(f"{report.written:,} written, {report.refused:,} refused")

        report.watch = watch
        yield
