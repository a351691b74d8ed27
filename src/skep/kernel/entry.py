"""All that Python calls of the kernel. Each entry point is compiled with all it calls, so there are few."""

from __future__ import annotations

from typing import Any

from skep.kernel import evaluate as evaluating
from skep.kernel import features, hive, movegen, paths, symmetry
from skep.kernel import perft as counting
from skep.kernel import playout as random_play
from skep.kernel.jit import as_pointer, entry, int64, load, uint8, uint64
from skep.kernel.layout import Moves, States
from skep.kernel.search import negamax
from skep.kernel.worker import Workers
from skep.kernel.writing import write_destinations

__all__ = [
    "evaluate",
    "find_features",
    "find_path",
    "generate",
    "generate_written",
    "key",
    "load",
    "make",
    "perft",
    "playout",
    "put",
    "search",
    "surrounded",
    "symmetric_key",
    "unmake",
]


@entry(States, int64, int64)
def put(states: Any, piece: int, cell: int) -> None:
    """Set a piece down, when a position is set up."""
    hive.put(states[0], piece, cell)


@entry(States, int64)
def make(states: Any, move: int) -> Any:
    """Take a turn; returns what :func:`unmake` needs."""
    return hive.make(states[0], move)


@entry(States, int64, int64)
def unmake(states: Any, move: int, undo: int) -> None:
    """Take a turn back."""
    hive.unmake(states[0], move, undo)


@entry(States)
def surrounded(states: Any) -> Any:
    """Whose queen bees are surrounded: bit 0 White's, bit 1 Black's."""
    return hive.surrounded(states[0])


@entry(States)
def key(states: Any) -> Any:
    """The key of the position."""
    return hive.key_of(states[0])


@entry(States)
def symmetric_key(states: Any) -> Any:
    """The key that turned and mirrored positions share."""
    return symmetry.symmetric_key(states[0])


@entry(States, Moves)
def generate(states: Any, moves: Any) -> Any:
    """Write every legal move to the front of the list; returns how many."""
    return movegen.generate(states[0], as_pointer(moves), int64(0))


@entry(States, Moves, uint8[::1], int64, int64)
def generate_written(states: Any, moves: Any, text: Any, column: int, row: int) -> Any:
    """As ``generate``, and write where each piece may go as JSON; returns how many moves and, above 20 bits, letters.

    Destinations are read near a centre, as layout.hex_near does. The text has to have room for writing.LONGEST letters.
    """
    count = movegen.generate(states[0], as_pointer(moves), int64(0))
    return write_destinations(moves, count, text, column, row) << 20 | count


@entry(States, int64, Moves, Moves)
def find_path(states: Any, move: int, moves: Any, path: Any) -> Any:
    """Write the cells of a legal move's path; returns their number, the kind, the copied bug and the thrower."""
    return paths.find_path(states[0], move, as_pointer(moves), as_pointer(path))


@entry(States, Moves, int64, int64, long=True)
def perft(states: Any, moves: Any, depth: int, bulk: int) -> Any:
    """How many lines of so many plies there are."""
    return counting.perft(states[0], as_pointer(moves), int64(0), depth, bulk)


@entry(States, Moves, uint64, int64, long=True)
def playout(states: Any, moves: Any, seed: Any, plies: int) -> Any:
    """Play random legal moves, at most so many; returns how many were played. The seed may not be zero."""
    return random_play.playout(states[0], as_pointer(moves), seed, plies)


@entry(States, Workers)
def find_features(states: Any, workers: Any) -> Any:
    """List the position's features in the worker; returns how many."""
    return features.find_features(states[0], as_pointer(workers[0].features))


@entry(States, Workers)
def evaluate(states: Any, workers: Any) -> Any:
    """What the position is worth to the side to move, without looking ahead."""
    return evaluating.evaluate(states[0], workers[0])


@entry(States, Workers, Moves, uint64[::1], int64[::1], int64, int64, int64, long=True)
def search(states: Any, workers: Any, moves: Any, table: Any, stop: Any, depth: int, alpha: int, beta: int) -> Any:
    """One iteration from the root: its value; the worker holds the best line. Needs twice ``SCORES`` moves of room."""
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
