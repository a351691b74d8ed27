"""Reading and writing teams in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from skep.server.store.account_tables import accounts
from skep.server.store.tables import guests
from skep.server.store.team_tables import team_chat, team_members, teams
from skep.server.store.values import micros, seconds

__all__ = [
    "IS_MEMBER",
    "LEADER",
    "MEMBER",
    "REFUSED",
    "REQUESTED",
    "ListedTeam",
    "NewTeamRow",
    "StoredTeam",
    "change_team",
    "close_team",
    "create_team",
    "find_team",
    "list_teams",
    "lock_player",
    "lock_team",
    "settle",
    "teams_of",
]

LEADER: Final = "leader"
MEMBER: Final = "member"
REQUESTED: Final = "requested"
REFUSED: Final = "refused"
IS_MEMBER: Final = team_members.c.role.in_((LEADER, MEMBER))
_IS_OPEN: Final = teams.c.closed.is_(None)
_MAX_LEADERS_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class NewTeamRow:
    """A team to store."""

    id: str
    name: str
    key: str
    description: str
    open: bool
    creator: str
    created: float


@dataclass(frozen=True, slots=True)
class StoredTeam:
    """A team, with the place of one player in it."""

    id: str
    name: str
    description: str
    open: bool
    created: float
    members: int
    leaders: tuple[str, ...]
    """Their names, those who have led the team for longest first."""
    requests: int
    role: str
    """The player's role; empty for others."""


@dataclass(frozen=True, slots=True)
class ListedTeam:
    """A team in a list."""

    id: str
    name: str
    open: bool
    members: int
    leader: bool = False


def lock_player(player: str, connection: Connection) -> None:
    """Let no other transaction count or change the teams of a player until this one ends."""
    connection.execute(select(accounts.c.id).where(accounts.c.id == player).with_for_update())


def lock_team(team: str, connection: Connection) -> Row[Any] | None:
    """Return a team that is not closed, which no other transaction changes until this one ends."""
    return connection.execute(select(teams).where(teams.c.id == team, _IS_OPEN).with_for_update()).one_or_none()


def create_team(
    new: NewTeamRow, max_led: int, max_new: int, since: float, connection: Connection, maybe_done: bool
) -> str | None:
    """Create a team with its first leader. Returns None, or the code of the problem.

    ``max_new`` is how many teams a player can create after ``since``.
    """
    if maybe_done and connection.scalar(select(teams.c.id).where(teams.c.id == new.id)) is not None:
        return None
    lock_player(new.creator, connection)
    led = select(func.count()).where(team_members.c.player == new.creator, team_members.c.role == LEADER)
    if (connection.scalar(led) or 0) >= max_led:
        return "teams-led"
    recent = select(func.count()).where(teams.c.creator == new.creator, teams.c.created > micros(since))
    if (connection.scalar(recent) or 0) >= max_new:
        return "teams-new"
    at = micros(new.created)
    row = {
        "id": new.id,
        "name": new.name,
        "name_key": new.key,
        "description": new.description,
        "open": new.open,
        "creator": new.creator,
        "created": at,
        "closed": None,
        "members": 1,
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(teams).values(row))
    except IntegrityError:
        return "team-name-taken"
    leader = {"team": new.id, "player": new.creator, "role": LEADER, "text": "", "at": at, "led": at}
    connection.execute(insert(team_members).values(leader))
    return None


def change_team(team: str, values: dict[str, object], connection: Connection) -> None:
    """Change some columns of a team."""
    if values:
        connection.execute(update(teams).where(teams.c.id == team).values(values))


def close_team(team: str, now: float, connection: Connection) -> None:
    """Close a team: its members and its chat are deleted, and its name becomes free."""
    connection.execute(delete(team_chat).where(team_chat.c.team == team))
    connection.execute(delete(team_members).where(team_members.c.team == team))
    gone = {"closed": micros(now), "name_key": f"closed {team}", "members": 0, "description": ""}
    connection.execute(update(teams).where(teams.c.id == team).values(gone))


def settle(team: str, now: float, connection: Connection) -> None:
    """Count the members of a team after somebody has joined or left.

    Without a leader, the player who has been a member for longest leads it; without members, it is closed.
    """
    columns = team_members.c
    own = columns.team == team, IS_MEMBER
    count = connection.scalar(select(func.count()).where(*own)) or 0
    if count == 0:
        close_team(team, now, connection)
        return
    connection.execute(update(teams).where(teams.c.id == team).values(members=count))
    led = select(columns.player).where(columns.team == team, columns.role == LEADER)
    if connection.scalar(led.limit(1)) is None:
        oldest = connection.scalar(select(columns.player).where(*own).order_by(columns.at, columns.player).limit(1))
        heir = update(team_members).where(columns.team == team, columns.player == oldest)
        connection.execute(heir.values(role=LEADER, led=micros(now)))


def find_team(team: str, player: str | None, connection: Connection) -> StoredTeam | None:
    """Return a team that is not closed, with the role of a player, or None."""
    row = connection.execute(select(teams).where(teams.c.id == team, _IS_OPEN)).one_or_none()
    if row is None:
        return None
    columns = team_members.c
    leaders = (
        select(guests.c.name)
        .join(team_members, columns.player == guests.c.id)
        .where(columns.team == team, columns.role == LEADER)
        .order_by(columns.led, columns.player)
        .limit(_MAX_LEADERS_SHOWN)
    )
    waiting = select(func.count()).where(columns.team == team, columns.role == REQUESTED)
    role = connection.scalar(select(columns.role).where(columns.team == team, columns.player == player))
    return StoredTeam(
        id=row.id,
        name=row.name,
        description=row.description,
        open=row.open,
        created=seconds(row.created),
        members=row.members,
        leaders=tuple(connection.scalars(leaders)),
        requests=connection.scalar(waiting) or 0,
        role="" if role in (None, REFUSED) else role,
    )


def list_teams(key: str, after: tuple[int, str] | None, limit: int, connection: Connection) -> list[ListedTeam]:
    """Return the teams whose names contain a text, as compared: the largest first."""
    columns = teams.c
    listed = select(teams).where(_IS_OPEN).order_by(columns.members.desc(), columns.id).limit(limit)
    if key:
        listed = listed.where(columns.name_key.contains(key, autoescape=True))
    if after is not None:
        members, id_ = after
        later: ColumnElement[bool] = or_(columns.members < members, and_(columns.members == members, columns.id > id_))
        listed = listed.where(later)
    return [ListedTeam(row.id, row.name, row.open, row.members) for row in connection.execute(listed)]


def teams_of(player: str, connection: Connection) -> list[ListedTeam]:
    """Return the teams of a player: those that the player leads first, then by name."""
    own = (
        select(teams, (team_members.c.role == LEADER).label("leader"))
        .join(team_members, team_members.c.team == teams.c.id)
        .where(team_members.c.player == player, IS_MEMBER, _IS_OPEN)
    )
    rows = [ListedTeam(row.id, row.name, row.open, row.members, bool(row.leader)) for row in connection.execute(own)]
    return sorted(rows, key=lambda team: (not team.leader, team.name.casefold(), team.id))
