"""The data about players of ratings and profiles, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.personal_data import rows_of
from skep.server.store.profile_tables import follows, last_seen
from skep.server.store.rating_tables import rating_changes, ratings

__all__ = ["RATING_DATA"]

RATING_DATA: Final = (
    # They stay, without a name: the ratings of the opponents follow from them.
    rows_of("ratings", ratings.c.player, rating_changes.c.player, kept=True),
    rows_of("friends", follows.c.player, follows.c.followed, last_seen.c.player),
)
