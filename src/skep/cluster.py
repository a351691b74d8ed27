"""Calling a function for many items with Ray, on the processors of this machine or of a cluster.

Ray decides where each call runs and repeats it if its worker dies. A call must therefore depend on its item only. A
result that arrived is never computed again: callers store it at once and leave out finished items when they continue.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from skep.errors import SkepError

__all__ = ["run_on_cluster"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_RETRIES: Final = 8
"""How often a call is repeated whose worker died. A call that always kills its worker ends with an error."""
_CONNECT_TIMEOUT: Final = 20.0
"""Seconds to reach a cluster."""
_PENDING_PER_PROCESSOR: Final = 2
"""Calls per processor that Ray knows of, so that millions of items need no memory and a cluster can grow."""


def run_on_cluster(
    function: Callable[[_Item], _Result],
    items: Iterable[_Item],
    *,
    address: str | None = None,
    workers: int | None = None,
    processors: int = 1,
) -> Generator[tuple[_Item, _Result]]:
    """Yield each item with the result of calling a function with it, in the order in which the calls end.

    Without an address, Ray starts on this machine with ``workers`` processors, by default all of them; with one, it
    uses that cluster, where the same version of skep must be installed. A call reserves a number of ``processors``.
    Raises SkepError if Ray is not installed, cannot be reached, or gives a call up.
    """
    with _connect(address, workers) as ray:
        task = ray.remote(_call).options(num_cpus=processors, max_retries=_RETRIES, retry_exceptions=False)
        waiting, running = iter(items), dict[Any, _Item]()
        exhausted = False
        while running or not exhausted:
            room = _PENDING_PER_PROCESSOR * max(int(ray.cluster_resources().get("CPU", 1)) // processors, 1)
            while not exhausted and len(running) < room:
                try:
                    item = next(waiting)
                except StopIteration:
                    exhausted = True
                else:
                    running[task.remote(function, item, _version())] = item
            if running:
                (done, *_), _others = ray.wait(list(running))
                try:
                    result = ray.get(done)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause if isinstance(error.cause, SkepError) else error from error
                except ray.exceptions.RayError as error:
                    raise SkepError(f"Ray gave up a task: {error}") from error
                yield running.pop(done), result


def _call(function: Callable[[Any], Any], item: Any, version: str) -> Any:
    if version != _version():
        raise SkepError(f"a worker has skep {_version()}, but this is skep {version}: install the same everywhere")
    return function(item)


def _version() -> str:
    from skep import __version__

    return __version__


def _check_reachable(address: str) -> None:
    """Raise SkepError if nothing listens at HOST:PORT, for which Ray would wait many minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), _CONNECT_TIMEOUT).close()
        except OSError as error:
            raise SkepError(f"Ray at {address} cannot be reached: {error}") from error


@contextmanager
def _connect(address: str | None, workers: int | None) -> Generator[Any]:
    """Connect to a cluster, or start Ray on this machine, and disconnect or stop it in the end."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report its use to its makers
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # the future default, of which Ray warns
    try:
        import ray
    except ModuleNotFoundError:
        raise SkepError("this needs the package ray: pip install 'skep[ray]'") from None
    options: dict[str, Any] = {"address": address} if address else {"address": "local", "num_cpus": workers}
    if address:
        _check_reachable(address)
    else:
        options["include_dashboard"] = False
    try:
        ray.init(**options, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SkepError(f"Ray at {address or 'this machine'} cannot be reached: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
