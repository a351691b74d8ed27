"""Running the server: uvicorn with the settings that the messages and the many sockets want."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, Final

import uvicorn
from filelock import FileLock, Timeout
from starlette.types import ASGIApp

from skep.archive import Archive
from skep.board import Board
from skep.errors import SkepError
from skep.server.app import make_app
from skep.server.realtime.bus import open_bus
from skep.server.realtime.frames import WireProtocol
from skep.server.schemas.protocol import MESSAGE_LIMIT
from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import StoreUnavailable

__all__ = ["InUse", "app_from_environment", "check", "check_workers", "only_server", "serve", "uvicorn_options"]

_GOODBYE: Final = 5
"""Seconds in which requests that are being answered may finish when the server stops."""
_PING: Final = 20.0


def app_from_environment() -> ASGIApp:
    """What a worker process serves."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s:     %(message)s")
    faulthandler.enable()  # a crash in compiled code says where
    app = make_app(Settings.from_environment())
    _interrupt_seldom()
    _end_with_parent()
    return app


def _end_with_parent() -> None:
    """A worker whose parent was killed goes too: nobody else would ever stop it, and it would keep the port."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="skep-parent", daemon=True).start()


def _interrupt_seldom() -> None:
    """Leave the event loop alone for longer than Python does by itself.

    Unreachable cycles are looked for less often: games in memory are long lists of plain values that have none, and
    a server with hundreds of them spent a third of its time looking. Threads take the interpreter from each other
    less often: the one that writes to the database has more to commit at once when it waits.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    sys.setswitchinterval(0.02)


def check_workers(settings: Settings, workers: int) -> None:
    """Several processes need a database and a bus that they can share."""
    if workers == 1:
        return
    if not settings.database.startswith("postgres"):
        raise SkepError(f"{workers} workers need PostgreSQL (--database postgresql://…): SQLite is for one process")
    if settings.redis is None:
        raise SkepError(f"{workers} workers need Redis (--redis redis://…) to tell each other what happens")


class InUse(SkepError):
    """Another server keeps its games in the same file."""


@contextmanager
def only_server(database: str) -> Iterator[None]:
    """Be the only server on an SQLite file: two would not hear of each other's moves."""
    prefix = "sqlite:///"
    if not database.startswith(prefix):
        yield
        return
    path = database.removeprefix(prefix)
    try:
        lock = FileLock(f"{path}.lock", timeout=0)
        lock.acquire()
    except Timeout:
        raise InUse(f"another skep server is using {path}") from None
    except OSError as error:
        raise SkepError(f"cannot keep games in {path}: {error.strerror}") from error
    try:
        yield
    finally:
        lock.release()


def check(settings: Settings) -> None:
    """See that the database and Redis can be used, and bring the database's tables up to date."""

    async def try_out() -> None:
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

    asyncio.run(try_out())


def _check_address(host: str, port: int) -> None:
    """Say clearly, and before anything else starts, when the address cannot be listened on."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            if os.name == "posix":
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise SkepError(f"cannot listen on {host}, port {port}: {error.strerror}") from error


def uvicorn_options(*, proxy: str | None = None, **more: Any) -> dict[str, Any]:
    """How uvicorn is run: ``proxy`` are the addresses whose X-Forwarded headers are believed."""
    return {
        "ws": WireProtocol,
        "ws_max_size": 2 * MESSAGE_LIMIT,
        "ws_ping_interval": _PING,
        "ws_ping_timeout": _PING,
        # compressing every small message costs more time than it saves
        "ws_per_message_deflate": False,
        "proxy_headers": proxy is not None,
        "forwarded_allow_ips": proxy or "",
        "server_header": False,
        "timeout_graceful_shutdown": _GOODBYE,
        **more,
    }


def serve(settings: Settings, *, host: str, port: int, workers: int, proxy: str | None, log_level: str) -> None:
    """Serve until stopped by a signal."""
    check_workers(settings, workers)
    _check_address(host, port)
    with only_server(settings.database):
        Board()  # compiled once, with its progress shown, before the workers start
        check(settings)
        settings.to_environment()
        uvicorn.run(
            "skep.server.run:app_from_environment",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            **uvicorn_options(proxy=proxy, log_level=log_level, access_log=log_level == "debug"),
        )
