"""The command line: one file a command."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """What the ``skep`` command runs."""
    from skep.cli.app import run

    sys.exit(run(sys.argv[1:]))
