"""The search: principal-variation negamax with a shared transposition table, history, reductions and pruning.

The contract of :func:`negamax` without pruning, where s is the true value and r the returned one::

    r <= alpha  means  s <= r      r >= beta  means  s >= r      otherwise  r = s
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from skep.kernel import layout
from skep.kernel import transpositions as tt
from skep.kernel.evaluate import evaluate
from skep.kernel.hive import key_of, make, surrounded, unmake
from skep.kernel.jit import int64, jit
from skep.kernel.layout import IN_HAND
from skep.kernel.movegen import generate
from skep.kernel.scores import INFINITE, SURE, WIN
from skep.kernel.tables import BESIDE, BITS, LOWEST_STEP
from skep.kernel.worker import MAX_PLY, SCORES

__all__ = ["negamax"]

QUEEN_NUMBER = layout.QUEEN
TABLE_MOVE_FIRST = 1 << 40
MAX_LISTED = SCORES - 1024
HISTORY_CEILING = 16_384

REDUCTIONS = np.array(
    [int(1024 * math.log(max(depth, 1)) * math.log(max(tried, 1))) for depth in range(64) for tried in range(128)],
    np.int64,
)
"""Indexed by ``depth << 7 | moves tried``."""


@jit
def negamax(  # noqa: C901 - Numba supports direct recursion only, so a node is one function
    state: Any,
    worker: Any,
    moves: Any,
    table: Any,
    mask: int,
    stop: Any,
    start: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    may_pass: int,
) -> int:
    """Return the value of a position to the side to move, within alpha and beta."""
    worker.nodes += 1
    worker.line_length[ply] = 0
    if ply > 0:
        ended = surrounded(state)
        if ended:
            return ended_value(state, ended, ply)
        if is_repeated(worker):
            return int64(0)
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
    if is_time_up(worker, stop):
        return int64(0)
    in_window = beta - alpha > 1
    key = key_of(state) ^ worker.salt
    entry = tt.look_up(table, mask, key) if worker.use_table else int64(0)
    if entry and ply > 0 and not in_window and is_deep_enough(worker, tt.depth_of(entry), max(depth, 0)):
        value, bound = tt.value_of(entry, ply), tt.bound_of(entry)
        if bound == tt.EXACT or (bound == tt.LOWER and value >= beta) or (bound == tt.UPPER and value <= alpha):
            return value

    side = (state.ply & 1) << 4
    own_queen = int64(state.place[side | QUEEN_NUMBER])
    enemy_queen = int64(state.place[(side ^ 16) | QUEEN_NUMBER])
    both_queens = own_queen != IN_HAND and enemy_queen != IN_HAND
    own_taken = neighbours(state, own_queen)
    end = start
    if both_queens and neighbours(state, enemy_queen) == 5:
        end = generate(state, moves, start)
        winning = find_winning_fill(state, moves, start, end, side, own_queen, enemy_queen)
        if winning and not (ply == 0 and is_excluded(worker, winning)):
            keep_line(worker, ply, winning)
            if ply == 0:
                worker.root_move = winning
            return WIN - ply - 1
    estimate = tt.estimate_of(entry) if entry else evaluate(state, worker)
    if depth <= 0 or ply >= MAX_PLY - 1 or start > MAX_LISTED:
        return estimate

    if not in_window and both_queens:
        if (
            depth <= worker.reverse_futility_depth
            and own_taken < 5
            and beta < SURE
            and estimate - worker.reverse_futility_margin * depth >= beta
        ):
            return estimate
        if worker.null_move and may_pass and depth >= 2 and estimate >= beta and beta > -SURE:
            reduced = depth - 1 - worker.null_reduction - depth // 4
            undo = advance(state, worker, int64(0))
            value = -negamax(
                state, worker, moves, table, mask, stop, end, reduced, -beta, 1 - beta, int64(ply + 1), int64(0)
            )
            retreat(state, worker, int64(0), undo)
            if worker.stopped:
                return int64(0)
            if value >= beta:
                return beta if value > SURE else value
    table_move = tt.move_of(entry)
    if table_move == 0 and depth >= 4 and worker.reduce_without_table_move:
        depth -= 1

    if end == start:
        end = generate(state, moves, start)
    score_moves(worker, moves, start, end, table_move)
    futile = (
        not in_window
        and both_queens
        and depth <= worker.futility_depth
        and estimate + worker.futility_margin * depth + 20 <= alpha
    )
    max_tried = int64(1 << 20)
    if not in_window and both_queens and depth <= worker.late_prune_depth:
        max_tried = worker.late_prune_base + worker.late_prune_factor * depth * depth
    best, best_move, first_alpha, tried = int64(-INFINITE), int64(0), alpha, int64(0)
    for i in range(start, end):
        score = pick_best(moves, i, end)
        move = moves[i]
        if ply == 0 and is_excluded(worker, move):
            continue
        approaching = approaches(state, move, enemy_queen)
        if best > -SURE and not approaching and tried > 0:
            if tried >= max_tried:
                break
            if futile:
                continue
        undo = advance(state, worker, move)
        tried += 1
        deeper, next_ply = int64(depth - 1), int64(ply + 1)
        if tried == 1:
            value = -negamax(state, worker, moves, table, mask, stop, end, deeper, -beta, -alpha, next_ply, int64(1))
        else:
            reduction = reduction_of(worker, depth, tried, in_window, approaching, score, deeper)
            value = -negamax(
                state, worker, moves, table, mask, stop, end, deeper - reduction, -alpha - 1, -alpha, next_ply, int64(1)
            )
            if value > alpha and reduction > 0:
                value = -negamax(
                    state, worker, moves, table, mask, stop, end, deeper, -alpha - 1, -alpha, next_ply, int64(1)
                )
            if alpha < value < beta:
                value = -negamax(
                    state, worker, moves, table, mask, stop, end, deeper, -beta, -alpha, next_ply, int64(1)
                )
        retreat(state, worker, move, undo)
        if worker.stopped:
            return int64(0)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                keep_line(worker, ply, move)
                if ply == 0:
                    worker.root_move = move
                if value >= beta:
                    if worker.use_history:
                        learn(worker, moves, start, i, depth)
                    break
    if tried == 0:
        return int64(-INFINITE)
    if worker.use_table and (ply > 0 or worker.excluded_count == 0):
        bound = tt.LOWER if best >= beta else tt.UPPER if best <= first_alpha else tt.EXACT
        kept = int64(0) if bound == tt.UPPER else best_move
        tt.store(table, mask, key, worker.age, ply, kept, max(depth, 0), bound, best, estimate)
    return best


@jit
def is_deep_enough(worker: Any, known: int, required: int) -> bool:
    """Return whether a table entry of depth ``known`` can replace a search to depth ``required``."""
    return known == required if worker.exact_depth else known >= required


@jit
def ended_value(state: Any, ended: int, ply: int) -> int:
    """Return the value of a finished game to the side to move, 0 if both queen bees are surrounded."""
    if ended == 3:
        return int64(0)
    lost = (ended == 1) == (state.ply & 1 == 0)
    return ply - WIN if lost else WIN - ply


@jit
def is_time_up(worker: Any, stop: Any) -> bool:
    """Return whether the search has been stopped or has reached its node limit."""
    if worker.nodes >= worker.node_limit or (worker.nodes & 255 == 0 and stop[0] != 0):
        worker.stopped = 1
    return worker.stopped != 0


@jit
def neighbours(state: Any, queen: int) -> int:
    """Return how many sides of a queen bee are occupied, 0 while she is in hand."""
    return BITS[state.around[queen & 1023] & 63] if queen != IN_HAND else int64(0)


@jit
def advance(state: Any, worker: Any, move: int) -> int:
    """Make a move and add the new position to the path."""
    placing = move != 0 and state.place[move >> 10] == IN_HAND
    undo = make(state, move)
    length = worker.length + 1
    worker.path[length] = key_of(state)
    worker.reversible_since[length] = length if placing else worker.reversible_since[length - 1]
    worker.length = length
    return undo


@jit
def retreat(state: Any, worker: Any, move: int, undo: int) -> None:
    """Take a move back and remove its position from the path."""
    unmake(state, move, undo)
    worker.length -= 1


@jit
def is_repeated(worker: Any) -> bool:
    """Return whether the position occurred earlier on the path, which the search values as a draw."""
    length = worker.length
    key = worker.path[length]
    earlier = length - 4
    while earlier >= worker.reversible_since[length]:
        if worker.path[earlier] == key:
            return True
        earlier -= 2
    return False


@jit
def is_excluded(worker: Any, move: int) -> bool:
    """Return whether a better line already starts with this root move."""
    for i in range(worker.excluded_count):
        if worker.excluded[i] == move:
            return True
    return False


@jit
def find_winning_fill(state: Any, moves: Any, start: int, end: int, side: int, own_queen: int, enemy_queen: int) -> int:
    """Return a listed move that fills the last free side of the enemy's queen bee and wins, or 0.

    A piece that leaves another side of her does not win. Nor does a move that surrounds both queen bees, including a
    throw of the mover's own queen bee into an enclosed space.
    """
    space = (enemy_queen + LOWEST_STEP[(state.around[enemy_queen & 1023] & 63) ^ 63]) & 1023
    if BESIDE[(space - own_queen) & 1023] != 0 and neighbours(state, own_queen) == 5:
        return int64(0)
    enclosed = neighbours(state, space) == 6 and BESIDE[(space - own_queen) & 1023] == 0
    for i in range(start, end):
        move = moves[i]
        if move & 1023 == space and move != 0:
            piece = move >> 10
            origin = int64(state.place[piece & 31])
            leaves_a_side = (
                origin != IN_HAND and state.height[origin & 1023] == 1 and BESIDE[(origin - enemy_queen) & 1023] != 0
            )
            buries_own = enclosed and piece == side | QUEEN_NUMBER
            if piece != (side ^ 16) | QUEEN_NUMBER and not leaves_a_side and not buries_own:
                return move
    return int64(0)


@jit
def approaches(state: Any, move: int, enemy_queen: int) -> bool:
    """Return whether a move brings a piece to the enemy's queen bee from elsewhere."""
    if enemy_queen == IN_HAND or BESIDE[((move & 1023) - enemy_queen) & 1023] == 0:
        return False
    origin = int64(state.place[(move >> 10) & 31])
    return origin == IN_HAND or BESIDE[(origin - enemy_queen) & 1023] == 0


