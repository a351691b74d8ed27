"""``skep match``: engines against engines, the levels' ladder, and books of openings."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperGroup

from skep.cli.games import EditionOption
from skep.cli.screen import console
from skep.editions import DEFAULT_EDITION, GAME_TYPES, GameType, find_edition
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.match.plan import Plan
    from skep.match.sprt import Sprt

__all__ = ["match"]

_INTERRUPTED: Final = 130
_DEFAULT_SECONDS: Final = 1.0
_DEFAULT_GAMES: Final = 100


class _PlayByDefault(TyperGroup):
    """Takes ``skep match A B`` for ``skep match play A B``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["play", *args]
        return super().parse_args(ctx, args or ["--help"])


match = typer.Typer(
    name="match",
    cls=_PlayByDefault,
    help="""Play matches between engines, and say what the results are worth.

    «skep match A B» is short for «skep match play A B»: see skep match play --help.

    Example: skep match level:7 "python engine.py" --games 200 --time 0.3
    """,
)

_Types = Annotated[
    list[str] | None, typer.Option("--type", metavar="TYPE", help="A game type, as in Base+MLP; may be repeated.")
]
_Concurrency = Annotated[int, typer.Option(min=1, metavar="N", help="How many games are played at once.")]
_Seed = Annotated[int, typer.Option(metavar="N", help="What the order of the openings and the levels vary by.")]
_Time = Annotated[str | None, typer.Option("--time", metavar="SECONDS", help="Seconds a move; A/B for each player.")]
_Nodes = Annotated[str | None, typer.Option("--nodes", metavar="N", help="Positions a move; A/B for each player.")]
_Depth = Annotated[str | None, typer.Option("--depth", metavar="N", help="Plies a move; A/B for each player.")]
_Book = Annotated[Path | None, typer.Option("--book", metavar="FILE", help="Openings: one GameString a line.")]
_Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]


@match.command()
def play(
    a: Annotated[str, typer.Argument(metavar="A", help="A player: level:7, skep, or a UHP command line.")] = "",
    b: Annotated[str, typer.Argument(metavar="B", help="The other player; left out only with --resume.")] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="How many games, at most when --sprt is given.", show_default=str(_DEFAULT_GAMES)
        ),
    ] = None,
    time: _Time = None,
    clock: Annotated[
        str | None, typer.Option(metavar="S+I", help="Seconds a game and increment a move, as in 60+1; A/B for each.")
    ] = None,
    nodes: _Nodes = None,
    depth: _Depth = None,
    types: _Types = None,
    edition: EditionOption = None,
    threefold: Annotated[bool, typer.Option(help="Whether a third occurrence of a position is a draw.")] = True,
    max_plies: Annotated[int, typer.Option(min=1, metavar="N", help="A game as long as this is a draw.")] = 300,
    margin: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How late a move may come.")] = 0.1,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            "--patience",
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
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when it is decided which difference is true.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="Chance to accept ELO1 when ELO0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to accept ELO0 when ELO1 is true.")] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the games are kept; a match that is there already goes on."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Go on with the match in this folder, as it was.")
    ] = None,
    as_json: _Json = False,
) -> None:
    """Play a match: pairs of games with the colours swapped, from a book of openings, our rules as the referee.

    A player is level:N (1 to 10), skep, skep:threads=2,table=256, or the command line of a UHP engine,
    with name=NAME and option:KEY=VALUE before it if wanted.

    Example: skep match play level:7 level:6 --games 20 --time 0.1
    """
    from skep.match.controls import parse_controls
    from skep.match.plan import Plan

    if resume is not None:
        if any((a, b, out, time, clock, nodes, depth, types, edition, book, sprt)):
            raise SkepError("--resume DIR keeps the settings of the match: add only --games, --concurrency or --json")
        raise typer.Exit(_run(resume, _resumed(resume, games), concurrency, as_json=as_json))
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
        edition=find_edition(edition).id if edition else DEFAULT_EDITION.id,
        threefold=threefold,
        max_plies=max_plies,
        margin=margin,
        timeout=timeout,
        seed=seed,
        sprt=_sprt(sprt, alpha, beta),
    )
    raise typer.Exit(_run(out or _new_folder(plan), plan, concurrency, as_json=as_json))


