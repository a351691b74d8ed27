"""Teams: creating, finding, changing and closing them."""

from __future__ import annotations

import time
from functools import partial
from typing import Final, Protocol

from sqlalchemy import Connection

from skep.server.accounts.names import check_name, name_key
from skep.server.accounts.secrets import new_team_id
from skep.server.accounts.texts import clean_text
from skep.server.http.problem_error import ProblemError
from skep.server.moderation.log_statements import LogRow, add_entry
from skep.server.moderation.people import People
from skep.server.moderation.sanctions import Sanctions
from skep.server.moderation.words import Words
from skep.server.schemas.moderation import Target
from skep.server.schemas.teams import NewTeam, TeamChange, Teams, TeamSummary, TeamView
from skep.server.store.records import Guest, Store
from skep.server.teams import member_statements, team_statements
from skep.server.teams.problems import MAX_LED, MAX_NEW, raise_problem, unknown_team
from skep.server.teams.team_statements import LEADER, MEMBER, ListedTeam, NewTeamRow, StoredTeam

__all__ = ["MAX_NAME", "Checks", "TeamBoard", "check_text", "log_action"]

MAX_NAME: Final = 40
_MAX_DESCRIPTION: Final = 2000
_MAX_LINES: Final = 40
_PER_PAGE: Final = 30
_WEEK: Final = 7 * 24 * 3600.0


class Checks(Protocol):
    """The parts of moderation that teams use."""

    words: Words
    sanctions: Sanctions
    people: People


async def check_text(checks: Checks, player: Guest, *texts: str) -> None:
    """Raise ProblemError if a player may not write, or if a text contains a forbidden word."""
    await checks.sanctions.check_chat(player.id)
    for text in texts:
        if await checks.words.find(text) is not None:
            raise ProblemError(422, "forbidden-word", "The text contains a word that is not allowed here.")


class TeamBoard:
    """All teams of a server."""

    def __init__(self, store: Store, checks: Checks) -> None:
        self._store = store
        self._checks = checks

    # reading

    async def list(self, search: str, after: str | None) -> Teams:
        """Return a page of teams, the largest first, whose names contain a text."""
        query = partial(team_statements.list_teams, name_key(search), _cursor(after), _PER_PAGE + 1)
        found: list[ListedTeam] = await self._store.read(query)
        page = found[:_PER_PAGE]
        last = f"{page[-1].members}-{page[-1].id}" if len(found) > _PER_PAGE else None
        return Teams(teams=[_summary(team) for team in page], next=last)

    async def of_player(self, player: str) -> Teams:
        """Return the teams of a player, those that the player leads first."""
        found = await self._store.read(partial(team_statements.teams_of, player))
        return Teams(teams=[_summary(team) for team in found], next=None)

    async def of_name(self, name: str) -> Teams:
        """Return the teams of the player with a name. Raises ProblemError."""
        return await self.of_player((await self._checks.people.find(Target(name=name))).id)

    async def find(self, team: str, viewer: Guest | None) -> TeamView:
        """Return a team as a visitor sees it. Raises ProblemError."""
        return _view(await self.find_stored(team, None if viewer is None else viewer.id))

    async def find_stored(self, team: str, player: str | None) -> StoredTeam:
        """Return a stored team with the role of a player. Raises ProblemError."""
        found = await self._store.read(partial(team_statements.find_team, team, player))
        if found is None:
            raise unknown_team()
        return found

    # writing

    async def has_member(self, team: str, player: str) -> bool:
        """Return whether a player is a member or a leader of a team."""
        return await self._store.read(partial(member_statements.role_of, team, player)) in (MEMBER, LEADER)

    async def has_leader(self, team: str, player: str) -> bool:
        """Return whether a player is a leader of a team."""
        return await self._store.read(partial(member_statements.role_of, team, player)) == LEADER

    async def create(self, player: Guest, new: NewTeam) -> TeamView:
        """Create a team that a player leads. Raises ProblemError."""
        name, description = check_name(new.name, max_length=MAX_NAME), clean_lines(new.description)
        await self._checks.words.check_name(name)
        await check_text(self._checks, player, description)
        now = time.time()
        row = NewTeamRow(new_team_id(), name, name_key(name), description, new.open, player.id, now)
        raise_problem(await self._store.write(partial(team_statements.create_team, row, MAX_LED, MAX_NEW, now - _WEEK)))
        return await self.find(row.id, player)

    async def change(self, player: Guest, team: str, change: TeamChange) -> TeamView:
        """Change a team that a player leads; moderators can change every team. Raises ProblemError."""
        values: dict[str, object] = {}
        if change.description is not None:
            values["description"] = clean_lines(change.description)
            await check_text(self._checks, player, str(values["description"]))
        if change.open is not None:
            values["open"] = change.open
        now = time.time()

        def write(connection: Connection, maybe_done: bool) -> str | None:
            problem = _lead(player, team, "changed", now, connection, maybe_done)
            if problem is None:
                team_statements.change_team(team, values, connection)
            return problem

        raise_problem(await self._store.write(write))
        return await self.find(team, player)

    async def close(self, player: Guest, team: str) -> None:
        """Close a team that a player leads; moderators can close every team. Raises ProblemError."""
        now = time.time()

        def write(connection: Connection, maybe_done: bool) -> str | None:
            problem = _lead(player, team, "closed", now, connection, maybe_done)
            if problem is None:
                team_statements.close_team(team, now, connection)
            return None if maybe_done and problem == "unknown-team" else problem

        raise_problem(await self._store.write(write))


def _lead(player: Guest, team: str, action: str, now: float, connection: Connection, maybe_done: bool) -> str | None:
    """Lock a team for one of its leaders or a moderator, whose action is logged. Return the code of a problem."""
    row = team_statements.lock_team(team, connection)
    if row is None:
        return "unknown-team"
    if member_statements.role_of(team, player.id, connection) == LEADER:
        return None
    if not player.role:
        return "leaders-only"
    log_action(player, f"{action} the team {row.name!r} ({team})", now, connection, maybe_done)
    return None


def log_action(moderator: Guest, detail: str, now: float, connection: Connection, maybe_done: bool) -> None:
    """Log an action of a moderator who does not lead the team."""
    add_entry(LogRow(now, moderator.id, moderator.name, "team", detail=detail), connection, maybe_done)


def clean_lines(text: str) -> str:
    """Return a text of several lines without invisible characters, and with at most one empty line in a row.

    >>> clean_lines(" We play\\n\\n\\non Fridays.\\u202e ")
    'We play\\n\\non Fridays.'
    """
    lines: list[str] = []
    for line in text[:_MAX_DESCRIPTION].splitlines():
        cleaned = clean_text(line, _MAX_DESCRIPTION)
        if cleaned or (lines and lines[-1]):
            lines.append(cleaned)
    return "\n".join(lines[:_MAX_LINES]).strip()


def _cursor(after: str | None) -> tuple[int, str] | None:
    """Return the size and the id of the last team of the page before."""
    if after is None:
        return None
    members, _, team = after.partition("-")
    return int(members), team


def _summary(team: ListedTeam) -> TeamSummary:
    return TeamSummary(id=team.id, name=team.name, open=team.open, members=team.members, leader=team.leader)


def _view(team: StoredTeam) -> TeamView:
    return TeamView(
        id=team.id,
        name=team.name,
        description=team.description,
        open=team.open,
        created=team.created,
        members=team.members,
        leaders=list(team.leaders),
        standing=team.role,  # type: ignore[arg-type]
        requests=team.requests if team.role == LEADER else None,
    )
