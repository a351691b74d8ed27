"""Reports: players tell the moderators about other players."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from skep.server.accounts.texts import clean_text
from skep.server.http.problem_error import ProblemError
from skep.server.moderation import report_statements
from skep.server.moderation.people import People
from skep.server.moderation.report_statements import NewReportRow, ReportRow
from skep.server.schemas.moderation import NewReport, ReportPage, ReportView
from skep.server.store.records import Guest, Store

__all__ = ["MAX_REPORT_TEXT", "REPORTS_PER_DAY", "Reports", "report_view"]

REPORTS_PER_DAY: Final = 10
"""The number of reports that one player can send in a day."""
MAX_REPORT_TEXT: Final = 1000
_PER_PAGE: Final = 30


class Reports:
    """Receives reports and lists them for moderators."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people

    async def receive(self, reporter: Guest, new: NewReport) -> None:
        """Store a report, with the chat of its game as evidence. Raises ProblemError."""
        text = clean_text(new.text, MAX_REPORT_TEXT)
        if new.kind == "other" and not text:
            raise ProblemError(422, "report-empty", "Say in a few words what is wrong.")
        person = await self._people.find(new.player)
        if person.id == reporter.id:
            raise ProblemError(409, "report-self", "You cannot report yourself.")
        row = NewReportRow(reporter.id, person.id, person.name, new.kind, new.player.game, text, time.time())
        if not await self._store.write(partial(report_statements.add_report, row, REPORTS_PER_DAY)):
            raise ProblemError(
                429, "report-limit", f"You have sent {REPORTS_PER_DAY} reports today. The moderators will read them."
            )

    async def page(self, *, is_open: bool, before: int | None) -> ReportPage:
        """Return open reports, the oldest first, or closed ones, the latest first."""
        rows = await self._store.read(partial(report_statements.report_page, is_open, before, _PER_PAGE + 1))
        waiting = await self._store.read(report_statements.open_reports)
        views = [report_view(row) for row in rows[:_PER_PAGE]]
        return ReportPage(reports=views, open=waiting, more=len(rows) > _PER_PAGE)

    async def find(self, number: int) -> ReportRow:
        """Return a report. Raises ProblemError."""
        row = await self._store.read(partial(report_statements.report, number))
        if row is None:
            raise ProblemError(404, "unknown-report", f"There is no report number {number}.")
        return row


def report_view(row: ReportRow) -> ReportView:
    """Return a report as moderators see it."""
    return ReportView(
        id=row.id,
        player=row.player,
        name=row.name,
        kind=row.kind,  # type: ignore[arg-type]
        game=row.game,
        text=row.text,
        at=row.at,
        reporter=row.reporter,
        reporter_name=row.reporter_name,
        evidence=row.evidence,
        outcome=row.outcome,
        sanctions=row.sanctions,
    )
