"""The bus: messages about games between the processes of one server. Their events are already stored.

The bus can lose messages, for example when Redis restarts. It reports the gap afterwards, and the subscribers load the
missed events from the store. Nothing ever waits for the bus, so its failure is a delay, not an error.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from skep.errors import SkepError
from skep.server.metrics import NO_METRICS, Metrics

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

__all__ = ["Bus", "LocalBus", "OnGap", "OnMessage", "OnTopic", "RedisBus", "open_bus"]

OnMessage: TypeAlias = Callable[[str, bytes], None]
"""Called with a game and a message of another process about it."""
OnGap: TypeAlias = Callable[[], None]
"""Called when the bus works again after messages may have been lost."""
OnTopic: TypeAlias = Callable[[bytes], None]
"""Called with a message of another process about a topic other than a game."""

_log = logging.getLogger(__name__)

_CONNECT_SECONDS: Final = 5.0
_CONFIRM_SECONDS: Final = 2.0
_QUIET_SECONDS: Final = 5.0
"""Seconds of silence after which Redis is pinged, and after as many more considered lost."""
_CANCEL_SECONDS: Final = 0.5
_FIRST_PAUSE: Final = 0.05
_MAX_PAUSE: Final = 2.0
_POLL_SECONDS: Final = 15.0
"""Seconds between checks for missed events, in case a process dies after storing but before publishing."""
_MAX_OUTBOX: Final = 20_000
"""The limit of messages that wait to be sent."""
_CHUNK: Final = 500
"""Messages or subscriptions per command to Redis."""
_SENDER_BYTES: Final = 8
"""The length of the prefix of each message that identifies its sender."""


class Bus(Protocol):
    """A carrier of messages between processes."""

    alone: bool
    """Whether there is only one process, so that nothing needs to be published."""

    @property
    def connected_since(self) -> float | None:
        """Since when messages of other processes arrive without a gap, on the monotonic clock; None if they do not."""

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        """Start calling ``on_message`` for messages about subscribed games and ``on_gap`` after a gap."""

    async def close(self) -> None:
        """Stop, and close the connections."""

    async def subscribe(self, game: str) -> None:
        """Subscribe to a game. After this returns, no message is missed without a call of ``on_gap``."""

    async def unsubscribe(self, game: str) -> None:
        """Unsubscribe from a game."""

    async def listen(self, topic: str, on_message: OnTopic) -> None:
        """Subscribe to a topic other than a game. Lost messages are not reported. A topic is not a game's id."""

    def publish(self, game: str, payload: bytes) -> None:
        """Queue a message about a game or a topic to the other processes. Never waits and never fails."""

    async def ping(self) -> str | None:
        """Return why the other processes cannot be reached, or None. Never fails."""


class LocalBus:
    """The bus of a server with one process, which has no one to talk to."""

    alone = True

    @property
    def connected_since(self) -> float | None:
        return 0.0

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        pass

    async def close(self) -> None:
        pass

    async def subscribe(self, game: str) -> None:
        pass

    async def unsubscribe(self, game: str) -> None:
        pass

    async def listen(self, topic: str, on_message: OnTopic) -> None:
        pass

    def publish(self, game: str, payload: bytes) -> None:
        pass

    async def ping(self) -> str | None:
        return None


def open_bus(url: str | None, *, metrics: Metrics = NO_METRICS) -> Bus:
    """Return a bus over Redis if there is a URL, otherwise the bus of a single process."""
    return LocalBus() if url is None else RedisBus(url, metrics=metrics)


