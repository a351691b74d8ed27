"""``skep match``: play engines against each other, measure the levels, and make opening books."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from skep.cli.command import Command, Group
from skep.cli.options import (
    EditionOption,
    GameTypesOption,
    JsonOption,
    check_finite,
    find_edition_or_default,
    parse_game_types,
)
from skep.cli.ray_options import RayAddressOption, RayOption, messages_on_stderr
from skep.cli.screen import console, error_console, print_error
from skep.editions import DEFAULT_EDITION, GAME_TYPES
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.match.plan import Plan
    from skep.match.sprt import Sprt
    from skep.match.workers import PlayGames

__all__ = ["match"]

_INTERRUPTED: Final = 130
_DEFAULT_SECONDS: Final = 1.0
_DEFAULT_GAMES: Final = 100


class _PlayByDefault(Group):
    """Treats ``skep match A B`` as ``skep match play A B``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["play", *args]
        return super().parse_args(ctx, args or ["--help"])


match = typer.Typer(
    name="match",
    cls=_PlayByDefault,
    help="""Play matches between engines, to compare their strength.

    "skep match A B" is short for "skep match play A B". See skep match play --help.

    Example: skep match level:7 "python engine.py" --games 200 --time 0.3
    """,
)

_Concurrency = Annotated[int, typer.Option(min=1, metavar="N", help="Number of games to play at the same time.")]
_Seed = Annotated[int, typer.Option(metavar="N", help="Random seed.")]
_Time = Annotated[
    str | None, typer.Option("--time", metavar="SECONDS", help="Seconds per move; A/B sets them for each player.")
]
_Nodes = Annotated[
    str | None, typer.Option("--nodes", metavar="N", help="Positions per move; A/B sets them for each player.")
]
_Depth = Annotated[
    str | None, typer.Option("--depth", metavar="N", help="Plies per move; A/B sets them for each player.")
]
_Book = Annotated[
    Path | None, typer.Option("--book", metavar="FILE", help="A file of openings, one GameString per line.")
]


