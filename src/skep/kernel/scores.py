"""The values that stand for a finished game, shared by the search, its table and the engine."""

from __future__ import annotations

from typing import Final

__all__ = ["INFINITE", "SURE", "WIN"]

WIN: Final = 30_000
"""The value of a won game. A forced win in ``n`` plies is worth ``WIN - n``."""
SURE: Final = WIN - 500
"""The smallest value that is a proven win instead of an estimate."""
INFINITE: Final = 32_000
"""A bound that no value reaches."""
