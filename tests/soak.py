"""A million plies of random play, rules against kernel, on every core: ``python -m tests.soak [PLIES]``."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.test_agreement import check_agreement

PLIES_A_SEED = 10_000


def main() -> None:
    plies = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    seeds = range(10_000, 10_000 + max(1, plies // PLIES_A_SEED))
    begun = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check_agreement, seed, PLIES_A_SEED) for seed in seeds]
        for done, job in enumerate(as_completed(jobs), 1):
            job.result()
            print(f"\r{done * PLIES_A_SEED:,} plies agree, {time.monotonic() - begun:.0f} s", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
