"""The FILES argument of commands that read many game records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.game_argument import stdin_bytes

if TYPE_CHECKING:
    from skep.editions import Edition
    from skep.game import Record

__all__ = ["RecordFilesArgument", "read_record_file"]

RecordFilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES", help="PGN, BoardSpace SGF or GameStrings. Folders and .zip files too; - for stdin."
    ),
]


def read_record_file(name: str, edition: Edition | None) -> Iterator[Record]:
    """Read the games of a file, a folder or a .zip file, or of stdin if the name is ``-``."""
    from skep.game import read_records

    if name == "-":
        return read_records(stdin_bytes(), name="stdin", edition=edition)
    return read_records(name, edition=edition)
