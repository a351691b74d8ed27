"""The data about players of the lobby and of daily games, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.personal_data import rows_of
from skep.server.store.daily_tables import vacations
from skep.server.store.lobby_tables import challenges, matches, open_challenges, seeks

__all__ = ["LOBBY_DATA"]

LOBBY_DATA: Final = (
    rows_of("seeks", seeks.c.player, matches.c.player),
    rows_of("challenges", challenges.c.challenger, challenges.c.challenged),
    rows_of("open_challenges", open_challenges.c.creator),
    rows_of("vacations", vacations.c.account),
)
