"""Games of every type in Numba's CUDA simulator against the processor; run with ``NUMBA_ENABLE_CUDASIM=1``.

Whole games end by a win, by repetition and at the ply limit. Everything that users can see is compared in the middle
of games, where every kind of move occurs, and when games start again.
"""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from skep import Board, SkepError
from skep.lab import OBSERVATIONS, BatchEnv
from skep.lab.actions import action_of_uhp
from skep.lab.kernels.records import BLACK_WINS, DRAW, PLY_LIMIT, WHITE_WINS
from tests.lab.games import EVERY_TYPE, every_game

QUEENS_RETURN = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-" + 3 * ";wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-"
"""A game in which positions occur three times."""

# the simulator computes with NumPy's numbers, which warn where compiled code wraps around
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def on_gpu(cpu: BatchEnv) -> BatchEnv:
    """Return a copy of a batch on the GPU."""
    file = io.BytesIO()
    cpu.save(file)
    file.seek(0)
    gpu = BatchEnv.load(file, device="cuda")
    assert gpu.device == "cuda"
    return gpu


def compare(cpu: BatchEnv, plies: int) -> None:
    """Play the same games on both devices and compare everything that users can see."""
    gpu = on_gpu(cpu)
    for ply in range(plies):
        assert (cpu.move_lists() == gpu.move_lists()).all()
        assert (cpu.keys() == gpu.keys()).all()
        assert (cpu.legal_mask() == gpu.legal_mask().copy_to_host()).all()
        if ply == plies - 1:
            assert (cpu.legal_pairs() == gpu.legal_pairs().copy_to_host()).all()
            assert (cpu.evaluate() == gpu.evaluate().copy_to_host()).all()
            assert (cpu.features()[0] == gpu.features()[0].copy_to_host()).all()
            for name in OBSERVATIONS:
                theirs = gpu.observe(name)
                assert all((array == theirs[key].copy_to_host()).all() for key, array in cpu.observe(name).items())
        actions = cpu.sample().copy()
        assert (actions == gpu.sample().copy_to_host()).all()
        result, other = cpu.step(actions), gpu.step(actions)
        assert all((ours == theirs.copy_to_host()).all() for ours, theirs in zip(result, other, strict=True))
    assert all((ours == theirs).all() for ours, theirs in zip(cpu.status(), gpu.status(), strict=True))


def play_to_the_end(cpu: BatchEnv, choose: Callable[[BatchEnv], NDArray[np.int32]]) -> NDArray[np.int32]:
    """Play the same games on both devices until all are over, and return their results."""
    gpu = on_gpu(cpu)
    while not cpu.status().over.all():
        assert (cpu.move_lists() == gpu.move_lists()).all()
        assert (cpu.keys() == gpu.keys()).all()
        actions = choose(cpu)
        result, other = cpu.step(actions), gpu.step(actions)
        assert all((ours == theirs.copy_to_host()).all() for ours, theirs in zip(result, other, strict=True))
        assert all((ours == theirs).all() for ours, theirs in zip(cpu.status(), gpu.status(), strict=True))
    return cpu.status().result


def one_side_plays_well(env: BatchEnv) -> NDArray[np.int32]:
    """Choose good moves for White in every other game and for Black in the others, and random replies."""
    good = (env.status().ply + np.arange(len(env))) % 2 == 0
    actions: NDArray[np.int32] = np.where(good, env.look_ahead(2, noise=20).actions, env.sample())
    return actions


def queens_return(env: BatchEnv) -> NDArray[np.int32]:
    """Choose the next move of that game."""
    ply = int(env.status().ply[0])
    moves = QUEENS_RETURN.split(";")
    boards = [Board(game_type, edition=edition) for game_type, edition in EVERY_TYPE]
    for board in boards:
        board.push_line(moves[:ply])
    return np.array([action_of_uhp(board, moves[ply]) for board in boards], np.int32)


def compare_whole_games(seeds: range) -> None:
    """Play games of every type from the first move to a win, to a draw by repetition, and to the ply limit."""

    def new_games(seed: int, ply_limit: int) -> BatchEnv:
        return every_game(seed, threefold=True, ply_limit=ply_limit, autoreset=False, games=EVERY_TYPE)

    for seed in seeds:
        assert set(play_to_the_end(new_games(seed, 40), one_side_plays_well)) >= {WHITE_WINS, BLACK_WINS}
    assert set(play_to_the_end(new_games(44, 40), queens_return)) == {DRAW}
    assert set(play_to_the_end(new_games(45, 7), lambda env: env.sample().copy())) == {PLY_LIMIT}


def compare_choices(cpu: BatchEnv) -> None:
    """Compare the moves that both devices choose by looking ahead."""
    gpu = on_gpu(cpu)
    for width in (0, 1):
        pairs = zip(cpu.look_ahead(width, noise=5), gpu.look_ahead(width, noise=5), strict=True)
        assert all((ours == theirs.copy_to_host()).all() for ours, theirs in pairs)


def compare_after_wrapping(cpu: BatchEnv) -> None:
    """Compare legal moves when the stamps of the compact states begin again, and every cell has an old stamp."""
    gpu = on_gpu(cpu)
    states = gpu._backend.to_host(gpu._states)
    states["stamp"], states["seen"] = (1 << 16) - 2, 1
    gpu._states = gpu._backend.from_host(states)
    for env in (cpu, gpu):
        env.play(1)
    assert (cpu.move_lists() == gpu.move_lists()).all()
    assert (gpu._backend.to_host(gpu._states)["stamp"] < 100).any()


def check_input() -> None:
    """Reset games that an array on the GPU selects, and refuse what the processor refuses as well."""
    env = BatchEnv(2, "Base", ply_limit=1, autoreset=False, device="cuda")
    env.step(env.sample())
    assert env.status().over.tolist() == [1, 1]
    env.reset(games=env.truncated)
    assert env.status().over.tolist() == [0, 0]
    for actions, reason in (([203.5, 203.5], "expected 2 integers"), ([203, (1 << 32) + 203], "action 4294967499")):
        with pytest.raises(SkepError, match=reason):
            env.step(actions)
    assert env.status().ply.tolist() == [0, 0]


def main(plies: int, seeds: int) -> None:
    """Check input, then compare whole games, games in their middle, games that end, choices, and stamps that wrap."""
    compare_whole_games(range(11, 11 + seeds))
    middle = every_game(seed=40, threefold=True, games=EVERY_TYPE)
    middle.play(31)
    compare(middle, plies)
    ending = every_game(seed=41, ply_limit=32, games=EVERY_TYPE)
    ending.play(31)
    compare(ending, 1)
    assert (ending.status().finished > 0).all()
    opening = every_game(seed=42, games=EVERY_TYPE[6:])
    opening.play(4)
    compare_choices(opening)
    late = every_game(seed=43, games=EVERY_TYPE[6:])
    late.play(40)
    compare_after_wrapping(late)
    check_input()
    print(f"{(plies + 1) * len(middle)} positions and {(seeds + 2) * len(EVERY_TYPE)} whole games agree")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