class RedisBus:
    """The bus of a server with several processes, over Redis.

    One connection receives and one sends. A lost connection is reopened with increasing pauses, after which ``on_gap``
    is called. A process that starts, or that can send again after a failure, makes all others call their ``on_gap``.
    """

    alone = False

    def __init__(self, url: str, *, prefix: str = "skep", metrics: Metrics = NO_METRICS) -> None:
        self._metrics = metrics
        self._redacted_url = _without_password(url)
        self._redis = _client(url, self._redacted_url)
        self._sender = secrets.token_bytes(_SENDER_BYTES)
        self._game_prefix = f"{prefix}:game:"
        self._gap_channel = f"{prefix}:lost"
        self._on_message: OnMessage = lambda _game, _payload: None
        self._on_gap: OnGap = lambda: None
        self._topics: dict[str, OnTopic] = {}
        self._pubsub: PubSub | None = None
        self._subscribed: set[str] = set()
        self._unconfirmed: dict[str, asyncio.Future[None]] = {}
        self._command_lock = asyncio.Lock()
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._something_to_send = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._connected = 0.0
        """When the receiving connection was opened."""

    @property
    def connected_since(self) -> float | None:
        return None if self._pubsub is None else self._connected

    async def start(self, on_message: OnMessage, on_gap: OnGap) -> None:
        self._on_message, self._on_gap = on_message, on_gap
        try:
            pubsub = await self._connect()
        except _failures() as error:
            await self._redis.aclose()
            raise SkepError(f"cannot reach Redis at {self._redacted_url}: {error}") from error
        # This process may replace one that died after storing an event but before publishing it.
        self._outbox.append((self._gap_channel, self._sender))
        self._something_to_send.set()
        loops = (self._listen(pubsub), self._send(), self._poll())
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        pending = set(self._tasks)
        while pending:
            # again, because a cancellation can get lost in a command to Redis that ends at the same moment
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=_CANCEL_SECONDS)
        self._confirm_all()
        # a connection to a Redis that has vanished may never be closed
        with suppress(*_failures()):
            async with asyncio.timeout(_CONFIRM_SECONDS):
                if self._pubsub is not None:
                    await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                await self._redis.aclose()

    # receiving

    async def subscribe(self, game: str) -> None:
        channel = self._game_prefix + game
        self._subscribed.add(channel)
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        async with self._command_lock:
            if self._pubsub is None:
                return  # reconnecting subscribes to all of self._subscribed and calls on_gap
            self._unconfirmed[channel] = confirmed
            await self._run_command(self._pubsub.subscribe, channel)
        try:
            async with asyncio.timeout(_CONFIRM_SECONDS):
                await confirmed
        except TimeoutError:
            _log.warning("Redis at %s is slow to confirm a subscription", self._redacted_url)
        finally:
            if self._unconfirmed.get(channel) is confirmed:
                del self._unconfirmed[channel]

    async def unsubscribe(self, game: str) -> None:
        channel = self._game_prefix + game
        self._subscribed.discard(channel)
        async with self._command_lock:
            if self._pubsub is not None:
                await self._run_command(self._pubsub.unsubscribe, channel)

    async def listen(self, topic: str, on_message: OnTopic) -> None:
        self._topics[self._game_prefix + topic] = on_message
        await self.subscribe(topic)

    async def _run_command(self, command: Callable[..., Any], *channels: str) -> None:
        """Run a command on the receiving connection, which is dropped if that fails."""
        try:
            async with asyncio.timeout(_CONFIRM_SECONDS):
                await command(*channels)
        except _failures() as error:
            _log.debug("a subscription command failed: %s", error)
            self._confirm_all()
            broken, self._pubsub = self._pubsub, None
            if broken is not None and broken.connection is not None:
                await broken.connection.disconnect(nowait=True)

    async def _connect(self) -> PubSub:
        """Open a receiving connection and request all subscriptions on it."""
        pubsub = self._redis.pubsub()
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await pubsub.connect()  # type: ignore[no-untyped-call]
            async with self._command_lock, asyncio.timeout(_CONNECT_SECONDS):
                channels = sorted(self._subscribed)
                for first in range(0, len(channels), _CHUNK):
                    await pubsub.subscribe(*channels[first : first + _CHUNK])
                # Subscribed last, so that its confirmation implies all others.
                await pubsub.subscribe(self._gap_channel)
                self._pubsub = pubsub
                self._connected = time.monotonic()
        except BaseException:
            await pubsub.aclose()  # type: ignore[no-untyped-call]
            raise
        return pubsub

    async def _listen(self, pubsub: PubSub) -> None:
        """Receive messages, and reconnect whenever the connection is lost."""
        first = True
        while True:
            try:
                await self._receive(pubsub, after_gap=not first)
            except _failures() as error:
                _log.warning("lost the connection to Redis at %s: %s", self._redacted_url, error)
            self._pubsub = None
            self._confirm_all()
            with suppress(*_failures()):
                await pubsub.aclose()  # type: ignore[no-untyped-call]
            pubsub = await self._reconnect()
            first = False

    async def _reconnect(self) -> PubSub:
        pause = _FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            try:
                return await self._connect()
            except _failures() as error:
                _log.debug("Redis at %s is still unreachable: %s", self._redacted_url, error)
            pause = min(pause * 2, _MAX_PAUSE)

    async def _receive(self, pubsub: PubSub, *, after_gap: bool) -> None:
        """Receive messages until the connection breaks."""
        pinged = False
        while self._pubsub is pubsub:
            message = await pubsub.get_message(timeout=_QUIET_SECONDS)
            if message is None:
                if pinged:
                    raise ConnectionError("no response to a ping")
                await pubsub.ping()
                pinged = True
                continue
            pinged = False
            kind, channel = message["type"], _text(message["channel"])
            if kind == "message":
                self._dispatch(channel, message["data"])
            elif kind == "subscribe" and channel == self._gap_channel:
                if after_gap:
                    _log.warning("reconnected to Redis at %s", self._redacted_url)
                    self._metrics.bus_gap()
                    self._call(self._on_gap)
            elif kind == "subscribe" and (confirmed := self._unconfirmed.pop(channel, None)) is not None:
                _settle(confirmed)
        raise ConnectionError("a subscription failed")

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            self._call(self._on_gap)

    def _dispatch(self, channel: str, data: bytes) -> None:
        if data[:_SENDER_BYTES] == self._sender:
            return
        if channel == self._gap_channel:
            self._metrics.bus_gap()
            self._call(self._on_gap)
        elif (on_topic := self._topics.get(channel)) is not None:
            self._call(on_topic, data[_SENDER_BYTES:])
        elif channel in self._subscribed:
            self._call(self._on_message, channel.removeprefix(self._game_prefix), data[_SENDER_BYTES:])

    def _call(self, callback: Callable[..., None], *arguments: object) -> None:
        """Call a callback and log its exceptions, so that one message cannot stop the next."""
        try:
            callback(*arguments)
        except Exception:
            _log.exception("handling a message from another process failed")

    def _confirm_all(self) -> None:
        """Release all waiting subscribers: a broken connection confirms nothing, and ``on_gap`` will be called."""
        for confirmed in self._unconfirmed.values():
            _settle(confirmed)
        self._unconfirmed.clear()

    async def ping(self) -> str | None:
        try:
            async with asyncio.timeout(_CONFIRM_SECONDS):
                await self._redis.ping()  # type: ignore[misc]
        except _failures() as error:
            return str(error) or type(error).__name__
        return None

    # sending

    def publish(self, game: str, payload: bytes) -> None:
        if len(self._outbox) >= _MAX_OUTBOX:
            self._outbox.popleft()
            # Replaces the dropped messages.
            self._outbox[0] = (self._gap_channel, self._sender)
        self._outbox.append((self._game_prefix + game, self._sender + payload))
        self._something_to_send.set()

    async def _send(self) -> None:
        """Send the queued messages. After a failure, a gap notice replaces those that were lost."""
        pause, dropped = _FIRST_PAUSE, False
        while True:
            await self._something_to_send.wait()
            batch = [self._outbox.popleft() for _ in range(min(len(self._outbox), _CHUNK))]
            if not self._outbox:
                self._something_to_send.clear()
            if dropped:
                batch = [(self._gap_channel, self._sender)]
            try:
                async with asyncio.timeout(_CONNECT_SECONDS), self._redis.pipeline(transaction=False) as pipeline:
                    for channel, data in batch:
                        pipeline.publish(channel, data)
                    await pipeline.execute()
                pause, dropped = _FIRST_PAUSE, False
            except _failures() as error:
                if not dropped:
                    _log.warning("cannot publish to Redis at %s: %s", self._redacted_url, error)
                dropped = True
                self._something_to_send.set()  # the gap notice
                await asyncio.sleep(pause)
                pause = min(pause * 2, _MAX_PAUSE)


