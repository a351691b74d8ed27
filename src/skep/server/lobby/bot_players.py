"""The limits of bots in the lobby: they do not meet people who have not asked for a bot."""

from __future__ import annotations

from typing import Final

from skep.server.http.problem_error import ProblemError
from skep.server.store.records import Guest

__all__ = ["NO_BOTS", "check_is_no_bot"]

NO_BOTS: Final = "Bots play only those who challenge or invite them, or whom they challenge."


def check_is_no_bot(player: Guest) -> None:
    """Raise ProblemError for a bot."""
    if player.bot:
        raise ProblemError(403, "bot-account", NO_BOTS)
