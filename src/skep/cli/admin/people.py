"""``skep admin appoint``, ``dismiss``, ``ban``, ``unban``, ``rename`` and ``delete-account``."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

import typer

from skep.cli.admin.options import DataDirOption, NameArgument, ServerDatabaseOption, open_database, say, text
from skep.cli.language import LanguageOption

__all__ = ["appoint", "ban", "delete_account", "dismiss", "rename", "unban"]

_DAY = 24 * 3600.0


def appoint(
    name: NameArgument,
    administrator: Annotated[
        bool, typer.Option("--admin", help="Appoint an administrator, who can appoint moderators on the page.")
    ] = False,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Appoint a moderator.

    Example: skep admin appoint Anna
    """
    from skep.server.admin.people import set_role

    with open_database(database, data_dir) as opened:
        account = opened.write(partial(set_role, name, "admin" if administrator else "moderator"))
    say("appointed_admin" if administrator else "appointed", lang, name=account.name)


def dismiss(
    name: NameArgument,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Dismiss a moderator or an administrator.

    Example: skep admin dismiss Anna
    """
    from skep.server.admin.people import set_role

    with open_database(database, data_dir) as opened:
        account = opened.write(partial(set_role, name, ""))
    say("dismissed" if account.role else "no_role", lang, name=account.name)


def ban(
    name: NameArgument,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="The reason, which the player reads.")],
    days: Annotated[
        float | None,
        typer.Option("--days", min=0.01, metavar="N", help="Days until the ban ends.", show_default="no end"),
    ] = None,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Ban an account and sign it out everywhere.

    A running server notices within a minute.

    Example: skep admin ban Mallory --reason "Insults in chat" --days 7
    """
    from skep.server.admin.people import ban as ban_account
    from skep.server.parts import ON_BAN

    until = None if days is None else time.time() + days * _DAY
    with open_database(database, data_dir) as opened:
        account = opened.write(partial(ban_account, name, reason, until, ON_BAN))
    say("banned", lang, name=account.name)


def unban(
    name: NameArgument,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Lift all bans and other sanctions of an account.

    Example: skep admin unban Mallory
    """
    from skep.server.admin.people import unban as lift

    with open_database(database, data_dir) as opened:
        lifted = opened.write(partial(lift, name))
    say("lifted", lang, count=lifted, name=name)


def rename(
    name: NameArgument,
    new_name: Annotated[str, typer.Argument(metavar="NEW-NAME", help="The new name.")],
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Rename an account, in its running games too.

    Example: skep admin rename Anna Annika
    """
    from skep.server.admin.people import rename as rename_account

    with open_database(database, data_dir) as opened:
        account = opened.write(partial(rename_account, name, new_name))
    say("renamed", lang, name=account.name, new_name=new_name)


def delete_account(
    name: NameArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    lang: LanguageOption = None,
) -> None:
    """Delete an account.

    Everything about it is deleted. Its games remain, without its name.

    Example: skep admin delete-account Mallory
    """
    from skep.server.admin.people import delete_account as delete
    from skep.server.admin.people import find_account
    from skep.server.parts import PERSONAL_DATA

    with open_database(database, data_dir) as opened:
        account = opened.read(partial(find_account, name))
        if not yes:
            typer.confirm(text("confirm_deletion", lang, name=account.name), abort=True)
        opened.write(partial(delete, name, PERSONAL_DATA))
    say("deleted_account", lang, name=account.name)