def _settle(confirmed: asyncio.Future[None]) -> None:
    if not confirmed.done():
        confirmed.set_result(None)


def _text(channel: object) -> str:
    return channel.decode() if isinstance(channel, bytes) else str(channel)


def _failures() -> tuple[type[Exception], ...]:
    """Return the exceptions of an unreachable Redis. The package is optional, so it is imported here."""
    from redis.exceptions import RedisError

    return RedisError, OSError, TimeoutError, RuntimeError


def _client(url: str, redacted_url: str) -> Redis:
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ModuleNotFoundError:
        raise SkepError("Redis support is not installed: pip install 'skep[many]'") from None
    try:
        client: Redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),  # a silent reconnection would hide lost messages
            socket_connect_timeout=_CONNECT_SECONDS,
            socket_timeout=_CONNECT_SECONDS,
            socket_keepalive=True,
            protocol=2,
        )
    except ValueError as error:
        raise SkepError(f"not a Redis URL: {redacted_url} (expected redis://HOST:6379/0)") from error
    return client


def _without_password(url: str) -> str:
    """Return the URL with its password replaced, for messages.

    >>> _without_password("redis://ann:secret@example.org:6379/0")
    'redis://ann:***@example.org:6379/0'
    """
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    if ":" in user:
        user = user.partition(":")[0] + ":***"
    return urlunsplit((parts.scheme, user + at + host, parts.path, "", ""))
