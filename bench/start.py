"""The start-up time of ``skep uhp``: ``python -m bench.start``. The peer is a bare ``import numba`` in the same run."""

from __future__ import annotations

import subprocess
import sys

from bench.timing import best_of

SKEP = [sys.executable, "-m", "skep", "uhp"]
ROUNDS = 7


def import_numba() -> None:
    subprocess.run([sys.executable, "-c", "import numba"], check=True)


def start_engine(*commands: str) -> None:
    """Start the engine and wait for the ``ok`` of its greeting and of every command."""
    with subprocess.Popen(SKEP, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{command}\n" for command in commands).encode())
        process.stdin.flush()
        missing = 1 + len(commands)
        while missing:
            missing -= process.stdout.readline() == b"ok\n"
        process.kill()


def main() -> None:
    """Print the time of each start, and its ratio to a bare import of Numba."""
    start_engine("newgame Base+MLP")  # compiles if the cache is cold
    numba, first, game, move = best_of(
        import_numba,
        start_engine,
        lambda: start_engine("newgame Base+MLP"),
        lambda: start_engine("newgame Base+MLP", "bestmove depth 1"),
        rounds=ROUNDS,
    )
    print(f"{'import numba':<28}{numba:>7.3f} s")
    for what, seconds in (("skep uhp, first ok", first), ("and newgame", game), ("and bestmove depth 1", move)):
        print(f"{what:<28}{seconds:>7.3f} s  {seconds / numba:>5.2f} ×")


if __name__ == "__main__":
    main()
