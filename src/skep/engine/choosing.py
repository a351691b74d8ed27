"""How a level picks its move: which moves it notices, what it thinks of them, and which of the best it takes."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from skep.board import Board
from skep.engine.levels import Level
from skep.engine.limits import Limit
from skep.engine.scores import WIN
from skep.engine.weights import network_for
from skep.hexes import Hex
from skep.kernel import entry
from skep.kernel.worker import new_worker
from skep.moves import Move
from skep.pieces import Bug, Color, Piece

if TYPE_CHECKING:
    from skep.engine.engine import Engine

__all__ = ["TABLE_MB", "chance_of", "choose"]

TABLE_MB: Final = 4
"""Room for what a level looks at."""
OPENING: Final = 12
"""Plies in which a level varies its play."""
CANDIDATES: Final = 4
"""Among how many of the best moves a level wavers."""

Judged = list[tuple[int, Move]]
"""Moves and what each is worth to the side that makes it, in hundredths of a unit."""


def chance_of(seed: int | None, level: Level, board: Board) -> random.Random:
    """What a level's choice hangs on: the seed, the level and the position alone, or anything if there is no seed."""
    return random.Random() if seed is None else random.Random(f"{seed}/{level.number}/{board.ply}/{board.key()}")


def choose(thinker: Engine, level: Level, board: Board, limit: Limit, chance: random.Random) -> Move:
    """The move a level makes; ``thinker`` is an engine of full strength that has learnt nothing yet."""
    temperature = level.opening_temperature if board.ply < OPENING else level.temperature
    if level.looks_ahead:
        judged = look_ahead(thinker, level, board, limit, lines=CANDIDATES if temperature else 1)
    else:
        judged = glance(board, notice(board, level, chance))
    return waver(judged, temperature, chance)


def notice(board: Board, level: Level, chance: random.Random) -> list[Move]:
    """The moves a level considers: a share of all, those near the queen bees rather than those far off."""
    moves = board.legal_moves.list()
    if level.attention >= 1 or moves[0].is_pass:
        return moves
    queens = [place for color in Color if (place := board.where(Piece(color, Bug.QUEEN_BEE))) is not None]

    def remoteness(move: Move) -> int:
        return max(1, min((move.to.distance(queen) for queen in queens), default=1))

    # those with the largest u^(1/weight) are a choice without repetition by weights, here of nearness
    drawn = sorted(moves, key=lambda move: chance.random() ** remoteness(move), reverse=True)
    count = math.ceil(level.attention * len(moves))
    last = _last_space(board) if level.sees_wins else None
    return drawn[:count] + [move for move in drawn[count:] if move.to == last]


def _last_space(board: Board) -> Hex | None:
    """The space beside the enemy's queen bee, if there is but one left."""
    queen = board.where(Piece(board.to_move.other, Bug.QUEEN_BEE))
    spaces = [] if queen is None else [near for near in queen.neighbours() if not board.stack(near)]
    return spaces[0] if len(spaces) == 1 else None


def glance(board: Board, moves: list[Move]) -> Judged:
    """What the table looks like after each move, whatever the enemy may answer."""
    after = board.copy()
    workers = new_worker(network_for(board.game_type))
    judged = []
    for move in moves:
        after.push(move)
        judged.append((_worth(after, workers), move))
        after.pop()
    return judged


def _worth(after: Board, workers: Any) -> int:
    """What a position is worth to the side that has just moved."""
    outcome = after.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else -WIN if outcome.winner is after.to_move else WIN
    return -int(entry.evaluate(after.kernel_state.array, workers))


def look_ahead(thinker: Engine, level: Level, board: Board, limit: Limit, *, lines: int) -> Judged:
    """The best moves as a short search sees them; where there is no time for any search, as a glance does."""
    nodes = min(n for n in (level.nodes, limit.nodes) if n is not None)
    *_, analysis = thinker.analyse(board, replace(limit, nodes=nodes), lines=lines)
    if not analysis.depth:
        return glance(board, board.legal_moves.list())
    return [(line.score.value, line.moves[0]) for line in analysis.lines]


def waver(judged: Judged, temperature: float, chance: random.Random) -> Move:
    """One of the best few moves; the warmer, the less it matters which is better."""
    ranked = sorted(judged, key=lambda one: -one[0])[:CANDIDATES]
    best = ranked[0][0]
    if temperature <= 0:
        return ranked[0][1]
    shares = [math.exp((value - best) / temperature) for value, _move in ranked]
    return chance.choices([move for _value, move in ranked], shares)[0]