@jit
def score_moves(worker: Any, moves: Any, start: int, end: int, table_move: int) -> None:
    """Score the moves for ordering: the table's move first, then by history."""
    for i in range(start, end):
        move = moves[i]
        if move == table_move and move != 0:
            moves[SCORES + i] = TABLE_MOVE_FIRST
        else:
            moves[SCORES + i] = worker.history[move & 32767] if worker.use_history else 0


@jit
def pick_best(moves: Any, i: int, end: int) -> int:
    """Swap the best remaining move to index i and return its score.

    Sorting the whole list would be wasted work, because most lists are cut off early.
    """
    best = i
    score = moves[SCORES + i]
    for j in range(i + 1, end):
        if moves[SCORES + j] > score:
            best, score = j, moves[SCORES + j]
    moves[i], moves[best] = moves[best], moves[i]
    moves[SCORES + best] = moves[SCORES + i]
    moves[SCORES + i] = score
    return score


@jit
def reduction_of(
    worker: Any, depth: int, tried: int, in_window: bool, approaching: bool, score: int, deeper: int
) -> int:
    """Return by how many plies the search of a late move is reduced."""
    if not worker.reduce or depth < 2 or tried < 3:
        return int64(0)
    reduction = (REDUCTIONS[min(depth, 63) << 7 | min(tried, 127)] + worker.reduction_base) // worker.reduction_divisor
    if in_window:
        reduction -= 1
    if approaching:
        reduction -= 1
    if score > 9000:
        reduction -= 1
    elif score < -3000:
        reduction += 1
    return max(min(reduction, deeper), 0)


@jit
def learn(worker: Any, moves: Any, start: int, good: int, depth: int) -> None:
    """Raise the history score of the move at ``good``, which caused a cutoff, and lower those tried before it."""
    bonus = min(16 * depth * depth, 1600)
    move = moves[good] & 32767
    worker.history[move] += bonus - worker.history[move] * bonus // HISTORY_CEILING
    for i in range(start, good):
        move = moves[i] & 32767
        worker.history[move] -= bonus + worker.history[move] * bonus // HISTORY_CEILING


@jit
def keep_line(worker: Any, ply: int, move: int) -> None:
    """Store this move and the best line after it as the best line from here."""
    worker.line[ply * MAX_PLY] = move
    length = worker.line_length[ply + 1] if ply + 1 < MAX_PLY else 0
    for i in range(length):
        worker.line[ply * MAX_PLY + 1 + i] = worker.line[(ply + 1) * MAX_PLY + i]
    worker.line_length[ply] = length + 1
