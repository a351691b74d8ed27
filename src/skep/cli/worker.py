"""``skep worker``: search for servers, on this or another machine."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.serve import LogFormat, LogLevel

__all__ = ["worker"]


def worker(
    redis: Annotated[
        str,
        typer.Option(
            envvar="SKEP_REDIS", metavar="URL", help="Redis, to connect several processes: redis://HOST:6379/0."
        ),
    ],
    engines: Annotated[
        int,
        typer.Option(
            envvar="SKEP_ENGINES",
            min=1,
            max=256,
            metavar="N",
            help="Number of engines that can search at a time, per process.",
        ),
    ] = 1,
    log_level: Annotated[
        LogLevel,
        typer.Option(envvar=["SKEP_LOG_LEVEL", "SKEP_LOG"], help="Log level; debug logs every request."),
    ] = LogLevel.INFO,
    log_format: Annotated[
        LogFormat,
        typer.Option(envvar="SKEP_LOG_FORMAT", help="Lines of text, or a JSON object per line."),
    ] = LogFormat.TEXT,
) -> None:
    """Search for servers, on this or another machine.

    While there are workers, the servers that use the same Redis let them find the computer's moves, analyses and
    reviews. A worker can be started and stopped at any time; what it was doing is done by another one, or by the
    server itself. Press Ctrl-C to stop it.

    Example: skep worker --redis redis://redis.example:6379/0 --engines 4
    """
    import asyncio
    import logging.config

    from skep.server.admin.logs import log_config
    from skep.server.engines.worker import run_worker

    logging.config.dictConfig(log_config(log_format.value, log_level.value))
    asyncio.run(run_worker(redis, engines))
