"""The JSON documents that commands print with ``--json``, one type per command.

Positions, moves, reasons, reviews and rules are the same types as everywhere else in skep. ``docs/cli.md`` describes
the documents, and :func:`json_schema` generates the JSON Schema of each from its type.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from skep.archive.explorer import ExploredMove
from skep.archive.queries import ArchiveEntry
from skep.board import Board
from skep.errors import SkepError
from skep.learn.puzzles import Kind, Theme
from skep.learn.rulebook import RuleView
from skep.learn.scenes import ExplainedMove, Scene, Side, build_scene
from skep.pieces import Color
from skep.review import Review
from skep.views import MoveView, Place

__all__ = [
    "DOCUMENTS",
    "AccountEntry",
    "AccountsDocument",
    "AnalysedLine",
    "AnalysisDocument",
    "BenchDocument",
    "BenchPosition",
    "DividedMove",
    "DumpedDocument",
    "ExpiredDocument",
    "ExplanationDocument",
    "ExplorerDocument",
    "GameEntry",
    "GamesDocument",
    "LegalMove",
    "ModeratorsDocument",
    "MoveKind",
    "MovesDocument",
    "OutcomeView",
    "PerftCount",
    "PerftDocument",
    "PositionDocument",
    "PuzzleDocument",
    "PuzzleHead",
    "PuzzlesDocument",
    "ReviewDocument",
    "RulesDocument",
    "SanctionEntry",
    "SanctionsDocument",
    "json_schema",
    "outcome_view",
    "position_document",
    "side_name",
]

MoveKind: TypeAlias = Literal["place", "move", "throw", "pass"]


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The output of one command."""


class OutcomeView(Struct, frozen=True, kw_only=True):
    """How a game ended."""

    winner: Side | None
    """The winner, or null for a draw."""
    reason: str


class PositionDocument(Document, frozen=True, kw_only=True):
    """``skep show``: a position, and the game that led to it."""

    scene: Scene
    game: str | None
    """The GameString, or null if the game did not begin from an empty table."""
    last_move: str | None
    """The MoveString of the last move."""
    outcome: OutcomeView | None
    """The end of the game, or null if it is not over."""
    destinations: list[Place] | None
    """The destinations of the piece of ``--destinations``, or null without the option."""


class LegalMove(MoveView, frozen=True, kw_only=True):
    """A legal move."""

    kind: MoveKind


class MovesDocument(Document, frozen=True, kw_only=True):
    """``skep moves``: the legal moves, in the order of the text."""

    position: str
    turn: Side
    turn_number: int
    outcome: OutcomeView | None
    moves: list[LegalMove]


class ExplanationDocument(Document, frozen=True, kw_only=True):
    """``skep explain``: a legal move with its path, or an illegal one with the reason."""

    position: str
    move: ExplainedMove


class AnalysedLine(Struct, frozen=True, kw_only=True):
    """One of the best lines. All values are from the point of view of the side to move."""

    value: float
    """The score in units; 300 or -300 for a forced win."""
    win_probability: float
    """From 0 to 1. A draw counts as half a win."""
    wins_in: int | None
    """The number of its moves in which the side to move wins, if that is proven."""
    loses_in: int | None
    moves: list[str]
    """MoveStrings."""


class AnalysisDocument(Document, frozen=True, kw_only=True):
    """``skep analyse``: the last iteration of the search."""

    position: str
    turn: Side
    depth: int
    nodes: int
    seconds: float
    nodes_per_second: float
    lines: list[AnalysedLine]
    """The best line first."""


class ReviewDocument(Document, frozen=True, kw_only=True):
    """``skep review``: the game and its review."""

    tags: dict[str, str]
    """The tags of the record, such as White and Date."""
    result: str
    game_type: str
    edition: str
    review: Review


class ExplorerDocument(Document, frozen=True, kw_only=True):
    """``skep explore``: how a position was played."""

    position: str
    games: int
    white: int
    """Games that White won."""
    draws: int
    black: int
    unfinished: int
    moves: list[ExploredMove]
    """The most frequent first."""
    latest_games: list[ArchiveEntry]


class PerftCount(Struct, frozen=True, kw_only=True):
    """The number of lines of one length."""

    depth: int
    nodes: int
    seconds: float


class DividedMove(Struct, frozen=True, kw_only=True):
    """The number of lines that begin with one move."""

    move: str
    nodes: int


class PerftDocument(Document, frozen=True, kw_only=True):
    """``skep perft``: the counts for every depth or, with ``--divide``, for every first move."""

    position: str
    depths: list[PerftCount]
    """Every depth from 0; with ``--divide`` only the last one."""
    moves: list[DividedMove] | None
    """The first moves, or null without ``--divide``."""


class BenchPosition(Struct, frozen=True, kw_only=True):
    """The cost of searching one position."""

    game: str
    nodes: int
    seconds: float


