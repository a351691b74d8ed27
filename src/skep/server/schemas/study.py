"""What is said on the socket about positions that are studied.

The page keeps the tree of moves; every question brings the whole way to its position, so that the server
remembers nothing. One analysis a socket goes on at a time; a new one, or ``stop``, ends it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import (
    ClientMessage,
    GameResult,
    LegalMovesView,
    PieceName,
    Place,
    PlayedMove,
    ServerMessage,
)
from skep.telling import StackView

__all__ = ["MAX_MOVES", "AnyStudyRequest", "LayerName", "StudyAnswer", "StudyPosition"]

MAX_MOVES: Final = 1000
"""The longest game that can be studied, in plies."""
MAX_LINES: Final = 5

LayerName: TypeAlias = Literal["pinned", "reach", "queens", "gates", "placing"]


class StudyPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, by the way that led to it."""

    start: Annotated[str, Meta(max_length=2000)]
    """The position it begins with, as a position string: ``ultimate-2024 Base+MLP White[1] -``."""
    moves: Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=MAX_MOVES)] = []
    """MoveStrings, each legal after those before it."""
    threefold: bool = False
    """Whether the third occurrence of a position ends the game."""


class StudyRequest(ClientMessage, frozen=True, kw_only=True):
    """A question about a position."""

    study: StudyPosition


class PositionRequest(StudyRequest, tag="look", frozen=True, kw_only=True):
    """Asks what stands there and what may be played; with a piece and a place, after that turn as well."""

    piece: PieceName | None = None
    to: Place | None = None
    passing: bool = False
    """Pass, where nothing else is possible."""


class StudyPathsRequest(StudyRequest, tag="study-ways", frozen=True, kw_only=True):
    """Asks by which ways a piece gets where it may go; answered by ``ways``."""

    piece: PieceName


class StudyPathRequest(StudyRequest, tag="study-way", frozen=True, kw_only=True):
    """Asks by which way the last move went; answered by ``way``."""


class StudyWhyNotRequest(StudyRequest, tag="study-why", frozen=True, kw_only=True):
    """Asks why a piece may not go there or, without a place, cannot move at all; answered by ``why``."""

    piece: PieceName
    to: Place | None = None
    language: Annotated[str, Meta(pattern="^[a-z]{2}$")] = "en"
    notation: bool = False
    """Whether the reason names pieces in notation, as in "the spider wS2"."""


class LayersRequest(StudyRequest, tag="layers", frozen=True, kw_only=True):
    """Asks for what can be laid over the board."""

    layers: list[LayerName]
    piece: PieceName | None = None
    """Whose reach is asked for."""


class Analyse(StudyRequest, tag="analyse", frozen=True, kw_only=True):
    """Think about a position until told otherwise; ``analysis`` messages follow, all with this ``id``."""

    lines: Annotated[int, Meta(ge=1, le=MAX_LINES)] = 1


class StopAnalysis(ClientMessage, tag="stop", frozen=True, kw_only=True):
    """Think no more."""


AnyStudyRequest: TypeAlias = (
    PositionRequest | StudyPathsRequest | StudyPathRequest | StudyWhyNotRequest | LayersRequest | Analyse | StopAnalysis
)


class PositionView(ServerMessage, tag="seen", frozen=True, kw_only=True, gc=False):
    """The answer to ``look``."""

    id: int
    position: str
    """The position string."""
    edition: str
    game_type: str
    ply: int
    """Turns taken by both, those before a set-up position included; White takes the even ones."""
    stacks: list[StackView]
    hands: list[str]
    """The pieces of both players that are not in play."""
    moves: list[PlayedMove]
    """Those that led here from the start, the one asked for included."""
    legal: LegalMovesView
    result: GameResult | None


class PinnedPieceView(Struct, frozen=True, kw_only=True, gc=False):
    """A piece that the hive, or a piece upon it, holds in place."""

    piece: str
    place: Place
    by: Literal["one-hive", "covered", "just-moved"]


class QueenSpaceView(Struct, frozen=True, kw_only=True, gc=False):
    """A hex beside a queen bee: who stands there, or who could fill it with the next turn."""

    place: Place
    standing: str | None
    white: list[str]
    """White's pieces that could go there, were it White's turn."""
    black: list[str]


class QueenView(Struct, frozen=True, kw_only=True, gc=False):
    """A queen bee in play, and the six hexes round her."""

    piece: str
    place: Place
    spaces: list[QueenSpaceView]


class GateLayer(Struct, frozen=True, kw_only=True, gc=False):
    """Two neighbouring hexes between which no piece can slide along the ground, though both are open."""

    one: Place
    two: Place
    posts: list[Place]
    """The two stacks that leave no room."""


class Layers(ServerMessage, tag="layers", frozen=True, kw_only=True, gc=False):
    """The answer to ``layers``; what was not asked for is empty."""

    id: int
    pinned: list[PinnedPieceView] = []
    reach: list[Place] = []
    queens: list[QueenView] = []
    gates: list[GateLayer] = []
    white_places: list[Place] = []
    """Where White may place a piece, were it White's turn."""
    black_places: list[Place] = []


class AnalysisLine(Struct, frozen=True, kw_only=True, gc=False):
    """One of the best ways to go on. All values are White's: above zero White is better."""

    value: float
    """In units of the evaluation; for a forced win plus or minus 300."""
    white_wins: float
    """How often White would win from here, from 0 to 1, draws counted half."""
    forced: int | None
    """In how many moves of the winner the win is forced; the sign of the value says whose."""
    moves: list[PlayedMove]


class AnalysisUpdate(ServerMessage, tag="analysis", frozen=True, kw_only=True, gc=False):
    """How far the thinking is."""

    id: int
    """Of the ``analyse`` it answers."""
    state: Literal["waiting", "thinking", "resting", "settled"]
    """Waiting for a free engine; thinking; stopped because it has thought long enough; nothing new can come."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    """Of thinking, waiting not counted."""
    lines: list[AnalysisLine] = []


StudyAnswer: TypeAlias = PositionView | Layers | AnalysisUpdate
