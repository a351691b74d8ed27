"""``skep uhp``: the engine on stdin and stdout.

The greeting goes out before anything heavy is imported. Every answer is flushed; at the end of the input
the engine leaves, when it has answered all that came before.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from skep.uhp.options import Options
from skep.uhp.session import LONGEST, Session

__all__ = ["main", "read_lines", "serve"]

_PIECE: Final = 65_536
"""Bytes read at a time of a line that is too long to be kept."""
_INTERRUPTED: Final = 130
_BROKEN_PIPE: Final = 141


def main(options: Options | None = None) -> int:
    """Converse with whoever started us; returns the exit code."""
    source, sink = (None if stream is None else stream.buffer for stream in (sys.stdin, sys.stdout))
    if sink is None:
        return 0
    session = Session(options, abandoned=lambda: _nobody_reads(sink))
    try:
        serve(session, source, sink)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # what is still buffered would be written, and fail, once more at the end of the program
        os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())
        return _BROKEN_PIPE
    return 0


def serve(session: Session, source: BinaryIO | None, sink: BinaryIO) -> None:
    """Greet, then answer line after line until ``exit`` or the end of the input."""
    _write(sink, session.answer(b"info"))
    for line in read_lines(source) if source is not None else ():
        _write(sink, session.answer(line))
        if session.over:
            break


def _write(sink: BinaryIO, lines: Iterable[str]) -> None:
    for line in lines:
        sink.write(line.encode("utf-8", "replace") + b"\n")
        sink.flush()


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of the input; of one that is too long only so much that it can be seen to be."""
    while line := source.readline(LONGEST + 1):
        piece = line
        while len(line) > LONGEST and piece and not piece.endswith(b"\n"):
            piece = source.readline(_PIECE)
        yield line


def _nobody_reads(sink: BinaryIO) -> bool:
    """Whether the other end of our stdout has been closed, where the system can tell."""
    if not hasattr(select, "poll"):
        return False
    watch = select.poll()
    watch.register(sink, 0)  # errors are always told
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in watch.poll(0))
