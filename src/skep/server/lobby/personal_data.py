"""The data about players of the lobby and of daily games, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, update

from skep.server.accounts.personal_data import PersonalData, rows_of
from skep.server.lobby.challenge_statements import end_challenges
from skep.server.store.daily_tables import vacations
from skep.server.store.lobby_tables import challenges, ended_challenges, matches, open_challenges, seeks

__all__ = ["LOBBY_DATA"]

_SEEKS: Final = rows_of("seeks", seeks.c.player, matches.c.player)
_CHALLENGES: Final = rows_of(
    "challenges",
    *(challenges.c.challenger, challenges.c.challenged),
    *(ended_challenges.c.challenger, ended_challenges.c.challenged),
)


def _adopt_seeks(guest: str, account: str, connection: Connection) -> None:
    """End the search of a guest, and give the account the guest's games from the pool."""
    connection.execute(delete(seeks).where(seeks.c.player == guest))
    for column in (matches.c.player, matches.c.opponent):
        connection.execute(update(matches).where(column == guest).values({column: account}))


LOBBY_DATA: Final = (
    PersonalData("seeks", _SEEKS.export, _SEEKS.erase, _adopt_seeks),
    PersonalData("challenges", _CHALLENGES.export, end_challenges),
    rows_of("open_challenges", open_challenges.c.creator),
    rows_of("vacations", vacations.c.account),
)
