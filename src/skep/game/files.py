"""Text files in any encoding, in folders and zip archives too, read as a stream of lines."""

from __future__ import annotations

import codecs
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Final, cast

from skep.errors import SkepError
from skep.notation.limits import MAX_RECORD_LENGTH

__all__ = ["Opener", "check_size", "decoded_lines", "find_files", "read_line", "text_lines"]

SUFFIXES: Final = (".pgn", ".sgf", ".uhp", ".txt")
"""Suffixes of the files that are read from a folder or an archive."""
_BLOCK: Final = 1 << 16
_MAX_BYTES: Final = 1 << 32
"""Maximum size of a file. An archive that unpacks to more is not a collection of games."""


class Opener:
    """A file on disk or in a zip archive that is opened only when needed."""

    def __init__(self, path: Path, member: str = "", problem: str = "") -> None:
        self.name = f"{path}/{member}" if member else str(path)
        self._path = path
        self._member = member
        self._problem = problem

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open the file for reading bytes. Raises OSError or SkepError."""
        if self._problem:
            raise SkepError(self._problem)
        if not self._member:
            with self._path.open("rb") as file:
                yield file
            return
        try:
            with zipfile.ZipFile(self._path) as archive, archive.open(self._member) as file:
                yield file
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
            raise SkepError(f"the archive cannot be read: {error}") from error


def find_files(path: Path) -> Iterator[Opener]:
    """Yield the files at a path: a file itself, or the game files of a folder or zip archive.

    Raises SkepError if there are none.
    """
    found = False
    for opener in _openers(path):
        found = True
        yield opener
    if not found:
        raise SkepError(f"no {', '.join(SUFFIXES)} files found")


def _openers(path: Path) -> Iterator[Opener]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix.lower() == ".zip":
                yield from _members(file)
            elif file.suffix.lower() in SUFFIXES and file.is_file():
                yield Opener(file)
    elif path.suffix.lower() == ".zip":
        yield from _members(path)
    else:
        yield Opener(path)


def _members(path: Path) -> Iterator[Opener]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = [info.filename for info in archive.infolist() if not info.is_dir()]
    except (zipfile.BadZipFile, OSError) as error:
        yield Opener(path, problem=f"the archive cannot be read: {error}")
        return
    for name in names:
        if PurePosixPath(name).suffix.lower() in SUFFIXES:
            yield Opener(path, name)


def text_lines(file: IO[bytes]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a file without their line endings. Raises SkepError if it is not text.

    UTF-8 and UTF-16 are recognised. A line that is not valid UTF-8 is read as Latin-1, which old programs wrote.
    An extremely long line is yielded in several parts, all with the same number.
    """
    buffered: io.BufferedReader = io.BufferedReader(cast("io.RawIOBase", file), _BLOCK)
    try:
        encoding = _detect_encoding(buffered.peek())
        number = 1
        for text in _utf8_blocks(buffered) if encoding is None else _decode_lines(buffered, encoding):
            lines = text.split("\n")
            if "\r" in text:
                lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            last = lines.pop()  # empty if the text ends with a newline
            yield from enumerate(lines, number)
            number += len(lines)
            if last:
                yield number, last
    finally:
        if not buffered.closed:
            buffered.detach()


def decoded_lines(file: IO[str]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of an open text file without their line endings, like :func:`text_lines`."""
    number, size = 1, 0
    while text := read_line(file):
        size = check_size(size, len(text))
        yield number, text.removeprefix("\ufeff").rstrip("\r\n")
        number += text.endswith("\n")


def read_line(file: IO[str]) -> str:
    """Return the next line of an open text file, or its first part if it is extremely long.

    Raises SkepError if the text is not in the encoding with which the file was opened, or the file is a binary file.
    """
    line: object
    try:
        line = file.readline(MAX_RECORD_LENGTH)
    except UnicodeError as error:
        raise SkepError(f"{error}: read_records detects the encoding of a file opened in binary mode") from error
    if not isinstance(line, str):
        raise SkepError("expected a file opened in text mode")
    return line


def _detect_encoding(start: bytes) -> str | None:
    """Return the UTF-16 encoding that the first bytes suggest, or None for UTF-8."""
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise SkepError("the text is in UTF-32: save it as UTF-8")
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if b"\0" not in start:
        return None
    zeros = [start[odd:1000:2].count(0) / (len(start[odd:1000:2]) or 1) for odd in (0, 1)]
    if max(zeros) > 0.7 and min(zeros) < 0.1:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    raise SkepError("not a text file")


def _utf8_blocks(file: io.BufferedReader) -> Iterator[str]:
    """Yield text of about one block that ends at a line ending. Only a longer line is split."""
    size, pending = 0, b""
    while block := file.read1(_BLOCK):
        if size == 0:
            block = block.removeprefix(codecs.BOM_UTF8)
        size = check_size(size, len(block))
        pending += block
        end = pending.rfind(b"\n") + 1
        if not end and len(pending) > MAX_RECORD_LENGTH:
            end = len(pending)
        if end:
            yield from _decode_block(pending[:end])
            pending = pending[end:]
    yield from _decode_block(pending)


def _decode_block(block: bytes) -> Iterator[str]:
    try:
        yield block.decode("utf-8")
    except UnicodeDecodeError:
        for line in block.splitlines(keepends=True):
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                yield line.decode("latin-1")


def check_size(size: int, more: int) -> int:
    """Return the number of bytes read so far. Raises SkepError if a file is too large."""
    if size + more > _MAX_BYTES:
        raise SkepError(f"the file is larger than {_MAX_BYTES >> 30} GiB")
    return size + more


def _decode_lines(file: io.BufferedReader, encoding: str) -> Iterator[str]:
    text = io.TextIOWrapper(file, encoding, errors="replace")
    try:
        size = 0
        while line := text.readline(MAX_RECORD_LENGTH):
            size = check_size(size, 2 * len(line))
            yield line
    finally:
        text.detach()
