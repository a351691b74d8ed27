"""``skep export``: games of the game database as records."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from skep.cli.archives import (
    DatabaseOption,
    OutcomeOption,
    PlayerOption,
    SideOption,
    SinceOption,
    UntilOption,
    filters_of,
    open_archive,
)
from skep.cli.languages import WORDS, LanguageOption, users_language
from skep.cli.outputs import output, read_form
from skep.errors import SkepError
from skep.notation.dialects import FORMS

__all__ = ["export"]

_REFUSED = 1


def export(
    out: Annotated[
        str,
        typer.Option("--out", "-o", metavar="FILE", help="Where to: a file, a folder (a file a game), or - (stdout)."),
    ] = "-",
    to: Annotated[
        str, typer.Option("--to", "--form", metavar="FORM", help=f"What to write: {', '.join(FORMS)} (GameStrings).")
    ] = "pgn",
    game_type: Annotated[
        str | None, typer.Option("--game-type", metavar="TYPE", help="Only games of this type, as in Base+MLP.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="ID", help="Only games played by this rulebook.")
    ] = None,
    player: PlayerOption = None,
    side: SideOption = None,
    result: OutcomeOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    database: DatabaseOption = None,
    lang: LanguageOption = None,
) -> int:
    """Write games of the game database, in the order in which they came in.

    A game that the form has no room for is told on stderr, and the exit status is then 1.

    Example: skep export --player Ann --since 2025 --out ann.pgn
    """
    form = read_form(to)
    words = WORDS[lang or users_language()]
    filters = filters_of(
        game_type=game_type, edition=edition, player=player, side=side, result=result, since=since, until=until
    )
    written = refused = 0
    with open_archive(database) as archive, output(out, form) as write:
        for game in archive.export(filters):
            try:
                text = game.text(form)
            except SkepError as error:
                print(f"skep: {game!r}: {error}", file=sys.stderr)
                refused += 1
                continue
            write("game", text)
            written += 1
    print(words.exported.format(count=f"{written:,}"), file=sys.stderr)
    return _REFUSED if refused else 0
