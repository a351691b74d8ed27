"""Counting of repeated positions."""

from __future__ import annotations

from collections import Counter

__all__ = ["RepetitionCounter"]


class RepetitionCounter:
    """The symmetric keys of the positions of a game, and how often each has occurred."""

    def __init__(self, key: int) -> None:
        self._keys = [key]
        self._counts = Counter(self._keys)

    def push(self, key: int) -> int:
        """Add a position and return how often it has occurred."""
        self._keys.append(key)
        self._counts[key] += 1
        return self._counts[key]

    def pop(self) -> int:
        """Remove the last position and return how often the one before it has occurred."""
        self._counts[self._keys.pop()] -= 1
        return self.count()

    def count(self) -> int:
        """Return how often the last position has occurred."""
        return self._counts[self._keys[-1]]

    def copy(self) -> RepetitionCounter:
        """Return an independent copy."""
        twin = RepetitionCounter.__new__(RepetitionCounter)
        twin._keys, twin._counts = self._keys.copy(), self._counts.copy()
        return twin
