"""Running the server: uvicorn, set up for many sockets with small messages."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import logging
import logging.config
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any, Final

import uvicorn
from filelock import FileLock, Timeout
from starlette.types import ASGIApp

from skep.archive import Archive
from skep.database.damage import check_undamaged
from skep.database.engines import read_url
from skep.errors import SkepError
from skep.server.admin.logs import LogFormat, log_config
from skep.server.app import make_app
from skep.server.http.connection_limits import ConnectionLimits, raise_descriptor_limit
from skep.server.http.origins import is_loopback
from skep.server.metrics.prometheus import serve_metrics
from skep.server.realtime.bus import open_bus
from skep.server.realtime.frames import FrameProtocol
from skep.server.schemas.protocol import MESSAGE_LIMIT
from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import StoreUnavailable
from skep.server.store.server_lock import ServerLock

__all__ = [
    "InUse",
    "app_from_environment",
    "check",
    "check_workers",
    "only_server",
    "reduce_interruptions",
    "serve",
    "uvicorn_options",
]

log = logging.getLogger("skep.server")

_SHUTDOWN_SECONDS: Final = 5
"""Seconds that running requests have to finish when the server stops."""
_PING_SECONDS: Final = 20.0


def app_from_environment() -> ASGIApp:
    """Return the application of a worker process."""
    faulthandler.enable()  # crashes in compiled code print a traceback
    raise_descriptor_limit()
    app = make_app(Settings.from_environment())
    reduce_interruptions()
    _stop_with_parent()
    return app


def _stop_with_parent() -> None:
    """Stop this worker when its parent dies; otherwise it would keep running and block the port."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="skep-parent", daemon=True).start()


def reduce_interruptions() -> None:
    """Collect garbage and switch threads less often than Python's defaults, for the sake of the event loop.

    Games in memory are long lists of plain values without cycles, and a server with hundreds of them spent a third of
    its time searching for some. A collection stops all threads, though: with 50,000 new objects it takes 10 to 25 ms,
    so the first threshold is lower than that. Fewer thread switches let the writing thread put more events into each
    commit.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 50)
    sys.setswitchinterval(0.02)


def check_workers(settings: Settings, workers: int) -> None:
    """Raise SkepError unless several workers have a database and a bus that they can share."""
    if workers == 1:
        return
    if not settings.database.startswith("postgres"):
        raise SkepError(
            f"{workers} workers need PostgreSQL (--database postgresql://…): SQLite supports only one process"
        )
    if settings.redis is None:
        raise SkepError(f"{workers} workers need Redis (--redis redis://…) to exchange messages")


class InUse(SkepError):
    """Another server is using the same database file."""


@contextmanager
def only_server(database: str, redis: str | None = None) -> Iterator[None]:
    """Lock a database, because two servers would not see each other's moves. Servers with the same Redis share it."""
    prefix = "sqlite:///"
    if not database.startswith(prefix):
        with ServerLock(read_url(database), redis):
            yield
        return
    path = database.removeprefix(prefix)
    try:
        lock = FileLock(f"{path}.lock", timeout=0)
        lock.acquire()
    except Timeout:
        raise InUse(f"another skep server is using {path}") from None
    except OSError as error:
        raise SkepError(f"cannot store games in {path}: {error.strerror}") from error
    try:
        yield
    finally:
        lock.release()


def check(settings: Settings) -> None:
    """Check that the database and Redis are usable, and migrate the database."""

    async def connect() -> None:
        for url in (settings.database, settings.archive_url):
            await asyncio.to_thread(check_undamaged, read_url(url))
        store = await SqlStore.open(settings.database)
        try:
            await store.key()
        except StoreUnavailable as error:
            raise SkepError(f"cannot use the database: {error}") from error
        finally:
            await store.close()
        (await asyncio.to_thread(Archive.open, settings.archive_url)).close()
        bus = open_bus(settings.redis)
        await bus.start(lambda _game, _payload: None, lambda: None)
        await bus.close()

    asyncio.run(connect())


def _check_address(host: str, port: int) -> None:
    """Raise SkepError if the address is unavailable, before anything else starts."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            if os.name == "posix":
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise SkepError(f"cannot listen on {host}, port {port}: {error.strerror}") from error


def uvicorn_options(*, proxy: str | None = None, connections_per_address: int = 0, **more: Any) -> dict[str, Any]:
    """Return the options of uvicorn. ``proxy`` lists the addresses whose X-Forwarded headers are trusted.

    ``connections_per_address`` is 0 for no limit.
    """
    return {
        "http": _http_protocol(ConnectionLimits(connections_per_address or None, proxies=proxy)),
        "ws": FrameProtocol,
        "ws_max_size": 2 * MESSAGE_LIMIT,
        "ws_ping_interval": _PING_SECONDS,
        "ws_ping_timeout": _PING_SECONDS,
        # Compressing small messages costs more time than it saves.
        "ws_per_message_deflate": False,
        "proxy_headers": False,  # the application has its own middleware, which needs the proxy's address
        "server_header": False,
        "timeout_graceful_shutdown": _SHUTDOWN_SECONDS,
        **more,
    }


def _trusts_everyone(proxy: str) -> bool:
    return any(trusted.strip() == "*" or trusted.strip().endswith("/0") for trusted in proxy.split(","))


def _http_protocol(limits: ConnectionLimits) -> Any:
    """Return the protocol of HTTP connections, as uvicorn calls it."""
    if sys.platform == "win32":
        return "auto"  # without httptools
    from skep.server.http.protocol import LimitedHttpProtocol

    return partial(LimitedHttpProtocol, limits=limits)


def serve(
    settings: Settings,
    *,
    host: str,
    port: int,
    workers: int,
    log_level: str,
    log_format: LogFormat = "text",
    metrics: str | None = None,
) -> None:
    """Serve until stopped by a signal. ``metrics`` is the address for Prometheus."""
    proxy, logs = settings.proxy, log_config(log_format, log_level)
    logging.config.dictConfig(logs)
    check_workers(settings, workers)
    _check_address(host, port)
    if proxy is not None and _trusts_everyone(proxy) and not is_loopback(host):
        log.warning(
            "--proxy %s trusts every client: anyone who can reach port %d can choose the address that the limits "
            "count, and claim to use https. List the addresses of your proxies instead, or listen on 127.0.0.1.",
            proxy,
            port,
        )
    with serve_metrics(metrics), only_server(settings.database, settings.redis):
        check(settings)
        settings.to_environment()
        uvicorn.run(
            "skep.server.run:app_from_environment",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            **uvicorn_options(
                proxy=proxy,
                connections_per_address=settings.connections_per_address,
                log_level=log_level,
                log_config=logs,
                access_log=log_level == "debug",
            ),
        )
