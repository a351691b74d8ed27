"""The folder of a match: its plan, a journal of finished games, their PGN, and the last report.

``match.json``   the plan
``games.jsonl``  one finished game a line, with its evidence; the truth that a match is resumed from
``games.pgn``    the same games to look at; made anew from the journal when a match is resumed
``report.json``  the report, when the match ends or is interrupted

A game is appended and forced to the disk before anybody is told of it. What a crash left half written at
the end of the journal is cut off.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from skep.errors import SkepError
from skep.match.pgn import format_game
from skep.match.plan import Plan
from skep.match.records import GameRecord

__all__ = ["MatchFolder"]


class MatchFolder:
    """Where a match is kept. One process at a time may hold it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path / "lock")
        self._plan: Plan | None = None

    def plan(self) -> Plan:
        """The stored plan; raises SkepError where there is none."""
        plan = self._read_plan()
        if plan is None:
            raise SkepError(f"{self.path} holds no match to resume")
        return plan

    def open(self, wanted: Plan | None) -> tuple[Plan, list[GameRecord]]:
        """Begin or continue a match: its plan and the games already finished.

        A stored plan is continued; without one the wanted plan is stored. Raises SkepError when the
        folder holds another match, nothing to continue, or is in use.
        """
        if wanted is None:
            self.plan()
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise SkepError(f"{self.path} is in use by another match that is running") from None
        try:
            return self._begin(wanted)
        except BaseException:
            self.close()
            raise

    def _begin(self, wanted: Plan | None) -> tuple[Plan, list[GameRecord]]:
        stored = self._read_plan()
        plan = stored if wanted is None else wanted if stored is None else stored.continued_as(wanted)
        assert plan is not None
        self._plan = plan
        if plan != stored:
            self._replace("match.json", json.dumps(plan.to_json(), indent=1) + "\n")
        return plan, self.settle()

    def settle(self) -> list[GameRecord]:
        """The games in the journal; whatever an interrupt left undone at its end or in the PGN is put right."""
        assert self._plan is not None
        records = self._read_journal()
        self._replace("games.pgn", "".join(format_game(self._plan, record) for record in records))
        return records

    def add(self, record: GameRecord) -> None:
        """Keep a finished game; when this returns it is on the disk."""
        assert self._plan is not None
        self._append("games.jsonl", json.dumps(record.to_json(), ensure_ascii=False) + "\n")
        self._append("games.pgn", format_game(self._plan, record))

    def write_report(self, report: dict[str, Any]) -> None:
        """Keep the report."""
        self._replace("report.json", json.dumps(report, indent=1) + "\n")

    def close(self) -> None:
        """Let others have the folder."""
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
        """The finished games; a last line that was not finished is cut off."""
        file = self._file("games.jsonl")
        if not file.exists():
            return []
        data = file.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(file, len(whole))
        records = dict[int, GameRecord]()
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                record = GameRecord.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise SkepError(f"{file}, line {number} is damaged: {error}") from error
            records[record.number] = record
        return list(records.values())

    def _append(self, name: str, text: str) -> None:
        with self._file(name).open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    def _replace(self, name: str, text: str) -> None:
        """Write a file whole or not at all."""
        handle, temporary = tempfile.mkstemp(dir=self.path, prefix=f".{name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(0o644)
            Path(temporary).replace(self._file(name))
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
