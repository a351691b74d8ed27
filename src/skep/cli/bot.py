"""``skep bot``: an engine as a player on a skep server."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from skep.cli.options import (
    EditionOption,
    LevelOption,
    ThreadsOption,
    TimeOption,
    check_finite,
    complete_game_types,
    find_edition_or_default,
)
from skep.cli.serve import LogLevel
from skep.editions import GameType
from skep.errors import SkepError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skep.bot import Bot, BotApi, ChallengeRules, EngineSource, OwnAccount

__all__ = ["bot"]

log = logging.getLogger("skep.bot")

_INTERRUPTED: Final = 130
_LEVEL_SECONDS: Final = 2.0
"""Maximum seconds per move of a level, as on the site."""
_LOG_FORMAT: Final = "%(asctime)s %(levelname)-7s %(message)s"
_TOKEN_VARIABLE: Final = "SKEP_TOKEN"
_MAX_TOKEN_BYTES: Final = 10_000
_SETTINGS_OF_CHALLENGE: Final = "--clock, --days, --rated, --game-type and --edition belong to --challenge NAME"


class Interruption(StrEnum):
    """The values of ``--on-interrupt``."""

    FINISH = "finish"
    RESIGN = "resign"
    LEAVE = "leave"


def bot(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the server, such as https://skep.example.")],
    engine: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ENGINE",
            help="The command line of a UHP engine, after two dashes.",
            show_default="skep's own",
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            envvar=_TOKEN_VARIABLE,
            metavar="TOKEN",
            help="The token of the bot's account. Other users of the machine can see it on a command line.",
        ),
    ] = None,
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file that contains the token, instead of --token.")
    ] = None,
    rules: Annotated[
        Path | None,
        typer.Option("--rules", metavar="FILE", help="The rules by which challenges are accepted, in TOML."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, metavar="N", help="Games to play at the same time.", show_default="1, or that of the rules"
        ),
    ] = None,
    level: LevelOption = None,
    threads: ThreadsOption = 1,
    table_mb: Annotated[
        int | None, typer.Option("--table-mb", metavar="MB", help="Size of the hash table in megabytes.")
    ] = None,
    network: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The weights of our engine's evaluation, instead of its own.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the UHP engine. It can be repeated."),
    ] = None,
    time_: TimeOption = None,
    whole_seconds: Annotated[
        bool, typer.Option("--whole-seconds", help="Give a UHP engine whole seconds, if it cannot read a fraction.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="How late a UHP engine may be before it is restarted.")
    ] = 30.0,
    challenge: Annotated[str | None, typer.Option(metavar="NAME", help="Challenge a player at the start.")] = None,
    clock: Annotated[
        str | None,
        typer.Option("--clock", metavar="M+S", help="The clock of the challenge: minutes and increment, such as 5+3."),
    ] = None,
    days: Annotated[
        int | None, typer.Option(min=1, max=14, metavar="N", help="Make the challenge one to a daily game.")
    ] = None,
    rated: Annotated[bool, typer.Option("--rated", help="Make the challenge one to a rated game.")] = False,
    game_type: Annotated[
        str | None,
        typer.Option(
            "--game-type", metavar="TYPE", help="The game type of the challenge.", autocompletion=complete_game_types
        ),
    ] = None,
    edition: EditionOption = None,
    tournament: Annotated[str | None, typer.Option(metavar="ID", help="Join an arena.")] = None,
    stop_after: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop when this number of games is finished.")
    ] = None,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Turn the account into a bot account first, after a question.")
    ] = False,
    on_interrupt: Annotated[
        Interruption,
        typer.Option(help="What happens to the games after Ctrl-C: finish, resign, or leave them for the next start."),
    ] = Interruption.FINISH,
    log_level: Annotated[
        LogLevel, typer.Option(envvar=["SKEP_LOG_LEVEL", "SKEP_LOG"], help="Log level; debug logs every request.")
    ] = LogLevel.INFO,
) -> None:
    """Let an engine play on a server.

    The engine is skep's own, or any program that speaks the Universal Hive Protocol. The bot accepts challenges by its
    rules until you press Ctrl-C, and survives restarts of the server and the engine. Its account needs a token, which
    you create in the settings of the site.

    Example: skep bot https://skep.example --token-file bot.token --level 3
    """
    from skep.bot import Bot, BotApi, BotSettings, ChallengeRules, OnInterrupt, Pace, read_rules

    check_finite("--time", time_)
    check_finite("--timeout", timeout)
    _start_log(log_level)
    settings = _challenge_settings(challenge, clock, days, rated=rated, game_type=game_type, edition=edition)
    seconds = time_ if time_ is not None or level is None else _LEVEL_SECONDS
    accepted = ChallengeRules() if rules is None else read_rules(rules)
    engines = _engines(engine, option, level, threads, table_mb, network, timeout)
    api = BotApi(url, _read_token(token, token_file), on_pause=_log_pause)
    if not api.is_encrypted:
        log.warning("%s is not encrypted: others on the network can read the token", api.url)
    accepted = _check_engine(engines, accepted if games is None else replace(accepted, games=games))
    account = _account(api, upgrade=upgrade)
    running = Bot(
        api,
        account,
        engines,
        BotSettings(
            rules=accepted,
            pace=Pace(seconds, whole_seconds=whole_seconds),
            on_interrupt=OnInterrupt(on_interrupt.value),
            challenge=challenge,
            challenge_settings=settings,
            tournament=tournament,
            stop_after=stop_after,
        ),
    )
    with _signals(running):
        finished = running.run()
    raise typer.Exit(0 if finished else _INTERRUPTED)


def _start_log(level: LogLevel) -> None:
    """Log to stderr, one line per event."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(_LOG_FORMAT, "%H:%M:%S"))
    log.handlers = [handler]
    log.propagate = False
    log.setLevel(level.value.upper())


