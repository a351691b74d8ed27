"""Refusals: why a request was not carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.server.schemas.game import ReasonView, RefusalCode

__all__ = [
    "ALREADY_PROPOSED",
    "BLOCKED",
    "BUSY",
    "FORBIDDEN_WORD",
    "GAME_OVER",
    "IN_PLAY",
    "LATE",
    "NOTHING_PROPOSED",
    "NOT_GONE",
    "NOT_IN_GAME",
    "NOT_STARTED",
    "NOT_YOUR_GAME",
    "NOT_YOUR_TURN",
    "OTHER_WINDOW",
    "TOO_MANY_ANALYSES",
    "UNCONFIRMED",
    "UNKNOWN_GAME",
    "UNKNOWN_STUDY",
    "VIEW_ONLY",
    "Refusal",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request was not carried out."""

    code: RefusalCode
    text: str
    why: ReasonView | None = None


ALREADY_PROPOSED: Final = Refusal("not-possible", "You have already proposed this.")
BLOCKED: Final = Refusal("blocked", "One of you has blocked the other, so you cannot chat or play with each other.")
BUSY: Final = Refusal("busy", "The server is busy and nothing was changed. Try again in a moment.")
FORBIDDEN_WORD: Final = Refusal("forbidden-word", "The message contains a word that is not allowed here.")
GAME_OVER: Final = Refusal("game-over", "The game is over.")
IN_PLAY: Final = Refusal(
    "in-play", "You are playing this position in a game with a clock. You can analyse it after the game."
)
LATE: Final = Refusal("late", "The game has moved on since this was sent.")
NOT_GONE: Final = Refusal(
    "not-gone", "The other player is here, has not been away for long enough, or their clock does not run."
)
NOTHING_PROPOSED: Final = Refusal("nothing-proposed", "There is no such proposal to answer.")
NOT_IN_GAME: Final = Refusal("malformed", "This piece is not part of this game.")
NOT_STARTED: Final = Refusal("not-possible", "The other seat is still open.")
NOT_YOUR_GAME: Final = Refusal("not-your-game", "Only the players can do this.")
NOT_YOUR_TURN: Final = Refusal("not-your-turn", "It is the other player's turn.")
OTHER_WINDOW: Final = Refusal("other-window", "You have started another analysis, so this one has ended.")
TOO_MANY_ANALYSES: Final = Refusal(
    "too-many", "Too many analyses are running from your network. Try again when one of them has ended."
)
UNCONFIRMED: Final = Refusal(
    "unconfirmed", "The database did not confirm this in time, so it may or may not have been stored. Reload the game."
)
UNKNOWN_GAME: Final = Refusal("unknown-game", "Game not found.")
UNKNOWN_STUDY: Final = Refusal("unknown-study", "Study not found, or you may not open it.")
VIEW_ONLY: Final = Refusal("view-only", "You can view this study, but not edit it.")
