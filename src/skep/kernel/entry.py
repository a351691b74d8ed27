"""The compiled functions that Python calls. Each is compiled together with everything it calls, so there are few.

``states`` is always an array of one state record: see :mod:`skep.kernel.layout`.
"""

from __future__ import annotations

from typing import Any

from skep.kernel import evaluate as evaluating
from skep.kernel import features, hive, movegen, paths, symmetry
from skep.kernel import perft as counting
from skep.kernel import playout as random_play
from skep.kernel.jit import as_pointer, entry, int64, load, uint8, uint64
from skep.kernel.layout import Moves, States
from skep.kernel.move_json import write_destinations, write_path
from skep.kernel.search import negamax
from skep.kernel.tables import SIDES
from skep.kernel.worker import Workers

__all__ = [
    "evaluate",
    "find_features",
    "find_path",
    "generate",
    "generate_json",
    "key",
    "load",
    "make",
    "perft",
    "playout",
    "put",
    "references",
    "search",
    "surrounded",
    "symmetric_key",
    "unmake",
]


@entry(States, int64, int64)
def put(states: Any, piece: int, cell: int) -> None:
    """Put a piece on a cell while a position is set up."""
    hive.put(states[0], piece, cell)


@entry(States, int64)
def make(states: Any, move: int) -> int:
    """Make a packed move and return the undo value that :func:`unmake` needs."""
    return hive.make(states[0], move)


@entry(States, int64, int64)
def unmake(states: Any, move: int, undo: int) -> None:
    """Take back a move made with :func:`make`."""
    hive.unmake(states[0], move, undo)


@entry(States)
def surrounded(states: Any) -> int:
    """Return whose queen bees are surrounded: bit 0 White's, bit 1 Black's."""
    return hive.surrounded(states[0])


@entry(States)
def key(states: Any) -> Any:
    """Return the key of the position."""
    return hive.key_of(states[0])


@entry(States)
def symmetric_key(states: Any) -> Any:
    """Return the key that rotated and mirrored positions share."""
    return symmetry.symmetric_key(states[0])


@entry(States, Moves)
def generate(states: Any, moves: Any) -> int:
    """Write the legal moves to the front of a list and return how many there are."""
    return movegen.generate(states[0], as_pointer(moves), int64(0))


@entry(States, Moves, uint8[::1], int64, int64)
def generate_json(states: Any, moves: Any, text: Any, column: int, row: int) -> int:
    """Do the same as :func:`generate` and write the destinations of each piece to ``text`` as JSON.

    ``column`` and ``row`` are the centre of the window, and ``text`` holds ``move_json.MAX_LENGTH`` characters.
    Returns the number of moves in bits 0-19 and the length of the text above them.
    """
    count = movegen.generate(states[0], as_pointer(moves), int64(0))
    return write_destinations(moves, count, text, column, row) << 20 | count


@entry(States, int64[:, ::1], int64[:, ::1])
def references(states: Any, made: Any, found: Any) -> None:
    """Take back all moves and write the moving piece, the reference piece and the side of it for each MoveString.

    ``made`` has the packed move and the undo value of each move. Sides are numbered as in :data:`tables.SIDES`.
    """
    state = states[0]
    for at in range(made.shape[0] - 1, -1, -1):
        move = made[at, 0]
        hive.unmake(state, move, made[at, 1])
        piece = move >> 10
        found[at, 0] = piece
        found[at, 1] = 0
        found[at, 2] = 0
        if move == 0:
            continue
        for side in range(7):
            reference = int64(state.top[(move + SIDES[side]) & 1023])
            if reference == piece:
                reference = int64(state.below[piece])
            if reference != 0:
                found[at, 1] = reference
                found[at, 2] = side
                break


@entry(States, int64, Moves, Moves, uint8[::1], int64, int64)
def find_path(states: Any, move: int, moves: Any, path: Any, text: Any, column: int, row: int) -> Any:
    """Write the cells of a legal move's path to ``path``, and its hexes to ``text`` as JSON.

    ``column`` and ``row`` are the centre of the window, and ``text`` holds ``move_json.MAX_PATH_JSON`` characters.
    Returns what ``paths.find_path`` returns in bits 0-23 and the length of the text above them.
    """
    found = paths.find_path(states[0], move, as_pointer(moves), as_pointer(path))
    return found | write_path(path, found & 255, text, column, row) << 24


@entry(States, Moves, int64, int64, long=True)
def perft(states: Any, moves: Any, depth: int, bulk: int) -> int:
    """Return the number of lines of ``depth`` plies."""
    return counting.perft(states[0], as_pointer(moves), int64(0), depth, bulk)


@entry(States, Moves, uint64, int64, long=True)
def playout(states: Any, moves: Any, seed: Any, plies: int) -> int:
    """Play at most ``plies`` random legal moves and return how many were played. The seed must not be zero."""
    return random_play.playout(states[0], as_pointer(moves), seed, plies)


@entry(States, Workers)
def find_features(states: Any, workers: Any) -> int:
    """Write the features of the position to the worker and return how many there are."""
    return features.find_features(states[0], as_pointer(workers[0].features))


@entry(States, Workers)
def evaluate(states: Any, workers: Any) -> int:
    """Return the static value of the position to the side to move."""
    return evaluating.evaluate(states[0], workers[0])


@entry(States, Workers, Moves, uint64[::1], int64[::1], int64, int64, int64, long=True)
def search(states: Any, workers: Any, moves: Any, table: Any, stop: Any, depth: int, alpha: int, beta: int) -> int:
    """Search the root to a depth and return its value; the worker then holds the best line.

    ``moves`` has room for twice ``worker.SCORES`` moves, and a value other than zero in ``stop`` ends the search.
    """
    mask = table.size // 8 - 1
    return negamax(
        states[0],
        workers[0],
        as_pointer(moves),
        as_pointer(table),
        mask,
        as_pointer(stop),
        int64(0),
        depth,
        alpha,
        beta,
        int64(0),
        int64(0),
    )
