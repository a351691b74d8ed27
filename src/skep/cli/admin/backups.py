"""``skep admin backup`` and ``restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from skep.cli.admin.options import ArchiveUrlOption, DataDirOption, ServerDatabaseOption, database_url, say
from skep.cli.language import LanguageOption

__all__ = ["backup", "restore"]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as skep.zip.")],
    database: ServerDatabaseOption = None,
    archive: ArchiveUrlOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Write a backup while the server runs.

    It has the games and the game database. PostgreSQL needs pg_dump. Only the owner can read
    the file, because it contains the server's key.

    Example: skep admin backup skep.zip
    """
    from skep.server.admin.backup import back_up

    games, archive_url = _urls(database, archive, data_dir)
    back_up(file, games, archive_url)
    say("backed_up", lang, file=file, megabytes=f"{file.stat().st_size / 1e6:.1f}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that skep admin backup wrote.")],
    force: Annotated[
        bool, typer.Option("--force", help="Act although a game is in progress or a database is not empty.")
    ] = False,
    database: ServerDatabaseOption = None,
    archive: ArchiveUrlOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Replace the databases by a backup.

    The server has to be stopped. PostgreSQL needs pg_restore.

    Example: skep admin restore skep.zip --force
    """
    from skep.server.admin.backup import restore as restore_backup
    from skep.server.run import only_server

    games, archive_url = _urls(database, archive, data_dir)
    with only_server(games):
        manifest = restore_backup(file, games, archive_url, force=force)
    say("restored", lang, file=file, created=manifest.created, version=manifest.version)


def _urls(database: str | None, archive: str | None, data_dir: Path | None) -> tuple[str, str]:
    """Return the URLs of the games and of the game database."""
    from skep.server.settings import Settings

    games = database_url(database, data_dir)
    return games, Settings(database=games, archive=archive).archive_url
