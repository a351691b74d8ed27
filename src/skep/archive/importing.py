"""Importing files into the database, with a report of the games that were refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from skep.archive.prepared import PreparedGame, prepare_game
from skep.archive.writer import AddResult
from skep.editions import Edition
from skep.errors import SkepError
from skep.game import Record, read_paths

__all__ = ["RejectedGame", "Report", "import_records", "read_files"]

_BATCH_GAMES: Final = 2_000
_BATCH_PLIES: Final = 200_000
"""A batch is written when it has this many games or plies. The positions of a game are scattered over the database
file, so larger batches write fewer pages."""
_MAX_REFUSALS: Final = 10_000
"""Maximum number of refused games listed in a report; the rest are only counted."""
_MAX_IDS: Final = 1_000
"""Maximum number of game ids listed in a report."""


@dataclass(frozen=True, slots=True)
class RejectedGame:
    """A game or a file that was not added, with the reason."""

    file: str
    number: int
    """The game's number within the file, from 1; 0 for the file as a whole."""
    line: int
    ply: int | None
    why: str

    def __str__(self) -> str:
        location = [self.file, f"game {self.number}" if self.number else "", f"line {self.line}" if self.line else ""]
        location.append("" if self.ply is None else f"ply {self.ply}")
        return ": ".join([*filter(None, location), self.why])


@dataclass(slots=True)
class Report:
    """Progress and results of an import."""

    added: int = 0
    duplicates: int = 0
    """Number of games that were stored before."""
    refused: int = 0
    refusals: list[RejectedGame] = field(default_factory=list)
    """The first refused games, with reasons."""
    games: list[int] = field(default_factory=list)
    """The ids of the first games that were added or are duplicates."""
    files: int = 0
    """Number of files opened so far."""
    file: str = ""
    """The file being read."""

    @property
    def read(self) -> int:
        """The number of games processed so far."""
        return self.added + self.duplicates + self.refused

    def refuse(self, record: Record, why: str) -> None:
        """Record a game that is not added."""
        self.refused += 1
        if len(self.refusals) < _MAX_REFUSALS:
            line, ply = (record.error.line, record.error.ply) if record.error else (record.line, None)
            self.refusals.append(RejectedGame(record.path, record.number, line or record.line, ply, why))

    def add(self, results: Iterable[AddResult]) -> None:
        """Record games that were written."""
        for result in results:
            self.duplicates += result.is_duplicate
            self.added += not result.is_duplicate
            if len(self.games) < _MAX_IDS:
                self.games.append(result.id)


def read_files(paths: Iterable[str | os.PathLike[str]], edition: Edition | None) -> Iterable[Record]:
    """Return the records of files, folders and zip archives."""
    return read_paths(paths, edition=edition)


def import_records(
    records: Iterable[Record],
    write: Callable[[list[PreparedGame]], list[AddResult]],
    report: Report,
    progress: Callable[[Report], None],
) -> None:
    """Add valid games and report the others. On KeyboardInterrupt, games read so far are still added."""
    batch, plies = list[PreparedGame](), 0

    def flush() -> None:
        if batch:
            report.add(write(batch))
            batch.clear()
            progress(report)

    try:
        for record in records:
            if record.path != report.file or not report.files:
                report.file, report.files = record.path, report.files + 1
            game = _prepare(record, report)
            if game is not None:
                batch.append(game)
                plies += game.plies
            if len(batch) >= _BATCH_GAMES or plies >= _BATCH_PLIES:
                flush()
                plies = 0
            progress(report)
    except KeyboardInterrupt:
        flush()
        raise
    flush()


def _prepare(record: Record, report: Report) -> PreparedGame | None:
    if record.error is not None or record.game is None:
        report.refuse(record, record.error.why if record.error else "no game found")
        return None
    try:
        return prepare_game(record.game, os.path.basename(record.path), None)
    except SkepError as error:
        report.refuse(record, str(error))
        return None
