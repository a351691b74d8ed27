"""The way a level chooses its move: which moves it considers, how it values them, and which of the best it plays."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from skep.board import Board
from skep.engine.levels import Level
from skep.engine.limits import Limit
from skep.engine.results import Analysis, PlayResult
from skep.engine.scores import WIN
from skep.engine.stop import StopToken
from skep.engine.weights import Network, network_for
from skep.hexes import Hex
from skep.kernel import entry
from skep.kernel.worker import new_worker
from skep.moves import Move
from skep.pieces import Bug, Color, Piece

if TYPE_CHECKING:
    from skep.engine.engine import Engine

__all__ = ["TABLE_MB", "choose", "rng_for"]

TABLE_MB: Final = 4
"""The size of the transposition table for a level's search."""
OPENING: Final = 12
"""The number of plies in which a level varies its play."""
CANDIDATES: Final = 4
"""The number of best moves from which a level chooses."""

ScoredMoves: TypeAlias = list[tuple[int, Move]]
"""Moves with their values for the side that makes them, in hundredths of a unit."""


def rng_for(seed: int | None, level: Level, board: Board) -> random.Random:
    """Return the random generator for a choice. With a seed it depends on the seed, level and position only."""
    return random.Random() if seed is None else random.Random(f"{seed}/{level.number}/{board.ply}/{board.key()}")


def choose(
    engine: Engine, level: Level, board: Board, limit: Limit, rng: random.Random, *, stop: StopToken | None = None
) -> PlayResult:
    """Return the move of a level. ``engine`` is a new engine of full strength."""
    temperature = level.opening_temperature if board.ply < OPENING else level.temperature
    if level.looks_ahead:
        analysis = search(engine, level, board, limit, lines=CANDIDATES if temperature else 1, stop=stop)
        if analysis.depth:
            scores = {line.moves[0]: line.score for line in analysis.lines}
            move = sample_move(list(zip(engine.last_values, scores, strict=True)), temperature, rng)
            return PlayResult(move, scores[move], analysis)
        noticed = board.legal_moves.list()  # there was no time to search
    else:
        noticed = noticed_moves(board, level, rng)
    return PlayResult(sample_move(static_scores(board, noticed, engine.network), temperature, rng))


def noticed_moves(board: Board, level: Level, rng: random.Random) -> list[Move]:
    """Return the moves that a level considers: a random share of all, with a preference for those near a queen bee."""
    moves = board.legal_moves.list()
    if level.attention >= 1 or moves[0].is_pass:
        return moves
    queens = [place for color in Color if (place := board.where(Piece(color, Bug.QUEEN_BEE))) is not None]

    def distance(move: Move) -> int:
        return max(1, min((move.to.distance(queen) for queen in queens), default=1))

    # sorting by u^(1/weight) samples without replacement by weight; here the weight is 1/distance
    drawn = sorted(moves, key=lambda move: rng.random() ** distance(move), reverse=True)
    count = math.ceil(level.attention * len(moves))
    last = _last_space(board) if level.sees_wins else None
    return drawn[:count] + [move for move in drawn[count:] if move.to == last]


def _last_space(board: Board) -> Hex | None:
    """Return the only free space beside the enemy's queen bee, or None if there is another number of them."""
    queen = board.where(Piece(board.turn.other, Bug.QUEEN_BEE))
    spaces = [] if queen is None else [near for near in queen.neighbours() if not board.stack(near)]
    return spaces[0] if len(spaces) == 1 else None


def static_scores(board: Board, moves: list[Move], network: Network | None = None) -> ScoredMoves:
    """Value each move by the static evaluation of the position after it."""
    after = board.copy()
    workers = new_worker(network_for(board.game_type, network))
    scored = []
    for move in moves:
        after.push(move)
        scored.append((_value_for_mover(after, workers), move))
        after.pop()
    return scored


def _value_for_mover(after: Board, workers: Any) -> int:
    """Return the value of a position to the side that has just moved."""
    outcome = after.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else -WIN if outcome.winner is after.turn else WIN
    return -entry.evaluate(after.kernel_state.array, workers)


def search(engine: Engine, level: Level, board: Board, limit: Limit, *, lines: int, stop: StopToken | None) -> Analysis:
    """Return the last analysis of a short search."""
    nodes = min(n for n in (level.nodes, limit.nodes) if n is not None)
    with engine.analyse(board, replace(limit, nodes=nodes), lines=lines, stop=stop) as analyses:
        *_, analysis = analyses
    return analysis


def sample_move(scored: ScoredMoves, temperature: float, rng: random.Random) -> Move:
    """Return one of the best few moves. The higher the temperature, the less their values matter."""
    ranked = sorted(scored, key=lambda one: -one[0])[:CANDIDATES]
    best = ranked[0][0]
    if temperature <= 0:
        return ranked[0][1]
    weights = [math.exp((value - best) / temperature) for value, _move in ranked]
    return rng.choices([move for _value, move in ranked], weights)[0]
