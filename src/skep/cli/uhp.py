"""``skep uhp``: the engine for other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.games import EditionOption, ThreefoldOption
from skep.uhp.options import Options

__all__ = ["uhp"]


def uhp(
    threads: Annotated[int | None, typer.Option(metavar="N", help="How many threads search.")] = None,
    table_mb: Annotated[
        int | None, typer.Option("--table-mb", metavar="MB", help="Megabytes for the positions it remembers.")
    ] = None,
    level: Annotated[
        int | None, typer.Option(metavar="1..10", help="How strong it plays; 10 is as strong as it can.")
    ] = None,
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    verbosity: Annotated[
        str | None, typer.Option(metavar="WORD", help="How much it says on stderr: quiet, normal or debug.")
    ] = None,
) -> None:
    """Speak the Universal Hive Protocol on stdin and stdout, as the engine of another program.

    Every option can also be set by the protocol's own options command.

    Example: skep uhp --level 5
    """
    from skep.uhp.server import main

    options = Options()
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
