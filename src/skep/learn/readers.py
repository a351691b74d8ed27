"""Typed readers for data from hand-written files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

__all__ = ["make_reader"]


def make_reader(kind: Any) -> Callable[[object], Any]:
    """Return a function that converts data to a type. Call this when a module is imported, not later.

    msgspec inspects a type on first use. If a second thread uses the type during the inspection, it sees incomplete
    information and the process crashes. Creating a decoder here completes the inspection in time.
    """
    msgspec.json.Decoder(kind)
    return lambda data: msgspec.convert(data, kind)
