"""Compare rules and kernel over a million plies of random play, on every core: ``python -m tests.soak [PLIES]``."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.test_agreement import check_agreement

PLIES_PER_SEED = 10_000


def main() -> None:
    """Run the comparison and print its progress."""
    plies = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    seeds = range(10_000, 10_000 + max(1, plies // PLIES_PER_SEED))
    started = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check_agreement, seed, PLIES_PER_SEED) for seed in seeds]
        for done, job in enumerate(as_completed(jobs), 1):
            job.result()
            print(f"\r{done * PLIES_PER_SEED:,} plies agree, {time.monotonic() - started:.0f} s", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
