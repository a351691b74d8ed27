"""``skep serve``: run a server for many players."""

from __future__ import annotations

import re
import socket
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from skep.cli.data_folder import data_folder, sqlite_url
from skep.errors import SkepError

__all__ = ["serve"]


class LogLevel(StrEnum):
    """The values of ``--log-level``."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """The values of ``--log-format``."""

    TEXT = "text"
    JSON = "json"


def serve(
    host: Annotated[
        str,
        typer.Option(
            envvar="SKEP_HOST",
            metavar="ADDRESS",
            help="The address to listen on. Use 0.0.0.0 to accept connections from other machines.",
        ),
    ] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SKEP_HOST_NAMES",
            metavar="NAME",
            help="A name under which the server can be reached, such as hive.example; can be repeated. IP addresses, "
            "localhost and the machine's own name always work.",
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(envvar="SKEP_PORT", min=1, max=65535, metavar="N", help="The port to listen on.")
    ] = 8765,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_DATABASE",
            metavar="URL",
            help="The database of games: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
            show_default="games.sqlite in the data folder",
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_REDIS", metavar="URL", help="Redis, to connect several processes: redis://HOST:6379/0."
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            envvar="SKEP_WORKERS",
            min=1,
            max=64,
            metavar="N",
            help="Number of processes. More than one needs PostgreSQL and Redis.",
        ),
    ] = 1,
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
    move_time: Annotated[
        float,
        typer.Option(
            envvar=["SKEP_MOVE_TIME", "SKEP_THINKING"],
            min=0.05,
            max=60,
            metavar="SECONDS",
            help="Search time per move of the strongest level.",
        ),
    ] = 2.0,
    analysis_time: Annotated[
        float,
        typer.Option(
            envvar=["SKEP_ANALYSIS_TIME", "SKEP_ANALYSING"],
            min=1,
            max=86400,
            metavar="SECONDS",
            help="Search time after which the analysis of a position pauses.",
        ),
    ] = 60.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SKEP_ORIGINS",
            metavar="ORIGIN",
            help="Another site whose pages may use this server; can be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_PROXY",
            metavar="ADDRESSES",
            help="Trust X-Forwarded headers from these proxies (comma-separated addresses).",
        ),
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(
            envvar="SKEP_DATA_DIR",
            metavar="FOLDER",
            help="The folder of the SQLite files.",
            show_default="the user's data folder",
        ),
    ] = None,
    message_rate: Annotated[
        float,
        typer.Option(
            envvar="SKEP_MESSAGE_RATE", min=1, metavar="RATE", help="Messages per second that one client may send."
        ),
    ] = 50.0,
    connections_per_address: Annotated[
        int,
        typer.Option(
            envvar="SKEP_CONNECTIONS_PER_ADDRESS",
            min=0,
            metavar="NUMBER",
            help="Simultaneous connections of one address, per process; 0 for no limit.",
        ),
    ] = 100,
    request_rate: Annotated[
        float,
        typer.Option(
            envvar="SKEP_REQUEST_RATE",
            min=0,
            metavar="RATE",
            help="Requests per second that one address may send to the REST API; 0 for no limit.",
        ),
    ] = 100.0,
    games_per_hour: Annotated[
        float,
        typer.Option(
            envvar=["SKEP_GAMES_PER_HOUR", "SKEP_GAMES_AN_HOUR"],
            min=1,
            metavar="RATE",
            help="Games and guests per hour that one address may create.",
        ),
    ] = 240.0,
    sign_ins_per_hour: Annotated[
        float,
        typer.Option(
            envvar="SKEP_SIGN_INS_PER_HOUR",
            min=1,
            metavar="RATE",
            help="Passwords per hour that one address may try with one name.",
        ),
    ] = 60.0,
    archive: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_ARCHIVE",
            metavar="URL",
            help="The game database for studies and the explorer.",
            show_default="archive.sqlite next to the games, or the same PostgreSQL",
        ),
    ] = None,
    uploads: Annotated[
        bool, typer.Option("--uploads", envvar="SKEP_UPLOADS", help="Let anyone add games to the game database.")
    ] = False,
    study_rate: Annotated[
        float,
        typer.Option(
            envvar="SKEP_STUDY_RATE",
            min=0.01,
            metavar="RATE",
            help="Cost units per second that one address may use for studies; see docs/server.md.",
        ),
    ] = 1.0,
    study_storage: Annotated[
        float,
        typer.Option(
            envvar="SKEP_STUDY_STORAGE",
            min=0,
            metavar="MB",
            help="Megabytes that all shared studies and reviews may take.",
        ),
    ] = 1000.0,
    keep_invitations: Annotated[
        float,
        typer.Option(
            envvar="SKEP_KEEP_INVITATIONS",
            min=1,
            metavar="DAYS",
            help="Days after which invitations and games without a move are aborted.",
        ),
    ] = 7.0,
    keep_idle_games: Annotated[
        float,
        typer.Option(
            envvar="SKEP_KEEP_IDLE_GAMES",
            min=1,
            metavar="DAYS",
            help="Days without a move after which a game without a clock ends.",
        ),
    ] = 90.0,
    dumps: Annotated[
        Path | None,
        typer.Option(
            envvar="SKEP_DUMPS",
            metavar="FOLDER",
            help="Write all rated games into this folder every night, for everyone to download.",
            show_default="no files",
        ),
    ] = None,
    keep_dumps: Annotated[
        int,
        typer.Option(
            envvar="SKEP_KEEP_DUMPS", min=0, metavar="MONTHS", help="Months of rated games to keep as files; 0 for all."
        ),
    ] = 0,
    push_contact: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_PUSH_CONTACT",
            metavar="ADDRESS",
            help="Where push services can reach you, such as mailto:you@hive.example.",
            show_default="https:// and the first host name",
        ),
    ] = None,
    push_service: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SKEP_PUSH_SERVICES",
            metavar="ORIGIN",
            help="The origin of a push service besides those of the known browsers; can be repeated.",
        ),
    ] = None,
    log_level: Annotated[
        LogLevel,
        typer.Option(envvar=["SKEP_LOG_LEVEL", "SKEP_LOG"], help="Log level; debug logs every request."),
    ] = LogLevel.INFO,
    log_format: Annotated[
        LogFormat,
        typer.Option(envvar="SKEP_LOG_FORMAT", help="Lines of text, or a JSON object per line."),
    ] = LogFormat.TEXT,
    metrics: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_METRICS",
            metavar="HOST:PORT",
            help="The address for Prometheus, such as 127.0.0.1:9464; not for the public.",
        ),
    ] = None,
    drain: Annotated[
        float,
        typer.Option(
            envvar="SKEP_DRAIN",
            min=0,
            max=300,
            metavar="SECONDS",
            help="Seconds between SIGTERM and the end, in which /api/health returns 503.",
        ),
    ] = 0.0,
) -> None:
    """Run a server for many players in their browsers.

    Press Ctrl-C to stop it. Every option can also be set in the environment, for example --host with SKEP_HOST.

    Example: skep serve --host 0.0.0.0 --port 80 --engines 4
    """
    from skep.server.run import serve as run
    from skep.server.settings import Settings

    settings = Settings(
        database=database or sqlite_url(data_dir or data_folder(), "games.sqlite"),
        redis=redis,
        hosts=(*map(_parse_host_name, host_name or ()), *_own_names()),
        origins=tuple(_parse_origin(text) for text in origin or ()),
        engine_threads=engines,
        move_seconds=move_time,
        analysis_seconds=analysis_time,
        message_rate=message_rate,
        connections_per_address=connections_per_address,
        request_rate=request_rate,
        games_per_hour=games_per_hour,
        sign_ins_per_hour=sign_ins_per_hour,
        archive=archive,
        uploads=uploads,
        study_rate=study_rate,
        study_storage=study_storage,
        keep_invitations=keep_invitations,
        keep_idle_games=keep_idle_games,
        dumps=None if dumps is None else str(dumps.absolute()),
        keep_dumps=keep_dumps,
        proxy=proxy,
        metrics=metrics is not None,
        drain_seconds=drain,
        push_contact=None if push_contact is None else _parse_contact(push_contact),
        push_services=tuple(_parse_origin(text) for text in push_service or ()),
    )
    run(
        settings,
        host=host,
        port=port,
        workers=workers,
        log_level=log_level.value,
        log_format=log_format.value,
        metrics=metrics,
    )


def _parse_host_name(text: str) -> str:
    if not re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", text, re.ASCII):
        raise SkepError(f"not a host name: {text!r}: expected a name without scheme and port, such as hive.example")
    return text.lower().removesuffix(".")


def _parse_contact(text: str) -> str:
    if not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^\s/]+\S*", text):
        raise SkepError(
            f"not an address: {text!r}: expected one such as mailto:you@hive.example or https://hive.example"
        )
    return text


def _own_names() -> tuple[str, str]:
    """Return this machine's names, including those by which other machines on a local network find it."""
    name = socket.gethostname().lower()
    return name, f"{name.partition('.')[0]}.local"


def _parse_origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise SkepError(f"not an origin: {text!r}: expected a value such as https://hive.example")
    return f"{parts.scheme}://{parts.netloc}"
