"""Importing files into the database, with a report of the games that were refused."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from skep.archive.digests import record_digest
from skep.archive.prepared import PreparedGame, prepare_game
from skep.archive.writer import AddResult
from skep.errors import SkepError
from skep.game import Record, UncheckedRecord

__all__ = ["RejectedGame", "Report", "import_records"]

_BATCH_GAMES: Final = 2_000
_BATCH_PLIES: Final = 200_000
"""A batch is written when it has this many games or plies. The positions of a game are scattered over the database
file, so larger batches write fewer pages."""
_LOOKUP_GAMES: Final = 200
_LOOKUP_PLIES: Final = 20_000
"""The hashes of this many games or plies are looked up together."""
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
    import_id: str = ""
    """The id with which :meth:`skep.archive.Archive.undo_import` removes the games that were added."""

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


def import_records(
    records: Iterable[UncheckedRecord],
    find: Callable[[list[bytes]], dict[bytes, int]],
    write: Callable[[list[PreparedGame]], list[AddResult]],
    report: Report,
    progress: Callable[[Report], None],
    source: str | None = None,
) -> None:
    """Add valid games and report the others. On KeyboardInterrupt, games read so far are still added.

    ``find`` returns the ids of the stored games whose records had one of some hashes. Such a record is a duplicate,
    and its moves are not replayed again. The source of a game is the name of its file unless another is given.
    """
    importer = _Importer(find, write, report, progress, source)
    try:
        for record in records:
            importer.add(record)
        importer.process()
    except KeyboardInterrupt:
        importer.process()
        importer.flush()
        raise
    importer.flush()


class _Importer:
    """Collects records, looks up their hashes together, and writes new games in batches."""

    def __init__(
        self,
        find: Callable[[list[bytes]], dict[bytes, int]],
        write: Callable[[list[PreparedGame]], list[AddResult]],
        report: Report,
        progress: Callable[[Report], None],
        source: str | None,
    ) -> None:
        self._find = find
        self._write = write
        self._report = report
        self._progress = progress
        self._source = source
        self._read = deque[tuple[UncheckedRecord, bytes | None]]()
        self._read_moves = 0
        self._batch = list[PreparedGame | AddResult]()
        self._batch_plies = 0

    def add(self, record: UncheckedRecord) -> None:
        """Add a record, and process it together with others."""
        recorded = record.recorded
        is_whole = recorded is not None and recorded.error is None
        self._read.append((record, record_digest(recorded, record.edition) if recorded and is_whole else None))
        self._read_moves += len(recorded.moves) if recorded else 0
        if len(self._read) >= _LOOKUP_GAMES or self._read_moves >= _LOOKUP_PLIES:
            self.process()

    def process(self) -> None:
        """Process the records read so far. After an interruption, another call continues."""
        known = self._find([digest for _record, digest in self._read if digest is not None])
        while self._read:
            self._process_one(*self._read.popleft(), known)
            if len(self._batch) >= _BATCH_GAMES or self._batch_plies >= _BATCH_PLIES:
                self.flush()
            self._progress(self._report)
        self._read_moves = 0

    def _process_one(self, record: UncheckedRecord, digest: bytes | None, known: dict[bytes, int]) -> None:
        report = self._report
        if record.path != report.file or not report.files:
            report.file, report.files = record.path, report.files + 1
        if digest is not None and digest in known:
            self._batch.append(AddResult(known[digest], is_duplicate=True))
        elif (game := _prepare(record.check(), digest, report, self._source)) is not None:
            self._batch.append(game)
            self._batch_plies += game.plies

    def flush(self) -> None:
        """Write the new games and report all results in the order of the records."""
        if not self._batch:
            return
        written = iter(self._write([game for game in self._batch if isinstance(game, PreparedGame)]))
        self._report.add(item if isinstance(item, AddResult) else next(written) for item in self._batch)
        self._batch.clear()
        self._batch_plies = 0
        self._progress(self._report)


def _prepare(record: Record, digest: bytes | None, report: Report, source: str | None) -> PreparedGame | None:
    if record.error is not None or record.game is None:
        report.refuse(record, record.error.why if record.error else "no game found")
        return None
    try:
        return prepare_game(record.game, source or os.path.basename(record.path), None, digest)
    except SkepError as error:
        report.refuse(record, str(error))
        return None
