"""``skep play``: play Hive in the browser or in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from skep.cli.data_folder import data_folder
from skep.cli.game_argument import EditionOption, OptionalGameArgument, ThreefoldOption
from skep.cli.language import LanguageOption, system_language
from skep.errors import SkepError
from skep.i18n import catalog

__all__ = ["play"]


def play(
    game: OptionalGameArgument = "",
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal, two players at one keyboard.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last game, which was saved.")] = False,
    white: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the White player, who moves first.")
    ] = None,
    black: Annotated[str | None, typer.Option(metavar="NAME", help="Name of the Black player.")] = None,
    lang: LanguageOption = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, or only print its address.")
    ] = True,
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="The port of the page.", show_default="8765, or a free one near it"),
    ] = None,
) -> None:
    """Play Hive in the browser or in the terminal.

    In the browser you can play against the computer, with someone at the same screen, or with a friend. The page can
    only be reached from this machine. Games are saved.

    With --terminal, two players share one keyboard, and skep asks for anything you did not specify. GAME and the
    options from --edition to --black need --terminal.

    Example: skep play --terminal Base+MLP --white Anna --black Ben
    """
    if terminal:
        from skep.cli.terminal.start import GameOptions, start

        if resume and game:
            raise SkepError("choose one of GAME and --resume")
        start(GameOptions(game, edition, threefold, white, black, lang), resume=resume)
        return
    if game or edition or threefold or resume or white is not None or black is not None:
        raise SkepError("GAME, --edition, --threefold, --resume, --white and --black need --terminal")
    from skep.server.local import run_local_server

    strings = catalog("cli", lang or system_language())
    run_local_server(
        data_folder(),
        port=port,
        browser=browser,
        on_start=lambda address: print(strings.format("play.serving", address=address), flush=True),
        on_running=lambda address: print(strings.format("play.already_running", address=address), flush=True),
        on_stop=lambda: print(f"\n{strings['play.stopped']}", flush=True),
    )
