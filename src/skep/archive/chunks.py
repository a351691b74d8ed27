"""Splitting the values of a query, whose number databases limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

__all__ = ["chunks"]

Item = TypeVar("Item")

_MAX_PARAMETERS: Final = 500


def chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Split items into lists that fit into one query."""
    items = list(items)
    for first in range(0, len(items), _MAX_PARAMETERS):
        yield items[first : first + _MAX_PARAMETERS]
