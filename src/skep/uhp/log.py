"""What the engine tells on stderr; stdout belongs to the protocol."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

from skep.uhp.options import Options

__all__ = ["Log"]

_LOUDNESS: Final = ("quiet", "normal", "debug")


class Log:
    """Lines on stderr, as many as the verbosity option wants. Nobody has to read them."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def normal(self, text: str) -> None:
        """For somebody who watches the engine play."""
        self._write("normal", text)

    def debug(self, text: str) -> None:
        """For somebody who looks for a fault."""
        self._write("debug", text)

    def _write(self, loudness: str, text: str) -> None:
        if _LOUDNESS.index(self._options.verbosity) < _LOUDNESS.index(loudness) or sys.stderr is None:
            return
        with contextlib.suppress(OSError, ValueError):
            print(f"skep: {text}", file=sys.stderr, flush=True)
