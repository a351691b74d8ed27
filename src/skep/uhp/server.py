"""An engine on stdin and stdout: skep's own, or any function that chooses moves.

The engine greets its client before it imports anything heavy, and flushes every answer. At the end of the input it
answers the remaining commands and exits.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final

from skep.uhp.options import EngineOptions
from skep.uhp.session import MAX_LINE_BYTES, UhpSession, skep_session

__all__ = ["main", "read_lines", "serve", "serve_stdio"]

_CHUNK_BYTES: Final = 65_536
"""Bytes to read at a time when skipping the rest of an overlong line."""
_INTERRUPTED: Final = 130
_BROKEN_PIPE: Final = 141


def main(options: EngineOptions | None = None) -> int:
    """Serve skep's own engine to the client that started this process. Return the exit code."""
    return serve_stdio(lambda is_abandoned: skep_session(options, is_abandoned=is_abandoned))


def serve_stdio(new_session: Callable[[Callable[[], bool]], UhpSession]) -> int:
    """Serve the client that started this process. Return the exit code.

    ``new_session`` gets a function that returns whether the client is gone.
    """
    source, sink = (None if stream is None else stream.buffer for stream in (sys.stdin, sys.stdout))
    if sink is None:
        return 0
    session = new_session(lambda: _is_closed(sink))
    try:
        serve(session, source, sink)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # the interpreter would otherwise flush the buffer at exit, and fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())
        return _BROKEN_PIPE
    return 0


def serve(session: UhpSession, source: BinaryIO | None, sink: BinaryIO) -> None:
    """Send the greeting, then answer each line until ``exit`` or the end of the input."""
    _write(sink, session.answer(b"info"))
    for line in read_lines(source) if source is not None else ():
        _write(sink, session.answer(line))
        if session.is_finished:
            break


def _write(sink: BinaryIO, lines: Iterable[str]) -> None:
    for line in lines:
        sink.write(line.encode("utf-8", "replace") + b"\n")
        sink.flush()


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of the input. Overlong lines are truncated just beyond ``MAX_LINE_BYTES``."""
    while line := source.readline(MAX_LINE_BYTES + 1):
        chunk = line
        while len(line) > MAX_LINE_BYTES and chunk and not chunk.endswith(b"\n"):
            chunk = source.readline(_CHUNK_BYTES)
        yield line


def _is_closed(sink: BinaryIO) -> bool:
    """Return whether the client has closed our stdout. Always False on systems without ``poll``."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(sink, 0)  # errors are reported whatever the mask
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
