"""The FILES argument of commands that read many game records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.game_argument import stdin_bytes
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.editions import Edition
    from skep.game import Record

__all__ = ["OptionalRecordFilesArgument", "RecordFilesArgument", "check_files", "read_record_file"]

_FILES = typer.Argument(
    metavar="FILES", help="PGN, BoardSpace SGF or GameStrings. Folders and .zip files too; - for stdin."
)
RecordFilesArgument = Annotated[list[str], _FILES]
OptionalRecordFilesArgument = Annotated[list[str] | None, _FILES]


def check_files(names: Iterable[str]) -> None:
    """Raise SkepError if a file does not exist, before any of them is read."""
    for name in names:
        if name != "-" and ("\0" in name or not Path(name).exists()):
            raise SkepError(f"{name}: No such file or directory")


def read_record_file(name: str, edition: Edition | None) -> Iterator[Record]:
    """Read the games of a file, a folder or a .zip file, or of stdin if the name is ``-``."""
    from skep.game import read_records

    if name == "-":
        return read_records(stdin_bytes(), name="stdin", edition=edition)
    return read_records(name, edition=edition)
