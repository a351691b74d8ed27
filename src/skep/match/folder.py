"""The folder of a match: its plan, a journal of finished games, their PGN, and the last report.

``match.json``   the plan
``games.jsonl``  the journal: one finished game per line, with its evidence; a match is resumed from it
``games.pgn``    the same games for other programs; rebuilt from the journal when a match is resumed
``report.json``  the report, written when the match ends or is interrupted

A finished game is flushed to the disk before it is reported. An incomplete line that a crash left at the end of the
journal is removed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from skep.durable_files import append_durably, read_complete_lines, replace_file
from skep.errors import SkepError
from skep.match.pgn import format_game
from skep.match.plan import Plan
from skep.match.records import GameRecord

__all__ = ["MatchFolder"]


class MatchFolder:
    """The files of a match. Only one process can have the folder open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path / "lock")
        self._plan: Plan | None = None

    def plan(self) -> Plan:
        """Return the stored plan. Raises SkepError if there is none."""
        plan = self._read_plan()
        if plan is None:
            raise SkepError(f"{self.path} has no match to resume")
        return plan

    def open(self, requested: Plan | None) -> tuple[Plan, list[GameRecord]]:
        """Start or continue a match. Return its plan and its finished games.

        A stored plan is continued; otherwise the requested plan is stored. Raises SkepError if the folder
        contains a different match, has nothing to continue, or is in use.
        """
        if requested is None:
            self.plan()
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise SkepError(f"{self.path} is in use by another running match") from None
        try:
            return self._load(requested)
        except BaseException:
            self.close()
            raise

    def _load(self, requested: Plan | None) -> tuple[Plan, list[GameRecord]]:
        stored = self._read_plan()
        plan = stored if requested is None else requested if stored is None else stored.continue_as(requested)
        assert plan is not None
        self._plan = plan
        if plan != stored:
            self._replace("match.json", json.dumps(plan.to_json(), indent=1) + "\n")
        return plan, self.repair()

    def repair(self) -> list[GameRecord]:
        """Return the games in the journal. Repairs its end and rebuilds the PGN after an interruption."""
        assert self._plan is not None
        records = self._read_journal()
        self._replace("games.pgn", "".join(format_game(self._plan, record) for record in records))
        return records

    def add(self, record: GameRecord) -> None:
        """Store a finished game. It is on the disk when this returns."""
        assert self._plan is not None
        append_durably(self._file("games.jsonl"), json.dumps(record.to_json(), ensure_ascii=False) + "\n")
        append_durably(self._file("games.pgn"), format_game(self._plan, record))

    def write_report(self, report: dict[str, Any]) -> None:
        """Store the report."""
        self._replace("report.json", json.dumps(report, indent=1) + "\n")

    def close(self) -> None:
        """Release the folder for other processes."""
        self._lock.release()

    def _file(self, name: str) -> Path:
        return self.path / name

    def _read_plan(self) -> Plan | None:
        file = self._file("match.json")
        if not file.exists():
            return None
        try:
            return Plan.from_json(json.loads(file.read_text("utf-8")))
        except (ValueError, KeyError, TypeError) as error:
            raise SkepError(f"{file} is damaged: {error}") from error

    def _read_journal(self) -> list[GameRecord]:
        """Return the finished games, and remove an incomplete last line."""
        file = self._file("games.jsonl")
        records = dict[int, GameRecord]()
        for number, line in enumerate(read_complete_lines(file), 1):
            try:
                record = GameRecord.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise SkepError(f"{file}, line {number} is damaged: {error}") from error
            records[record.number] = record
        return list(records.values())

    def _replace(self, name: str, text: str) -> None:
        replace_file(self._file(name), text, mode=0o644)
