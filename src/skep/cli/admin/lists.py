"""``skep admin list``: accounts, moderators, games and sanctions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.admin.options import DataDirOption, LimitOption, ServerDatabaseOption, open_database
from skep.cli.command import Command, Group
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import JsonOption
from skep.cli.screen import console
from skep.i18n import Language, catalog

if TYPE_CHECKING:
    from skep.cli.documents import AccountEntry
    from skep.server.admin.people import AccountRow

__all__ = ["list_"]

list_ = typer.Typer(
    name="list",
    cls=Group,
    no_args_is_help=True,
    help="""List accounts, moderators, games or sanctions, the latest first.

    Example: skep admin list accounts --limit 20
    """,
)


class GameState(StrEnum):
    """The values of ``--state``."""

    ALL = "all"
    RUNNING = "running"
    ENDED = "ended"


@list_.command(cls=Command)
def accounts(
    limit: LimitOption = 50,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """List the latest accounts.

    Example: skep admin list accounts --limit 20
    """
    from skep.cli.documents import AccountsDocument
    from skep.server.admin.people import list_accounts

    with open_database(database, data_dir) as opened:
        found = opened.read(partial(list_accounts, None, limit))
    if json:
        print_json(AccountsDocument(accounts=_entries(found)))
    else:
        _print_accounts(found, lang)


@list_.command(cls=Command)
def moderators(
    limit: LimitOption = 50,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """List the moderators and administrators.

    Example: skep admin list moderators
    """
    from skep.cli.documents import ModeratorsDocument
    from skep.server.admin.people import list_accounts

    with open_database(database, data_dir) as opened:
        found = [*opened.read(partial(list_accounts, "admin", limit))]
        found += opened.read(partial(list_accounts, "moderator", limit))
    found = found[:limit]
    if json:
        print_json(ModeratorsDocument(moderators=_entries(found)))
    else:
        _print_accounts(found, lang)


@list_.command(cls=Command)
def games(
    state: Annotated[GameState, typer.Option("--state", help="Which games to list.")] = GameState.ALL,
    limit: LimitOption = 50,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """List the games with the latest moves.

    Example: skep admin list games --state running
    """
    from skep.cli.documents import GameEntry, GamesDocument
    from skep.server.admin.games import list_games

    ended = None if state is GameState.ALL else state is GameState.ENDED
    with open_database(database, data_dir) as opened:
        found = opened.read(partial(list_games, ended, limit))
    if json:
        entries = [
            GameEntry(
                id=one.id,
                white=one.white,
                black=one.black,
                game_type=one.game_type,
                plies=one.plies,
                ended=one.ended,
                private=one.private,
                created=_time(one.created),
                updated=_time(one.updated),
            )
            for one in found
        ]
        print_json(GamesDocument(games=entries))
        return
    states = catalog("cli", lang or system_language()).table("admin.state")
    _print(
        ("game", "white", "black", "type", "plies", "state", "updated"),
        [
            (
                *(one.id, one.white, one.black, one.game_type, str(one.plies)),
                *(states["ended" if one.ended else "running"], _time(one.updated)),
            )
            for one in found
        ],
        lang,
    )


@list_.command(cls=Command)
def sanctions(
    limit: LimitOption = 50,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """List the sanctions in force.

    Example: skep admin list sanctions
    """
    from skep.cli.documents import SanctionEntry, SanctionsDocument
    from skep.server.admin.people import list_sanctions

    with open_database(database, data_dir) as opened:
        found = opened.read(partial(list_sanctions, limit))
    if json:
        entries = [
            SanctionEntry(
                name=one.name,
                kind=one.kind,
                reason=one.reason,
                at=_time(one.at),
                until=None if one.until is None else _time(one.until),
            )
            for one in found
        ]
        print_json(SanctionsDocument(sanctions=entries))
        return
    rows = [(one.name, one.kind, "" if one.until is None else _time(one.until), one.reason) for one in found]
    _print(("name", "sanction", "until", "reason"), rows, lang)


def _entries(accounts: Iterable[AccountRow]) -> list[AccountEntry]:
    from skep.cli.documents import AccountEntry

    return [AccountEntry(name=one.name, role=one.role, created=_time(one.created)) for one in accounts]


def _print_accounts(accounts: Iterable[AccountRow], lang: Language | None) -> None:
    _print(("name", "role", "created"), [(one.name, one.role, _time(one.created)) for one in accounts], lang)


def _time(at: float) -> str:
    """Return a time in the form of ISO 8601, in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _print(columns: Sequence[str], rows: Iterable[Sequence[str]], lang: Language | None) -> None:
    from rich.table import Table
    from rich.text import Text

    titles = catalog("cli", lang or system_language()).table("admin.column")
    table = Table(*(titles[name] for name in columns), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))  # a name can look like markup
    console().print(table)
