"""``skep play``: a game of Hive."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.games import EditionOption, OptionalGameArgument, ThreefoldOption
from skep.cli.languages import LanguageOption
from skep.errors import SkepError

__all__ = ["play"]


def play(
    game: OptionalGameArgument = "",
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal, two at one keyboard.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game, which was kept.")] = False,
    white: Annotated[str | None, typer.Option(metavar="NAME", help="Who plays White, the one who starts.")] = None,
    black: Annotated[str | None, typer.Option(metavar="NAME", help="Who plays Black.")] = None,
    lang: LanguageOption = None,
) -> None:
    """Play Hive in the terminal, two people at one keyboard.

    What is not given is asked: your box, the extra bugs, your names. The game is kept after every move.

    Example: skep play --terminal Base+MLP --white Anna --black Ben
    """
    from skep.cli.terminal.start import Wishes, start

    if resume and game:
        raise SkepError("choose one of GAME and --resume")
    start(Wishes(game, edition, threefold, white, black, lang), resume=resume, page_is_missing=not terminal)
