"""How fast ``skep uhp`` starts: ``python -m bench.start``. The peer is a bare ``import numba`` in the same run."""

from __future__ import annotations

import subprocess
import sys

from bench.timing import best_of

SKEP = [sys.executable, "-m", "skep", "uhp"]
ROUNDS = 7


def import_numba() -> None:
    subprocess.run([sys.executable, "-c", "import numba"], check=True)


def until_ok(*questions: str) -> None:
    """Start the engine and leave when it has said ``ok`` to its start and to every question."""
    with subprocess.Popen(SKEP, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{question}\n" for question in questions).encode())
        process.stdin.flush()
        missing = 1 + len(questions)
        while missing:
            missing -= process.stdout.readline() == b"ok\n"
        process.kill()


def main() -> None:
    """Print what each start costs, and how many bare imports of Numba that is."""
    until_ok("newgame Base+MLP")  # compiles, where the cache is cold
    numba, first, game, move = best_of(
        import_numba,
        until_ok,
        lambda: until_ok("newgame Base+MLP"),
        lambda: until_ok("newgame Base+MLP", "bestmove depth 1"),
        rounds=ROUNDS,
    )
    print(f"{'import numba':<28}{numba:>7.3f} s")
    for what, seconds in (("skep uhp, first ok", first), ("and newgame", game), ("and bestmove depth 1", move)):
        print(f"{what:<28}{seconds:>7.3f} s  {seconds / numba:>5.2f} ×")


if __name__ == "__main__":
    main()
