"""A server for one user on one machine (``skep play``): on a free loopback port, opened in the browser."""

from __future__ import annotations

import asyncio
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

from skep.errors import SkepError
from skep.server.app import make_app
from skep.server.http.lan import LanSwitch
from skep.server.run import InUse, check, only_server, uvicorn_options
from skep.server.settings import Settings

__all__ = ["LocalServer", "run_local_server"]

_HOST: Final = "127.0.0.1"
_PORT: Final = 8765
_PORTS_TRIED: Final = 20
_START_TIMEOUT: Final = 30.0
"""Seconds that another process has to start."""
_ANALYSIS_SECONDS: Final = 900.0
"""The time limit of an analysis, which is long because no other user waits for the engines."""
_FILE: Final = "games.sqlite"
_ADDRESS_FILE: Final = "playing.json"

Callback = Callable[[str], None]


def run_local_server(
    folder: Path,
    *,
    port: int | None,
    browser: bool,
    on_start: Callback,
    on_running: Callback,
    on_stop: Callable[[], None],
    lan_address: str | None = None,
) -> None:
    """Serve this user's games until Ctrl-C, or open the page of a server that is already running.

    ``on_start`` and ``on_running`` are called with the address of the page, ``on_stop`` after the server has stopped.
    ``lan_address`` is the machine's address in its network, for the switch of the page; by default it is found.
    """
    lan = LanSwitch(None if lan_address is None else lambda: lan_address)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkepError(f"cannot store games in {folder}: {error.strerror}") from error
    engines = max(1, (os.cpu_count() or 2) - 1)
    settings = Settings(
        database=f"sqlite:///{folder / _FILE}", engine_threads=engines, analysis_seconds=_ANALYSIS_SECONDS, local=True
    )
    try:
        with only_server(settings.database):
            _serve(folder, settings, lan, port=port, browser=browser, on_start=on_start)
            on_stop()
    except InUse:
        address = _find_running(folder)
        if address is None:
            raise InUse(
                f"another skep server is using {folder} and does not respond. It may still be starting: wait a moment "
                "and run skep play again. If it is a skep serve, open the address it was started with"
            ) from None
        on_running(address)
        if browser:
            _open_browser(address)


def _serve(
    folder: Path, settings: Settings, lan: LanSwitch, *, port: int | None, browser: bool, on_start: Callback
) -> None:
    check(settings)
    listening = _free_socket(port)
    bound_port = listening.getsockname()[1]
    address = f"http://{_HOST}:{bound_port}/"
    address_file = folder / _ADDRESS_FILE
    address_file.write_text(json.dumps({"address": address}), encoding="utf-8")

    def ready() -> None:
        on_start(address)
        if browser:
            _open_browser(address)

    faulthandler.enable()  # crashes in compiled code print a traceback
    config = uvicorn.Config(make_app(settings, lan=lan), **uvicorn_options(log_level="warning"))
    server = LocalServer(config, ready)
    lan.attach(server, bound_port)
    try:
        # Uvicorn shuts down cleanly on Ctrl-C before it raises this.
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    finally:
        address_file.unlink(missing_ok=True)
        listening.close()


class LocalServer(uvicorn.Server):
    """A server that calls ``ready`` once it accepts requests, and can listen on another socket later."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call ``ready``."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def listen(self, listening: socket.socket) -> asyncio.Server:
        """Accept connections on another socket."""

        def create_protocol() -> asyncio.Protocol:
            protocol: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return protocol

        listener = await asyncio.get_running_loop().create_server(
            create_protocol, sock=listening, backlog=self.config.backlog
        )
        self.servers.append(listener)
        return listener

    def stop_listening(self, listener: asyncio.Server) -> None:
        """Stop accepting connections, and end those that were accepted on its socket."""
        addresses = {own.getsockname() for own in listener.sockets}
        listener.close()
        self.servers.remove(listener)
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport.get_extra_info("sockname") in addresses:
                connection.shutdown()


def _free_socket(port: int | None) -> socket.socket:
    """Return a socket on the given port or, without one, on the first free port from 8765."""
    candidates = [port] if port is not None else [*range(_PORT, _PORT + _PORTS_TRIED), 0]
    for candidate in candidates:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HOST, candidate))
        except OSError:
            listening.close()
        else:
            return listening
    raise SkepError(f"port {port} is in use: choose another with --port")


def _find_running(folder: Path) -> str | None:
    """Wait for the server of this folder to respond; return its address, or None if it does not."""
    end = time.monotonic() + _START_TIMEOUT
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, KeyError):
            address: str = json.loads((folder / _ADDRESS_FILE).read_text(encoding="utf-8"))["address"]
            with urllib.request.urlopen(f"{address}api/health/live", timeout=5) as response:
                if response.status == 200:
                    return address
        if not (folder / _ADDRESS_FILE).exists() and time.monotonic() > end - _START_TIMEOUT + 5:
            return None
        time.sleep(0.2)
    return None


def _open_browser(address: str) -> None:
    """Open the page in a thread, because some browsers block their caller."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
