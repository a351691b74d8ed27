"""New openings for the book: random, different up to symmetry, and even by the engine's judgement."""

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

__all__ = ["Recipe", "book_text", "generate_openings", "usual_count"]

_MOST_MISSES: Final = 2_000
"""Openings thrown away in a row before the recipe is called too strict."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How openings are made."""

    shortest: int = 4
    longest: int = 8
    """Plies."""
    bound: int = 20
    """Hundredths of a unit by which the engine may prefer either side."""
    nodes: int = 100_000
    """Positions that are searched to judge an opening; 0 leaves it unjudged."""
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest <= 40:
            raise SkepError(f"openings have 1 to 40 plies, not {self.shortest} to {self.longest}")


def generate_openings(game_type: GameType, count: int, recipe: Recipe) -> Iterator[str]:
    """So many openings; the same recipe gives the same ones as long as the engine judges alike."""
    chance = random.Random(f"{recipe.seed}/{game_type}")
    engine = Engine(threads=1, table_mb=16, seed=recipe.seed)
    seen = set[int]()
    misses = found = 0
    while found < count:
        board = _random_opening(game_type, chance.randint(recipe.shortest, recipe.longest), chance)
        if board is None or board.symmetric_key() in seen or not _is_even(board, engine, recipe):
            misses += 1
            if misses > _MOST_MISSES:
                raise SkepError(f"{_MOST_MISSES} openings in a row were known or uneven: only {found} found")
            continue
        seen.add(board.symmetric_key())
        misses, found = 0, found + 1
        yield board.game_string()


def _random_opening(game_type: GameType, plies: int, chance: random.Random) -> Board | None:
    """A random beginning of a game, or None when it ran into the end of one."""
    board = Board(game_type)
    for _ in range(plies):
        by_bug: dict[str, list[Move]] = {}
        for move in board.legal_moves:
            by_bug.setdefault("" if move.is_pass else move.piece.bug.letter, []).append(move)
        if not by_bug:
            return None
        # the bug first, then its space: else ants, which have the most spaces, would fill the book
        board.push(chance.choice(by_bug[chance.choice(sorted(by_bug))]))
    return None if board.is_game_over() else board


def _is_even(board: Board, engine: Engine, recipe: Recipe) -> bool:
    """Whether neither side is ahead by more than the bound."""
    if not recipe.nodes:
        return True
    engine.new_game()
    *_, last = engine.analyse(board, Limit(nodes=recipe.nodes))
    return abs(last.score.value) <= recipe.bound


def usual_count(game_type: GameType) -> int:
    """How many openings our own book has: enough for 200 games without a repeat where most matches are played."""
    return 100 if game_type in (GAME_TYPES[0], GAME_TYPES[-1]) else 20


def book_text(game_type: GameType, count: int, recipe: Recipe) -> str:
    """A book for one game type, with a remark that tells how to make it again."""
    judged = f"within ±{recipe.bound / 100:g} after {recipe.nodes} nodes" if recipe.nodes else "not judged"
    remark = f"# {count} openings of {recipe.shortest} to {recipe.longest} plies, {judged}, seed {recipe.seed}\n"
    return remark + "".join(f"{opening}\n" for opening in generate_openings(game_type, count, recipe))
