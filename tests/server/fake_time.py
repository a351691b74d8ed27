"""A wall clock and a monotonic clock that tests set."""

from __future__ import annotations

from collections.abc import Callable

from skep.server.play.server_time import ServerTime

__all__ = ["FakeTime"]


class _NeverInterrupted(ServerTime):
    """A server time whose event loop always seems to run."""

    def open(self, on_long_gap: Callable[[], None]) -> None:
        pass


class FakeTime:
    """The clocks of a machine."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 10_000.0, 50.0

    def pass_(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.wall += seconds
        self.monotonic += seconds

    def server_time(self, *, interrupted: bool = True) -> ServerTime:
        """Return the time of a process, for which time that passes looks like an interruption unless told otherwise."""
        kind = ServerTime if interrupted else _NeverInterrupted
        return kind(wall=lambda: self.wall, monotonic=lambda: self.monotonic)
