"""Data from files that people write, read as the types that describe them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

__all__ = ["make_reader"]


def make_reader(kind: Any) -> Callable[[object], Any]:
    """Reads data of a kind; to be made where a module is imported.

    msgspec looks at a kind when it meets it first, and a second thread that meets it meanwhile takes half of what is
    to be known for the whole, and the process crashes. A decoder has looked at its kind when it is made.
    """
    msgspec.json.Decoder(kind)
    return lambda data: msgspec.convert(data, kind)
