"""Challenges to a player: request and response bodies, and the messages that tell both players."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import ClockRule, ServerMessage, Side
from skep.server.schemas.lobby import Body, ClockChoice, EditionId, Expansions

__all__ = [
    "ChallengeEnded",
    "ChallengeMessage",
    "ChallengeReceived",
    "ChallengeView",
    "Challenges",
    "DeclineReason",
    "Declined",
    "NewChallenge",
    "SideChoice",
]

SideChoice: TypeAlias = Literal["white", "black", "random"]
DeclineReason: TypeAlias = Literal["generic", "later", "too-fast", "too-slow", "rated", "casual", "rules"]


class NewChallenge(Body, frozen=True, kw_only=True):
    """A challenge to a player with an account."""

    to: Annotated[str, Meta(min_length=1, max_length=24)]
    """The player's name."""
    side: SideChoice = "random"
    """The side that the challenger plays."""
    edition: EditionId = "ultimate-2024"
    expansions: Expansions = ""
    threefold: bool = False
    clock: ClockChoice = ClockChoice()
    rated: bool = False
    """Whether the game changes the players' ratings. It takes a clock."""


class Declined(Body, frozen=True, kw_only=True):
    """Why a challenge is declined."""

    reason: DeclineReason = "generic"


class ChallengeView(Struct, frozen=True, kw_only=True):
    """A challenge that waits for an answer."""

    id: str
    challenger: str
    """The name of the player who made it."""
    challenged: str
    """The name of the player who can accept it."""
    challenger_bot: bool
    """Whether a program plays with the challenger's account."""
    challenged_bot: bool
    side: SideChoice
    """The side that the challenger plays."""
    clock: ClockRule
    edition: str
    game_type: str
    threefold: bool
    rated: bool
    created: float
    """Seconds since 1970."""
    left: float
    """Seconds until it expires when the message is sent."""


class Challenges(Struct, frozen=True, kw_only=True):
    """A player's challenges, the latest first."""

    incoming: list[ChallengeView]
    outgoing: list[ChallengeView]


class ChallengeReceived(ServerMessage, tag="challenge", frozen=True, kw_only=True):
    """A challenge was made; sent to both players."""

    challenge: ChallengeView


class ChallengeEnded(ServerMessage, tag="challenge-ended", frozen=True, kw_only=True):
    """A challenge was answered or withdrawn; sent to both players."""

    challenge: str
    challenged: str
    """The name of the player who was challenged."""
    how: Literal["accepted", "declined", "cancelled"]
    reason: DeclineReason | None = None
    game: str | None = None
    """The game, after the challenge was accepted."""
    side: Side | None = None
    """The side of the player who receives this message."""


ChallengeMessage: TypeAlias = ChallengeReceived | ChallengeEnded
