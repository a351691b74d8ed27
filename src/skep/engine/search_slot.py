"""SearchSlot: ensures that an engine searches one position at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from skep.engine.stop import StopToken
from skep.errors import EngineBusy, EngineClosed

__all__ = ["SearchSlot"]


class SearchSlot:
    """The place of an engine's only search.

    >>> slot = SearchSlot()
    >>> search = slot.begin(None)
    >>> slot.begin(None)
    Traceback (most recent call last):
    skep.errors.EngineBusy: the engine is busy: wait for its other search, or stop it and close its analysis
    >>> slot.end(search)
    """

    def __init__(self, name: str = "the engine") -> None:
        """``name`` is the subject of error messages."""
        self._name = name
        self._occupied = Lock()
        self._search: StopToken | None = None
        self._is_closed = False

    @property
    def is_busy(self) -> bool:
        """Whether a search is running."""
        return self._occupied.locked()

    def begin(self, stop: StopToken | None, on_stop: Callable[[], None] | None = None) -> StopToken:
        """Return the token of a new search. Raises EngineBusy or EngineClosed.

        It is a child of the caller's token, so that a time limit ends this search and no other.
        """
        if self._is_closed:
            raise EngineClosed(f"{self._name} is closed")
        if not self._occupied.acquire(blocking=False):
            raise EngineBusy(f"{self._name} is busy: wait for its other search, or stop it and close its analysis")
        self._search = StopToken(on_stop) if stop is None else stop.child(on_stop)
        if self._is_closed:  # by another thread, which did not see this search
            self._search.stop()
        return self._search

    def end(self, search: StopToken) -> None:
        """Admit the next search. Does nothing if the given one has ended already."""
        if self._search is search:
            self._search = None
            self._occupied.release()

    @contextmanager
    def search(self, stop: StopToken | None, on_stop: Callable[[], None] | None = None) -> Iterator[StopToken]:
        """Begin a search, and end it with the block."""
        search = self.begin(stop, on_stop)
        try:
            yield search
        finally:
            self.end(search)

    def stop(self) -> None:
        """Stop the running search, if there is one."""
        search = self._search
        if search is not None:
            search.stop()

    def close(self) -> None:
        """Stop the running search, and admit no other."""
        self._is_closed = True
        self.stop()
