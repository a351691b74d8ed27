"""The roles of players in a shared study, which decide whether they may open and edit it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, select

from skep.server.moderation.block_statements import find_blocked
from skep.server.schemas.shared_studies import StudyRole
from skep.server.shared_studies import statements
from skep.server.store.account_tables import accounts
from skep.server.store.records import Store
from skep.server.store.study_tables import study_members

__all__ = ["StudyRights", "find_access"]


class StudyRights:
    """A study's row, and the roles of some players in it."""

    def __init__(self, row: Row[Any], roles: Mapping[str | None, StudyRole]) -> None:
        self.row = row
        self._roles = roles

    def role_of(self, player: str | None) -> StudyRole | None:
        """Return the role of a player who was looked up; None if they may not open the study."""
        return self._roles.get(player)


async def find_access(store: Store, study: str, players: Collection[str | None]) -> StudyRights | None:
    """Return the roles of players in a study, or None if it does not exist.

    Members edit only with an account. Players whom the owner has blocked, or who have blocked the owner, do not
    count as members; like everyone, they can view a public study.
    """
    return await store.read(partial(_find, study, frozenset(players)))


def _find(study: str, players: frozenset[str | None], connection: Connection) -> StudyRights | None:
    row = statements.row_of(study, connection)
    if row is None:
        return None
    known = [player for player in players if player is not None]
    blocked = find_blocked(row.owner, connection)
    members = select(study_members.c.player, study_members.c.role, accounts.c.id.label("account")).outerjoin(
        accounts, accounts.c.id == study_members.c.player
    )
    roles: dict[str | None, StudyRole] = dict.fromkeys(players, "view") if row.public else {}
    for start in range(0, len(known), 500):
        which = study_members.c.player.in_(known[start : start + 500])
        for member in connection.execute(members.where(study_members.c.study == study, which)):
            if member.player not in blocked:
                roles[member.player] = "edit" if member.role == "edit" and member.account else "view"
    if row.owner in players:
        roles[row.owner] = "owner"
    return StudyRights(row, roles)
