"""``skep compile``: compile the engine ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["compile_"]


def compile_(
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
) -> None:
    """Compile the engine ahead of time.

    The command prints the folder of the compiled code. It does nothing else if everything has been compiled.

    The first command that needs the engine compiles it, which takes about 40 seconds. Run this instead when you build
    an image or set up a machine, so that later commands start at once. SKEP_CACHE_DIR sets the folder. Compiled code
    is for one version of skep and one type of processor, and can be used from a read-only folder.

    Example: skep compile
    """
    from skep.kernel.jit import CACHE, compile_everything

    compile_everything(quiet=quiet)
    if not quiet:
        print(CACHE.path)
