"""Locks on a PostgreSQL database, so that servers that could not notify each other do not share it.

A server with Redis holds a shared lock, a server without Redis an exclusive one. The locks belong to a connection, so
they disappear with the process. Servers with Redis also subscribe to a channel before they take the lock: if there are
fewer subscribers than locks, some server uses another Redis.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError

from skep.database.engines import CONNECTION_ERRORS, error_text, redact, session_engine
from skep.errors import SkepError

if TYPE_CHECKING:
    from redis import Redis
    from redis.client import PubSub

__all__ = ["ServerLock", "SharedWithoutRedis"]

log = logging.getLogger("skep.server")

_KEY: Final = 0x736B6501
"""The key of the lock, next to that of migrations."""
_TIMEOUT: Final = 5.0
"""Seconds to wait for a lock, because a server that was just stopped may still hold it."""
_INTERVAL: Final = 2.0
"""Seconds between two checks that the lock is still held."""
_PAUSE: Final = 0.2
_REDIS_SECONDS: Final = 5.0

_HELD: Final = (
    f"locktype = 'advisory' AND classid = 0 AND objid = {_KEY} AND objsubid = 1 AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_COUNT: Final = text(f"SELECT count(*) FROM pg_locks WHERE {_HELD}")
_END_OWN: Final = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name AND pid <> pg_backend_pid()"
)
_CHANNEL: Final = text("SELECT datname || ':' || oid FROM pg_database WHERE datname = current_database()")


class SharedWithoutRedis(SkepError):
    """Another server uses the same database, and the two could not notify each other."""


def _stop_server() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


class ServerLock:
    """The lock of one server, held while the context is entered. A thread takes it again if the database restarts."""

    def __init__(
        self,
        url: URL,
        redis: str | None,
        *,
        timeout: float = _TIMEOUT,
        interval: float = _INTERVAL,
        on_lost: Callable[[], None] = _stop_server,
    ) -> None:
        """``on_lost`` is called if another server has taken the lock while the database restarted."""
        self._name = f"skep server {secrets.token_hex(6)}"
        self._engine = session_engine(url, self._name)
        self._where = redact(url)
        self._redis = redis
        self._subscription: _Subscription | None = None
        self._timeout = timeout
        self._interval = interval
        self._on_lost = on_lost
        self._connection: Connection | None = None
        self._refused_since: float | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="skep-server-lock", daemon=True)

    def __enter__(self) -> Self:
        """Take the lock. Raises SharedWithoutRedis, or SkepError if the database or Redis cannot be reached."""
        try:
            self._take()
        except BaseException as error:
            self._close()
            if isinstance(error, DBAPIError):
                raise SkepError(f"cannot keep games in {self._where}: {error_text(error)}") from error
            raise
        self._thread.start()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._thread.join()
        self._close()

    def _close(self) -> None:
        self._drop_connection()
        self._engine.dispose()
        if self._subscription is not None:
            self._subscription.close()

    def _take(self) -> None:
        end = time.monotonic() + self._timeout
        self._connection = self._engine.connect()
        if self._redis is not None:
            channel = self._connection.execute(_CHANNEL).scalar_one()
            self._subscription = _Subscription(self._redis, f"skep:servers:{channel}")
        while not self._try_lock(self._connection):
            if time.monotonic() > end:
                raise SharedWithoutRedis(self._conflict())
            time.sleep(_PAUSE)
        while not self._shares_redis(self._connection):
            if time.monotonic() > end:
                # a warning only: a server whose connection to Redis was just lost looks the same
                log.warning(
                    "another skep server seems to use %s with another Redis: "
                    "start all servers of a database with the same --redis",
                    self._where,
                )
                break
            time.sleep(_PAUSE)

    def _try_lock(self, connection: Connection) -> bool:
        kind = "pg_try_advisory_lock" if self._redis is None else "pg_try_advisory_lock_shared"
        return bool(connection.execute(text(f"SELECT {kind}(:key)"), {"key": _KEY}).scalar_one())

    def _shares_redis(self, connection: Connection) -> bool:
        """Return whether all servers that hold the lock subscribe on this Redis."""
        if self._subscription is None:
            return True
        return self._subscription.count() >= int(connection.execute(_COUNT).scalar_one())

    def _conflict(self) -> str:
        if self._redis is not None:
            return (
                f"another skep server uses {self._where} without Redis, so it would not learn of moves made here: "
                "start all servers of a database with the same --redis"
            )
        return (
            f"another skep server uses {self._where}: stop it, "
            "or start all servers of the database with the same --redis, so that they can notify each other"
        )

    # keeping the lock

    def _keep(self) -> None:
        while not self._stopped.wait(self._interval):
            try:
                if self._connection is None:
                    self._take_again()
                else:
                    self._connection.execute(text("SELECT 1"))
            except CONNECTION_ERRORS as error:
                if self._connection is not None:
                    log.warning("lost the lock on %s: %s", self._where, error_text(error))
                self._drop_connection()
            except Exception:
                log.exception("keeping the lock on %s failed", self._where)
                self._drop_connection()
            if self._subscription is not None:
                self._subscription.keep()

    def _take_again(self) -> None:
        """Take the lock on a new connection, or stop the server if another one has had it for some time."""
        connection = self._connection = self._engine.connect()
        # After a broken connection, the database may still count the old one, which has the same name.
        connection.execute(_END_OWN, {"name": self._name}).all()
        if self._try_lock(connection):
            self._refused_since = None
            log.info("took the lock on %s again", self._where)
            return
        self._drop_connection()
        now = time.monotonic()
        self._refused_since = self._refused_since or now
        if now - self._refused_since > self._timeout:
            log.critical("stopping: %s", self._conflict())
            self._stopped.set()
            self._on_lost()

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except CONNECTION_ERRORS as error:
                log.debug("cannot close a broken connection: %s", error)


class _Subscription:
    """A subscription to the channel of the servers of one database, which only counts."""

    def __init__(self, url: str, channel: str) -> None:
        self._channel = channel
        try:
            from redis import Redis
        except ModuleNotFoundError:
            raise SkepError("Redis support is not installed: pip install 'skep[many]'") from None
        from redis.exceptions import RedisError

        self._failures: tuple[type[Exception], ...] = (RedisError, OSError)
        try:
            self._client: Redis = Redis.from_url(
                url, socket_connect_timeout=_REDIS_SECONDS, socket_timeout=_REDIS_SECONDS, protocol=2
            )
            self._pubsub: PubSub = self._client.pubsub()  # type: ignore[no-untyped-call]
            self._pubsub.subscribe(channel)
            self._pubsub.get_message(timeout=_REDIS_SECONDS)  # the confirmation
        except ValueError as error:
            raise SkepError("not a Redis URL (expected redis://HOST:6379/0)") from error
        except self._failures as error:
            raise SkepError(f"cannot reach Redis: {error}") from error

    def count(self) -> int:
        """Return the number of subscribers."""
        try:
            found: Any = self._client.pubsub_numsub(self._channel)
        except self._failures as error:
            raise SkepError(f"cannot reach Redis: {error}") from error
        return int(found[0][1])

    def keep(self) -> None:
        """Subscribe again if the connection was lost."""
        try:
            while self._pubsub.get_message(timeout=0.0) is not None:
                pass
        except self._failures as error:
            log.debug("Redis is unreachable: %s", error)

    def close(self) -> None:
        """Close the connections."""
        try:
            self._pubsub.close()
            self._client.close()
        except self._failures as error:
            log.debug("cannot close a connection to Redis: %s", error)
