"""The options of commands that can run on the processors of a cluster."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import Annotated

import typer

__all__ = ["RayAddressOption", "RayOption", "messages_on_stderr"]

RayOption = Annotated[
    bool, typer.Option("--ray", help="Use Ray, on all processors of this machine. pip install 'skep[ray]' adds it.")
]
RayAddressOption = Annotated[
    str | None,
    typer.Option(
        "--ray-address", metavar="ADDRESS", help="Use the Ray cluster at HOST:PORT, or auto for the local one."
    ),
]


@contextmanager
def messages_on_stderr() -> Generator[None]:
    """Keep stdout for the output of the command: Ray prints there that a worker has died."""
    with redirect_stdout(sys.stderr):
        yield
