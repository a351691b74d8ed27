"""Seeded random games of every edition and game type, for laws that hold at every ply."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, product

from skep import EDITIONS, GAME_TYPES, Board, Move

EVERY_GAME = tuple(product(EDITIONS, GAME_TYPES))
MAX_PLIES = 90


def positions(seed: int, plies: int) -> Iterator[tuple[Board, list[Move]]]:
    """Yield ``plies`` positions of random games, each with its legal moves. The board is reused between them.

    Games cycle through all editions and game types. Three in four moves are by pieces in play, if possible, because
    games of mostly placements end before anything is stacked.
    """
    rng = random.Random(seed)
    seen = 0
    for edition, game_type in cycle(EVERY_GAME):
        board = Board(game_type, edition=edition)
        for _ in range(MAX_PLIES):
            moves = board.legal_moves.list()
            yield board, moves
            seen += 1
            if seen >= plies:
                return
            if not moves:
                break
            board.push(choose(rng, board, moves))


def choose(rng: random.Random, board: Board, moves: list[Move], *, moving_share: float = 0.75) -> Move:
    """Choose a random move, by a piece in play with probability ``moving_share`` if there is one."""
    moving = [move for move in moves if not move.is_pass and board.where(move.piece) is not None]
    return rng.choice(moving if moving and rng.random() < moving_share else moves)
