"""``skep admin``: operate a server, one module per group of commands. A running server need not be stopped."""

from __future__ import annotations

import typer

from skep.cli.admin.backups import backup, restore
from skep.cli.admin.dumps import dump
from skep.cli.admin.games import delete_game, expire, recompute_ratings
from skep.cli.admin.lists import list_
from skep.cli.admin.people import appoint, ban, delete_account, dismiss, rename, unban
from skep.cli.command import Command, Group

__all__ = ["admin"]

admin = typer.Typer(
    name="admin",
    cls=Group,
    no_args_is_help=True,
    help="""Operate a server: moderators, accounts, games and backups.

    The commands work on the database while the server runs. Only restore needs it to be stopped.

    Example: skep admin appoint Anna
    """,
)

for _command in (
    appoint,
    dismiss,
    ban,
    unban,
    rename,
    delete_account,
    delete_game,
    expire,
    recompute_ratings,
    dump,
    backup,
    restore,
):
    admin.command(name=_command.__name__.replace("_", "-"), cls=Command)(_command)
admin.add_typer(list_)
