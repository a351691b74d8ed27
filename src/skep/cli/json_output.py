"""Printing a JSON document on stdout."""

from __future__ import annotations

import sys

import msgspec

__all__ = ["print_json", "write_utf8"]


def print_json(document: object) -> None:
    """Print a document as one line of JSON, which no terminal width wraps."""
    write_utf8(msgspec.json.encode(document).decode() + "\n")


def write_utf8(text: str) -> None:
    """Write to stdout in UTF-8 whatever the terminal's encoding, because a document is data."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        buffer.write(text.encode("utf-8"))
        buffer.flush()