@match.command(cls=Command)
def play(
    a: Annotated[
        str, typer.Argument(metavar="A", help="The first player: level:7, skep, or the command line of a UHP engine.")
    ] = "",
    b: Annotated[
        str, typer.Argument(metavar="B", help="The second player. Both players can only be left out with --resume.")
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Number of games; with --sprt, the maximum.", show_default=str(_DEFAULT_GAMES)
        ),
    ] = None,
    time: _Time = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="S+I", help="Seconds per game and increment per move, such as 60+1; A/B for each player."),
    ] = None,
    nodes: _Nodes = None,
    depth: _Depth = None,
    types: GameTypesOption = None,
    edition: EditionOption = None,
    threefold: Annotated[
        bool, typer.Option(help="End the game in a draw when a position occurs for the third time.")
    ] = False,
    max_plies: Annotated[
        int, typer.Option(min=1, metavar="N", help="End a game in a draw after this many plies.")
    ] = 300,
    margin: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="How late a move may arrive without losing the game.")
    ] = 0.1,
    timeout: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="How much longer to wait for a silent engine before it forfeits.",
            show_default="30, or 600 without a time limit",
        ),
    ] = None,
    concurrency: _Concurrency = 1,
    book: _Book = None,
    seed: _Seed = 0,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop as soon as the test accepts one of the two Elo differences."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="P", help="Probability of accepting ELO1 if ELO0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="Probability of accepting ELO0 if ELO1 is true.")] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the match; a match that is already there continues."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Continue the match in this folder with its own settings.")
    ] = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a match between two engines.

    The match consists of pairs of games with swapped colours, from an opening book, with skep as the referee. A player
    is level:N (1 to 10), skep, skep:threads=2,table=256, or the command line of a UHP engine, optionally preceded by
    name=NAME and option:KEY=VALUE. With several --game-type options, the types alternate.

    Example: skep match play level:7 level:6 --games 20 --time 0.1
    """
    from skep.match.controls import parse_controls
    from skep.match.plan import Plan

    if resume is not None:
        if any((a, b, out, time, clock, nodes, depth, types, edition, book, sprt)):
            raise SkepError(
                "--resume DIR keeps the settings of the match: add only --games, --concurrency, --ray or --json"
            )
        plan = _load_plan(resume, games)
        raise typer.Exit(_run(resume, plan, concurrency, _on_cluster(ray, ray_address, concurrency), as_json=as_json))
    check_finite("--margin", margin)
    check_finite("--timeout", timeout)
    if not (a and b):
        raise SkepError("a match needs two players, A and B, or --resume DIR")
    control_a, control_b = parse_controls(time=time, clock=clock, nodes=nodes, depth=depth, default=_DEFAULT_SECONDS)
    plan = Plan(
        a=a,
        b=b,
        control_a=control_a,
        control_b=control_b,
        games=games or _DEFAULT_GAMES,
        openings=_openings(book, types),
        edition=find_edition_or_default(edition).id,
        threefold=threefold,
        max_plies=max_plies,
        margin=margin,
        timeout=timeout,
        seed=seed,
        sprt=_sprt(sprt, alpha, beta),
    )
    play = _on_cluster(ray, ray_address, concurrency)
    raise typer.Exit(_run(out or _new_folder(plan), plan, concurrency, play, as_json=as_json))


@match.command(cls=Command)
def ladder(
    games: Annotated[int, typer.Option(min=2, metavar="N", help="Number of games between neighbouring levels.")] = 100,
    time: _Time = None,
    nodes: _Nodes = None,
    depth: _Depth = None,
    levels: Annotated[str, typer.Option(metavar="LOW-HIGH", help="The range of levels.")] = "1-10",
    types: GameTypesOption = None,
    concurrency: _Concurrency = 1,
    book: _Book = None,
    seed: _Seed = 0,
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="The folder of the matches; games that are already there are not played again."
        ),
    ] = Path("matches/ladder"),
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
) -> None:
    """Play each level against the one below it.

    The results are printed as a table.

    Example: skep match ladder --games 100 --time 0.2
    """
    from skep.match.controls import parse_controls
    from skep.match.ladder import Ladder, markdown, parse_levels, play_ladder
    from skep.match.progress import progress_for
    from skep.match.runner import Interrupted

    control, _ = parse_controls(time=time, clock=None, nodes=nodes, depth=depth, default=_DEFAULT_SECONDS)
    plan = Ladder(parse_levels(levels), games, control, _openings(book, types), seed)
    screen, play = error_console(), _on_cluster(ray, ray_address, concurrency)
    try:
        with messages_on_stderr():
            reports = play_ladder(
                out, plan, concurrency=concurrency, play=play, listener_for=lambda plan: progress_for(screen, plan)
            )
    except Interrupted:
        print_error(f"interrupted; the games so far are in {out}. Run the same command to continue")
        raise typer.Exit(_INTERRUPTED) from None
    print(markdown(reports))


@match.command(cls=Command)
def book(
    types: GameTypesOption = None,
    count: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Number of openings per game type.",
            show_default="100 for Base and Base+MLP, otherwise 20",
        ),
    ] = None,
    plies: Annotated[str, typer.Option(metavar="LOW-HIGH", help="The range of lengths in plies.")] = "4-8",
    bound: Annotated[float, typer.Option(min=0, metavar="UNITS", help="The maximum advantage of either side.")] = 0.2,
    nodes: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Positions to search to evaluate an opening; 0 accepts all openings."),
    ] = 100_000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder for one file per game type.", show_default="stdout")
    ] = None,
) -> None:
    """Make an opening book.

    The openings are random, distinct up to symmetry, and even according to the engine.

    Example: skep match book --game-type Base --count 10 --nodes 0
    """
    from skep.match.generate import Recipe, book_text, default_count
    from skep.match.ladder import parse_range

    check_finite("--bound", bound)
    shortest, longest = parse_range(plies)
    recipe = Recipe(shortest, longest, round(bound * 100), nodes, seed)
    for kind in parse_game_types(types) or GAME_TYPES:
        text = book_text(kind, default_count(kind) if count is None else count, recipe)
        if out is None:
            print(text, end="")
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{kind}.txt").write_text(text, encoding="utf-8")
            print(f"{out / f'{kind}.txt'}", file=sys.stderr)


def _openings(book: Path | None, types: list[str] | None) -> tuple[str, ...]:
    """Return the openings of a file or of the built-in book, by default for Base+MLP."""
    from skep.match.book import built_in_book, read_book

    kinds = parse_game_types(types)
    return read_book(book, kinds) if book is not None else built_in_book(kinds or [DEFAULT_EDITION.box])


def _sprt(text: str | None, alpha: float, beta: float) -> Sprt | None:
    from skep.match.sprt import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise SkepError(f"--sprt {text}: expected two Elo differences, such as 0,10") from None
    return Sprt(elo0, elo1, alpha, beta)


def _new_folder(plan: Plan) -> Path:
    """Return the name of a new folder for a match."""
    names = ["".join(letter if letter.isalnum() else "-" for letter in name) for name in plan.names]
    return Path("matches") / "_".join([datetime.now().strftime("%Y%m%d-%H%M%S"), *names])


def _load_plan(folder: Path, games: int | None) -> Plan:
    """Return the plan of the match in a folder, with the given number of games, if any."""
    from skep.match.folder import MatchFolder

    plan = MatchFolder(folder).plan()
    return plan if games is None else replace(plan, games=games)


def _on_cluster(ray: bool, address: str | None, concurrency: int) -> PlayGames | None:
    """Return the function that plays games on a cluster, or None if this machine's processes play them."""
    if not ray and address is None:
        return None
    from skep.match.ray_workers import on_cluster

    return on_cluster(address, workers=concurrency if concurrency > 1 else None)


def _run(folder: Path, plan: Plan, concurrency: int, play: PlayGames | None, *, as_json: bool) -> int:
    """Play a match, print the report, and return the exit status. Progress is shown on stderr."""
    from skep.match.progress import progress_for
    from skep.match.report import report_table
    from skep.match.runner import Interrupted, run_match

    try:
        with messages_on_stderr(), progress_for(error_console(), plan) as listener:
            report = run_match(folder, plan, concurrency=concurrency, play=play, listener=listener)
    except Interrupted as interrupted:
        played = f"{interrupted.report.tally.played} of {interrupted.report.plan.games} games are saved"
        print_error(f"interrupted; {played}. To continue: skep match --resume {shlex.quote(str(folder))}")
        return _INTERRUPTED
    if as_json:
        print(json.dumps({**report.to_json(), "folder": str(folder)}, indent=1))
    else:
        console().print(report_table(report))
        print(f"Games, journal and report: {folder}")
    return 0
