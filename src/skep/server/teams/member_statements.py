"""Reading and writing who belongs to a team in the database.

The writes return None or the code of a problem. Each locks the team first, so that two at once cannot leave it without
a leader or with too many members.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, case, delete, func, insert, select, update

from skep.server.ratings.rating import Rating
from skep.server.store.account_tables import accounts
from skep.server.store.rating_tables import ratings
from skep.server.store.tables import guests
from skep.server.store.team_tables import team_members
from skep.server.store.values import micros, seconds
from skep.server.teams.team_statements import (
    IS_MEMBER,
    LEADER,
    MEMBER,
    REFUSED,
    REQUESTED,
    lock_player,
    lock_team,
    settle,
)

__all__ = [
    "MAX_LEADERS",
    "MAX_MEMBERS",
    "MAX_REQUESTS",
    "MAX_TEAMS",
    "REFUSED_SECONDS",
    "ListedMember",
    "Waiting",
    "answer_request",
    "hand_over",
    "join",
    "leaders_of",
    "leave",
    "leave_all",
    "members_of",
    "remove",
    "requests_of",
    "role_of",
    "set_role",
]

MAX_MEMBERS: Final = 1000
MAX_LEADERS: Final = 10
MAX_WAITING: Final = 200
"""Players who wait for the answer of one team."""
MAX_TEAMS: Final = 50
"""Teams of one player."""
MAX_REQUESTS: Final = 20
"""Teams whose answer one player can wait for."""
REFUSED_SECONDS: Final = 7 * 24 * 3600.0
"""How long a player who was removed or not accepted has to wait before they can ask again."""

_columns: Final = team_members.c


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A member of a team."""

    id: str
    name: str
    leader: bool
    since: float
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who waits for the answer of a team."""

    name: str
    text: str
    at: float


def role_of(team: str, player: str, connection: Connection) -> str:
    """Return the role of a player in a team, or an empty text."""
    return connection.scalar(select(_columns.role).where(*_is(team, player))) or ""


def leaders_of(team: str, connection: Connection) -> list[str]:
    """Return the ids of the leaders of a team."""
    led = select(_columns.player).where(_columns.team == team, _columns.role == LEADER)
    return list(connection.scalars(led.order_by(_columns.led, _columns.player)))


def members_of(team: str, pool: str, offset: int, limit: int, connection: Connection) -> list[ListedMember]:
    """Return a page of the members of a team: leaders first, then by their ratings in a pool and by name."""
    listed = (
        select(team_members, guests.c.name, *(ratings.c[name] for name in _RATING))
        .join(guests, guests.c.id == _columns.player)
        .outerjoin(ratings, and_(ratings.c.player == _columns.player, ratings.c.pool == pool))
        .where(_columns.team == team, IS_MEMBER)
        .order_by(
            case((_columns.role == LEADER, 0), else_=1),
            func.coalesce(ratings.c.rating, 0).desc(),
            guests.c.name,
            _columns.player,
        )
    )
    rows = connection.execute(listed.offset(offset).limit(limit))
    return [ListedMember(row.player, row.name, row.role == LEADER, seconds(row.at), _rating(row)) for row in rows]


_RATING: Final = ("rating", "deviation", "volatility", "games", "updated")


def _rating(row: Row[Any]) -> Rating | None:
    if row.rating is None:
        return None
    return Rating(row.rating, row.deviation, row.volatility, row.games, row.updated)


def requests_of(team: str, connection: Connection) -> list[Waiting]:
    """Return the players who wait for an answer, the longest waiting first."""
    waiting = (
        select(team_members, guests.c.name)
        .join(guests, guests.c.id == _columns.player)
        .where(_columns.team == team, _columns.role == REQUESTED)
        .order_by(_columns.at, _columns.player)
    )
    return [Waiting(row.name, row.text, seconds(row.at)) for row in connection.execute(waiting)]


# joining and leaving


def join(team: str, player: str, text: str, now: float, connection: Connection, _maybe_done: bool) -> str:
    """Let a player join a team, or ask to join it. Returns the player's role, or the code of a problem."""
    lock_player(player, connection)
    found = lock_team(team, connection)
    if found is None:
        return "unknown-team"
    row = _row(team, player, connection)
    if row is not None and row.role in (MEMBER, LEADER):
        return str(row.role)
    if row is not None and row.role == REFUSED and seconds(row.at) + REFUSED_SECONDS > now:
        return "team-refused"
    if _count(connection, _columns.player == player, IS_MEMBER) >= MAX_TEAMS:
        return "teams-full"
    if found.open and (row is None or row.role == REQUESTED):
        if found.members >= MAX_MEMBERS:
            return "team-full"
        _put(team, player, MEMBER, "", now, connection)
        settle(team, now, connection)
        return MEMBER
    if row is None or row.role != REQUESTED:
        if _count(connection, _columns.player == player, _columns.role == REQUESTED) >= MAX_REQUESTS:
            return "requests-full"
        if _count(connection, _columns.team == team, _columns.role == REQUESTED) >= MAX_WAITING:
            return "team-busy"
    _put(team, player, REQUESTED, text, now, connection)
    return REQUESTED


def leave(team: str, player: str, now: float, connection: Connection, _maybe_done: bool) -> str | None:
    """Let a player leave a team, or withdraw a request."""
    if lock_team(team, connection) is None:
        return "unknown-team"
    own = delete(team_members).where(*_is(team, player), _columns.role != REFUSED)
    if connection.execute(own).rowcount:
        settle(team, now, connection)
    return None


