"""Socket messages about help: hints, threats and blunders.

Help is available in games against the computer and refused as ``no-help`` in every other game.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.layers import QueenSurroundings
from skep.server.schemas.game import GameRequest, LanguageCode, Number, PathView, Place, PlayedMove, ServerMessage

__all__ = ["HelpAnswer", "HelpRequest"]

EffectKind: TypeAlias = Literal["save", "flee", "open", "cover", "fill", "pin", "unpin", "queen", "aim"]
HintTheme: TypeAlias = Literal[
    "win", "force", "save", "flee", "open", "cover", "fill", "pin", "unpin", "queen", "aim", "place", "move", "pass"
]
ThreatKind: TypeAlias = Literal["win", "force", "pin"]
BlunderKind: TypeAlias = Literal["loses", "misses", "gives"]


class HintRequest(GameRequest, tag="hint", frozen=True, kw_only=True):
    """Request a hint: where to look or, as the second step, the move."""

    ply: Number
    step: Annotated[int, Meta(ge=1, le=2)] = 1
    language: LanguageCode = "en"
    notation: bool = False
    """Whether sentences name pieces in notation, as in "the spider wS2"."""


class ThreatsRequest(GameRequest, tag="threats", frozen=True, kw_only=True):
    """Request what the other side would do if it were its turn."""

    ply: Number
    language: LanguageCode = "en"
    notation: bool = False
    """Whether sentences name pieces in notation, as in "the spider wS2"."""


class SetCoaching(GameRequest, tag="coach", frozen=True, kw_only=True):
    """Turn offers to take back a blunder on or off. Sent again after every ``watch``."""

    on: bool
    language: LanguageCode = "en"
    notation: bool = False
    """Whether sentences name pieces in notation, as in "the spider wS2"."""


class KeepMove(GameRequest, tag="keep", frozen=True, kw_only=True):
    """Decline an offered takeback, so that the computer replies."""

    ply: Number
    """The offer's ply."""


HelpRequest: TypeAlias = HintRequest | ThreatsRequest | SetCoaching | KeepMove


class HintEffect(Struct, frozen=True, kw_only=True, gc=False):
    """An effect of a hinted move, for the marks on the board and their legend."""

    kind: EffectKind
    """Whether it stops a win, gives the player's queen bee more open spaces by moving her or another piece, climbs onto
    the other queen bee or fills a space next to her, holds pieces in place, sets pieces free, brings the player's queen
    bee into play, or brings spaces next to the other queen bee within reach."""
    pieces: list[str]
    spaces: list[Place]


class HintResponse(ServerMessage, tag="hint", frozen=True, kw_only=True, gc=False):
    """The response to ``hint``: a sentence, and what to draw."""

    id: int
    step: int
    theme: HintTheme
    """The main effect of the move, or that it wins immediately or forces a win."""
    sentence: str
    """Where to look or, as the second step, the move and why it is good."""
    pieces: list[str]
    """Pieces to look at, in play or in hand."""
    spaces: list[Place]
    """Spaces to look at."""
    move: PlayedMove | None = None
    """Only for the second step."""
    path: PathView | None = None
    effects: list[HintEffect] = []
    """Only for the second step; the most important first."""


class ThreatView(Struct, frozen=True, kw_only=True, gc=False):
    """A move that the other side threatens."""

    kind: ThreatKind
    """Whether it wins immediately, starts a forced win, or pins a piece."""
    move: PlayedMove
    pinned: list[str] = []


class ThreatsResponse(ServerMessage, tag="threats", frozen=True, kw_only=True, gc=False):
    """The response to ``threats``: a sentence, and what to draw."""

    id: int
    sentence: str
    threats: list[ThreatView]
    """The worst first; empty if nothing is threatened."""
    queen: QueenSurroundings | None
    """The player's queen bee with the spaces around her and who can fill them, once she is in play."""


class TakebackOffered(ServerMessage, tag="offer", frozen=True, kw_only=True, gc=False):
    """The player's last move was a blunder, and the computer waits. Sent to that player only."""

    game: str
    ply: int
    """The number of turns taken, including the blunder."""
    blunder: BlunderKind
    """Whether it loses immediately, misses an immediate win, or gives away an advantage."""
    sentence: str
    move: PlayedMove | None
    """The dangerous reply or, for a missed win, the winning move."""


HelpAnswer: TypeAlias = HintResponse | ThreatsResponse | TakebackOffered
