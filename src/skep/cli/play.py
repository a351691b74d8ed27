"""``skep play``: a game of Hive, in the browser or in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.games import EditionOption, OptionalGameArgument, ThreefoldOption
from skep.cli.languages import WORDS, LanguageOption, users_language
from skep.cli.serve import data_folder
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
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, or just print its address.")
    ] = True,
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="The port of the page.", show_default="8765, or a free one near it"),
    ] = None,
) -> None:
    """Play Hive in the browser: against the computer, for two at one screen, or with a friend.

    The page is for this machine alone, and games are kept. In the terminal, two people play at one keyboard; what
    is not given there is asked. GAME and the options from --edition to --black are for the terminal.

    Example: skep play --terminal Base+MLP --white Anna --black Ben
    """
    if terminal:
        from skep.cli.terminal.start import Wishes, start

        if resume and game:
            raise SkepError("choose one of GAME and --resume")
        start(Wishes(game, edition, threefold, white, black, lang), resume=resume)
        return
    if game or edition or threefold or resume or white is not None or black is not None:
        raise SkepError("GAME, --edition, --threefold, --resume, --white and --black need --terminal")
    from skep.server.local import run_local_server

    words = WORDS[lang or users_language()]
    run_local_server(
        data_folder(),
        port=port,
        browser=browser,
        on_start=lambda address: print(words.playing_at.format(address=address), flush=True),
        on_running=lambda address: print(words.plays_already.format(address=address), flush=True),
        on_stop=lambda: print(f"\n{words.ended}", flush=True),
    )