class BenchDocument(Document, frozen=True, kw_only=True):
    """``skep bench``: the speed of the search."""

    depth: int
    positions: list[BenchPosition]
    nodes: int
    seconds: float
    nodes_per_second: float
    signature: int
    """The total number of nodes, which changes only if the engine plays differently."""


class RulesDocument(Document, frozen=True, kw_only=True):
    """``skep rules``: the entries of the rulebook, or one of them."""

    language: str
    rules: list[RuleView]


class PuzzleHead(Struct, frozen=True, kw_only=True):
    """A puzzle without its solution."""

    id: str
    kind: Kind
    moves: int
    """The number of moves in which the side to move wins, or the enemy would."""
    game_type: str
    rating: int
    themes: list[Theme]
    position: str


class PuzzlesDocument(Document, frozen=True, kw_only=True):
    """``skep puzzles list``: puzzles without their solutions."""

    puzzles: list[PuzzleHead]


class PuzzleDocument(Document, frozen=True, kw_only=True):
    """``skep puzzles show``: one puzzle."""

    puzzle: PuzzleHead
    scene: Scene
    question: str
    solution: list[str] | None
    """The MoveStrings of both sides, or null without ``--solution``."""


class AccountEntry(Struct, frozen=True, kw_only=True):
    """An account."""

    name: str
    role: Literal["", "moderator", "admin"]
    created: str
    """A time such as `2026-11-15T12:00:00Z`, as all times here."""


class AccountsDocument(Document, frozen=True, kw_only=True):
    """``skep admin list accounts``: the latest accounts."""

    accounts: list[AccountEntry]


class ModeratorsDocument(Document, frozen=True, kw_only=True):
    """``skep admin list moderators``: the administrators, then the moderators."""

    moderators: list[AccountEntry]


class GameEntry(Struct, frozen=True, kw_only=True):
    """A game on a server."""

    id: str
    white: str
    black: str
    game_type: str
    plies: int
    ended: bool
    private: bool
    created: str
    updated: str
    """The time of the last event."""


class GamesDocument(Document, frozen=True, kw_only=True):
    """``skep admin list games``: the games with the latest events."""

    games: list[GameEntry]


class SanctionEntry(Struct, frozen=True, kw_only=True):
    """A sanction in force."""

    name: str
    kind: str
    reason: str
    at: str
    until: str | None
    """When it ends, or null."""


class SanctionsDocument(Document, frozen=True, kw_only=True):
    """``skep admin list sanctions``: the sanctions in force."""

    sanctions: list[SanctionEntry]


class ExpiredDocument(Document, frozen=True, kw_only=True):
    """``skep admin expire``: how much was deleted."""

    guests: int
    sessions: int
    reports: int


class RecomputedDocument(Document, frozen=True, kw_only=True):
    """``skep admin recompute-ratings``: how many rated games there are."""

    games: int


class DumpedDocument(Document, frozen=True, kw_only=True):
    """``skep admin dump``: the files that were written, and the number of their games."""

    files: list[str]
    games: int


DOCUMENTS: Final[dict[str, type[Document]]] = {
    "admin dump": DumpedDocument,
    "admin expire": ExpiredDocument,
    "admin list accounts": AccountsDocument,
    "admin list games": GamesDocument,
    "admin list moderators": ModeratorsDocument,
    "admin list sanctions": SanctionsDocument,
    "admin recompute-ratings": RecomputedDocument,
    "analyse": AnalysisDocument,
    "bench": BenchDocument,
    "explain": ExplanationDocument,
    "explore": ExplorerDocument,
    "moves": MovesDocument,
    "perft": PerftDocument,
    "puzzles list": PuzzlesDocument,
    "puzzles show": PuzzleDocument,
    "review": ReviewDocument,
    "rules": RulesDocument,
    "show": PositionDocument,
}
"""The document of each command."""


def json_schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's document.

    >>> sorted(json_schema("explain")["$defs"]["ExplanationDocument"]["properties"])
    ['move', 'position']
    """
    if command not in DOCUMENTS:
        raise SkepError(f"skep {command} prints no JSON document: expected one of {', '.join(DOCUMENTS)}")
    return msgspec.json.schema(DOCUMENTS[command])


def side_name(color: Color) -> Side:
    """Return a colour as it is written in documents."""
    return "black" if color is Color.BLACK else "white"


def outcome_view(board: Board) -> OutcomeView | None:
    """Return how a game ended, or None if it is not over."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else side_name(outcome.winner)
    return OutcomeView(winner=winner, reason=outcome.termination.value)


def position_document(board: Board, destinations: list[Place] | None) -> PositionDocument:
    """Return the document of a board."""
    last = None
    if (move := board.last_move) is not None:
        before = board.copy()
        before.pop()
        last = before.uhp(move)
    try:
        game = board.game_string()
    except SkepError:
        game = None
    return PositionDocument(
        scene=build_scene(board.position()),
        game=game,
        last_move=last,
        outcome=outcome_view(board),
        destinations=destinations,
    )
