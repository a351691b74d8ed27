"""A stream of the server that is opened again whenever it is lost, and read by a thread of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final, Generic, TypeVar

from skep.bot.api import Lines
from skep.bot.errors import ApiError, BotError, ServerUnreachable
from skep.bot.messages import MalformedMessage
from skep.bot.pacing import Backoff

__all__ = ["Feed"]

log = logging.getLogger(__name__)

_MessageT = TypeVar("_MessageT")

_STABLE_SECONDS: Final = 5.0
"""Seconds after which a connection counts as a success: a server may close every stream as soon as it is opened."""


class Feed(Generic[_MessageT]):
    """Reads a stream until it is stopped or refused, and passes on every message.

    A stream begins with the current state, so nothing is missed while the connection is lost.
    """

    def __init__(
        self,
        name: str,
        open_lines: Callable[[], Lines],
        parse: Callable[[bytes], _MessageT | None],
        *,
        on_message: Callable[[_MessageT], None],
        on_refusal: Callable[[ApiError], None],
        is_last: Callable[[_MessageT], bool] = lambda _message: False,
        backoff: Backoff | None = None,
    ) -> None:
        """The callbacks are called on the feed's thread. A refusal ends the feed, as does the last message."""
        self._name = name
        self._open_lines = open_lines
        self._parse = parse
        self._on_message = on_message
        self._on_refusal = on_refusal
        self._is_last = is_last
        self._backoff = backoff or Backoff()
        self._stopped = threading.Event()

    def start(self) -> None:
        """Start to read. The thread does not keep the program alive."""
        threading.Thread(target=self._run, name=self._name, daemon=True).start()

    def stop(self) -> None:
        """Read no more. The connection closes with the next line, which arrives within seconds."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._read()
                problem = "the server has closed the stream"
            except ServerUnreachable as error:
                problem = str(error)
            except ApiError as error:
                self._on_refusal(error)
                return
            except MalformedMessage as error:
                problem = str(error)
            if not self._stopped.is_set():
                self._wait(problem)

    def _wait(self, problem: str) -> None:
        delay = self._backoff.next_delay()
        log.log(
            logging.DEBUG if self._backoff.failures == 1 else logging.WARNING,
            "%s: %s; the next attempt is in %.1f s",
            self._name,
            problem,
            delay,
        )
        self._stopped.wait(delay)

    def _read(self) -> None:
        """Read one stream to its end."""
        opened, is_first = time.monotonic(), True
        with closing(self._open_lines()) as lines:
            for line in lines:
                if self._stopped.is_set():
                    return
                if is_first and self._backoff.failures > 1:
                    log.info("%s: connected again", self._name)
                is_first = False
                if time.monotonic() - opened > _STABLE_SECONDS:
                    self._backoff.reset()
                if line:
                    self._pass_on(line)

    def _pass_on(self, line: bytes) -> None:
        try:
            message = self._parse(line)
        except BotError as error:
            log.error("%s: %s", self._name, error)
            return
        if message is None:
            return
        if self._is_last(message):
            self.stop()
        self._on_message(message)
