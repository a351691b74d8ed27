"""The command line: one module per command, plus the modules they share."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run the ``skep`` command and exit with its status."""
    # Imports make a million objects that stay; looking for garbage among them took a sixth of a server's start.
    gc.set_threshold(50_000, 20, 20)
    arguments = sys.argv[1:]
    if arguments == ["uhp"]:
        # Some programs start the engine again for every move, and importing the other commands takes 0.1 seconds.
        from skep.uhp.server import main as serve

        sys.exit(serve())
    from skep.cli.app import run

    sys.exit(run(arguments))