@match.command()
def ladder(
    games: Annotated[
        int, typer.Option(min=2, metavar="N", help="How many games each level plays the one below.")
    ] = 100,
    time: _Time = None,
    nodes: _Nodes = None,
    depth: _Depth = None,
    levels: Annotated[str, typer.Option(metavar="LOW-HIGH", help="Which levels.")] = "1-10",
    types: _Types = None,
    concurrency: _Concurrency = 1,
    book: _Book = None,
    seed: _Seed = 0,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the matches are kept; what is there already is not replayed.")
    ] = Path("matches/ladder"),
) -> None:
    """Let each level play the one below it, and print the table for the documentation.

    Example: skep match ladder --games 100 --time 0.2
    """
    from rich.console import Console

    from skep.match.controls import parse_controls
    from skep.match.ladder import Ladder, markdown, parse_levels, play_ladder
    from skep.match.progress import progress_for
    from skep.match.runner import Interrupted

    control, _ = parse_controls(time=time, clock=None, nodes=nodes, depth=depth, default=_DEFAULT_SECONDS)
    wanted = Ladder(parse_levels(levels), games, control, _openings(book, types), seed)
    screen = Console(stderr=True, markup=False, highlight=False)
    try:
        reports = play_ladder(
            out, wanted, concurrency=concurrency, listener_for=lambda plan: progress_for(screen, plan)
        )
    except Interrupted:
        text = f"interrupted; the games so far are in {out}. Run the same command to continue"
        print(f"skep: {text}", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED) from None
    print(markdown(reports))


@match.command()
def book(
    types: _Types = None,
    count: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many openings a game type.", show_default="100 or 20"),
    ] = None,
    plies: Annotated[str, typer.Option(metavar="LOW-HIGH", help="How long the openings are.")] = "4-8",
    bound: Annotated[float, typer.Option(min=0, metavar="UNITS", help="How far ahead a side may be.")] = 0.2,
    nodes: Annotated[
        int, typer.Option(min=0, metavar="N", help="Positions searched to judge an opening; 0 judges none.")
    ] = 100_000,
    seed: _Seed = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder for one file a game type.", show_default="stdout")
    ] = None,
) -> None:
    """Make openings: random, different up to symmetry, even by the engine's judgement.

    Example: skep match book --type Base --count 10 --nodes 0
    """
    from skep.match.generate import Recipe, book_text, default_count
    from skep.match.ladder import parse_range

    shortest, longest = parse_range(plies)
    recipe = Recipe(shortest, longest, round(bound * 100), nodes, seed)
    for kind in _game_types(types) or GAME_TYPES:
        text = book_text(kind, default_count(kind) if count is None else count, recipe)
        if out is None:
            print(text, end="")
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{kind}.txt").write_text(text, encoding="utf-8")
            print(f"{out / f'{kind}.txt'}", file=sys.stderr)


def _game_types(texts: list[str] | None) -> list[GameType]:
    words = [word for text in texts or () for word in text.split(",") if word.strip()]
    return list(dict.fromkeys(GameType.parse(word) for word in words))


def _openings(book: Path | None, types: list[str] | None) -> tuple[str, ...]:
    """From a file, or from our own book; Base+MLP where nothing is said."""
    from skep.match.book import built_in_book, read_book

    kinds = _game_types(types)
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
    """A folder that no other match has."""
    names = ["".join(sign if sign.isalnum() else "-" for sign in name) for name in plan.names]
    return Path("matches") / "_".join([datetime.now().strftime("%Y%m%d-%H%M%S"), *names])


def _resumed(folder: Path, games: int | None) -> Plan:
    """The match in a folder, with another number of games if one is said."""
    from skep.match.folder import MatchFolder

    plan = MatchFolder(folder).plan()
    return plan if games is None else replace(plan, games=games)


def _run(folder: Path, plan: Plan, concurrency: int, *, as_json: bool) -> int:
    """Play, print the report, and return the exit code. Progress goes to stderr."""
    from rich.console import Console

    from skep.match.progress import progress_for
    from skep.match.report import report_table
    from skep.match.runner import Interrupted, run_match

    screen = Console(stderr=True, markup=False, highlight=False)
    try:
        with progress_for(screen, plan) as listener:
            report = run_match(folder, plan, concurrency=concurrency, listener=listener)
    except Interrupted as interrupted:
        saved = f"{interrupted.report.tally.played} of {interrupted.report.plan.games} games are saved"
        command = f"skep match --resume {shlex.quote(str(folder))}"
        print(f"skep: interrupted; {saved}. To continue: {command}", file=sys.stderr)
        return _INTERRUPTED
    if as_json:
        print(json.dumps({**report.to_json(), "folder": str(folder)}, indent=1))
    else:
        console().print(report_table(report))
        print(f"Games, journal and report: {folder}")
    return 0
