"""Archive, the interface to the game database."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from types import TracebackType
from typing import IO, Final, TypeVar

from sqlalchemy import URL, Connection, inspect
from sqlalchemy.exc import DBAPIError

from skep.archive import explorer, queries, saved, tables
from skep.archive.digests import find_digests
from skep.archive.explorer import ExplorerResult
from skep.archive.filters import EVERY_GAME, Filters
from skep.archive.final_position import final_stacks, format_stacks, opening_bugs
from skep.archive.importing import Report, import_records
from skep.archive.keys import salted_key
from skep.archive.prepared import PreparedGame, prepare_game
from skep.archive.queries import ArchiveEntry
from skep.archive.removal import remove_import
from skep.archive.sources import STARTER_SOURCE
from skep.archive.starter import STARTER_IMPORT, open_starter_set
from skep.archive.writer import AddResult, add_games, lock_writers, rename_players
from skep.board import Board
from skep.database.damage import damage_of
from skep.database.engines import (
    CONNECTION_ERRORS,
    error_text,
    read_in_transaction,
    read_url,
    reading_engine,
    redact,
    writing_engine,
)
from skep.database.migrate import Schema, prepare
from skep.editions import Edition
from skep.errors import GameNotFound, SkepError
from skep.game import Game, UncheckedRecord, read_unchecked, read_unchecked_paths

__all__ = ["Archive", "ArchiveNotFound", "ArchiveUnavailable"]

Answer = TypeVar("Answer")

SCHEMA: Final = Schema(tables.metadata, Path(__file__).parent / "migrations", "archive_version")
_WRITE_CACHE: Final = 256_000
_READ_CACHE: Final = 16_000
"""Kilobytes of SQLite's page cache. Writing needs more, because new rows are scattered over the file."""
_BATCH_GAMES: Final = 2_000
"""Number of games added per transaction."""
_UNDO_GAMES: Final = 500
"""Number of games removed per transaction when an import is undone."""
_IMPORT_ID_BYTES: Final = 12
_MAX_SUMMARIES: Final = 5_000
"""Maximum number of computed summaries of games that earlier versions stored."""
MAX_LISTED: Final = 1_000
"""Maximum number of games that :meth:`Archive.find` returns."""


class ArchiveUnavailable(SkepError):
    """The database cannot be reached. The operation can be retried."""


class ArchiveNotFound(SkepError):
    """There is no game database at a URL."""


