"""Fuzz servers with new seeds for some time: ``python -m tests.fuzz [SECONDS] [FIRST_SEED]``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.in_process import fuzz_messages, fuzz_rest
from tests.fuzz.over_the_wire import fuzz_frames, fuzz_http
from tests.server.browsers import running_server, settings_in
from tests.server.processes import UNLIMITED, Server


def main() -> None:
    """Run rounds until the time is up. A failure names the seed, with which it can be repeated."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    first = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns() % 1_000_000_000
    end, seed = time.monotonic() + seconds, first
    with tempfile.TemporaryDirectory(prefix="skep-fuzz-") as name:
        served, own = Path(name, "served"), Path(name, "own")
        served.mkdir()
        own.mkdir()
        settings = settings_in(own, message_rate=1e6, study_rate=1e6, uploads=True)
        with Server(served, *UNLIMITED) as server, running_server(settings) as client:
            while time.monotonic() < end:
                try:
                    fuzz_rest(client, own, seed, 300)
                    fuzz_messages(client, own, seed, 300)
                    fuzz_frames(server, seed, 100)
                    fuzz_http(server, seed, 100)
                except BaseException:
                    print(f"\nfailed: repeat with python -m tests.fuzz 1 {seed}")
                    raise
                seed += 1
                print(f"\r{seed - first} rounds from seed {first} found nothing", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
