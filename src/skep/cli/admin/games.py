"""``skep admin delete-game``, ``expire`` and ``recompute-ratings``."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.admin.options import DataDirOption, ServerDatabaseOption, open_database, say
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption
from skep.cli.options import JsonOption

__all__ = ["delete_game", "expire", "recompute_ratings"]


def delete_game(
    game: Annotated[str, typer.Argument(metavar="ID", help="The id of a game: the end of its address.")],
    force: Annotated[
        bool, typer.Option("--force", help="Act although a game is in progress or a database is not empty.")
    ] = False,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Delete a game with its moves and chat.

    Example: skep admin delete-game h5xkq2m8vd
    """
    from skep.server.admin.games import delete_game as delete

    with open_database(database, data_dir) as opened:
        opened.write(lambda connection: delete(game, force=force, connection=connection))
    say("deleted_game", lang, game=game)


def expire(
    guest_days: Annotated[
        float, typer.Option("--guest-days", min=1, metavar="N", help="Days for which unused guests are kept.")
    ] = 90.0,
    log_days: Annotated[
        float, typer.Option("--log-days", min=1, metavar="N", help="Days for which closed reports are kept.")
    ] = 365.0,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """Delete unused guests, ended sessions and closed reports.

    A guest who has taken a seat is kept. skep serve deletes unused guests once a day too.

    Example: skep admin expire --guest-days 30
    """
    from skep.cli.documents import ExpiredDocument
    from skep.server.admin.games import expire as expire_all

    with open_database(database, data_dir) as opened:
        expired = expire_all(opened, guest_days=guest_days, log_days=log_days)
    if json:
        print_json(ExpiredDocument(guests=expired.guests, sessions=expired.sessions, reports=expired.reports))
    else:
        say("expired", lang, guests=expired.guests, sessions=expired.sessions, reports=expired.reports)


def recompute_ratings(
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """Replace all ratings by those that follow from the results.

    Nothing changes unless the stored ratings are wrong, for example after a game was deleted.

    Example: skep admin recompute-ratings
    """
    from skep.cli.documents import RecomputedDocument
    from skep.server.ratings.statements import recompute

    with open_database(database, data_dir) as opened:
        games = opened.write(lambda connection: recompute(connection, False))
    if json:
        print_json(RecomputedDocument(games=games))
    else:
        say("recomputed", lang, count=games)
