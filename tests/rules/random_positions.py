"""Seeded random positions for the laws: from random games, and random hives with more stacks than games have."""

from __future__ import annotations

import random
from collections.abc import Iterator

from skep.editions import EDITIONS, GAME_TYPES, Edition, GameType
from skep.hexes import ORIGIN, Hex
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import legal_moves, play


def in_order(moves: frozenset[Move]) -> list[Move]:
    """Return moves in an order that does not depend on hashing."""
    return sorted(moves, key=lambda move: (1,) if move.is_pass else (0, *move.piece, *move.to))


def random_game(rng: random.Random, game_type: GameType, edition: Edition, plies: int) -> Iterator[Position]:
    """Yield the positions of a random game in which pieces climb more often than uniformly random moves would."""
    position = Position.start(game_type, edition)
    yield position
    for _ in range(plies):
        choices = in_order(legal_moves(position))
        if not choices:
            return
        up = [move for move in choices if not move.is_pass and position.height(move.to)]
        position = play(position, rng.choice(up if up and rng.random() < 0.4 else choices))
        yield position


def random_position(rng: random.Random, game_type: GameType | None = None, edition: Edition | None = None) -> Position:
    """Return a random hive, with beetles and mosquitoes often on top of other pieces."""
    game_type = game_type or rng.choice(GAME_TYPES)
    edition = edition or rng.choice(EDITIONS)
    stacks: dict[Hex, tuple[Piece, ...]] = {}
    placed = _some_pieces(rng, game_type)
    for piece in placed:
        climbs = stacks and piece.bug in (Bug.BEETLE, Bug.MOSQUITO) and rng.random() < 0.8
        beside = sorted({near for hex_ in stacks for near in hex_.neighbours()} - set(stacks))
        hex_ = rng.choice(sorted(stacks) if climbs else beside or [ORIGIN])
        stacks[hex_] = (*stacks.get(hex_, ()), piece)
    hands = frozenset(piece for color in Color for piece in game_type.pieces(color)) - set(placed)
    tops = sorted(stack[-1] for stack in stacks.values())
    rests = rng.choice([None, *tops]) if Bug.PILLBUG in game_type else None
    position = Position(stacks, hands, rng.choice([60, 61]), rests, game_type, edition)
    position.check()
    return position


def _some_pieces(rng: random.Random, game_type: GameType) -> list[Piece]:
    """Return both queen bees and a random choice of the other pieces, low numbers first, in the order of placing."""
    chosen = []
    most = rng.choice((1, 3))
    for color in Color:
        for bug in Bug:
            if bug in game_type:
                climber = bug in (Bug.BEETLE, Bug.MOSQUITO)
                count = 1 if bug is Bug.QUEEN_BEE else rng.randint(0, bug.count if climber else min(most, bug.count))
                chosen += [Piece(color, bug, number) for number in range(1, count + 1)]
    rng.shuffle(chosen)
    return sorted(chosen, key=lambda piece: piece.bug in (Bug.BEETLE, Bug.MOSQUITO))


def around(position: Position) -> list[Hex]:
    """Return all hexes of the hive and those up to two steps away from it."""
    near = {ORIGIN, Hex(1, 0), *position.stacks}
    for _ in range(2):
        near |= {beside for hex_ in near for beside in hex_.neighbours()}
    return sorted(near)