def _log_pause(seconds: float) -> None:
    log.warning("the server asks for fewer requests: waits %.0f s", seconds)


def _read_token(token: str | None, file: Path | None) -> str:
    """Return the token from the option, the file or the environment, which the engine must not inherit."""
    from_environment = os.environ.pop(_TOKEN_VARIABLE, None)
    if file is not None:
        # a token from the environment yields to the file, which was named on the command line
        if token is not None and token != from_environment:
            raise SkepError("give --token or --token-file, not both")
        with file.open("rb") as opened:
            token = opened.read(_MAX_TOKEN_BYTES).decode("utf-8", "replace").strip()
        if not token:
            raise SkepError(f"{file}: there is no token in this file")
    if not token:
        raise SkepError("a bot needs a token: --token-file FILE, --token TOKEN or the variable SKEP_TOKEN")
    return token.strip()


def _engines(
    command: list[str] | None,
    options: list[str] | None,
    level: int | None,
    threads: int,
    table_mb: int | None,
    network: Path | None,
    timeout: float,
) -> EngineSource:
    """Return the engines that the options describe."""
    from skep.bot import BuiltInEngines, ProgramEngines

    if command:
        if level is not None or network is not None or table_mb is not None or threads != 1:
            raise SkepError(
                "--level, --network, --table-mb and --threads are for skep's own engine: use --option NAME=VALUE, or "
                "the options of the engine's command line"
            )
        return ProgramEngines(tuple(command), options=tuple(map(_parse_option, options or ())), timeout=timeout)
    if options:
        raise SkepError("--option is for a UHP engine: add its command line after two dashes")
    return BuiltInEngines(level=level, threads=threads, table_mb=64 if table_mb is None else table_mb, network=network)


def _parse_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise SkepError(f"--option {text}: expected NAME=VALUE")
    return name.strip(), value.strip()


def _check_engine(engines: EngineSource, rules: ChallengeRules) -> ChallengeRules:
    """Start the engine once, and limit the rules to what it can play."""
    log.info("starts the engine")
    found = engines.check()
    log.info("the engine is %s", found.name)
    return rules.limit_to(found.game_types, found.editions)


def _account(api: BotApi, *, upgrade: bool) -> OwnAccount:
    """Return the account, which has to be a bot's."""
    account = _wait_for_account(api)
    if not account.is_bot:
        if not upgrade:
            raise SkepError(f"{account.name} is not a bot account: use --upgrade with an account that has never played")
        typer.confirm(f"Turn {account.name} into a bot account for good? It can then only play as a bot.", abort=True)
        api.upgrade()
        log.info("%s is a bot account now", account.name)
    log.info("plays as %s on %s", account.name, api.url)
    return account


def _wait_for_account(api: BotApi) -> OwnAccount:
    """Return the account as soon as the server can be reached."""
    from skep.bot import ServerUnreachable
    from skep.bot.pacing import Backoff

    backoff = Backoff()
    while True:
        try:
            return api.account()
        except ServerUnreachable as error:
            delay = backoff.next_delay()
            log.warning("%s; the next attempt is in %.1f s", error, delay)
            time.sleep(delay)


def _challenge_settings(
    challenge: str | None,
    clock: str | None,
    days: int | None,
    *,
    rated: bool,
    game_type: str | None,
    edition: str | None,
) -> Mapping[str, str]:
    """Return the fields of a new challenge."""
    if challenge is None:
        if rated or any(one is not None for one in (clock, days, game_type, edition)):
            raise SkepError(_SETTINGS_OF_CHALLENGE)
        return {}
    if clock is not None and days is not None:
        raise SkepError("a challenge has a --clock or --days, not both")
    rules = find_edition_or_default(edition)
    fields = {
        "rated": "true" if rated else "false",
        "variant": str(rules.box if game_type is None else GameType.parse(game_type)),
        "edition": rules.id,
    }
    if days is not None:
        return {**fields, "days": str(days)}
    minutes, increment = _parse_clock(clock or "5+3")
    return {**fields, "clock.limit": f"{60 * minutes:g}", "clock.increment": f"{increment:g}"}


def _parse_clock(text: str) -> tuple[float, int]:
    """Parse minutes and seconds, such as ``5+3``.

    >>> _parse_clock("5+3"), _parse_clock("0.5")
    ((5.0, 3), (0.5, 0))
    """
    minutes, _, increment = text.partition("+")
    try:
        values = float(minutes), int(increment or "0")
    except ValueError:
        values = 0.0, 0
    if not 0 < values[0] <= 180 or not 0 <= values[1] <= 180:
        raise SkepError(f"--clock {text}: expected minutes and an increment of seconds, such as 5+3")
    return values


@contextmanager
def _signals(running: Bot) -> Iterator[None]:
    """Interrupt the bot politely with Ctrl-C or when the system ends it, and at once the second time."""

    def interrupt(*_: Any) -> None:
        running.interrupt()

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
