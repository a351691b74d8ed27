"""``skep export``: write games of the game database as records."""

from __future__ import annotations

import sys
from typing import Final

from skep.cli.archive_options import (
    DatabaseOption,
    OutcomeOption,
    PlayerOption,
    SideOption,
    SinceOption,
    UntilOption,
    make_filters,
    open_archive,
)
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import EditionFilterOption, GameTypeOption
from skep.cli.output import FormatOption, OutOption, open_output, parse_format
from skep.cli.screen import print_error
from skep.errors import SkepError
from skep.i18n import catalog

__all__ = ["export"]

_REFUSED: Final = 1
"""The exit status if some games could not be written."""


def export(
    out: OutOption = "-",
    to: FormatOption = "pgn",
    game_type: GameTypeOption = None,
    edition: EditionFilterOption = None,
    player: PlayerOption = None,
    side: SideOption = None,
    result: OutcomeOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    database: DatabaseOption = None,
    lang: LanguageOption = None,
) -> int:
    """Write games from the game database as records.

    Games are written in the order in which they were added. Games that cannot be written in the format are reported
    on stderr, and the exit status is 1.

    Example: skep export --player Ann --since 2025 --out ann.pgn
    """
    form = parse_format(to)
    strings = catalog("cli", lang or system_language())
    filters = make_filters(
        game_type=game_type, edition=edition, player=player, side=side, result=result, since=since, until=until
    )
    written = refused = 0
    with open_archive(database) as archive, open_output(out, form) as write:
        for game in archive.export(filters):
            try:
                text = game.text(form)
            except SkepError as error:
                print_error(f"{game!r}: {error}")
                refused += 1
                continue
            write("game", text)
            written += 1
    print(strings.format("export.written", count=written), file=sys.stderr)
    return _REFUSED if refused else 0
