"""Measurements as Prometheus metrics.

A server with several processes has one address for Prometheus. Each process writes its values to files in a folder (the
client library's multiprocess mode), and the parent process adds them up on request. A restarted process continues
the counters of the one before, and the gauges of a process that has ended disappear.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from skep.errors import SkepError
from skep.server.metrics.metrics import Metrics

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
    from prometheus_client.metrics_core import Metric

__all__ = ["PrometheusMetrics", "parse_address", "serve_metrics"]

_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable in which the client library finds the folder. It is read when the library is imported."""
_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SLOW: Final = (0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0)
_WORDS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class PrometheusMetrics(Metrics):
    """The measurements of one process."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        # the library decides on its way to store values when it is imported, so the variable has to be set before
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = registry = CollectorRegistry() if registry is None else registry

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"skep_{name}", text, labels, registry=registry)

        def total(name: str, text: str, *labels: str) -> Gauge:
            return Gauge(f"skep_{name}", text, labels, registry=registry, multiprocess_mode="livesum")

        def shared_gauge(name: str, text: str, *labels: str) -> Gauge:
            return Gauge(f"skep_{name}", text, labels, registry=registry, multiprocess_mode="livemostrecent")

        def histogram(name: str, text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(f"skep_{name}", text, labels, registry=registry, buckets=buckets)

        self._created = counter("games_created", "Games created.", "opponent")
        self._running = shared_gauge("games_running", "Unfinished games with an event in the last hour.")
        self._loaded = total("games_loaded", "Games in memory.")
        self._sockets = total("sockets", "Open sockets.")
        self._messages = counter("messages", "Valid messages from clients.", "kind")
        self._refused = counter("messages_refused", "Messages that were malformed or too many.")
        self._moves = counter("moves", "Moves stored and broadcast.")
        self._requests = counter("http_requests", "Requests, without sockets.", "route", "method", "status")
        self._request_seconds = histogram("http_request_seconds", "Seconds until a response was sent.", _QUICK, "route")
        self._writes = counter("store_writes", "Writes to the database.")
        self._write_seconds = histogram(
            "store_write_seconds", "Seconds from queueing the first write of a commit until it was stored.", _QUICK
        )
        self._store_queue = total("store_queue", "Writes that wait for the database.")
        self._engine_queue = total("engine_queue", "Searches that wait for an engine.", "priority")
        self._engine_busy = total("engines_busy", "Running searches.")
        self._worker_threads = total("engine_worker_threads", "Threads of engine workers that can be used.")
        self._engine_wait = histogram("engine_wait_seconds", "Seconds for which a search waited.", _SLOW, "priority")
        self._retries = counter("engine_retries", "Searches repeated because an engine worker was lost.")
        self._pool_wait = histogram("pool_wait_seconds", "Seconds until a player was paired.", _SLOW, "pool")
        self._pool_size = shared_gauge("pool_players", "Players who wait to be paired.", "pool")
        self._gaps = counter("bus_gaps", "Gaps in the messages between processes.")
        self._redis_up = total("redis_connected_processes", "Processes that can reach Redis.")
        self._kinds: dict[type, Counter] = {}

    def game_created(self, opponent: str) -> None:
        self._created.labels(opponent).inc()

    def games_running(self, number: int) -> None:
        self._running.set(number)

    def games_loaded(self, number: int) -> None:
        self._loaded.set(number)

    def socket_opened(self) -> None:
        self._sockets.inc()

    def socket_closed(self) -> None:
        self._sockets.dec()

    def message(self, kind: type) -> None:
        counter = self._kinds.get(kind)
        if counter is None:
            counter = self._kinds[kind] = self._messages.labels(_WORDS.sub("-", kind.__name__).lower())
        counter.inc()

    def message_refused(self) -> None:
        self._refused.inc()

    def move(self) -> None:
        self._moves.inc()

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        self._requests.labels(route, method, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def store_batch(self, writes: int, seconds: float) -> None:
        self._writes.inc(writes)
        self._write_seconds.observe(seconds)

    def store_queue(self, number: int) -> None:
        self._store_queue.set(number)

    def engine_queue(self, priority: str, number: int) -> None:
        self._engine_queue.labels(priority).set(number)

    def engine_busy(self, number: int, workers: int) -> None:
        self._engine_busy.set(number)
        self._worker_threads.set(workers)

    def engine_waited(self, priority: str, seconds: float) -> None:
        self._engine_wait.labels(priority).observe(seconds)

    def engine_retried(self) -> None:
        self._retries.inc()

    def pool_wait(self, pool: str, seconds: float) -> None:
        self._pool_wait.labels(pool).observe(seconds)

    def pool_size(self, pool: str, number: int) -> None:
        self._pool_size.labels(pool).set(number)

    def bus_gap(self) -> None:
        self._gaps.inc()

    def redis_up(self, *, up: bool) -> None:
        self._redis_up.set(up)


def parse_address(text: str) -> tuple[str, int]:
    """Return the host and the port of an address.

    >>> parse_address("127.0.0.1:9100"), parse_address("[::1]:9100")
    (('127.0.0.1', 9100), ('::1', 9100))
    """
    host, colon, port = text.rpartition(":")
    if not colon or not host or not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise SkepError(f"not an address for metrics: {text!r}: expected HOST:PORT such as 127.0.0.1:9100")
    return host.strip("[]"), int(port)


@contextmanager
def serve_metrics(address: str | None) -> Iterator[None]:
    """Serve the measurements of this process and its children at an address, or do nothing without one."""
    if address is None:
        yield
        return
    host, port = parse_address(address)
    with TemporaryDirectory(prefix="skep-metrics-") as folder:
        os.environ[_FOLDER] = folder
        from prometheus_client import CollectorRegistry, start_http_server

        registry = CollectorRegistry()
        registry.register(_LiveProcesses(Path(folder)))
        try:
            server, thread = start_http_server(port, host, registry)
        except OSError as error:
            raise SkepError(f"cannot serve metrics on {host}, port {port}: {error.strerror}") from error
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
            del os.environ[_FOLDER]


class _LiveProcesses:
    """The sums over all processes. Gauges of processes that have ended are removed first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        from prometheus_client import multiprocess

        for path in self._folder.glob("gauge_live*_*.db"):
            pid = int(path.stem.rpartition("_")[2])
            if not _is_running(pid):
                multiprocess.mark_process_dead(pid, str(self._folder))  # type: ignore[no-untyped-call]
        collector: Any = multiprocess.MultiProcessCollector(None, path=str(self._folder))  # type: ignore[no-untyped-call]
        found: Iterable[Metric] = collector.collect()
        return found


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
