"""The lab on a GPU: speed, agreement with the processor move by move, and arrays shared with other libraries.

Run ``python -m bench.lab_gpu``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np

from skep.editions import EDITIONS, GAME_TYPES
from skep.lab import BatchEnv

EVERY_GAME = list(product(GAME_TYPES, EDITIONS))


def every_game(games: int, device: str, threads: int | None) -> BatchEnv:
    """Return a batch that cycles through all game types and editions, with and without a short ply limit."""
    rules = [EVERY_GAME[game % len(EVERY_GAME)] for game in range(games)]
    types, editions = [game_type for game_type, _edition in rules], [edition for _game_type, edition in rules]
    return BatchEnv(
        games, types, edition=editions, threefold=True, ply_limit=150, seed=1, device=device, threads=threads
    )


def compare(games: int, plies: int, threads: int | None = None) -> int:
    """Play the same games on both devices and compare legal moves, keys and results. Return the number of positions."""
    cpu, gpu = every_game(games, "cpu", threads), every_game(games, "cuda", None)
    for ply in range(plies):
        for what, ours, theirs in zip(("moves", "keys", "results"), digest(cpu), digest(gpu), strict=True):
            different = np.flatnonzero((ours != theirs).reshape(games, -1).any(axis=1))
            if different.size:
                raise SystemExit(
                    f"ply {ply}, game {different[0]}: the {what} differ: {cpu.position(int(different[0]))}"
                )
        actions = host(cpu.sample()).copy()
        if (actions != host(gpu.sample())).any():
            raise SystemExit(f"ply {ply}: the random actions differ")
        cpu.step(actions)
        gpu.step(actions)
    return games * plies


def digest(env: BatchEnv) -> tuple[Any, Any, Any]:
    """Return the legal moves, the keys and the facts about each game as NumPy arrays."""
    return env.move_lists(), env.keys(), np.stack(env.status(), axis=1)


def check_sharing() -> list[str]:
    """Check that the libraries which are installed read and see changes of the environment's memory."""
    env = BatchEnv(1000, "Base+MLP", seed=1, device="cuda")
    mask = env.legal_mask()
    address = mask.__cuda_array_interface__["data"][0]
    shared = {}
    for name, import_array in sharing_libraries().items():
        shared[name] = import_array(mask)
        if address_of(shared[name]) != address:
            raise SystemExit(f"{name} copied the mask")
    env.play(20)
    expected = host(env.legal_mask())
    for name, array in shared.items():
        theirs = array.cpu().numpy() if name == "PyTorch" else array.get() if name == "CuPy" else np.asarray(array)
        if (theirs != expected).any() and name != "JAX":  # JAX takes arrays to be constant
            raise SystemExit(f"{name} does not see the changes of the mask")
    return list(shared)


def sharing_libraries() -> dict[str, Callable[[Any], Any]]:
    """Return how the libraries that are installed take over an array."""
    found: dict[str, Callable[[Any], Any]] = {}
    for name, module in (("PyTorch", "torch"), ("CuPy", "cupy"), ("JAX", "jax.dlpack")):
        with suppress(ImportError):
            found[name] = import_module(module).from_dlpack
    return found


def address_of(array: Any) -> int:
    """Return the address of an array of one of these libraries."""
    if hasattr(array, "unsafe_buffer_pointer"):
        return int(array.unsafe_buffer_pointer())
    return int(array.data_ptr() if hasattr(array, "data_ptr") else array.data.ptr)


def host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def seconds(function: Callable[[], object], synchronize: Callable[[], None]) -> float:
    """Return the seconds that a function needs, after it ran once."""
    function()
    synchronize()
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        function()
        synchronize()
        best = min(best, time.perf_counter() - began)
    return best


def measure(games: int, plies: int) -> None:
    """Print the speed of random play, and of steps with masks and planes."""
    from numba import cuda

    synchronize: Callable[[], None] = cuda.synchronize
    env = BatchEnv(games, "Base+MLP", seed=1, device="cuda")
    env.play(20)
    took = seconds(lambda: env.play(plies), synchronize)
    print(f"{games:>7} games: {games * plies / took / 1e6:6.1f} M random plies/s", end="", flush=True)

    def steps(observe: bool) -> None:
        for _ in range(20):
            env.step(env.sample())
            if observe:
                env.legal_mask()
                env.observe()

    for observe, name in ((False, "steps/s"), (True, "steps/s with mask and planes")):
        took = seconds(lambda observe=observe: steps(observe), synchronize)  # type: ignore[misc]
        print(f", {games * 20 / took / 1e6:.1f} M {name}", end="", flush=True)
    took = seconds(lambda: [env.evaluate() for _ in range(20)], synchronize)
    print(f", {games * 20 / took / 1e6:.1f} M evaluations/s", flush=True)


def main() -> None:
    """Measure, then compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000_000, help="how many positions to compare")
    parser.add_argument("--games", type=int, default=40_000, help="how many games to compare at a time")
    arguments = parser.parse_args()
    print(f"arrays are shared with {', '.join(check_sharing()) or 'no library: none is installed'}", flush=True)
    for games in (16_384, 65_536, 262_144):
        measure(games, 100)
    began = time.perf_counter()
    compared = compare(arguments.games, -(-arguments.positions // arguments.games))
    print(f"{compared:,} positions agree ({time.perf_counter() - began:.0f} s)")


if __name__ == "__main__":
    main()
