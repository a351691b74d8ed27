"""``skep serve``: games for many people, in their browsers."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer
from platformdirs import user_data_path

from skep.errors import SkepError

__all__ = ["data_folder", "database_in", "serve"]

_FILE: Final = "games.sqlite"


class LogLevel(StrEnum):
    """How much a server says."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def data_folder() -> Path:
    """Where a user's games are kept."""
    return Path(os.environ.get("SKEP_DATA_DIR") or user_data_path("skep"))


def database_in(folder: Path) -> str:
    """The URL of the SQLite file in a folder, which is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkepError(f"cannot keep games in {folder}: {error.strerror}") from error
    return f"sqlite:///{folder / _FILE}"


def serve(
    host: Annotated[
        str,
        typer.Option(
            envvar="SKEP_HOST", help="The address to listen on; 0.0.0.0 for all, which lets other machines in."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="SKEP_PORT", min=1, max=65535, help="The port to listen on.")] = 8765,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_DATABASE",
            metavar="URL",
            help="Where games are kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
            show_default="games.sqlite in the data folder",
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(envvar="SKEP_REDIS", metavar="URL", help="Joins several processes: redis://HOST:6379/0."),
    ] = None,
    workers: Annotated[
        int, typer.Option(envvar="SKEP_WORKERS", min=1, max=64, help="Processes; more than one need both of the above.")
    ] = 1,
    engines: Annotated[
        int,
        typer.Option(envvar="SKEP_ENGINES", min=1, max=256, help="How many engines think at a time, in each process."),
    ] = 1,
    thinking: Annotated[
        float,
        typer.Option(envvar="SKEP_THINKING", min=0.05, max=60, help="Seconds that the strongest level thinks a move."),
    ] = 2.0,
    analysing: Annotated[
        float,
        typer.Option(
            envvar="SKEP_ANALYSING", min=1, max=86400, help="Seconds that an analysis of a position thinks, then rests."
        ),
    ] = 60.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SKEP_ORIGINS",
            metavar="ORIGIN",
            help="Another site whose pages may use this server; may be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_PROXY",
            metavar="ADDRESSES",
            help="Believe the X-Forwarded headers of these addresses, with commas between: the proxy in front.",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            envvar="SKEP_DATA_DIR",
            metavar="FOLDER",
            help="Where the SQLite file lies.",
            show_default="the user's data folder",
        ),
    ] = None,
    message_rate: Annotated[
        float,
        typer.Option(envvar="SKEP_MESSAGE_RATE", min=1, help="Messages a second that one client may send."),
    ] = 50.0,
    games_an_hour: Annotated[
        float,
        typer.Option(envvar="SKEP_GAMES_AN_HOUR", min=1, help="Games and guests that one address may make an hour."),
    ] = 240.0,
    archive: Annotated[
        str | None,
        typer.Option(
            envvar="SKEP_ARCHIVE",
            metavar="URL",
            help="Where the game database is.",
            show_default="archive.sqlite beside the games, or the same PostgreSQL",
        ),
    ] = None,
    uploads: Annotated[
        bool, typer.Option("--uploads", envvar="SKEP_UPLOADS", help="Let anybody add games to the game database.")
    ] = False,
    study_rate: Annotated[
        float,
        typer.Option(envvar="SKEP_STUDY_RATE", min=0.01, help="Work a second that one address may ask the study for."),
    ] = 1.0,
    log: Annotated[
        LogLevel, typer.Option(envvar="SKEP_LOG", help="How much to say; debug says every request.")
    ] = LogLevel.INFO,
) -> None:
    """Serve games to many people in their browsers, until Ctrl-C.

    Every option can be set in the environment too, as SKEP_HOST for --host.

    Example: skep serve --host 0.0.0.0 --port 80 --engines 4
    """
    from skep.server.run import serve as run
    from skep.server.settings import Settings

    settings = Settings(
        database=database or database_in(data or data_folder()),
        redis=redis,
        origins=tuple(_checked_origin(one) for one in origin or ()),
        engine_threads=engines,
        move_seconds=thinking,
        analysis_seconds=analysing,
        message_rate=message_rate,
        games_per_hour=games_an_hour,
        archive=archive,
        uploads=uploads,
        study_rate=study_rate,
    )
    run(settings, host=host, port=port, workers=workers, proxy=proxy, log_level=log.value)


def _checked_origin(text: str) -> str:
    from urllib.parse import urlsplit

    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise SkepError(f"not an origin: {text!r}: it looks like https://hive.example")
    return f"{parts.scheme}://{parts.netloc}"
