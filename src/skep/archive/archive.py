"""Archive: the game database, as programs hold it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import IO, Final, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from skep.archive import adding, exploring, finding, kept, tables
from skep.archive.adding import Added
from skep.archive.exploring import Explored
from skep.archive.filters import EVERY_GAME, Filters
from skep.archive.finding import Entry
from skep.archive.importing import Report, import_records, read_files
from skep.archive.keys import Prepared, in_rules, prepare
from skep.board import Board
from skep.database.engines import DOWN, read_url, reading_engine, reason, shown, writing_engine
from skep.database.migrate import Schema
from skep.database.migrate import prepare as prepare_database
from skep.editions import Edition
from skep.errors import SkepError
from skep.game import Game, read_records

__all__ = ["Archive", "ArchiveUnavailable"]

Answer = TypeVar("Answer")

SCHEMA: Final = Schema(tables.metadata, Path(__file__).parent / "migrations", "archive_version")
_WRITE_CACHE: Final = 256_000
_READ_CACHE: Final = 16_000
"""Kilobytes of an SQLite file in memory: rows go in all over the file, and are read in few places."""
_AT_ONCE: Final = 2_000
"""Games that are added in one transaction."""
MOST_LISTED: Final = 1_000


class ArchiveUnavailable(SkepError):
    """The database does not answer; what was asked for may be asked for again."""


class Archive:
    """Games in SQLite or PostgreSQL, to be searched, exported and explored. Threads may share one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Archive.open(f"sqlite:///{folder}/archive.sqlite") as archive:
    ...     archive.add(Game.parse("Base;;;wS1;bS1 wS1-"), source="an example")
    ...     archive.add(Game.parse("Base;;;wS1;bS1 -wS1"), source="its mirror image")
    ...     [move.uhp for move in archive.explore(Board("Base")).moves]
    Added(id=1, known=False)
    Added(id=1, known=True)
    ['wS1']
    """

    def __init__(self, url: URL) -> None:
        """Use :meth:`open`."""
        self._url = url
        self._reading = reading_engine(url, cache=_READ_CACHE)
        self._writing = writing_engine(url, kept=True, cache=_WRITE_CACHE)
        self._lock = Lock()

    @classmethod
    def open(cls, url: str) -> Archive:
        """Open a database, making its tables or bringing them up to date.

        ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``; the latter may be the server's own.
        """
        where = read_url(url)
        prepare_database(where, SCHEMA)
        return cls(where)

    def close(self) -> None:
        """Let the database go."""
        self._reading.dispose()
        self._writing.dispose()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Archive: {shown(self._url)}>"

    def _read(self, job: Callable[[Connection], Answer]) -> Answer:
        """Read in a transaction; once more when the connection turns out to be broken, as after a restart."""
        try:
            try:
                return self._read_once(job)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            return self._read_once(job)
        except DOWN as error:
            raise ArchiveUnavailable(f"{shown(self._url)} does not answer: {reason(error)}") from error

    def _read_once(self, job: Callable[[Connection], Answer]) -> Answer:
        with self._reading.begin() as connection:
            return job(connection)

    def _write(self, job: Callable[[Connection], Answer]) -> Answer:
        try:
            with self._lock, self._writing.begin() as connection:
                return job(connection)
        except DOWN as error:
            raise ArchiveUnavailable(f"cannot write to {shown(self._url)}: {reason(error)}") from error

    # games

    def add(self, game: Game, *, source: str, source_key: str | None = None) -> Added:
        """Add a game, unless it is there already.

        The same are games of the same moves, turned, mirrored or renumbered, between the same players on the same
        day; a record that says neither is the same as any of the same moves, and one that is nothing but moves gives
        way to one that says more. ``source_key`` is the source's own name for the game: what one source names
        differently are different games. Raises SkepError for a game without moves.
        """
        prepared = prepare(game, source, source_key)
        return self._write(lambda connection: adding.add(connection, [prepared], _now()))[0]

    def add_many(self, games: Iterable[Game], *, source: str) -> list[Added]:
        """Add games, two thousand in each transaction: much faster than one at a time."""
        added, waiting = list[Added](), list[Prepared]()
        for game in games:
            waiting.append(prepare(game, source, None))
            if len(waiting) == _AT_ONCE:
                added += self._add_prepared(waiting)
                waiting.clear()
        return added + self._add_prepared(waiting)

    def _add_prepared(self, prepared: list[Prepared]) -> list[Added]:
        return self._write(lambda connection: adding.add(connection, prepared, _now())) if prepared else []

    def import_files(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        edition: Edition | None = None,
        report: Report | None = None,
        progress: Callable[[Report], None] = lambda _report: None,
    ) -> Report:
        """Add the games of files, folders and zip archives, in any form that can be read.

        A broken game or file is noted in the report and stops nothing; of a broken game nothing is added.
        ``edition`` is for records that do not say theirs. ``progress`` is called with the report after every game.
        When it is interrupted, what was read until then is added, and a report that was given tells it.
        """
        report = Report() if report is None else report
        import_records(read_files(paths, edition), self._add_prepared, report, progress)
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
        """Add the games of an open binary file, as of one that was sent; otherwise as :meth:`import_files`."""
        report = Report() if report is None else report
        import_records(read_records(file, name=name, edition=edition), self._add_prepared, report, progress)
        return report

    def find(self, filters: Filters = EVERY_GAME, *, limit: int = 50, offset: int = 0) -> list[Entry]:
        """Some of the games, the latest first, those without a date last; at most a thousand at a time."""
        limit, offset = max(0, min(limit, MOST_LISTED)), max(0, offset)
        return self._read(lambda connection: finding.find(connection, filters, limit, offset))

    def count(self, filters: Filters = EVERY_GAME) -> int:
        """How many games there are."""
        return self._read(lambda connection: finding.count(connection, filters))

    def entry(self, id_: int) -> Entry:
        """One game as lists show it; raises KeyError when there is none of that number."""
        for found in self._read(lambda connection: finding.entries(connection, [id_])):
            return found
        raise KeyError(id_)

    def game(self, id_: int) -> Game:
        """The whole record of a game; raises KeyError when there is none of that number."""
        text = self._read(lambda connection: finding.record(connection, id_))
        if text is None:
            raise KeyError(id_)
        return Game.parse(text)

    def export(self, filters: Filters = EVERY_GAME) -> Iterator[Game]:
        """Every game under the filters, in the order in which they were added."""
        after = 0
        while some := self._read(partial(finding.records_of, filters=filters, after=after)):
            after = some[-1][0]
            for _id, text in some:
                yield Game.parse(text)

    # positions

    def explore(self, board: Board, filters: Filters = EVERY_GAME) -> Explored:
        """How the position on the board was played, turned and mirrored images included.

        Only games of the board's game type count: with other bugs in hand it is another position. Moves that lead
        to the same position are told as one.
        """
        return self._read(lambda connection: exploring.explore(connection, board, filters))

    def note_value(self, board: Board, value: float, depth: int) -> None:
        """Keep what the engine thinks of the position, in units, White's view, unless it has looked deeper before."""
        key = _key(board)
        self._write(lambda connection: kept.note_value(connection, key, value, depth))

    def value(self, board: Board) -> tuple[float, int] | None:
        """What the engine thought of the position, and how deep it looked."""
        key = _key(board)
        return self._read(lambda connection: kept.values_of(connection, [key])).get(key)

    # what is kept beside games

    def keep_review(self, id_: str, text: str, *, game: int | None = None) -> None:
        """Keep a review, as JSON, of a game of this database or of none."""
        self._write(lambda connection: kept.keep(connection, tables.reviews, id_, text, _now(), game))

    def review(self, id_: str) -> str | None:
        """The review of that id."""
        return self._read(lambda connection: kept.review(connection, id_))

    def keep_study(self, id_: str, text: str) -> None:
        """Keep a shared study, as JSON."""
        self._write(lambda connection: kept.keep(connection, tables.studies, id_, text, _now()))

    def study(self, id_: str) -> str | None:
        """The study of that id."""
        return self._read(lambda connection: kept.study(connection, id_))


def _key(board: Board) -> int:
    return in_rules(board.symmetric_key(), board.game_type, board.edition)


def _now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000
