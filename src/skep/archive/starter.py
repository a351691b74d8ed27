"""The starter set: games of skep's own engine, so that a new game database has something to explore.

``tools/starter_games.py`` plays the games.
"""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import IO, Final

__all__ = ["STARTER_FILE", "STARTER_IMPORT", "open_starter_set"]

STARTER_FILE: Final = Path(__file__).parent / "starter.pgn.gz"
STARTER_IMPORT: Final = "starter"
"""The id of the import that adds the starter set. Undoing it removes the set."""


def open_starter_set() -> IO[bytes]:
    """Return the games as a PGN file."""
    return io.BytesIO(gzip.decompress(STARTER_FILE.read_bytes()))
