"""Reading and writing the chats of teams in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, insert, select

from skep.server.schemas.moderation import ChatEvidence
from skep.server.schemas.teams import TeamLine
from skep.server.store.moderation_tables import blocks
from skep.server.store.tables import guests
from skep.server.store.team_tables import team_chat, team_members, teams
from skep.server.store.values import micros, seconds
from skep.server.teams.team_statements import IS_MEMBER, LEADER, lock_team

__all__ = ["KEPT_LINES", "AddedLine", "add_line", "evidence_of", "lines_of", "recipients_of", "remove_line"]

KEPT_LINES: Final = 300
"""The latest lines of a chat that are kept."""
_EVIDENCE_LINES: Final = 50

_columns: Final = team_chat.c


@dataclass(frozen=True, slots=True)
class AddedLine:
    """A line that was stored, and the members who can read it."""

    line: TeamLine
    recipients: list[str]


def lines_of(team: str, viewer: str, limit: int, connection: Connection) -> list[TeamLine]:
    """Return the latest lines, oldest first, without those of players whom the viewer has muted or blocked."""
    hidden = select(blocks.c.other).where(blocks.c.player == viewer)
    latest = _lines().where(_columns.team == team, _columns.player.not_in(hidden)).limit(limit)
    return [_line(row) for row in connection.execute(latest)][::-1]


def add_line(
    team: str, player: str, text: str, now: float, connection: Connection, maybe_done: bool
) -> AddedLine | str:
    """Store a line of a member, and delete those that are too many. Returns the code of a problem otherwise."""
    if lock_team(team, connection) is None:
        return "unknown-team"
    own = select(team_members.c.role).where(team_members.c.team == team, team_members.c.player == player, IS_MEMBER)
    if connection.scalar(own) is None:
        return "members-only"
    same = _columns.team == team, _columns.player == player, _columns.at == micros(now)
    stored = connection.scalar(select(_columns.id).where(*same)) if maybe_done else None
    if stored is None:
        row = insert(team_chat).values(team=team, player=player, text=text, at=micros(now))
        stored = connection.scalars(row.returning(_columns.id)).one()
        newest = select(_columns.id).where(_columns.team == team).order_by(_columns.id.desc())
        oldest = connection.scalar(newest.offset(KEPT_LINES).limit(1))
        if oldest is not None:
            connection.execute(delete(team_chat).where(_columns.team == team, _columns.id <= oldest))
    line = _line(connection.execute(_lines().where(_columns.id == stored)).one())
    return AddedLine(line, recipients_of(team, player, connection))


def remove_line(
    team: str, player: str, line: int, is_moderator: bool, connection: Connection, maybe_done: bool
) -> str | None:
    """Remove a line that the player has written, or any line for leaders and moderators."""
    if lock_team(team, connection) is None:
        return "unknown-team"
    author = connection.scalar(select(_columns.player).where(_columns.team == team, _columns.id == line))
    if author is None:
        return None if maybe_done else "unknown-line"
    role = select(team_members.c.role).where(team_members.c.team == team, team_members.c.player == player)
    if author != player and not is_moderator and connection.scalar(role) != LEADER:
        return "leaders-only"
    connection.execute(delete(team_chat).where(_columns.id == line))
    return None


def recipients_of(team: str, author: str | None, connection: Connection) -> list[str]:
    """Return the members of a team, without those who have muted or blocked the author of a line."""
    hides = select(blocks.c.player).where(blocks.c.other == author)
    members = select(team_members.c.player).where(team_members.c.team == team, IS_MEMBER)
    return list(connection.scalars(members.where(team_members.c.player.not_in(hides))))


def evidence_of(team: str, about: str, connection: Connection) -> list[ChatEvidence]:
    """Return the description of a team and its latest lines, as evidence for a report about a player."""
    found = connection.execute(select(teams).where(teams.c.id == team)).one()
    described = ChatEvidence(
        audience="team", name=found.name, text=found.description, at=seconds(found.created), reported=False
    )
    lines = connection.execute(_lines().where(_columns.team == team).limit(_EVIDENCE_LINES)).all()
    return [
        described,
        *(
            ChatEvidence(
                audience="team", name=row.name, text=row.text, at=seconds(row.at), reported=row.player == about
            )
            for row in reversed(lines)
        ),
    ]


def _lines() -> Select[Any]:
    """Return the query of lines with their authors' names, the latest first."""
    return select(team_chat, guests.c.name).join(guests, guests.c.id == _columns.player).order_by(_columns.id.desc())


def _line(row: Any) -> TeamLine:
    return TeamLine(id=row.id, name=row.name, text=row.text, at=seconds(row.at))