def leave_all(player: str, now: float, connection: Connection) -> None:
    """Let a player leave all teams, and withdraw all requests: their account is deleted or banned."""
    lock_player(player, connection)
    # in one order, so that two transactions do not wait for each other
    for team in list(
        connection.scalars(select(_columns.team).where(_columns.player == player).order_by(_columns.team))
    ):
        leave(team, player, now, connection, False)
    connection.execute(delete(team_members).where(_columns.player == player))


def answer_request(
    team: str, leader: str, key: str, accept: bool, now: float, connection: Connection, maybe_done: bool
) -> tuple[str | None, str]:
    """Accept a player whose name has a key, or not. Returns the code of a problem or None, and the player's id."""
    applicant = _find_account(key, connection)
    if applicant is None:
        return "unknown-player", ""
    lock_player(applicant, connection)
    found = lock_team(team, connection)
    if found is None:
        return "unknown-team", applicant
    if role_of(team, leader, connection) != LEADER:
        return "leaders-only", applicant
    row = _row(team, applicant, connection)
    if row is None or row.role != REQUESTED:
        is_done = row is not None and row.role == (MEMBER if accept else REFUSED)
        return (None if maybe_done and is_done else "unknown-request"), applicant
    if not accept:
        _put(team, applicant, REFUSED, "", now, connection)
        return None, applicant
    if found.members >= MAX_MEMBERS:
        return "team-full", applicant
    if _count(connection, _columns.player == applicant, IS_MEMBER) >= MAX_TEAMS:
        return "applicant-full", applicant
    _put(team, applicant, MEMBER, "", now, connection)
    settle(team, now, connection)
    return None, applicant


# leading


def set_role(
    team: str, leader: str, key: str, role: str, now: float, connection: Connection, _maybe_done: bool
) -> str | None:
    """Appoint a leader, or let one step down. Returns the code of a problem, or None."""
    problem, row = _member_for(team, leader, key, connection)
    if row is None or problem is not None:
        return problem
    if role == row.role:
        return None
    leaders = _count(connection, _columns.team == team, _columns.role == LEADER)
    if role == LEADER and leaders >= MAX_LEADERS:
        return "leaders-full"
    if role == MEMBER and leaders == 1:
        return "last-leader"
    led = micros(now) if role == LEADER else None
    connection.execute(update(team_members).where(*_is(team, row.player)).values(role=role, led=led))
    return None


def hand_over(team: str, leader: str, key: str, connection: Connection, maybe_done: bool) -> str | None:
    """Let a member lead a team in place of one of its leaders."""
    if lock_team(team, connection) is None:
        return "unknown-team"
    own, heir = _row(team, leader, connection), _find_account(key, connection)
    row = None if heir is None else _row(team, heir, connection)
    if own is None or own.role != LEADER:
        is_done = own is not None and row is not None and row.role == LEADER
        return None if maybe_done and is_done else "leaders-only"
    if row is None or row.role not in (MEMBER, LEADER):
        return "unknown-member"
    if row.player == leader:
        return None
    led = own.led if row.led is None else min(own.led, row.led)
    connection.execute(update(team_members).where(*_is(team, leader)).values(role=MEMBER, led=None))
    connection.execute(update(team_members).where(*_is(team, row.player)).values(role=LEADER, led=led))
    return None


def remove(
    team: str, leader: str, key: str, now: float, is_moderator: bool, connection: Connection, maybe_done: bool
) -> str | None:
    """Remove a member, who has to ask before they can join again. Moderators need not be leaders."""
    problem, row = _member_for(team, leader, key, connection, is_moderator=is_moderator)
    if problem == "unknown-member" and maybe_done:
        return None
    if row is None or problem is not None:
        return problem
    if row.player == leader:
        return "remove-self"
    _put(team, row.player, REFUSED, "", now, connection)
    settle(team, now, connection)
    return None


def _member_for(
    team: str, leader: str, key: str, connection: Connection, *, is_moderator: bool = False
) -> tuple[str | None, Row[Any] | None]:
    """Return a member against whom a leader may act, after the code of a problem or None.

    Of two leaders, the one who has led for longer may act against the other.
    """
    if lock_team(team, connection) is None:
        return "unknown-team", None
    own, player = _row(team, leader, connection), _find_account(key, connection)
    if not is_moderator and (own is None or own.role != LEADER):
        return "leaders-only", None
    row = None if player is None else _row(team, player, connection)
    if row is None or row.role not in (MEMBER, LEADER):
        return "unknown-member", None
    is_other_leader = row.role == LEADER and row.player != leader
    if is_other_leader and not is_moderator and own is not None and (own.led, own.player) > (row.led, row.player):
        return "leader-rank", None
    return None, row


def _is(team: str, player: str) -> tuple[Any, Any]:
    return _columns.team == team, _columns.player == player


def _row(team: str, player: str, connection: Connection) -> Row[Any] | None:
    return connection.execute(select(team_members).where(*_is(team, player))).one_or_none()


def _find_account(key: str, connection: Connection) -> str | None:
    """Return the id of the account with a name, as compared."""
    return connection.scalar(select(accounts.c.id).where(accounts.c.name_key == key))


def _count(connection: Connection, *conditions: Any) -> int:
    return connection.scalar(select(func.count()).select_from(team_members).where(*conditions)) or 0


def _put(team: str, player: str, role: str, text: str, now: float, connection: Connection) -> None:
    """Store the role of a player who does not lead the team."""
    values = {"role": role, "text": text, "at": micros(now), "led": None}
    changed = connection.execute(update(team_members).where(*_is(team, player)).values(values))
    if changed.rowcount == 0:
        connection.execute(insert(team_members).values(team=team, player=player, **values))
