"""``skep play``: play Hive in the browser or in the terminal."""

from __future__ import annotations

import ipaddress
from enum import StrEnum
from typing import Annotated

import typer

from skep.cli.data_folder import data_folder
from skep.cli.game_argument import OptionalGameArgument
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import (
    EditionOption,
    GameNumberOption,
    LevelOption,
    ThreadsOption,
    ThreefoldOption,
    TimeOption,
    check_finite,
)
from skep.errors import SkepError, quote
from skep.i18n import catalog
from skep.pieces import Color

__all__ = ["play"]


class ColorName(StrEnum):
    """The values of ``--color``."""

    WHITE = "white"
    BLACK = "black"


def play(
    game: OptionalGameArgument = "",
    number: GameNumberOption = None,
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    terminal: Annotated[
        bool,
        typer.Option("--terminal", help="Play in the terminal, against the computer or two players at one keyboard."),
    ] = False,
    level: LevelOption = None,
    color: Annotated[ColorName | None, typer.Option("--color", help="Your colour against the computer.")] = None,
    time: TimeOption = None,
    threads: ThreadsOption = 1,
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
        typer.Option(
            min=1, max=65535, metavar="N", help="The port to listen on.", show_default="8765, or a free one near it"
        ),
    ] = None,
    network_address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="This machine's address in your network, if skep does not find the right one.",
            show_default="the address of the default route",
        ),
    ] = None,
) -> None:
    """Play Hive in the browser or in the terminal.

    In the browser you can play against the computer, with someone at the same screen, or with a friend. The page can
    only be reached from this machine, until you let other devices on your network in: when you invite a friend, the
    page has a switch for that. Games are saved.

    With --terminal, skep asks for anything you did not specify: the edition, the bugs, the level of the computer or
    the names of two players. The computer searches for 2 seconds per move at full strength, or for --time seconds.
    Type quit or press Ctrl-D to leave. GAME and the options from --game to --black need --terminal.

    Example: skep play --terminal Base+MLP --level 3 --color white
    """
    check_finite("--time", time)
    if terminal:
        from skep.cli.terminal.computer import DEFAULT_SECONDS
        from skep.cli.terminal.start import GameOptions, start

        if resume and game:
            raise SkepError("choose one of GAME and --resume")
        if resume and (level is not None or color is not None):
            raise SkepError("--resume continues the game with its own players: leave out --level and --color")
        options = GameOptions(
            game=game,
            number=number,
            edition=edition,
            threefold=threefold,
            white=white,
            black=black,
            level=level,
            color=None if color is None else Color[color.name],
            seconds=DEFAULT_SECONDS if time is None else time,
            threads=threads,
            language=lang,
        )
        start(options, resume=resume)
        return
    given = [game, number, edition, threefold, level, color, time, threads > 1, resume, white, black]
    if any(value not in (None, "", False) for value in given):
        raise SkepError("GAME and the options from --game to --black need --terminal")
    from skep.server.local import run_local_server

    strings = catalog("cli", lang or system_language())
    run_local_server(
        data_folder(),
        port=port,
        browser=browser,
        on_start=lambda address: print(strings.format("play.serving", address=address), flush=True),
        on_running=lambda address: print(strings.format("play.already_running", address=address), flush=True),
        on_stop=lambda: print(f"\n{strings['play.stopped']}", flush=True),
        lan_address=None if network_address is None else _ipv4_address(network_address),
    )


def _ipv4_address(text: str) -> str:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError as error:
        raise SkepError(f"--network-address needs an IPv4 address such as 192.168.1.7, not {quote(text)}") from error
