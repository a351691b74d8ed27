"""The compiled functions that Python calls. Each works on the games from ``first`` to ``end`` of a batch.

On a CPU, threads call them for different ranges. On a GPU, each thread takes every n-th game: see ``jit.share``. Arrays
that hold several values per game are flat.
"""

from __future__ import annotations

from typing import Any, Final

import numba

from skep.kernel.evaluate import evaluate_with
from skep.kernel.features import NOTHING, find_features
from skep.kernel.features import ROOM as FEATURES
from skep.kernel.hive import key_of
from skep.kernel.jit import as_pointer, entry, int64, new_features, rejoin, share, uint8, uint64
from skep.kernel.layout import States
from skep.kernel.symmetry import symmetric_key
from skep.lab.kernels.actions import ACTIONS, PIECES, encode, slot_of
from skep.lab.kernels.games import choose, choose_good, count_position, find_action, list_moves, make_move, reset
from skep.lab.kernels.graph import NODE, write_graph
from skep.lab.kernels.look_ahead import value_moves
from skep.lab.kernels.planes import CELLS, PLANES, anchor, window_cell, write_planes
from skep.lab.kernels.records import (
    BLACK_WINS,
    LAB,
    LIST,
    MAX_MOVES,
    PLAY,
    PLY_LIMIT,
    RESET,
    STEP,
    WHITE_WINS,
    Games,
    Networks,
    Rooms,
)
from skep.lab.kernels.scalars import SCALARS, write_scalars
from skep.lab.kernels.tokens import TOKEN, write_tokens

__all__ = [
    "STATUS",
    "advance",
    "decode_actions",
    "evaluate",
    "features",
    "graph",
    "keys_of",
    "look_ahead",
    "mask",
    "pairs",
    "planes",
    "sample",
    "status",
    "symmetric_keys_of",
    "tokens",
]

STATUS: Final = 7
"""The number of facts that :func:`status` writes per game."""

Bytes: Any = uint8[::1]
Moves: Any = numba.uint16[::1]
Numbers: Any = numba.int32[::1]
Words: Any = numba.int16[::1]
Floats: Any = numba.float32[::1]
Keys: Any = uint64[::1]


@entry(
    States, Games, Keys, Moves, Numbers, int64, int64, Floats, Bytes, Bytes, int64, int64, int64, long=True, part=LAB
)
def advance(
    states: Any,
    games: Any,
    keys: Any,
    moves: Any,
    chosen: Any,
    command: int,
    plies: int,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    keys_per_game: int,
    first: int,
    end: int,
) -> None:
    """Make the chosen packed move of each game, or do another command of records.py. A move of -1 is skipped."""
    history = as_pointer(keys)
    lists = as_pointer(moves)
    for index in share(first, end):
        state = states[index]
        game = games[index]
        first_key = index * keys_per_game
        first_move = index * MAX_MOVES
        rewards[2 * index] = 0.0
        rewards[2 * index + 1] = 0.0
        terminated[index] = 0
        truncated[index] = 0
        if command in (STEP, PLAY):
            for _ in range(plies):
                rejoin()
                packed = int64(chosen[index])
                if command == PLAY:
                    packed = choose(game, lists, first_move) if game.moves > 0 else int64(-1)
                if packed < 0 or game.over:
                    break
                result = make_move(state, game, history, first_key, lists, first_move, packed)
                if result != 0:
                    terminated[index] = result != PLY_LIMIT
                    truncated[index] = result == PLY_LIMIT
                    value = 1.0 if result == WHITE_WINS else -1.0 if result == BLACK_WINS else 0.0
                    rewards[2 * index] = value
                    rewards[2 * index + 1] = 0.0 - value
        elif chosen[index] != 0:
            if command == RESET:
                reset(state, game)
            if command != LIST:
                count_position(state, game, history, first_key)
            list_moves(state, game, lists, first_move)


@entry(States, Games, Moves, Numbers, Numbers, int64, int64, long=True, part=LAB)
def decode_actions(states: Any, games: Any, moves: Any, actions: Any, chosen: Any, first: int, end: int) -> None:
    """Write the packed move of each action, or -1 for an illegal action and for a game that is over."""
    lists = as_pointer(moves)
    for index in share(first, end):
        chosen[index] = find_action(states[index], games[index], lists, index * MAX_MOVES, int64(actions[index]))


@entry(States, Games, Moves, Numbers, int64, int64, long=True, part=LAB)
def sample(states: Any, games: Any, moves: Any, actions: Any, first: int, end: int) -> None:
    """Write a random legal action of each game, or -1 for a game that is over."""
    lists = as_pointer(moves)
    for index in share(first, end):
        game = games[index]
        actions[index] = -1
        if game.moves > 0:
            actions[index] = encode(states[index], choose(game, lists, index * MAX_MOVES))


@entry(States, Games, Moves, Words, Bytes, int64, int64, long=True, part=LAB)
def mask(states: Any, games: Any, moves: Any, listed: Any, flags: Any, first: int, end: int) -> None:
    """Write the legal actions of each game as a list and as flags, after clearing the flags of the last call."""
    lists = as_pointer(moves)
    actions = as_pointer(listed)
    out = as_pointer(flags)
    for index in share(first, end):
        state = states[index]
        game = games[index]
        start = index * MAX_MOVES
        base = index * ACTIONS
        for i in range(start, start + game.masked):
            out[base + int64(actions[i])] = 0
        for i in range(start, start + game.moves):
            action = encode(state, int64(lists[i]))
            actions[i] = action
            out[base + action] = 1
        game.masked = game.moves


