"""What is said on the socket about help at the table: hints, threats and blunders.

Help is given to who plays the computer, and refused as ``no-help`` in every other game.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import GameRequest, Number, PathView, Place, PlayedMove, ServerMessage
from skep.server.schemas.study import QueenView

__all__ = ["HelpAnswer", "HelpRequest"]

LanguageCode: TypeAlias = Annotated[str, Meta(pattern="^[a-z]{2}$")]
HintTheme: TypeAlias = Literal["win", "force", "save", "fill", "flee", "pin", "place", "move", "pass"]
ThreatKind: TypeAlias = Literal["win", "force", "pin"]
BlunderKind: TypeAlias = Literal["loses", "misses", "gives"]


class HintRequest(GameRequest, tag="hint", frozen=True, kw_only=True):
    """Asks where to look or, as the second step, for the move."""

    ply: Number
    step: Annotated[int, Meta(ge=1, le=2)] = 1
    language: LanguageCode = "en"


class ThreatsRequest(GameRequest, tag="threats", frozen=True, kw_only=True):
    """Asks what the other side would do, were it its turn."""

    ply: Number
    language: LanguageCode = "en"


class SetCoaching(GameRequest, tag="coach", frozen=True, kw_only=True):
    """Offer me to take a blunder back, or no more; said again after every ``watch``."""

    on: bool
    language: LanguageCode = "en"


class KeepMove(GameRequest, tag="keep", frozen=True, kw_only=True):
    """The move that a takeback was offered for shall stand: the computer need not wait."""

    ply: Number
    """That of the offer."""


HelpRequest: TypeAlias = HintRequest | ThreatsRequest | SetCoaching | KeepMove


class HintResponse(ServerMessage, tag="hint", frozen=True, kw_only=True, gc=False):
    """The answer to ``hint``: a sentence, and what to draw."""

    id: int
    step: int
    theme: HintTheme
    """What the move does: wins at once, forces a win, saves the queen bee, fills a space beside the other one, …"""
    sentence: str
    pieces: list[str]
    """Where to look: pieces, in play or in hand."""
    spaces: list[Place]
    """Where to look: spaces."""
    move: PlayedMove | None = None
    """With the second step alone."""
    path: PathView | None = None


class Threat(Struct, frozen=True, kw_only=True, gc=False):
    """Something the other side would like to do."""

    kind: ThreatKind
    """It wins at once, begins a forced win, or pins a piece."""
    move: PlayedMove
    pinned: list[str] = []


class ThreatsResponse(ServerMessage, tag="threats", frozen=True, kw_only=True, gc=False):
    """The answer to ``threats``: one sentence, and what to draw."""

    id: int
    sentence: str
    threats: list[Threat]
    """The worst first; none where there is nothing to fear."""
    queen: QueenView | None
    """The asker's queen bee, with the spaces round her and who can fill them, once she is in play."""


class TakebackOffered(ServerMessage, tag="offer", frozen=True, kw_only=True, gc=False):
    """A player's last move gave much away, and the computer waits a while: told to that player alone."""

    game: str
    ply: int
    """How many turns had been taken after the move."""
    blunder: BlunderKind
    """It loses at once, misses a win at once, or gives much away."""
    sentence: str
    move: PlayedMove | None
    """The answer to be afraid of or, for a missed win, the move that would have won."""


HelpAnswer: TypeAlias = HintResponse | ThreatsResponse | TakebackOffered