class Archive:
    """A database of games in SQLite or PostgreSQL. It is thread-safe.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Archive.open(f"sqlite:///{folder}/archive.sqlite") as archive:
    ...     archive.add(Game.parse("Base;;;wS1;bS1 wS1-"), source="an example")
    ...     archive.add(Game.parse("Base;;;wS1;bS1 -wS1"), source="its mirror image")
    ...     [move.uhp for move in archive.explore(Board("Base")).moves]
    AddResult(id=1, is_duplicate=False)
    AddResult(id=1, is_duplicate=True)
    ['wS1']
    """

    def __init__(self, url: URL) -> None:
        """Use :meth:`open`."""
        self._url = url
        self._reading = reading_engine(url, cache=_READ_CACHE)
        self._writing = writing_engine(url, keep_connection=True, cache=_WRITE_CACHE)
        self._lock = Lock()
        self._summaries: dict[tuple[int, int, str], tuple[str, str]] = {}

    @classmethod
    def open(cls, url: str, *, create: bool = True) -> Archive:
        """Open a database and create or migrate its tables.

        The URL is ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``. A PostgreSQL database can be shared
        with the server's. Without ``create``, ArchiveNotFound is raised if there is no game database at the URL.
        """
        where = read_url(url)
        if not create:
            _check_exists(where)
        prepare(where, SCHEMA)
        return cls(where)

    def close(self) -> None:
        """Close all connections."""
        self._reading.dispose()
        self._writing.dispose()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Archive: {redact(self._url)}>"

    def _read(self, job: Callable[[Connection], Answer]) -> Answer:
        try:
            return read_in_transaction(self._reading, job)
        except DBAPIError as error:
            raise self._translate(error, f"{redact(self._url)} does not answer") from error

    def _write(self, job: Callable[[Connection], Answer]) -> Answer:
        try:
            with self._lock, self._writing.begin() as connection:
                return job(connection)
        except DBAPIError as error:
            raise self._translate(error, f"cannot write to {redact(self._url)}") from error

    def _translate(self, error: DBAPIError, what: str) -> Exception:
        """Return ArchiveUnavailable for an error of the database, and any other error unchanged."""
        damage = damage_of(self._url, error)
        if damage is not None:
            return ArchiveUnavailable(str(damage))
        return ArchiveUnavailable(f"{what}: {error_text(error)}") if isinstance(error, CONNECTION_ERRORS) else error

    # games

    def add(self, game: Game, *, source: str, source_key: str | None = None) -> AddResult:
        """Add a game, unless it is a duplicate.

        Games are duplicates when they have the same moves, players and date. Rotated, mirrored and renumbered moves
        are the same. A record with neither players nor a date is a duplicate of any game with the same moves, and a
        record with nothing but moves is replaced by one that has more. ``source_key`` identifies the game within its
        source: games with different keys are never duplicates. Raises SkepError for a game without moves.
        """
        return self._add_batch([prepare_game(game, source, source_key)])[0]

    def add_or_rename(self, game: Game, *, source: str, source_key: str) -> AddResult:
        """Add a game, or give the one with the same source and key the names of its players."""
        result = self.add(game, source=source, source_key=source_key)
        if result.is_duplicate:
            prepared = prepare_game(game, source, source_key)
            self._write(lambda connection: rename_players(connection, prepared, _now()))
        return result

    def add_many(self, games: Iterable[Game], *, source: str) -> list[AddResult]:
        """Add games in batches, which is much faster than adding one at a time."""
        results, batch = list[AddResult](), list[PreparedGame]()
        for game in games:
            batch.append(prepare_game(game, source, None))
            if len(batch) == _BATCH_GAMES:
                results += self._add_batch(batch)
                batch.clear()
        return results + self._add_batch(batch)

    def _add_batch(self, batch: list[PreparedGame], import_id: str | None = None) -> list[AddResult]:
        return self._write(lambda connection: add_games(connection, batch, _now(), import_id)) if batch else []

    def import_files(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        edition: Edition | None = None,
        report: Report | None = None,
        progress: Callable[[Report], None] = lambda _report: None,
    ) -> Report:
        """Add the games of files, folders and zip archives, in any supported format.

        A broken game or file is recorded in the report and does not affect the others; no part of a broken game is
        added. ``edition`` applies to records that do not name one. ``progress`` is called with the report after every
        game. On KeyboardInterrupt, the games read so far are added and counted in ``report``. A record that was
        imported before is recognised without replaying its moves. The report has the id with which
        :meth:`undo_import` removes the games that were added; files that are imported with the same report have the
        same id.
        """
        report = Report() if report is None else report
        self._import(read_unchecked_paths(paths, edition=edition), report, progress)
        return report

    def import_file(
        self,
        file: IO[bytes],
        *,
        name: str,
        edition: Edition | None = None,
        report: Report | None = None,
        progress: Callable[[Report], None] = lambda _report: None,
    ) -> Report:
        """Add the games of an open binary file, for example an upload. Otherwise like :meth:`import_files`."""
        report = Report() if report is None else report
        self._import(read_unchecked(file, name=name, edition=edition), report, progress)
        return report

    def add_starter_set(self) -> Report:
        """Add the games of skep's own engine that come with skep, with a source of their own.

        They are removed by ``undo_import(STARTER_IMPORT)``.
        """
        report = Report(import_id=STARTER_IMPORT)
        records = read_unchecked(open_starter_set(), name=STARTER_SOURCE)
        self._import(records, report, lambda _report: None, STARTER_SOURCE)
        return report

    def import_size(self, import_id: str) -> int:
        """Return the number of games that an import added and that are still stored."""
        return self._read(lambda connection: queries.import_size(connection, import_id))

    def undo_import(self, import_id: str) -> int:
        """Remove the games that an import added, and return their number. Games that it found stored stay."""
        removed, batch = 0, _UNDO_GAMES
        while batch == _UNDO_GAMES:
            batch = self._write(lambda connection: _undo(connection, import_id))
            removed += batch
        return removed

    def _import(
        self,
        records: Iterable[UncheckedRecord],
        report: Report,
        progress: Callable[[Report], None],
        source: str | None = None,
    ) -> None:
        report.import_id = report.import_id or token_urlsafe(_IMPORT_ID_BYTES)

        def find(digests: list[bytes]) -> dict[bytes, int]:
            return self._read(lambda connection: find_digests(connection, digests)) if digests else {}

        def add(batch: list[PreparedGame]) -> list[AddResult]:
            return self._add_batch(batch, report.import_id)

        import_records(records, find, add, report, progress, source)

    def find(self, filters: Filters = EVERY_GAME, *, limit: int = 50, offset: int = 0) -> list[ArchiveEntry]:
        """Return some of the games, at most 1,000, the latest first and those without a date last."""
        limit, offset = max(0, min(limit, MAX_LISTED)), max(0, offset)
        entries = self._read(lambda connection: queries.find(connection, filters, limit, offset))
        return [entry if entry.final else self._with_moves(entry) for entry in entries]

    def _with_moves(self, entry: ArchiveEntry) -> ArchiveEntry:
        """Complete the summary of a game that an earlier version stored."""
        key = (entry.id, entry.plies, entry.date)
        if key not in self._summaries:
            if len(self._summaries) >= _MAX_SUMMARIES:
                self._summaries.clear()
            game = self.game(entry.id)
            moves = game.mainline_moves()
            self._summaries[key] = opening_bugs(moves), format_stacks(final_stacks(game.start, moves))
        opening, final = self._summaries[key]
        return replace(entry, opening=opening, final=final)

    def count(self, filters: Filters = EVERY_GAME) -> int:
        """Return the number of games."""
        return self._read(lambda connection: queries.count(connection, filters))

    def entry(self, id_: int) -> ArchiveEntry:
        """Return the summary of a game. Raises GameNotFound if it does not exist."""
        for entry in self._read(lambda connection: queries.entries_by_id(connection, [id_])):
            return entry
        raise GameNotFound(id_)

    def game(self, id_: int) -> Game:
        """Return the complete record of a game. Raises GameNotFound if it does not exist."""
        text = self._read(lambda connection: queries.record(connection, id_))
        if text is None:
            raise GameNotFound(id_)
        return Game.parse(text)

    def export(self, filters: Filters = EVERY_GAME) -> Iterator[Game]:
        """Yield every game that matches the filters, in the order in which they were added."""
        after = 0
        while batch := self._read(partial(queries.records_after, filters=filters, after=after)):
            after = batch[-1][0]
            for _id, text in batch:
                yield Game.parse(text)

    # positions

    def explore(self, board: Board, filters: Filters = EVERY_GAME) -> ExplorerResult:
        """Return how the position on the board was played, including its rotations and reflections.

        Only games of the board's game type count, because with other bugs in hand it is a different position. Moves
        that lead to the same position are combined.
        """
        return self._read(lambda connection: explorer.explore(connection, board, filters))

    def save_evaluation(self, board: Board, value: float, depth: int) -> None:
        """Save the engine's evaluation of the position, in units from White's side, unless a deeper one is stored."""
        key = _key(board)
        self._write(lambda connection: saved.save_evaluation(connection, key, value, depth))

    def evaluation(self, board: Board) -> tuple[float, int] | None:
        """Return the saved evaluation of the position and its search depth, or None."""
        key = _key(board)
        return self._read(lambda connection: saved.evaluations(connection, [key])).get(key)

    # reviews and studies

    def save_review(self, id_: str, text: str, *, game: int | None = None, limit: int | None = None) -> None:
        """Save a review as JSON. ``game`` is the id of the reviewed game, if it is in this database.

        Raises ArchiveFull if all reviews and studies together would have more than ``limit`` bytes.
        """
        self._write(
            lambda connection: saved.save_text(connection, tables.reviews, id_, text, _now(), game, limit=limit)
        )

    def review(self, id_: str) -> str | None:
        """Return the review with that id, or None."""
        return self._read(lambda connection: saved.load_review(connection, id_))

    def openings(self, source: str, source_keys: Sequence[str]) -> dict[str, str]:
        """Return the bugs of the first four moves of games from a source, as letters, by the games' ids there."""
        return self._read(lambda connection: queries.openings(connection, source, source_keys))

    def latest_reviews(self, source: str, source_keys: Sequence[str]) -> dict[str, str]:
        """Return the latest review, as JSON, of each game from a source that was reviewed, by the games' ids there."""
        return self._read(lambda connection: saved.latest_reviews(connection, source, source_keys))

    def delete_reviews(self, ids: Iterable[str]) -> None:
        """Delete reviews by id. Unknown ids are ignored."""
        self._write(lambda connection: saved.delete_reviews(connection, ids))

    def delete_old_reviews(self, suffixes: Iterable[str], *, before: float) -> None:
        """Delete the reviews whose id ends in one of the suffixes and that were saved before a time.

        The time is in seconds since 1970.
        """
        self._write(lambda connection: saved.delete_old_reviews(connection, suffixes, round(before * 1_000_000)))

    def save_study(self, id_: str, text: str, *, limit: int | None = None) -> None:
        """Save a shared study as JSON.

        Raises ArchiveFull if all reviews and studies together would have more than ``limit`` bytes.
        """
        self._write(lambda connection: saved.save_text(connection, tables.studies, id_, text, _now(), limit=limit))

    def study(self, id_: str) -> str | None:
        """Return the study with that id, or None."""
        return self._read(lambda connection: saved.load_study(connection, id_))


