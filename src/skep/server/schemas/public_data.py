"""Public data: games and puzzles as lines of NDJSON, and the monthly files of rated games."""

from __future__ import annotations

from msgspec import Struct

from skep.server.schemas.game import ClockRule, GameResult, Side
from skep.server.schemas.ratings import ShownRating

__all__ = ["DumpFile", "Dumps", "ExportedGame", "ExportedPlayer", "ExportedPuzzle"]


class ExportedPlayer(Struct, frozen=True, kw_only=True, gc=False):
    """A player of an exported game."""

    name: str
    """Empty for a guest without a name, and for the computer."""
    level: int | None
    """The level of the computer; None for people."""
    registered: bool
    """Whether the player has an account."""
    rating: ShownRating | None
    """The rating when the game began; None for guests and without a clock."""


class ExportedGame(Struct, frozen=True, kw_only=True, gc=False):
    """A game with its moves."""

    id: str
    edition: str
    game_type: str
    threefold: bool
    rated: bool
    pool: str | None
    """The speed and the family of game types, such as `blitz/base`; None without a clock."""
    clock: ClockRule
    created: float
    """Seconds since 1970."""
    updated: float
    """The time of the last event, in seconds since 1970."""
    white: ExportedPlayer
    black: ExportedPlayer
    to_move: Side | None
    """None once the game is over."""
    result: GameResult | None
    """None while the game runs."""
    moves: list[str]
    """MoveStrings of the Universal Hive Protocol."""
    spent: list[int]
    """The time of each move, in milliseconds."""


class ExportedPuzzle(Struct, frozen=True, kw_only=True, gc=False):
    """A puzzle. `GET /api/puzzles/{puzzle}` returns it with everything needed to play it."""

    id: str
    position: str
    """A position string, with the player to move."""
    kind: str
    """`win` or `save`."""
    moves: int
    """The number of moves in which the player wins, or without the solution loses."""
    line: list[str]
    """The solution: the player's moves, and between them the replies."""
    themes: list[str]
    rating: int


class DumpFile(Struct, frozen=True, kw_only=True):
    """The rated games of a month in one file: PGN, compressed with gzip."""

    month: str
    """The month in which the games began, such as `2026-11`."""
    file: str
    """The name of the file, which `GET /api/dumps/{file}` returns."""
    games: int
    bytes: int
    sha256: str
    """The digest of the file, in hexadecimal."""
    made: float
    """When the file was written, in seconds since 1970."""


class Dumps(Struct, frozen=True, kw_only=True):
    """The monthly files of rated games, the latest first."""

    dumps: list[DumpFile]
