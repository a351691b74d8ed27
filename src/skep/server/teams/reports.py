"""Reports about teams, which moderators read with those about players."""

from __future__ import annotations

import time
from functools import partial

from sqlalchemy import Connection

from skep.server.accounts.texts import clean_text
from skep.server.http.problem_error import ProblemError
from skep.server.moderation import report_statements
from skep.server.moderation.report_statements import NewReportRow
from skep.server.moderation.reports import MAX_REPORT_TEXT, REPORTS_PER_DAY
from skep.server.schemas.moderation import Target
from skep.server.schemas.teams import TeamReport
from skep.server.store.records import Guest, Store
from skep.server.teams import chat_statements, member_statements
from skep.server.teams.teams import Checks, TeamBoard

__all__ = ["TeamReports"]


class TeamReports:
    """Receives reports, with the team's description and chat as evidence."""

    def __init__(self, store: Store, board: TeamBoard, checks: Checks) -> None:
        self._store = store
        self._board = board
        self._checks = checks

    async def receive(self, reporter: Guest, team: str, new: TeamReport) -> None:
        """Store a report about a member, or about the team's first leader. Raises ProblemError."""
        stored = await self._board.find_stored(team, reporter.id)
        text = clean_text(new.text, MAX_REPORT_TEXT)
        if new.kind == "other" and not text:
            raise ProblemError(422, "report-empty", "Say in a few words what is wrong.")
        person = await self._checks.people.find(Target(name=new.member or stored.leaders[0]))
        if person.id == reporter.id:
            raise ProblemError(409, "report-self", "You cannot report yourself.")
        if new.member is not None and not await self._store.read(partial(member_statements.role_of, team, person.id)):
            raise ProblemError(404, "unknown-member", "The team has no member with this name.")
        text = f"Team {stored.name!r} (/team/{team}). {text}".strip()
        row = NewReportRow(reporter.id, person.id, person.name, new.kind, None, text, time.time())

        def write(connection: Connection, maybe_done: bool) -> bool:
            evidence = chat_statements.evidence_of(team, person.id, connection)
            return report_statements.add_report(row, REPORTS_PER_DAY, connection, maybe_done, evidence=evidence)

        if not await self._store.write(write):
            raise ProblemError(
                429, "report-limit", f"You have sent {REPORTS_PER_DAY} reports today. The moderators will read them."
            )
