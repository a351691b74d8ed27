"""Generate the page's example of a review: ``python web/src/features/review/fixtures.py``.

The review of a game between two middle levels of the engine, with random times per move.
"""

from __future__ import annotations

import random
from dataclasses import asdict
from pathlib import Path

from skep import Board, Game
from skep.engine import LEVELS, Engine, Limit
from skep.pieces import Color
from skep.review import EFFORTS, review
from skep.server.schemas.archive import ReviewedMove, ReviewedSide, ReviewView
from skep.server.study.trees import tree_of

SEED = 5
WHITE, BLACK = LEVELS[3], LEVELS[4]
MAX_PLIES = 80
MIN_SECONDS, MEAN_EXTRA_SECONDS = 1.0, 8.0
"""Seconds: nobody moves faster, and so much longer it takes on average."""


def play() -> Game:
    """Play a game between two levels to its end."""
    board, times = Board("Base+MLP"), random.Random(SEED)
    players = {Color.WHITE: Engine(level=WHITE, seed=SEED), Color.BLACK: Engine(level=BLACK, seed=SEED + 1)}
    while not board.is_game_over() and board.ply < MAX_PLIES:
        board.push(players[board.turn].play(board, Limit(depth=3)).move)
    game = Game.parse(board.game_string())
    game.tags.update({"White": "Ada", "Black": "Grace", "Date": "2026.11.15"})
    for node in game.mainline():
        node.seconds_spent = round(MIN_SECONDS + times.expovariate(1 / MEAN_EXTRA_SECONDS), 1)
    return game


def review_view(game: Game) -> ReviewView:
    """Return the review of a game as the server sends it."""
    found = review(game, EFFORTS["quick"])
    tree, _ = tree_of(game)
    positions = 2 * len(found.moves) + 1
    moves = [{**asdict(move), "line": list(move.line)} for move in found.moves]
    return ReviewView(
        review="0123456789abcdef",
        state="done",
        done=positions,
        total=positions,
        problem=None,
        effort=found.effort,
        engine=found.engine,
        tree=tree,
        value=found.value,
        white_wins=found.white_wins,
        moves=[ReviewedMove(**{name: move[name] for name in ReviewedMove.model_fields}) for move in moves],
        white=ReviewedSide(**asdict(found.white)),
        black=ReviewedSide(**asdict(found.black)),
        turning_points=list(found.turning_points),
    )


def main() -> None:
    """Write fixtures.json next to this file."""
    Path(__file__).with_suffix(".json").write_text(review_view(play()).model_dump_json() + "\n")


if __name__ == "__main__":
    main()
