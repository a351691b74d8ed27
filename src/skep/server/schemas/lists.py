"""Lists of games: the guest's own, running and open ones."""

from __future__ import annotations

from msgspec import Struct

from skep.server.schemas.game import Clock, ClockRule, GameResult, Side
from skep.server.schemas.ratings import ShownRating
from skep.views import Place, StackView

__all__ = ["BoardPreview", "PreviewedMove", "Summaries", "Summary", "Tv"]


class PreviewedMove(Struct, frozen=True, kw_only=True, gc=False):
    """The last move of a game, to be marked on its board."""

    origin: Place | None
    """None if the piece came from a hand."""
    to: Place


class BoardPreview(Struct, frozen=True, kw_only=True, gc=False):
    """The position of a game, for a small board."""

    stacks: list[StackView]
    last: PreviewedMove | None
    """None before the first move and after a pass."""


class Summary(Struct, frozen=True, kw_only=True, gc=False):
    """A game in a list."""

    game: str
    edition: str
    game_type: str
    threefold: bool
    """Whether a position that occurs three times is a draw."""
    white: str
    black: str
    white_level: int | None
    black_level: int | None
    white_registered: bool
    """Whether White has an account, and so a profile."""
    black_registered: bool
    white_bot: bool
    """Whether a program plays with White's account."""
    black_bot: bool
    white_rating: ShownRating | None
    black_rating: ShownRating | None
    rated: bool
    """Whether the result changes the players' ratings."""
    yours: list[Side]
    open: bool
    """Whether a seat is still open."""
    joinable: bool
    """Whether anyone can take the open seat, without an invitation."""
    ply: int
    to_move: Side
    ended: bool
    aborted: bool
    """Whether the game ended without a result before both sides had moved."""
    updated: float
    """Seconds since 1970."""
    clock_rule: ClockRule
    clock: Clock | None
    """None without a preview, and in games without a clock."""
    result: GameResult | None
    """How the game ended; None without a preview."""
    watchers: int
    board: BoardPreview | None
    """The position. Only the first games of a list have one."""


class Summaries(Struct, frozen=True, kw_only=True, gc=False):
    """A list of games."""

    games: list[Summary]
    more: bool
    """Whether there are more games than the list shows."""


class Tv(Struct, frozen=True, kw_only=True, gc=False):
    """The game on TV."""

    game: Summary | None
    """The best running game, or one that has just ended; None if no game can be watched."""
