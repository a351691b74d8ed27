"""Seeded random games over every edition and game type, for laws that hold at every ply."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, product

from skep import EDITIONS, GAME_TYPES, Board, Move

EVERY_GAME = tuple(product(EDITIONS, GAME_TYPES))
LONGEST = 90


def positions(seed: int, plies: int) -> Iterator[tuple[Board, list[Move]]]:
    """So many positions of random games, each with its legal moves; the board is played on between them.

    Games rotate through all editions and game types. Three in four moves are taken from the moves of
    pieces in play where there are any: games of placements alone end before anything is stacked.
    """
    chance = random.Random(seed)
    seen = 0
    for edition, game_type in cycle(EVERY_GAME):
        board = Board(game_type, edition=edition)
        for _ in range(LONGEST):
            moves = board.legal_moves.list()
            yield board, moves
            seen += 1
            if seen >= plies:
                return
            if not moves:
                break
            board.push(choose(chance, board, moves))


def choose(chance: random.Random, board: Board, moves: list[Move]) -> Move:
    """A random move, rather of a piece in play than of one in hand."""
    moving = [move for move in moves if not move.is_pass and board.where(move.piece) is not None]
    return chance.choice(moving if moving and chance.random() < 0.75 else moves)