@entry(States, Games, Moves, Numbers, Bytes, int64, int64, long=True, part=LAB)
def pairs(states: Any, games: Any, moves: Any, listed: Any, flags: Any, first: int, end: int) -> None:
    """Do the same for pairs of a slot and a cell of the planes. A pass has no pair."""
    lists = as_pointer(moves)
    actions = as_pointer(listed)
    out = as_pointer(flags)
    for index in share(first, end):
        state = states[index]
        game = games[index]
        start = index * MAX_MOVES
        base = index * PIECES * CELLS
        for i in range(start, start + game.paired):
            out[base + int64(actions[i])] = 0
        centre = anchor(state)
        game.paired = 0
        for i in range(start, start + game.moves):
            packed = int64(lists[i])
            if packed != 0:
                action = slot_of(packed >> 10, state.ply & 1) * CELLS + window_cell(packed & 1023, centre)
                actions[start + game.paired] = action
                out[base + action] = 1
                game.paired += 1


@entry(States, Games, Bytes, Numbers, Words, int64, int64, long=True, part=LAB)
def planes(states: Any, games: Any, picture: Any, written: Any, scalars: Any, first: int, end: int) -> None:
    """Write the planes and scalars of each game."""
    out = as_pointer(picture)
    marks = as_pointer(written)
    facts = as_pointer(scalars)
    for index in share(first, end):
        write_planes(states[index], games[index], out, index * PLANES * CELLS, marks, index * PLANES)
        write_scalars(states[index], games[index], facts, index * SCALARS)


@entry(States, Games, Words, Words, int64, int64, long=True, part=LAB)
def tokens(states: Any, games: Any, rows: Any, scalars: Any, first: int, end: int) -> None:
    """Write the tokens and scalars of each game."""
    out = as_pointer(rows)
    facts = as_pointer(scalars)
    for index in share(first, end):
        write_tokens(states[index], games[index], out, index * PIECES * TOKEN)
        write_scalars(states[index], games[index], facts, index * SCALARS)


@entry(States, Games, Words, Bytes, Words, int64, int64, long=True, part=LAB)
def graph(states: Any, games: Any, nodes: Any, edges: Any, scalars: Any, first: int, end: int) -> None:
    """Write the graph and scalars of each game."""
    out = as_pointer(nodes)
    labels = as_pointer(edges)
    facts = as_pointer(scalars)
    for index in share(first, end):
        write_graph(states[index], games[index], out, index * PIECES * NODE, labels, index * PIECES * PIECES)
        write_scalars(states[index], games[index], facts, index * SCALARS)


@entry(
    States, Games, Moves, Moves, Numbers, Networks, Rooms, int64, int64, Numbers, Numbers, int64, int64,
    long=True, part=LAB,
)  # fmt: skip
def look_ahead(
    states: Any,
    games: Any,
    moves: Any,
    replies: Any,
    values: Any,
    networks: Any,
    rooms: Any,
    width: int,
    noise: int,
    actions: Any,
    best: Any,
    first: int,
    end: int,
) -> None:
    """Write the action of a good move of each game and the value of the best move; -1 and 0 for a game that is over."""
    lists = as_pointer(moves)
    answers = as_pointer(replies)
    worth = as_pointer(values)
    for index in share(first, end):
        state = states[index]
        game = games[index]
        start = index * MAX_MOVES
        actions[index] = -1
        best[index] = 0
        if game.moves > 0:
            weights = networks[game.network]
            best[index] = value_moves(state, game, weights, rooms[index], lists, answers, worth, start, width)
            actions[index] = encode(state, choose_good(game, lists, worth, start, noise))


@entry(States, Games, Networks, Rooms, Numbers, int64, int64, long=True, part=LAB)
def evaluate(states: Any, games: Any, networks: Any, rooms: Any, values: Any, first: int, end: int) -> None:
    """Write the value of each position to the side to move."""
    for index in share(first, end):
        values[index] = evaluate_with(states[index], networks[games[index].network], rooms[index])


@entry(States, Rooms, Words, Numbers, int64, int64, long=True, part=LAB)
def features(states: Any, rooms: Any, rows: Any, counts: Any, first: int, end: int) -> None:
    """Write the features of each position's evaluation and their number. The rest of a row is ``NOTHING``."""
    out = as_pointer(rows)
    for index in share(first, end):
        found = new_features(rooms[index])
        counts[index] = find_features(states[index], found)
        start = index * FEATURES
        for i in range(counts[index]):
            out[start + i] = found[i]
        for i in range(counts[index], FEATURES):
            out[start + i] = NOTHING


@entry(States, Keys, int64, int64, long=True, part=LAB)
def keys_of(states: Any, keys: Any, first: int, end: int) -> None:
    """Write the key of each position."""
    for index in share(first, end):
        keys[index] = key_of(states[index])


@entry(States, Keys, int64, int64, long=True, part=LAB)
def symmetric_keys_of(states: Any, keys: Any, first: int, end: int) -> None:
    """Write the key of each position that its rotated and mirrored images share."""
    for index in share(first, end):
        keys[index] = symmetric_key(states[index])


@entry(States, Games, Numbers, int64, int64, long=True, part=LAB)
def status(states: Any, games: Any, numbers: Any, first: int, end: int) -> None:
    """Write facts about each game, in the order of batch.Status."""
    out = as_pointer(numbers)
    for index in share(first, end):
        game = games[index]
        base = index * STATUS
        out[base] = states[index].ply
        out[base + 1] = game.moves
        out[base + 2] = game.repetitions
        out[base + 3] = game.over
        out[base + 4] = game.finished
        out[base + 5] = game.length
        out[base + 6] = game.result
