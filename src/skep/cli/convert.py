"""``skep convert``: convert game records from one format to another."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.options import RecordEditionOption, find_edition_or_none
from skep.cli.output import FormatOption, OutOption, open_output, parse_format
from skep.cli.progress import status_line
from skep.cli.record_files import RecordFilesArgument, check_files, read_record_file
from skep.cli.screen import print_error
from skep.errors import SkepError
from skep.notation.dialects import Form

if TYPE_CHECKING:
    from skep.game import Game, Record

__all__ = ["convert"]

_REFUSED: Final = 1
"""The exit status if some games were refused."""
_GAMES_PER_UPDATE: Final = 50
"""Games between two updates of the status line."""


def convert(
    files: RecordFilesArgument,
    to: FormatOption = "pgn",
    out: OutOption = "-",
    edition: RecordEditionOption = None,
    readable: Annotated[
        bool, typer.Option("--readable", help="Write the readable part of broken games instead of refusing them.")
    ] = False,
    remarks: Annotated[
        bool, typer.Option("--remarks", help="Report oddities in games that can be read, on stderr.")
    ] = False,
) -> int:
    """Convert game records to another format.

    Every move is checked. If a game does not state its edition, one that allows all its moves is used. Refused
    games are reported on stderr with the reason, and the exit status is 1.

    Example: skep convert games.sgf --to mzinga --out games.pgn
    """
    form = parse_format(to)
    check_files(files)
    rulebook = find_edition_or_none(edition)
    report = _Report(with_remarks=remarks)
    with open_output(out, form) as write, status_line() as show:
        for record in (record for name in files for record in read_record_file(name, rulebook)):
            text = report.convert(record, form, readable=readable)
            if text is not None:
                write(record.path, text)
            if report.total % _GAMES_PER_UPDATE == 0:
                show(report.counts())
    print(report.summary(), file=sys.stderr)
    return _REFUSED if report.refused else 0


class _Report:
    """Converts records and counts the results."""

    def __init__(self, *, with_remarks: bool) -> None:
        self.written = 0
        self.refused = 0
        self._with_remarks = with_remarks
        self._inferred_editions = Counter[str]()

    @property
    def total(self) -> int:
        return self.written + self.refused

    def convert(self, record: Record, form: Form, *, readable: bool) -> str | None:
        """Return the converted text of a record, or None if the game is refused."""
        game, error = record.game, record.error
        text: str | None = None
        if game is not None and (error is None or (readable and game.variations)):
            try:
                text = game.text(form)
            except SkepError as reason:
                print_error(f"{record.path}: game {record.number}: {reason}")
        if error is not None:
            print_error(str(error))
        if game is not None and text is not None:
            self._note_game(record, game)
        self.written += text is not None
        self.refused += text is None
        return text

    def _note_game(self, record: Record, game: Game) -> None:
        self._inferred_editions[game.edition.id] += game.edition_found
        for remark in game.remarks if self._with_remarks else ():
            print_error(f"{record.path}: game {record.number}: {remark}")

    def counts(self) -> str:
        """Return how many games were written and refused."""
        return f"{self.written:,} written, {self.refused:,} refused"

    def summary(self) -> str:
        """Return the counts, with the editions that were inferred from the moves."""
        inferred = [f"{count} in {edition}" for edition, count in self._inferred_editions.most_common() if count]
        return f"{self.counts()}; edition inferred from the moves: {', '.join(inferred)}" if inferred else self.counts()
