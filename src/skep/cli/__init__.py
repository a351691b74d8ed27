"""The command line: one file a command."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """What the ``skep`` command runs."""
    arguments = sys.argv[1:]
    if arguments == ["uhp"]:
        # started anew for every move by some programs: what the other commands import would cost it 0.1 s
        from skep.uhp.server import main as serve

        sys.exit(serve())
    from skep.cli.app import run

    sys.exit(run(arguments))
