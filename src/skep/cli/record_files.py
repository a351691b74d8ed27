"""The arguments and options of commands that read game records."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Annotated, cast

import typer

from skep.cli.game_argument import EDITION_IDS

if TYPE_CHECKING:
    from skep.editions import Edition
    from skep.game import Record

__all__ = ["RecordEditionOption", "RecordFilesArgument", "read_record_file", "stdin_bytes"]

RecordFilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES", help="PGN, BoardSpace SGF or GameStrings. Folders and .zip files too; - for stdin."
    ),
]

RecordEditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition", metavar="ID", help=f"The rulebook: {EDITION_IDS}.", show_default="inferred from the moves"
    ),
]


def read_record_file(name: str, edition: Edition | None) -> Iterator[Record]:
    """Read the games of a file, a folder or a .zip file, or of stdin if the name is ``-``."""
    from skep.game import read_paths, read_records

    if name == "-":
        return read_records(stdin_bytes(), name="stdin", edition=edition)
    return read_paths([name], edition=edition)


def stdin_bytes() -> IO[bytes]:
    """Return stdin as a binary file."""
    buffer = getattr(sys.stdin, "buffer", None)
    return cast("IO[bytes]", buffer) if buffer is not None else io.BytesIO(sys.stdin.read().encode("utf-8", "replace"))
