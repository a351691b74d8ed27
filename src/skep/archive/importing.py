"""Importing files: game after game into the database, with a report of what was refused and why."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from skep.archive.adding import Added
from skep.archive.keys import Prepared, prepare
from skep.editions import Edition
from skep.errors import SkepError
from skep.game import Record, read_records

__all__ = ["Refused", "Report", "import_records", "read_files"]

_GAMES: Final = 2_000
_PLIES: Final = 200_000
"""Games, or plies, that are written in one go: positions lie in no order of games, so a page is written once a go."""
_LISTED: Final = 10_000
"""Refusals that a report holds; the rest are counted."""
_IDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Refused:
    """A game or a file that was not added."""

    file: str
    number: int
    """Which game of the file, from 1; 0 for the file as a whole."""
    line: int
    ply: int | None
    why: str

    def __str__(self) -> str:
        places = [self.file, f"game {self.number}" if self.number else "", f"line {self.line}" if self.line else ""]
        places.append("" if self.ply is None else f"ply {self.ply}")
        return ": ".join([*filter(None, places), self.why])


@dataclass(slots=True)
class Report:
    """What became of the games so far."""

    added: int = 0
    known: int = 0
    """Games that were there already."""
    refused: int = 0
    refusals: list[Refused] = field(default_factory=list)
    """The first of those refused, each with its reason."""
    games: list[int] = field(default_factory=list)
    """The numbers of the first games that were added or known."""
    files: int = 0
    """Files that were begun."""
    file: str = ""
    """The one that is being read."""

    @property
    def read(self) -> int:
        """How many games were looked at and written or refused."""
        return self.added + self.known + self.refused

    def refuse(self, record: Record, why: str) -> None:
        """Note a game that is not added."""
        self.refused += 1
        if len(self.refusals) < _LISTED:
            line, ply = (record.error.line, record.error.ply) if record.error else (record.line, None)
            self.refusals.append(Refused(record.file, record.number, line or record.line, ply, why))

    def note(self, added: Iterable[Added]) -> None:
        """Note games that were written."""
        for one in added:
            self.known += one.known
            self.added += not one.known
            if len(self.games) < _IDS:
                self.games.append(one.id)


def read_files(paths: Iterable[str | os.PathLike[str]], edition: Edition | None) -> Iterable[Record]:
    """The records of some files, folders and zip archives."""
    for path in paths:
        yield from read_records(path, edition=edition)


def import_records(
    records: Iterable[Record],
    write: Callable[[list[Prepared]], list[Added]],
    report: Report,
    progress: Callable[[Report], None],
) -> None:
    """Add whole games, note the others. When it is interrupted, what was read until then is added first."""
    waiting, plies = list[Prepared](), 0

    def flush() -> None:
        if waiting:
            report.note(write(waiting))
            waiting.clear()
            progress(report)

    try:
        for record in records:
            if record.file != report.file or not report.files:
                report.file, report.files = record.file, report.files + 1
            game = _prepared(record, report)
            if game is not None:
                waiting.append(game)
                plies += game.plies
            if len(waiting) >= _GAMES or plies >= _PLIES:
                flush()
                plies = 0
            progress(report)
    except KeyboardInterrupt:
        flush()
        raise
    flush()


def _prepared(record: Record, report: Report) -> Prepared | None:
    if record.error is not None or record.game is None:
        report.refuse(record, record.error.why if record.error else "there is no game in it")
        return None
    try:
        return prepare(record.game, os.path.basename(record.file), None)
    except SkepError as error:
        report.refuse(record, str(error))
        return None
