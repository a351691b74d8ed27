"""The options that the commands of ``skep admin`` share, and printing what was done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.data_folder import data_folder, sqlite_url
from skep.cli.language import system_language
from skep.i18n import Language, catalog

if TYPE_CHECKING:
    from skep.server.admin.database import AdminDatabase

__all__ = [
    "ArchiveUrlOption",
    "DataDirOption",
    "LimitOption",
    "NameArgument",
    "ServerDatabaseOption",
    "database_url",
    "open_database",
    "say",
    "text",
]

ServerDatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="SKEP_DATABASE",
        metavar="URL",
        help="The database of games: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
        show_default="games.sqlite in the data folder",
    ),
]
ArchiveUrlOption = Annotated[
    str | None,
    typer.Option(
        "--archive",
        envvar="SKEP_ARCHIVE",
        metavar="URL",
        help="The game database for studies and the explorer.",
        show_default="archive.sqlite next to the games, or the same PostgreSQL",
    ),
]
DataDirOption = Annotated[
    Path | None,
    typer.Option(
        "--data-dir",
        envvar="SKEP_DATA_DIR",
        metavar="FOLDER",
        help="The folder of the SQLite files.",
        show_default="the user's data folder",
    ),
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=100_000, metavar="N", help="List at most N.")]


def database_url(database: str | None, data_dir: Path | None) -> str:
    """Return the URL of the server's database."""
    return database or sqlite_url(data_dir or data_folder(), "games.sqlite")


def open_database(database: str | None, data_dir: Path | None) -> AdminDatabase:
    """Open the server's database. Raises SkepError."""
    from skep.server.admin.database import AdminDatabase

    return AdminDatabase(database_url(database, data_dir))


def text(key: str, language: Language | None, **values: object) -> str:
    """Return a text of these commands."""
    return catalog("cli", language or system_language()).format(f"admin.{key}", **values)


def say(key: str, language: Language | None, **values: object) -> None:
    """Print what was done."""
    print(text(key, language, **values))
