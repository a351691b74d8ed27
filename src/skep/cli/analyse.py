"""``skep analyse``: what the engine thinks of a position, while it thinks."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.games import EditionOption, GameArgument, read_game
from skep.cli.screen import console
from skep.errors import SkepError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from skep.board import Board
    from skep.engine import Analysis, Engine, Limit, Line

__all__ = ["analyse", "iterations"]

_SECONDS: Final = 5.0
_TICK: Final = 0.2
"""Seconds between two moments in which Ctrl-C is heard: the search itself does not hear it."""
_TO_STOP: Final = 2.0


def analyse(
    game: GameArgument,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time",
            min=0,
            metavar="SECONDS",
            help="How long to search.",
            show_default=f"{_SECONDS:g} if no other limit is given",
        ),
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, metavar="PLIES", help="How many plies deep to search.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many positions to search.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=60, metavar="N", help="How many of the best moves to show.")] = 3,
    threads: Annotated[int, typer.Option(min=1, max=512, metavar="N", help="How many threads search.")] = 1,
    edition: EditionOption = None,
) -> None:
    """Show what the engine thinks of a position: the best moves, their scores and how play may go on.

    Scores are for the side to move, in units, with the share of games it would win. The first limit that is
    reached ends the search.

    Example: skep analyse Base+MLP --time 2 --lines 3
    """
    board = read_game(game, edition=edition)
    if (outcome := board.outcome()) is not None:
        raise SkepError(f"the game is over: {outcome}")
    from skep.engine import Engine, Limit

    if seconds is None and depth is None and nodes is None:
        seconds = _SECONDS
    engine = Engine(threads=threads)
    found = iterations(engine, board, Limit(seconds=seconds, depth=depth, nodes=nodes), lines)
    if console().is_terminal:
        _show_live(board, found)
    else:
        _print_iterations(board, found)


def iterations(engine: Engine, board: Board, limit: Limit, lines: int) -> Iterator[Analysis]:
    """Yield the engine's iterations, searched by another thread so that Ctrl-C reaches this one."""
    from skep.engine import StopToken

    queue: Queue[Analysis | BaseException | None] = Queue()
    stop = StopToken()

    def search() -> None:
        try:
            for analysis in engine.analyse(board, limit, lines=lines, stop=stop):
                queue.put(analysis)
            queue.put(None)
        except BaseException as error:
            queue.put(error)

    thread = Thread(target=search, daemon=True)
    thread.start()
    try:
        while (said := _next(queue)) is not None:
            if isinstance(said, BaseException):
                raise said
            yield said
    finally:
        stop.stop()
        thread.join(_TO_STOP)


def _next(queue: Queue[Analysis | BaseException | None]) -> Analysis | BaseException | None:
    while True:
        try:
            return queue.get(timeout=_TICK)
        except Empty:
            continue


def _show_live(board: Board, found: Iterator[Analysis]) -> None:
    """One picture that changes with every iteration."""
    from rich.live import Live

    with Live(console=console(), auto_refresh=False) as live:
        for analysis in found:
            live.update(_picture(board, analysis), refresh=True)


def _picture(board: Board, analysis: Analysis) -> RenderableType:
    from rich.table import Table

    table = Table(title=_headline(board, analysis), title_justify="left", box=None, pad_edge=False)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("wins", justify="right", no_wrap=True)
    table.add_column("line")
    for line in analysis.lines:
        table.add_row(str(line.score), f"{line.score.win_probability:.0%}", "; ".join(board.uhp_line(line.moves)))
    return table


def _headline(board: Board, analysis: Analysis) -> str:
    return (
        f"{board.to_move} to move   depth {analysis.depth}   {analysis.nodes:,} nodes   "
        f"{analysis.nodes_a_second:,.0f} a second"
    )


def _print_iterations(board: Board, found: Iterator[Analysis]) -> None:
    """A line for each iteration, and at the end the best lines."""
    print(f"{board.to_move} to move")
    print(f"{'depth':>5}  {'nodes':>12}  {'seconds':>8}  {'score':>11}  {'wins':>4}  line", flush=True)
    analysis = None
    for analysis in found:
        progress = f"{analysis.depth:>5}  {analysis.nodes:>12,}  {analysis.seconds:>8.2f}"
        print(f"{progress}  {_told(board, analysis.lines[0])}", flush=True)
    if analysis is not None and len(analysis.lines) > 1:
        print("\nbest moves")
        for line in analysis.lines:
            print(_told(board, line))


def _told(board: Board, line: Line) -> str:
    return f"{line.score!s:>11}  {line.score.win_probability:>4.0%}  {'; '.join(board.uhp_line(line.moves))}"
