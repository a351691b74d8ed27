"""Membership: who joins a team, leaves it and leads it."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from sqlalchemy import Connection

from skep.server.accounts.names import name_key
from skep.server.accounts.texts import clean_text
from skep.server.notifications import Notifications, TeamTopic
from skep.server.ratings.results import age_rating
from skep.server.ratings.shown import to_shown
from skep.server.schemas.teams import TeamMember, TeamMembers, TeamRequest, TeamRequests, TeamView
from skep.server.store.records import Guest, Store
from skep.server.store.values import micros
from skep.server.teams import member_statements
from skep.server.teams.member_statements import ListedMember
from skep.server.teams.problems import raise_problem
from skep.server.teams.team_statements import LEADER, MEMBER, REQUESTED
from skep.server.teams.teams import Checks, TeamBoard, check_text, log_action

__all__ = ["Membership"]

_MAX_TEXT: Final = 300
_PER_PAGE: Final = 50


class Membership:
    """The members of all teams."""

    def __init__(self, store: Store, board: TeamBoard, checks: Checks, notifications: Notifications) -> None:
        self._store = store
        self._board = board
        self._checks = checks
        self._notifications = notifications

    # reading

    async def list(self, team: str, pool: str, page: int) -> TeamMembers:
        """Return a page of the members with their ratings in a pool. Raises ProblemError."""
        total = (await self._board.find_stored(team, None)).members
        query = partial(member_statements.members_of, team, pool, (page - 1) * _PER_PAGE, _PER_PAGE + 1)
        found = await self._store.read(query)
        now = micros(time.time())
        members = [_member(member, now) for member in found[:_PER_PAGE]]
        return TeamMembers(pool=pool, members=members, total=total, more=len(found) > _PER_PAGE)

    async def requests(self, leader: Guest, team: str) -> TeamRequests:
        """Return the players who wait for an answer, for a leader. Raises ProblemError."""
        stored = await self._board.find_stored(team, leader.id)
        raise_problem(None if stored.role == LEADER else "leaders-only")
        waiting = await self._store.read(partial(member_statements.requests_of, team))
        return TeamRequests(requests=[TeamRequest(name=row.name, text=row.text, at=row.at) for row in waiting])

    # joining and leaving

    async def join(self, player: Guest, team: str, text: str) -> TeamView:
        """Let a player join, or ask the leaders. Raises ProblemError."""
        before, now = await self._board.find_stored(team, player.id), time.time()
        cleaned = clean_text(text, _MAX_TEXT)
        if cleaned:
            await check_text(self._checks, player, cleaned)
        role: str = await self._store.write(partial(member_statements.join, team, player.id, cleaned, now))
        raise_problem(None if role in (LEADER, MEMBER, REQUESTED) else role)
        if role == REQUESTED and before.role != REQUESTED:
            topic = TeamTopic(team, before.name, player.id)
            for leader in await self._store.read(partial(member_statements.leaders_of, team)):
                await self._notifications.notify(leader, "team-request", team=topic, name=player.name, version=int(now))
        return await self._board.find(team, player)

    async def leave(self, player: Guest, team: str) -> TeamView | None:
        """Let a player leave a team, or withdraw a request. Returns None if this closes the team."""
        before = await self._board.find_stored(team, player.id)
        raise_problem(await self._store.write(partial(member_statements.leave, team, player.id, time.time())))
        if before.role == REQUESTED:
            await self._notifications.withdraw("team-request", team=TeamTopic(team, before.name, player.id))
        is_closed = before.role in (LEADER, MEMBER) and before.members == 1
        return None if is_closed else await self._board.find(team, player)

    async def answer(self, leader: Guest, team: str, name: str, *, accept: bool) -> TeamRequests:
        """Accept a player who asks to join, or not; return those who still wait. Raises ProblemError."""
        stored, now = await self._board.find_stored(team, leader.id), time.time()
        answer = partial(member_statements.answer_request, team, leader.id, name_key(name), accept, now)
        problem, applicant = await self._store.write(answer)
        raise_problem(problem)
        await self._notifications.withdraw("team-request", team=TeamTopic(team, stored.name, applicant))
        if accept:
            topic = TeamTopic(team, stored.name)
            await self._notifications.notify(applicant, "team-accepted", team=topic, version=int(now))
        return await self.requests(leader, team)

    # leading

    async def set_role(self, leader: Guest, team: str, name: str, role: str) -> TeamView:
        """Appoint a leader, or let one step down. Raises ProblemError."""
        change = partial(member_statements.set_role, team, leader.id, name_key(name), role, time.time())
        raise_problem(await self._store.write(change))
        return await self._board.find(team, leader)

    async def hand_over(self, leader: Guest, team: str, name: str) -> TeamView:
        """Let a member lead the team instead of a leader. Raises ProblemError."""
        raise_problem(await self._store.write(partial(member_statements.hand_over, team, leader.id, name_key(name))))
        return await self._board.find(team, leader)

    async def remove(self, leader: Guest, team: str, name: str) -> TeamView:
        """Remove a member. Moderators can remove members of every team. Raises ProblemError."""
        stored, key = await self._board.find_stored(team, leader.id), name_key(name)
        as_moderator, now = stored.role != LEADER and leader.role != "", time.time()

        def write(connection: Connection, maybe_done: bool) -> str | None:
            problem = member_statements.remove(team, leader.id, key, now, as_moderator, connection, maybe_done)
            if problem is None and as_moderator:
                detail = f"removed {name!r} from the team {stored.name!r} ({team})"
                log_action(leader, detail, now, connection, maybe_done)
            return problem

        raise_problem(await self._store.write(write))
        return await self._board.find(team, leader)


def _member(member: ListedMember, now: int) -> TeamMember:
    rating = None if member.rating is None else to_shown(age_rating(member.id, member.rating, now))
    return TeamMember(name=member.name, leader=member.leader, since=member.since, rating=rating)
