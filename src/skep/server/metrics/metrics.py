"""The measurements that the parts of the server report. This class ignores them; PrometheusMetrics counts them."""

from __future__ import annotations

from typing import Final

__all__ = ["NO_METRICS", "Metrics"]


class Metrics:
    """Measurements, one method for each. Every method is quick and never raises."""

    def game_created(self, opponent: str) -> None:
        """Count a new game against a friend, the computer, and so on."""

    def games_running(self, number: int) -> None:
        """Set the number of unfinished games with a recent move, in the whole database."""

    def games_loaded(self, number: int) -> None:
        """Set the number of games in the memory of this process."""

    def socket_opened(self) -> None:
        """Count an open socket."""

    def socket_closed(self) -> None:
        """Stop counting a socket."""

    def message(self, kind: type) -> None:
        """Count a valid message from a client."""

    def message_refused(self) -> None:
        """Count a message that was refused because it was malformed or there were too many."""

    def move(self) -> None:
        """Count a move that was stored and broadcast by this process."""

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request to the REST API or for a file of the page."""

    def store_batch(self, writes: int, seconds: float) -> None:
        """Record a commit: its writes, and the seconds from queueing the first of them until they were stored."""

    def store_queue(self, number: int) -> None:
        """Set the number of writes that wait for the database."""

    def engine_queue(self, priority: str, number: int) -> None:
        """Set the number of engine jobs of a priority that wait."""

    def engine_busy(self, number: int, workers: int) -> None:
        """Set the number of running searches, and how many threads of engine workers this process may use."""

    def engine_waited(self, priority: str, seconds: float) -> None:
        """Record how long a job waited for an engine."""

    def engine_retried(self) -> None:
        """Count a job that is computed again because its engine worker was lost."""

    def pool_wait(self, pool: str, seconds: float) -> None:
        """Record how long a player waited in a pairing pool until they were paired."""

    def pool_size(self, pool: str, number: int) -> None:
        """Set the number of players who wait in a pairing pool."""

    def bus_gap(self) -> None:
        """Count a gap in the messages between processes, after which games are read from the database."""

    def redis_up(self, *, up: bool) -> None:
        """Set whether Redis answered the latest check."""


NO_METRICS: Final = Metrics()
"""Measures nothing: the default of every part."""
