"""StopToken: the way to stop a search from another thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from weakref import WeakSet

import numpy as np

__all__ = ["StopToken"]


class StopToken:
    """A request to stop the searches that it is given to. Once stopped, a token stays stopped.

    It can be stopped from any thread, before or during a search. A search that is given a stopped token ends after a
    few hundred positions.

    >>> token = StopToken()
    >>> search = token.child()
    >>> token.stop()
    >>> search.is_stopped
    True
    """

    def __init__(self, on_stop: Callable[[], None] | None = None) -> None:
        """``on_stop`` is called once, by the thread that stops the token."""
        self.flag = np.zeros(1, np.int64)
        """The number that the kernel polls: not zero once the token is stopped."""
        self._on_stop = on_stop
        self._lock = RLock()  # reentrant, so that a signal handler can stop a token
        self._children: WeakSet[StopToken] = WeakSet()

    @property
    def is_stopped(self) -> bool:
        """Whether :meth:`stop` has been called, here or on the token that this one is a child of."""
        return bool(self.flag[0])

    def stop(self) -> None:
        """Stop the searches with this token and its children."""
        with self._lock:
            if self.is_stopped:
                return
            self.flag[0] = 1
            children = list(self._children)
        if self._on_stop is not None:
            self._on_stop()
        for child in children:
            child.stop()

    def child(self, on_stop: Callable[[], None] | None = None) -> StopToken:
        """Return a token that is stopped together with this one, and can also be stopped alone."""
        child = StopToken(on_stop)
        with self._lock:
            self._children.add(child)
            is_stopped = self.is_stopped
        if is_stopped:
            child.stop()
        return child
