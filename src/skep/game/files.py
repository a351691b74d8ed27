"""Files of text, whoever wrote them: any encoding, any size, folders and archives. Read as a stream of lines."""

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
from skep.notation.limits import LONGEST_RECORD

__all__ = ["Opener", "find_files", "text_lines"]

SUFFIXES: Final = (".pgn", ".sgf", ".uhp", ".txt")
"""The files of a folder or an archive that are looked into."""
_BLOCK: Final = 1 << 16
_LARGEST: Final = 1 << 32
"""Bytes of a file that are read; what an archive blows up to more is no collection of games."""


class Opener:
    """A file that can be opened when its turn comes: one of the disk, or one in an archive."""

    def __init__(self, path: Path, member: str = "", problem: str = "") -> None:
        self.name = f"{path}/{member}" if member else str(path)
        self._path = path
        self._member = member
        self._problem = problem

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """The file's bytes; raises OSError or SkepError."""
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
    """A file, or those of a folder or a zip archive that may hold games; raises SkepError when there are none."""
    found = False
    for opener in _openers(path):
        found = True
        yield opener
    if not found:
        raise SkepError(f"no file that ends in {', '.join(SUFFIXES)} is there")


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
    """The numbered lines of a file, without their ends; raises SkepError when it is not text.

    UTF-8 and UTF-16 are recognised; a line that is not UTF-8 is taken for Latin-1, which old programs wrote.
    A line without an end comes in pieces.
    """
    buffered: io.BufferedReader = io.BufferedReader(cast("io.RawIOBase", file), _BLOCK)
    try:
        encoding = _encoding(buffered.peek())
        number = 1
        for text in _utf8(buffered) if encoding is None else _decoded(buffered, encoding):
            lines = text.split("\n")
            if "\r" in text:
                lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            last = lines.pop()  # of a text that ends with a line's end, nothing
            yield from enumerate(lines, number)
            number += len(lines)
            if last:
                yield number, last
    finally:
        if not buffered.closed:
            buffered.detach()


def _encoding(start: bytes) -> str | None:
    """UTF-16, in one order of bytes or the other, or None for all that is read as UTF-8."""
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise SkepError("the text is in UTF-32: save it as UTF-8")
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if b"\0" not in start:
        return None
    zeros = [start[odd:1000:2].count(0) / (len(start[odd:1000:2]) or 1) for odd in (0, 1)]
    if max(zeros) > 0.7 and min(zeros) < 0.1:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    raise SkepError("it is not a text file")


def _utf8(file: io.BufferedReader) -> Iterator[str]:
    """Texts of whole lines, as large as a block; only a line that is longer comes in pieces."""
    size, kept = 0, b""
    while block := file.read1(_BLOCK):
        if size == 0:
            block = block.removeprefix(codecs.BOM_UTF8)
        size = _counted(size, len(block))
        kept += block
        end = kept.rfind(b"\n") + 1
        if not end and len(kept) > LONGEST_RECORD:
            end = len(kept)
        if end:
            yield from _texts(kept[:end])
            kept = kept[end:]
    yield from _texts(kept)


def _texts(block: bytes) -> Iterator[str]:
    try:
        yield block.decode("utf-8")
    except UnicodeDecodeError:
        for line in block.splitlines(keepends=True):
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                yield line.decode("latin-1")


def _counted(size: int, more: int) -> int:
    if size + more > _LARGEST:
        raise SkepError(f"the file is larger than {_LARGEST >> 30} GiB")
    return size + more


def _decoded(file: io.BufferedReader, encoding: str) -> Iterator[str]:
    text = io.TextIOWrapper(file, encoding, errors="replace")
    try:
        size = 0
        while line := text.readline(LONGEST_RECORD):
            size = _counted(size, 2 * len(line))
            yield line
    finally:
        text.detach()
