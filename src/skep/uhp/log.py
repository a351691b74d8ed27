"""The engine's log on stderr; stdout belongs to the protocol."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

from skep.uhp.options import Options

__all__ = ["Log"]

_VERBOSITIES: Final = ("quiet", "normal", "debug")


class Log:
    """Lines on stderr, filtered by the Verbosity option. A closed stderr is ignored."""

    def __init__(self, options: Options, name: str) -> None:
        """``name`` is the engine's, which begins each line."""
        self._options = options
        self._name = name

    def normal(self, text: str) -> None:
        """Log a line for someone who watches the engine play."""
        self._write("normal", text)

    def debug(self, text: str) -> None:
        """Log a line for someone who debugs a client."""
        self._write("debug", text)

    def _write(self, verbosity: str, text: str) -> None:
        if _VERBOSITIES.index(self._options.verbosity) < _VERBOSITIES.index(verbosity) or sys.stderr is None:
            return
        with contextlib.suppress(OSError, ValueError):
            print(f"{self._name}: {text}", file=sys.stderr, flush=True)
