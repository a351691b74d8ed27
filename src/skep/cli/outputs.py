"""Where games are written: a file, a folder with a file a game, or stdout."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from skep.errors import SkepError
from skep.notation.dialects import FORMS, Form

__all__ = ["Write", "output", "read_form"]

Write = Callable[[str, str], None]
"""Takes the name that a file of the game's own would get, and its text."""


def read_form(text: str) -> Form:
    """The form of that name."""
    for form in FORMS:
        if form == text.lower():
            return form
    raise SkepError(f"--to {text}: the forms are {', '.join(FORMS)}")


@contextmanager
def output(target: str, form: Form) -> Iterator[Write]:
    """Where the texts go. A file is replaced when all is done, so that it may be one of those that are read."""
    if target == "-":
        yield lambda _name, text: _to_stdout(text)
    elif target.endswith(("/", os.sep)) or Path(target).is_dir():
        folder = Path(target)
        folder.mkdir(parents=True, exist_ok=True)
        yield _FilePerGame(folder, form)
    else:
        with _replaced(Path(target)) as file:

            def write(_name: str, text: str) -> None:
                file.write(text)

            yield write


@contextmanager
def _replaced(path: Path) -> Iterator[IO[str]]:
    """A file that takes its place when nothing went wrong."""
    if not path.parent.is_dir():
        raise SkepError(f"{path}: there is no folder {path.parent}")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, delete=False) as file:
        try:
            yield file
        except BaseException:
            Path(file.name).unlink()
            raise
    os.chmod(file.name, 0o666 & ~_umask())
    Path(file.name).replace(path)


def _umask() -> int:
    """The mask of new files, which a temporary one does not heed; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _to_stdout(text: str) -> None:
    """As UTF-8, whatever the terminal's encoding: a record is data."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        buffer.write(text.encode("utf-8"))


class _FilePerGame:
    """A folder with one file a game, for programs that read no collections."""

    def __init__(self, folder: Path, form: Form) -> None:
        self._folder = folder
        self._suffix = ".uhp" if form == "uhp" else ".pgn"
        self._names = Counter[str]()

    def __call__(self, name: str, text: str) -> None:
        stem = Path(name).stem or "game"
        self._names[stem] += 1
        path = self._folder / f"{stem}-{self._names[stem]}{self._suffix}"
        path.write_text(text, encoding="utf-8", newline="\n")