def _undo(connection: Connection, import_id: str) -> int:
    lock_writers(connection)
    return remove_import(connection, import_id, _UNDO_GAMES)


def _key(board: Board) -> int:
    return salted_key(board.symmetric_key(), board.game_type, board.edition)


def _now() -> int:
    """Return the number of microseconds since 1970."""
    return time.time_ns() // 1000


def _check_exists(url: URL) -> None:
    """Raise ArchiveNotFound if a URL names no database, or one that holds no games. Nothing is created or changed."""
    name = url.database if url.drivername.startswith("sqlite") and url.database else None
    if name is not None and not Path(name).is_file():
        raise ArchiveNotFound(f"{name}: there is no such game database")
    try:
        found = _has_archive(url) if name is None else _file_has_archive(name)
    except (DBAPIError, sqlite3.Error) as error:
        if (damage := damage_of(url, error)) is not None:
            raise damage from error
        raise SkepError(f"cannot read {name or redact(url)}: {error_text(error)}") from error
    if not found:
        raise ArchiveNotFound(f"{name or redact(url)} is not a game database")


def _has_archive(url: URL) -> bool:
    engine = reading_engine(url)
    try:
        return inspect(engine).has_table(SCHEMA.version_table)
    finally:
        engine.dispose()


def _file_has_archive(name: str) -> bool:
    """Return whether an SQLite file has the tables. It is opened for reading, because it can be anyone's file."""
    with closing(sqlite3.connect(f"{Path(name).absolute().as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT 1 FROM sqlite_master WHERE name = ?"
        return connection.execute(query, (SCHEMA.version_table,)).fetchone() is not None
