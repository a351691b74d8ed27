"""Run the lobby: ``python -m bench.lobby``."""

from __future__ import annotations

import sys

from bench.lobby.run import main

if __name__ == "__main__":
    sys.exit(main())
