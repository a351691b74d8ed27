"""Socket messages about positions in the study.

The client keeps the tree of moves. Every request contains all moves to its position, so the server stores no state
between requests. Each connection runs at most one analysis; a new one, or ``stop``, ends it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.layers import ClosedGate, LayerName, PinnedPiece, QueenSurroundings
from skep.server.schemas.game import (
    ClientMessage,
    GameResult,
    LanguageCode,
    LegalMovesView,
    PieceName,
    Place,
    PlayedMove,
    ServerMessage,
)
from skep.views import MoveString, StackView

__all__ = ["MAX_MOVES", "AnyStudyRequest", "StudyAnswer", "StudyPosition"]

MAX_MOVES: Final = 1000
"""Maximum number of moves to a position."""
MAX_LINES: Final = 5


class StudyPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, given by the moves that lead to it."""

    start: Annotated[str, Meta(max_length=2000)]
    """The position string of the first position: ``ultimate-2024 Base+MLP White[1] -``."""
    moves: Annotated[list[MoveString], Meta(max_length=MAX_MOVES)] = []
    """Legal moves, in order."""
    threefold: bool = False
    """Whether the third occurrence of a position ends the game."""


class StudyRequest(ClientMessage, frozen=True, kw_only=True):
    """A request about a position."""

    study: StudyPosition


class PositionRequest(StudyRequest, tag="position", frozen=True, kw_only=True):
    """Request a position and its legal moves; with a piece and a destination, the position after that move."""

    piece: PieceName | None = None
    to: Place | None = None
    passing: bool = False
    """Whether to pass. Legal only if there is no other move."""


class StudyPathsRequest(StudyRequest, tag="study-paths", frozen=True, kw_only=True):
    """Request the paths of all legal moves of a piece. The response is ``paths``."""

    piece: PieceName


class StudyPathRequest(StudyRequest, tag="study-path", frozen=True, kw_only=True):
    """Request the path of the last move. The response is ``path``."""


class StudyWhyNotRequest(StudyRequest, tag="study-why", frozen=True, kw_only=True):
    """Request why a piece cannot go somewhere or, without a destination, why it cannot move at all.

    The response is ``why``.
    """

    piece: PieceName
    to: Place | None = None
    language: LanguageCode = "en"
    notation: bool = False
    """Whether the reason names pieces in notation, as in "the spider wS2"."""


class LayersRequest(StudyRequest, tag="layers", frozen=True, kw_only=True):
    """Request layers to draw over the board."""

    layers: list[LayerName]
    piece: PieceName | None = None
    """The piece for the layer ``reach``."""


class Analyse(StudyRequest, tag="analyse", frozen=True, kw_only=True):
    """Start an analysis. ``analysis`` messages with this ``id`` follow until it is stopped or finished."""

    lines: Annotated[int, Meta(ge=1, le=MAX_LINES)] = 1


class StopAnalysis(ClientMessage, tag="stop", frozen=True, kw_only=True):
    """Stop the analysis."""


AnyStudyRequest: TypeAlias = (
    PositionRequest | StudyPathsRequest | StudyPathRequest | StudyWhyNotRequest | LayersRequest | Analyse | StopAnalysis
)


class PositionView(ServerMessage, tag="position", frozen=True, kw_only=True, gc=False):
    """The response to ``position``."""

    id: int
    position: str
    """The position string."""
    edition: str
    game_type: str
    ply: int
    """The number of turns taken, including those before a set-up position. White has the even plies."""
    stacks: list[StackView]
    hands: list[str]
    """The pieces of both players that are not in play."""
    moves: list[PlayedMove]
    """The moves from the start, including a requested one."""
    legal: LegalMovesView
    result: GameResult | None


class LayersView(ServerMessage, tag="layers", frozen=True, kw_only=True, gc=False):
    """The response to ``layers``. Layers that were not requested are empty."""

    id: int
    pinned: tuple[PinnedPiece, ...] = ()
    reach: list[Place] = []
    queens: tuple[QueenSurroundings, ...] = ()
    gates: tuple[ClosedGate, ...] = ()
    white_places: list[Place] = []
    """The spaces where White could place a piece if it were White's turn."""
    black_places: list[Place] = []


class AnalysisLine(Struct, frozen=True, kw_only=True, gc=False):
    """One of the best lines. All values are from White's side."""

    value: float
    """The evaluation in units; 300 or -300 for a forced win."""
    white_wins: float
    """White's win probability, from 0 to 1. A draw counts as half a win."""
    forced: int | None
    """The number of the winner's moves to a forced win; the sign of the value tells the winner."""
    moves: list[PlayedMove]


class AnalysisUpdate(ServerMessage, tag="analysis", frozen=True, kw_only=True, gc=False):
    """The progress of an analysis."""

    id: int
    """The id of the ``analyse`` request."""
    state: Literal["waiting", "thinking", "resting", "settled"]
    """Waiting for a free engine, searching, stopped at the time limit, or finished because the result is proven."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    """The search time, without time spent waiting."""
    lines: list[AnalysisLine] = []


StudyAnswer: TypeAlias = PositionView | LayersView | AnalysisUpdate
