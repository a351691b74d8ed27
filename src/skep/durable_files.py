"""Files that survive a crash: written completely or not at all, and flushed to the disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["append_durably", "read_complete_lines", "replace_file"]


def replace_file(path: Path, text: str, *, mode: int = 0o600) -> None:
    """Write a text file atomically, with the given permissions."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def append_durably(path: Path, text: str) -> None:
    """Append text to a file. It is on the disk when this returns."""
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def read_complete_lines(path: Path) -> list[bytes]:
    """Return the lines of a file that is only appended to, and remove a last line that a crash left incomplete.

    A missing file has no lines.
    """
    if not path.exists():
        return []
    data = path.read_bytes()
    complete = data[: data.rfind(b"\n") + 1]
    if len(complete) < len(data):
        os.truncate(path, len(complete))
    return complete.splitlines()
