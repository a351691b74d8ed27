"""Run the arena: ``python -m bench.arena``."""

from __future__ import annotations

import sys

from bench.arena.run import main

if __name__ == "__main__":
    sys.exit(main())
