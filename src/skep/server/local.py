"""A server for one user on one machine (``skep play``): loopback only, one at a time, a free port, the browser."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from skep.board import Board
from skep.errors import SkepError
from skep.server.app import make_app
from skep.server.run import InUse, check, only_server, uvicorn_options
from skep.server.settings import Settings

__all__ = ["run_local_server"]

_HOST: Final = "127.0.0.1"
_PORT: Final = 8765
_PORTS_TRIED: Final = 20
_TO_START: Final = 60.0
"""Seconds that another process may take to start: it may be compiling the kernel."""
_ANALYSIS_SECONDS: Final = 900.0
"""Seconds that an analysis thinks: nobody else waits for the engines."""
_FILE: Final = "games.sqlite"
_NOTE: Final = "playing.json"

Callback = Callable[[str], None]


def run_local_server(
    folder: Path,
    *,
    port: int | None,
    browser: bool,
    on_start: Callback,
    on_running: Callback,
    on_stop: Callable[[], None],
) -> None:
    """Serve this user's games until Ctrl-C, or show the page of the process that does already.

    ``starts`` and ``runs`` are called with the page's address, ``ended`` at the end.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkepError(f"cannot keep games in {folder}: {error.strerror}") from error
    engines = max(1, (os.cpu_count() or 2) - 1)
    settings = Settings(
        database=f"sqlite:///{folder / _FILE}", engine_threads=engines, analysis_seconds=_ANALYSIS_SECONDS, local=True
    )
    try:
        with only_server(settings.database):
            _serve(folder, settings, port=port, browser=browser, on_start=on_start)
            on_stop()
    except InUse:
        address = _running(folder)
        if address is None:
            raise InUse(
                f"another skep keeps its games in {folder} and does not say where its page is: it may still be getting "
                "ready, which takes up to a minute the first time. Wait until it has, and run skep play again; "
                "the page of a skep serve is at the address it was given"
            ) from None
        on_running(address)
        if browser:
            _open_browser(address)


def _serve(folder: Path, settings: Settings, *, port: int | None, browser: bool, on_start: Callback) -> None:
    Board()
    check(settings)
    listening = _free_socket(port)
    address = f"http://{_HOST}:{listening.getsockname()[1]}/"
    note = folder / _NOTE
    note.write_text(json.dumps({"address": address}), encoding="utf-8")

    def ready() -> None:
        on_start(address)
        if browser:
            _open_browser(address)

    faulthandler.enable()  # a crash in compiled code says where
    config = uvicorn.Config(make_app(settings), **uvicorn_options(log_level="warning"))
    server = _Server(config, ready)
    try:
        # Ctrl-C has ended the server in order before it is heard here
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    finally:
        note.unlink(missing_ok=True)
        listening.close()


class _Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def _free_socket(port: int | None) -> socket.socket:
    """A socket on the wanted port, or on the first free one from 8765 on, or on any."""
    wanted = [port] if port is not None else [*range(_PORT, _PORT + _PORTS_TRIED), 0]
    for one in wanted:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HOST, one))
        except OSError:
            listening.close()
        else:
            return listening
    raise SkepError(f"port {port} is in use by another program: choose another with --port")


def _running(folder: Path) -> str | None:
    """The page's address of the process that serves this folder, once it answers; None when it does not."""
    end = time.monotonic() + _TO_START
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, KeyError):
            address: str = json.loads((folder / _NOTE).read_text(encoding="utf-8"))["address"]
            with urllib.request.urlopen(f"{address}api/health", timeout=5) as answer:
                if answer.status == 200:
                    return address
        if not (folder / _NOTE).exists() and time.monotonic() > end - _TO_START + 5:
            return None
        time.sleep(0.2)
    return None


def _open_browser(address: str) -> None:
    """Some browsers keep the one who starts them waiting."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
