"""Serving the page while the kernel is being compiled, which takes most of a minute the first time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Awaitable, Callable, Container
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from skep.kernel.entry import load
from skep.kernel.jit import is_loaded

__all__ = ["KernelGate"]

log = logging.getLogger("skep.server")

_WAIT_SECONDS: Final = 1.0
"""Seconds that a request waits for the kernel: short, so that the page can soon say what it is waiting for."""
_COMPILING: Final = {"Retry-After": "1", "Cache-Control": "no-store", "Skep-Engine": "compiling"}
"""Headers of the response to a request that has waited too long. The page then sends the request again."""


class KernelGate:
    """Loads the kernel in a thread, and holds back the requests that need it."""

    def __init__(
        self,
        *,
        load_kernel: Callable[[], None] = load,
        is_loaded: Callable[[], bool] = is_loaded,
        wait_seconds: float = _WAIT_SECONDS,
    ) -> None:
        """The parameters are for tests."""
        self._load = load_kernel
        self._is_loaded = is_loaded
        self._wait_seconds = wait_seconds
        self._opening: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether requests are no longer held back."""
        opening = self._opening
        return opening is not None and opening.done() and not opening.cancelled() and opening.exception() is None

    async def open(self, then: Callable[[], Awaitable[None]]) -> None:
        """Load the kernel, run ``then`` and let requests pass. Returns at once if the kernel is not loaded yet."""
        self._opening = asyncio.create_task(self._run(then))
        if self._is_loaded():
            await self._opening
        else:
            self._opening.add_done_callback(_stop_on_failure)

    async def close(self) -> bool:
        """Stop waiting for the kernel. Returns whether ``then`` has been run."""
        ready, opening = self.is_ready, self._opening
        self._opening = None
        if opening is not None and not opening.done():
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
        return ready

    async def _run(self, then: Callable[[], Awaitable[None]]) -> None:
        if not self._is_loaded():
            await self._load_in_thread()
        await then()

    async def _load_in_thread(self) -> None:
        """Load the kernel in a daemon thread, because the server must be able to stop meanwhile."""
        loop = asyncio.get_running_loop()
        loaded: asyncio.Future[None] = loop.create_future()

        def report(error: Exception | None) -> None:
            if not loaded.done():
                loaded.set_result(None) if error is None else loaded.set_exception(error)

        def run() -> None:
            failure: Exception | None = None
            try:
                self._load()
            except Exception as error:
                failure = error
            # the loop may have been closed in the meantime
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(report, failure)

        threading.Thread(target=run, name="skep-kernel", daemon=True).start()
        await loaded

    def guard(self, app: ASGIApp, *, exempt: Container[str] = ()) -> ASGIApp:
        """Return an application that holds requests back until the kernel is ready, except for some paths.

        The handshake of a WebSocket waits as long as necessary. Another request gets status 503 after some seconds.
        """

        async def wait_for_kernel(scope: Scope, receive: Receive, send: Send) -> None:
            opening = self._opening
            is_held = opening is not None and not opening.done() and scope["type"] in ("http", "websocket")
            if opening is not None and is_held and scope["path"] not in exempt:
                limit = None if scope["type"] == "websocket" else self._wait_seconds
                await asyncio.wait([opening], timeout=limit)
                if not opening.done():
                    await _still_compiling()(scope, receive, send)
                    return
            await app(scope, receive, send)

        return wait_for_kernel


def _stop_on_failure(opening: asyncio.Task[None]) -> None:
    """Stop the server if the kernel cannot be loaded."""
    if not opening.cancelled() and (error := opening.exception()) is not None:
        log.critical("the engine cannot be loaded", exc_info=error)
        signal.raise_signal(signal.SIGTERM)


def _still_compiling() -> JSONResponse:
    detail = "The engine is still being compiled, which takes about a minute the first time. Try again in a moment."
    return JSONResponse({"detail": detail}, 503, headers=_COMPILING)
