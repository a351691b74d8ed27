"""Playing one game of a batch: making a move, ending a game and starting the next one."""

from __future__ import annotations

from typing import Any

from skep.kernel.hive import make, surrounded
from skep.kernel.jit import inline, int64, jit, uint64
from skep.kernel.layout import IN_HAND
from skep.kernel.movegen import generate
from skep.kernel.scores import INFINITE, SURE
from skep.kernel.symmetry import symmetric_key
from skep.kernel.tables import SIDES
from skep.lab.kernels.actions import decode, encode
from skep.lab.kernels.records import BLACK_WINS, DRAW, PLY_LIMIT, WHITE_WINS

__all__ = ["choose", "choose_good", "count_position", "find_action", "list_moves", "make_move", "reset"]


@jit
def reset(state: Any, game: Any) -> None:
    """Start a new game with the same options."""
    for piece in range(32):
        cell = int64(state.place[piece])
        if cell != IN_HAND:
            state.top[cell] = 0
            state.height[cell] = 0
            for side in range(1, 7):
                state.around[(cell + SIDES[side]) & 1023] = 0
        state.place[piece] = IN_HAND
        state.below[piece] = 0
    state.holes = 1
    state.covered = 0
    state.ply = 0
    state.just_moved = 0
    state.key = uint64(0)
    state.hand[0] = game.kinds
    state.hand[1] = game.kinds
    game.recorded = 0
    game.over = 0


@inline
def list_moves(state: Any, game: Any, moves: Any, first_move: int) -> None:
    """Find the legal moves. A game that is over has none."""
    game.moves = 0 if game.over else generate(state, moves, first_move) - first_move


@jit
def count_position(state: Any, game: Any, keys: Any, first_key: int) -> None:
    """Record the position and count how often it has occurred, if that can end the game."""
    game.repetitions = 1
    if game.threefold:
        key = symmetric_key(state)
        for i in range(game.recorded):
            if keys[first_key + i] == key:
                game.repetitions += 1
        keys[first_key + game.recorded] = key
        game.recorded += 1


@inline
def next_word(game: Any) -> Any:
    """Return a random word: Marsaglia's xorshift, whose cycle contains every word except zero."""
    word = game.word
    word ^= word << uint64(13)
    word ^= word >> uint64(7)
    word ^= word << uint64(17)
    game.word = word
    return word


@inline
def choose(game: Any, moves: Any, first_move: int) -> int:
    """Return a random legal move. There must be one."""
    return int64(moves[first_move + int64((next_word(game) >> uint64(33)) % uint64(game.moves))])


@inline
def choose_good(game: Any, moves: Any, values: Any, first_move: int, noise: int) -> int:
    """Return a move of a large value: each value is raised by less than ``noise`` at random, except that of a win."""
    chosen = first_move
    best = int64(-INFINITE)
    for i in range(first_move, first_move + game.moves):
        value = int64(values[i])
        if noise > 0 and abs(value) < SURE:
            value += int64((next_word(game) >> uint64(33)) % uint64(noise))
        if value > best:
            chosen, best = i, value
    return int64(moves[chosen])


@jit
def find_action(state: Any, game: Any, moves: Any, first_move: int, action: int) -> int:
    """Return the packed move of a legal action, or -1 if the action is illegal."""
    packed = decode(state, action)
    if packed >= 0 and encode(state, packed) == action:
        for i in range(first_move, first_move + game.moves):
            if moves[i] == packed:
                return packed
    return int64(-1)


@jit
def make_move(state: Any, game: Any, keys: Any, first_key: int, moves: Any, first_move: int, packed: int) -> int:
    """Make a legal move, find the next ones, and return the result: 0 while the game is in progress.

    A game that ends is reset unless its option says otherwise. See records.GAME for the results.
    """
    if packed != 0 and int64(state.place[packed >> 10]) == IN_HAND:
        game.recorded = 0  # no earlier position can occur again
    make(state, packed)
    count_position(state, game, keys, first_key)
    result = find_result(state, game)
    if result != 0:
        game.finished += 1
        game.length = state.ply
        game.result = result
        game.over = 1
        if game.autoreset:
            reset(state, game)
            count_position(state, game, keys, first_key)
    list_moves(state, game, moves, first_move)
    return result


@inline
def find_result(state: Any, game: Any) -> int:
    """Return the result of the game, or 0 while it is in progress."""
    ended = surrounded(state)
    if ended == 3 or (ended == 0 and game.threefold and game.repetitions >= 3):
        return int64(DRAW)
    if ended != 0:
        return int64(BLACK_WINS if ended == 1 else WHITE_WINS)
    return int64(PLY_LIMIT if state.ply >= game.ply_limit else 0)
