"""How the processes of one server tell each other what happened in a game. What they tell is stored already.

The bus may lose messages, as when Redis is restarted: it says so afterwards, and whoever listens asks the store
what was missed. So nothing ever waits for the bus, and a failure of it is a delay, not an error.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from skep.errors import SkepError

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

__all__ = ["Bus", "Heard", "LocalBus", "Lost", "RedisBus", "open_bus"]

Heard: TypeAlias = Callable[[str, bytes], None]
"""Called with a game and what another process said of it."""
Lost: TypeAlias = Callable[[], None]
"""Called when messages may have been lost and others arrive again."""

_log = logging.getLogger(__name__)

_CONNECT_SECONDS: Final = 5.0
_CONFIRM_SECONDS: Final = 2.0
_QUIET_SECONDS: Final = 5.0
"""After so long a silence Redis is asked whether it is there; after another, given up."""
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
_LOOK_SECONDS: Final = 15.0
"""A process that dies between storing and telling leaves others in the dark at most so long."""
_WAITING: Final = 20_000
"""How many messages may wait to be sent."""
_TOGETHER: Final = 500
"""How many messages or subscriptions are sent in one go."""
_NAME: Final = 8
"""The bytes before each message that say which process sent it."""


class Bus(Protocol):
    """What carries messages between processes."""

    alone: bool
    """Whether there is no other process, so that nothing needs to be said."""

    async def start(self, heard: Heard, lost: Lost) -> None:
        """Begin: call ``heard`` for what other processes say of subscribed games, ``lost`` after a gap."""

    async def close(self) -> None:
        """End."""

    async def subscribe(self, game: str) -> None:
        """Hear of a game. When this returns nothing said from now on is missed, or ``lost`` will be called."""

    async def unsubscribe(self, game: str) -> None:
        """Hear of a game no more."""

    def publish(self, game: str, payload: bytes) -> None:
        """Tell the other processes, soon; never waits, never fails."""


class LocalBus:
    """The bus of a server with one process: there is nobody to tell."""

    alone = True

    async def start(self, heard: Heard, lost: Lost) -> None:
        pass

    async def close(self) -> None:
        pass

    async def subscribe(self, game: str) -> None:
        pass

    async def unsubscribe(self, game: str) -> None:
        pass

    def publish(self, game: str, payload: bytes) -> None:
        pass


def open_bus(url: str | None) -> Bus:
    """The bus of a server: Redis by its URL, or none."""
    return LocalBus() if url is None else RedisBus(url)


class RedisBus:
    """The bus of a server with several processes: Redis carries the messages.

    One connection listens and one sends. A lost connection is made again, ever more slowly; then ``lost`` is
    called. A process that could not send makes the others call theirs when it can again, and so does one that starts.
    """

    alone = False

    def __init__(self, url: str, *, prefix: str = "skep") -> None:
        self._shown = _without_password(url)
        self._redis = _client(url, self._shown)
        self._name = secrets.token_bytes(_NAME)
        self._games = f"{prefix}:game:"
        self._everybody = f"{prefix}:lost"
        self._on_message: Heard = lambda _game, _payload: None
        self._lost: Lost = lambda: None
        self._listening: PubSub | None = None
        self._subscribed: set[str] = set()
        self._unconfirmed: dict[str, asyncio.Future[None]] = {}
        self._ordering = asyncio.Lock()
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._something_to_send = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard, lost: Lost) -> None:
        self._on_message, self._lost = heard, lost
        try:
            pubsub = await self._connect()
        except _failures() as error:
            await self._redis.aclose()
            raise SkepError(f"cannot reach Redis at {self._shown}: {error}") from error
        # this process may take the place of one that died between storing and telling
        self._outbox.append((self._everybody, self._name))
        self._something_to_send.set()
        work = (self._listen(pubsub), self._send(), self._look())
        self._tasks = [asyncio.create_task(task) for task in work]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._confirm_all()
        if self._listening is not None:
            await self._listening.aclose()  # type: ignore[no-untyped-call]
        await self._redis.aclose()

    # listening

    async def subscribe(self, game: str) -> None:
        channel = self._games + game
        self._subscribed.add(channel)
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        async with self._ordering:
            if self._listening is None:
                return  # it is among those that are subscribed to when Redis is back, and then `lost` is called
            self._unconfirmed[channel] = confirmed
            await self._ask(self._listening.subscribe, channel)
        try:
            async with asyncio.timeout(_CONFIRM_SECONDS):
                await confirmed
        except TimeoutError:
            _log.warning("Redis at %s is slow to confirm a subscription", self._shown)
        finally:
            if self._unconfirmed.get(channel) is confirmed:
                del self._unconfirmed[channel]

    async def unsubscribe(self, game: str) -> None:
        channel = self._games + game
        self._subscribed.discard(channel)
        async with self._ordering:
            if self._listening is not None:
                await self._ask(self._listening.unsubscribe, channel)

    async def _ask(self, command: Callable[..., Any], *channels: str) -> None:
        """Send a command of the listening connection; if that fails the connection is given up."""
        try:
            async with asyncio.timeout(_CONFIRM_SECONDS):
                await command(*channels)
        except _failures() as error:
            _log.debug("a subscription failed: %s", error)
            self._confirm_all()
            broken, self._listening = self._listening, None
            if broken is not None and broken.connection is not None:
                await broken.connection.disconnect(nowait=True)

    async def _connect(self) -> PubSub:
        """A connection on which every subscription has been asked for and the last of them confirmed."""
        pubsub = self._redis.pubsub()
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await pubsub.connect()  # type: ignore[no-untyped-call]
            async with self._ordering, asyncio.timeout(_CONNECT_SECONDS):
                channels = sorted(self._subscribed)
                for first in range(0, len(channels), _TOGETHER):
                    await pubsub.subscribe(*channels[first : first + _TOGETHER])
                # its confirmation comes after all others
                await pubsub.subscribe(self._everybody)
                self._listening = pubsub
        except BaseException:
            await pubsub.aclose()  # type: ignore[no-untyped-call]
            raise
        return pubsub

    async def _listen(self, pubsub: PubSub) -> None:
        """Hear what is said, on one connection after another."""
        first = True
        while True:
            try:
                await self._on_payload(pubsub, after_gap=not first)
            except _failures() as error:
                _log.warning("Redis at %s is lost: %s", self._shown, error)
            self._listening = None
            self._confirm_all()
            with suppress(*_failures()):
                await pubsub.aclose()  # type: ignore[no-untyped-call]
            pubsub = await self._connect_again()
            first = False

    async def _connect_again(self) -> PubSub:
        pause = _FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            try:
                return await self._connect()
            except _failures() as error:
                _log.debug("Redis at %s is still away: %s", self._shown, error)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _on_payload(self, pubsub: PubSub, *, after_gap: bool) -> None:
        """Hear what is said until the connection breaks."""
        asked = False
        while self._listening is pubsub:
            message = await pubsub.get_message(timeout=_QUIET_SECONDS)
            if message is None:
                if asked:
                    raise ConnectionError("it does not answer")
                await pubsub.ping()
                asked = True
                continue
            asked = False
            kind, channel = message["type"], _text(message["channel"])
            if kind == "message":
                self._take(channel, message["data"])
            elif kind == "subscribe" and channel == self._everybody:
                if after_gap:
                    _log.warning("Redis at %s is back", self._shown)
                    self._call(self._lost)
            elif kind == "subscribe" and (confirmed := self._unconfirmed.pop(channel, None)) is not None:
                _settle(confirmed)
        raise ConnectionError("a subscription failed")

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self._call(self._lost)

    def _take(self, channel: str, data: bytes) -> None:
        if data[:_NAME] == self._name:
            return
        if channel == self._everybody:
            self._call(self._lost)
        elif channel in self._subscribed:
            self._call(self._on_message, channel.removeprefix(self._games), data[_NAME:])

    def _call(self, callback: Callable[..., None], *arguments: object) -> None:
        """What goes wrong with one message must not stop the next."""
        try:
            callback(*arguments)
        except Exception:
            _log.exception("a message from another process could not be handled")

    def _confirm_all(self) -> None:
        """Nobody waits for what a broken connection cannot confirm: `lost` will be called."""
        for confirmed in self._unconfirmed.values():
            _settle(confirmed)
        self._unconfirmed.clear()

    # sending

    def publish(self, game: str, payload: bytes) -> None:
        if len(self._outbox) >= _WAITING:
            self._outbox.popleft()
            # stands for all that was dropped
            self._outbox[0] = (self._everybody, self._name)
        self._outbox.append((self._games + game, self._name + payload))
        self._something_to_send.set()

    async def _send(self) -> None:
        """Send what is to be sent. What could not be sent is made good by telling everybody to look."""
        pause, dropped = _FIRST_PAUSE, False
        while True:
            await self._something_to_send.wait()
            batch = [self._outbox.popleft() for _ in range(min(len(self._outbox), _TOGETHER))]
            if not self._outbox:
                self._something_to_send.clear()
            if dropped:
                batch = [(self._everybody, self._name)]
            try:
                async with asyncio.timeout(_CONNECT_SECONDS), self._redis.pipeline(transaction=False) as pipeline:
                    for channel, data in batch:
                        pipeline.publish(channel, data)
                    await pipeline.execute()
                pause, dropped = _FIRST_PAUSE, False
            except _failures() as error:
                if not dropped:
                    _log.warning("Redis at %s does not take messages: %s", self._shown, error)
                dropped = True
                self._something_to_send.set()  # there is something to say when it is back, if only that
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)


def _settle(confirmed: asyncio.Future[None]) -> None:
    if not confirmed.done():
        confirmed.set_result(None)


def _text(channel: object) -> str:
    return channel.decode() if isinstance(channel, bytes) else str(channel)


def _failures() -> tuple[type[Exception], ...]:
    """What is raised when Redis cannot be reached or breaks off; redis is imported only where it is used."""
    from redis.exceptions import RedisError

    return RedisError, OSError, TimeoutError, RuntimeError


def _client(url: str, shown: str) -> Redis:
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ModuleNotFoundError:
        raise SkepError("Redis needs a part that is not installed: pip install 'skep[many]'") from None
    try:
        client: Redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),  # a silent reconnection would hide that messages were lost
            socket_connect_timeout=_CONNECT_SECONDS,
            socket_timeout=_CONNECT_SECONDS,
            socket_keepalive=True,
            protocol=2,
        )
    except ValueError as error:
        raise SkepError(f"not a Redis URL: {shown}: it looks like redis://HOST:6379/0") from error
    return client


def _without_password(url: str) -> str:
    """The URL as it may be shown.

    >>> _without_password("redis://ann:secret@example.org:6379/0")
    'redis://ann:***@example.org:6379/0'
    """
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    if ":" in user:
        user = user.partition(":")[0] + ":***"
    return urlunsplit((parts.scheme, user + at + host, parts.path, "", ""))
