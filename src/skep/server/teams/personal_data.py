"""The data about players of teams, for the download and the deletion of an account."""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection, delete, update

from skep.server.accounts.personal_data import PersonalData, rows_of
from skep.server.store.team_tables import team_chat, team_members, teams
from skep.server.teams.member_statements import leave_all

__all__ = ["TEAM_DATA"]

_OWN: Final = rows_of("teams", team_members.c.player, team_chat.c.player, teams.c.creator)


def _erase(player: str, connection: Connection) -> None:
    """Let a player leave all teams, which others lead from now on, and delete what the player has written there."""
    leave_all(player, time.time(), connection)
    connection.execute(delete(team_chat).where(team_chat.c.player == player))
    connection.execute(update(teams).where(teams.c.creator == player).values(creator=None))


TEAM_DATA: Final = (PersonalData("teams", _OWN.export, _erase),)
