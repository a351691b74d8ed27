"""``skep uhp``: the engine, for use by other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.options import EditionOption, LevelOption, ThreadsOption, ThreefoldOption
from skep.uhp.options import EngineOptions

__all__ = ["uhp"]


def uhp(
    threads: ThreadsOption = 1,
    table_mb: Annotated[
        int | None, typer.Option("--table-mb", metavar="MB", help="Size of the hash table in megabytes.")
    ] = None,
    level: LevelOption = None,
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    verbosity: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="How much to log on stderr: quiet, normal or debug.")
    ] = None,
) -> None:
    """Run the engine for another program.

    The engine speaks the Universal Hive Protocol on stdin and stdout. The other program can also set every option
    with the protocol's options command.

    Example: skep uhp --level 5
    """
    from skep.uhp.server import main

    options = EngineOptions()
    given = {
        "Threads": threads,
        "TableMB": table_mb,
        "Level": level,
        "Edition": edition,
        "Repetition": threefold or None,
        "Verbosity": verbosity,
    }
    for name, value in given.items():
        if value is not None:
            options.set(name, str(value))
    raise typer.Exit(main(options))
