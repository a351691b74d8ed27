"""The options that say where and in which format games are written, and the writing."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from skep.cli.json_output import write_utf8
from skep.errors import SkepError
from skep.notation.dialects import FORMS, Form

__all__ = ["FormatOption", "OutOption", "Write", "open_output", "parse_format"]

FormatOption = Annotated[
    str, typer.Option("--to", metavar="FORMAT", help=f"The format to write: {', '.join(FORMS)} (GameStrings).")
]
OutOption = Annotated[
    str,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="A file, a folder ending in / (for one file per game), or - for stdout.",
        show_default="stdout",
    ),
]

Write = Callable[[str, str], None]
"""A function that writes a game, given the name its own file would have and its text."""


def parse_format(text: str) -> Form:
    """Return the format with a name. Raises SkepError if it does not exist."""
    for form in FORMS:
        if form == text.lower():
            return form
    raise SkepError(f"unknown format --to {text}: choose one of {', '.join(FORMS)}")


@contextmanager
def open_output(target: str, form: Form) -> Iterator[Write]:
    """Open the target of ``--out``. A file is replaced only at the end, so it can be one of the files that are read."""
    if target == "-":
        yield lambda _name, text: write_utf8(text)
    elif target.endswith(("/", os.sep)) or Path(target).is_dir():
        folder = Path(target)
        folder.mkdir(parents=True, exist_ok=True)
        yield _FilePerGame(folder, form)
    else:
        with _replace_file(Path(target)) as file:

            def write(_name: str, text: str) -> None:
                file.write(text)

            yield write


@contextmanager
def _replace_file(path: Path) -> Iterator[IO[str]]:
    """Open a temporary file that replaces ``path`` if the block succeeds."""
    if not path.parent.is_dir():
        raise SkepError(f"{path}: the folder {path.parent} does not exist")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, delete=False) as file:
        try:
            yield file
        except BaseException:
            Path(file.name).unlink()
            raise
    os.chmod(file.name, 0o666 & ~_umask())  # temporary files ignore the umask
    Path(file.name).replace(path)


def _umask() -> int:
    """Return the umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


class _FilePerGame:
    """A folder with one file per game, for programs that cannot read collections."""

    def __init__(self, folder: Path, form: Form) -> None:
        self._folder = folder
        self._suffix = ".uhp" if form == "uhp" else ".pgn"
        self._names = Counter[str]()

    def __call__(self, name: str, text: str) -> None:
        stem = Path(name).stem or "game"
        self._names[stem] += 1
        path = self._folder / f"{stem}-{self._names[stem]}{self._suffix}"
        path.write_text(text, encoding="utf-8", newline="\n")
