"""The command line: one module per command, plus the modules they share."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Final

__all__ = ["main"]

_ALONE: Final = ("play", "serve")
"""Commands that are imported without the others, because a server should start quickly."""


def main() -> None:
    """Run the ``skep`` command and exit with its status."""
    # Imports make a million objects that stay; looking for garbage among them took a sixth of a server's start.
    gc.set_threshold(50_000, 20, 20)
    arguments = sys.argv[1:]
    if arguments == ["uhp"]:
        # Some programs start the engine again for every move, and importing the other commands takes 0.1 seconds.
        from skep.uhp.server import main as serve

        sys.exit(serve())
    if arguments and arguments[0] in _ALONE:
        from skep.cli.program import make_program, run_program

        command = getattr(import_module(f"skep.cli.{arguments[0]}"), arguments[0])
        sys.exit(run_program(make_program(command), arguments))
    from skep.cli.app import run

    sys.exit(run(arguments))
