"""Reviews of games in the REST API."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.review import EffortName, ReviewedMove, ReviewedSide
from skep.server.schemas.game import GameId
from skep.server.schemas.records import RecordTree

__all__ = ["ReviewJob", "ReviewRequest", "ReviewState", "ReviewView"]

ReviewState: TypeAlias = Literal["waiting", "working", "done", "failed"]


class ReviewRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to review: the id of an archived game, the id of a game played here, or the game itself."""

    archived: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    game: GameId | None = None
    tree: RecordTree | None = None
    effort: EffortName = "normal"


class ReviewJob(Struct, frozen=True, kw_only=True):
    """A review that was started, or that is already done."""

    review: str


class ReviewView(Struct, frozen=True, kw_only=True):
    """A review and its progress. All values are from White's side. The result is empty until the review is done."""

    review: str
    state: ReviewState
    done: int
    """The number of positions searched so far."""
    total: int
    """The number of positions to search."""
    problem: str | None = None
    """Why the review failed."""
    effort: EffortName
    engine: str
    tree: RecordTree | None = None
    """The reviewed game."""
    value: float = 0.0
    """The evaluation of the first position."""
    white_wins: float = 0.5
    """White's win probability in the first position."""
    moves: tuple[ReviewedMove, ...] = ()
    white: ReviewedSide | None = None
    black: ReviewedSide | None = None
    turning_points: tuple[int, ...] = ()
    """The plies of the moves that lost the most win probability, the worst first."""
