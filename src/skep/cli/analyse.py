"""``skep analyse``: analyse a position with the engine and show the results as they improve."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.game_argument import GameArgument, read_game
from skep.cli.json_output import print_json
from skep.cli.options import (
    DepthOption,
    EditionOption,
    GameNumberOption,
    JsonOption,
    NodesOption,
    ThreadsOption,
    TimeOption,
    check_finite,
)
from skep.cli.screen import console
from skep.errors import SkepError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from skep.board import Board
    from skep.cli.documents import AnalysisDocument
    from skep.engine import Analysis, Engine, Limit, Line

__all__ = ["analyse", "iterations"]

_DEFAULT_SECONDS: Final = 5.0  # the help says so too
_POLL_SECONDS: Final = 0.2
"""Time between two checks for Ctrl-C, which the compiled search does not notice."""
_STOP_SECONDS: Final = 2.0
"""Time to wait for the search to stop."""


def analyse(
    game: GameArgument,
    number: GameNumberOption = None,
    seconds: TimeOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    lines: Annotated[int, typer.Option(min=1, max=60, metavar="N", help="Number of best moves to show.")] = 3,
    threads: ThreadsOption = 1,
    edition: EditionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Analyse a position with the engine.

    The output shows the best moves, their scores and the expected continuations. Scores are in units, from the point
    of view of the side to move, with the estimated win probability. The search ends when it reaches the first limit,
    and after 5 seconds if there is none. With --json, only the last iteration is printed.

    Example: skep analyse Base+MLP --time 2 --lines 3
    """
    check_finite("--time", seconds)
    board = read_game(game, edition=edition, number=number)
    if (outcome := board.outcome()) is not None:
        raise SkepError(f"the game is over: {outcome}")
    from skep.engine import Engine, Limit

    if seconds is None and depth is None and nodes is None:
        seconds = _DEFAULT_SECONDS
    engine = Engine(threads=threads)
    analyses = iterations(engine, board, Limit(seconds=seconds, depth=depth, nodes=nodes), lines)
    if as_json:
        *_, last = analyses
        print_json(_document(board, last))
    elif console().is_terminal:
        _show_live(board, analyses)
    else:
        _print_iterations(board, analyses)


def iterations(engine: Engine, board: Board, limit: Limit, lines: int) -> Iterator[Analysis]:
    """Yield the engine's iterations, searching on another thread so that this one can handle Ctrl-C."""
    queue: Queue[Analysis | BaseException | None] = Queue()

    def search() -> None:
        try:
            for analysis in engine.analyse(board, limit, lines=lines):
                queue.put(analysis)
            queue.put(None)
        except BaseException as error:
            queue.put(error)

    thread = Thread(target=search, daemon=True)
    thread.start()
    try:
        while (item := _next(queue)) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        engine.stop()
        thread.join(_STOP_SECONDS)


def _next(queue: Queue[Analysis | BaseException | None]) -> Analysis | BaseException | None:
    while True:
        try:
            return queue.get(timeout=_POLL_SECONDS)
        except Empty:
            continue


def _document(board: Board, analysis: Analysis) -> AnalysisDocument:
    from skep.cli.documents import AnalysedLine, AnalysisDocument, side_name

    return AnalysisDocument(
        position=board.position_string(),
        turn=side_name(board.turn),
        depth=analysis.depth,
        nodes=analysis.nodes,
        seconds=analysis.seconds,
        nodes_per_second=analysis.nodes_per_second,
        lines=[
            AnalysedLine(
                value=line.score.relative.units,
                win_probability=line.score.relative.win_probability,
                wins_in=line.score.relative.wins_in,
                loses_in=line.score.relative.loses_in,
                moves=board.uhp_line(line.moves),
            )
            for line in analysis.lines
        ],
    )


def _show_live(board: Board, analyses: Iterator[Analysis]) -> None:
    """Show one table and update it with every iteration."""
    from rich.live import Live

    with Live(console=console(), auto_refresh=False) as live:
        for analysis in analyses:
            live.update(_table(board, analysis), refresh=True)


def _table(board: Board, analysis: Analysis) -> RenderableType:
    from rich.table import Table

    table = Table(title=_headline(board, analysis), title_justify="left", box=None, pad_edge=False)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("wins", justify="right", no_wrap=True)
    table.add_column("line")
    for line in analysis.lines:
        score = line.score.relative
        table.add_row(str(score), f"{score.win_probability:.0%}", "; ".join(board.uhp_line(line.moves)))
    return table


def _headline(board: Board, analysis: Analysis) -> str:
    return (
        f"{board.turn} to move   depth {analysis.depth}   {analysis.nodes:,} nodes   "
        f"{analysis.nodes_per_second:,.0f} nodes/s"
    )


def _print_iterations(board: Board, analyses: Iterator[Analysis]) -> None:
    """Print one line per iteration, and the best lines at the end."""
    print(f"{board.turn} to move")
    print(f"{'depth':>5}  {'nodes':>12}  {'seconds':>8}  {'score':>11}  {'wins':>4}  line", flush=True)
    analysis = None
    for analysis in analyses:
        progress = f"{analysis.depth:>5}  {analysis.nodes:>12,}  {analysis.seconds:>8.2f}"
        print(f"{progress}  {_format_line(board, analysis.lines[0])}", flush=True)
    if analysis is not None and len(analysis.lines) > 1:
        print("\nbest moves")
        for line in analysis.lines:
            print(_format_line(board, line))


def _format_line(board: Board, line: Line) -> str:
    score = line.score.relative
    return f"{score!s:>11}  {score.win_probability:>4.0%}  {'; '.join(board.uhp_line(line.moves))}"
