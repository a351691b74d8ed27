"""New openings for the book: random, distinct up to symmetry, and balanced according to the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from skep.board import Board
from skep.editions import GAME_TYPES, GameType
from skep.engine import Engine, Limit
from skep.errors import SkepError
from skep.moves import Move

__all__ = ["Recipe", "book_text", "default_count", "generate_openings"]

_MAX_REJECTIONS: Final = 2_000
"""Openings to reject in a row before giving up on the recipe."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters for generating openings."""

    min_plies: int = 4
    max_plies: int = 8
    bound: int = 20
    """The maximum advantage of either side, in hundredths of a unit."""
    nodes: int = 100_000
    """Positions to search per opening; 0 skips the search."""
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.min_plies <= self.max_plies <= 40:
            raise SkepError(f"openings have 1 to 40 plies, not {self.min_plies} to {self.max_plies}")


def generate_openings(game_type: GameType, count: int, recipe: Recipe) -> Iterator[str]:
    """Yield ``count`` openings. A recipe reproduces its openings as long as the engine's evaluation is unchanged."""
    rng = random.Random(f"{recipe.seed}/{game_type}")
    engine = Engine(threads=1, table_mb=16, seed=recipe.seed)
    seen = set[int]()
    rejected = found = 0
    while found < count:
        board = _random_opening(game_type, rng.randint(recipe.min_plies, recipe.max_plies), rng)
        if board is None or board.symmetric_key() in seen or not _is_balanced(board, engine, recipe):
            rejected += 1
            if rejected > _MAX_REJECTIONS:
                raise SkepError(f"{_MAX_REJECTIONS} openings in a row were known or unbalanced: only {found} found")
            continue
        seen.add(board.symmetric_key())
        rejected, found = 0, found + 1
        yield board.game_string()


def _random_opening(game_type: GameType, plies: int, rng: random.Random) -> Board | None:
    """Return a board after random moves, or None if the game ended."""
    board = Board(game_type)
    for _ in range(plies):
        by_bug: dict[str, list[Move]] = {}
        for move in board.legal_moves:
            by_bug.setdefault("" if move.is_pass else move.piece.bug.letter, []).append(move)
        if not by_bug:
            return None
        # pick the bug before its space, because otherwise ants, which have the most spaces, would dominate the book
        board.push(rng.choice(by_bug[rng.choice(sorted(by_bug))]))
    return None if board.is_game_over() else board


def _is_balanced(board: Board, engine: Engine, recipe: Recipe) -> bool:
    """Return whether neither side is ahead by more than the bound."""
    if not recipe.nodes:
        return True
    engine.new_game()
    *_, last = engine.analyse(board, Limit(nodes=recipe.nodes))
    return abs(last.score.relative.value) <= recipe.bound


def default_count(game_type: GameType) -> int:
    """Return the size of skep's own book: 200 games without a repeat for the most common game types."""
    return 100 if game_type in (GAME_TYPES[0], GAME_TYPES[-1]) else 20


def book_text(game_type: GameType, count: int, recipe: Recipe) -> str:
    """Return a book for one game type. Its first line is a comment with the recipe."""
    balance = f"within ±{recipe.bound / 100:g} after {recipe.nodes} nodes" if recipe.nodes else "not evaluated"
    comment = f"# {count} openings of {recipe.min_plies} to {recipe.max_plies} plies, {balance}, seed {recipe.seed}\n"
    return comment + "".join(f"{opening}\n" for opening in generate_openings(game_type, count, recipe))
