"""``skep perft``: how many lines of play there are, how fast they are counted, and whether another engine agrees."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.games import EditionOption, GameArgument, read_game
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["count", "divide", "perft"]

_AT_ONCE: Final = 4
"""Plies that are counted in one call of the kernel: some seconds at most, so that Ctrl-C is heard in between."""
_WATCHED: Final = 5
"""From this depth on somebody at a terminal is shown how far the count is."""

_Step = Callable[[], None]


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(min=0, max=30, metavar="DEPTH", help="How many plies deep to count.")],
    edition: EditionOption = None,
    bulk: Annotated[
        bool, typer.Option(help="Count the moves of the last ply without making them; --no-bulk makes each.")
    ] = True,
    divided: Annotated[bool, typer.Option("--divide", help="Count for each first move, at DEPTH only.")] = False,
    compare: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="Start this UHP engine, count with it too, and find where it differs."),
    ] = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="How long the other engine may take for an answer.")
    ] = 60.0,
) -> None:
    """Count the lines of play to a depth, the usual check of a move generator.

    The exit code is 1 when another engine was compared and differs.

    Example: skep perft Base+MLP 5 --compare nokamute
    """
    board = read_game(game, edition=edition)
    if compare is not None:
        if divided:
            raise SkepError("choose one of --divide and --compare")
        from skep.cli.compare import compare_with

        raise typer.Exit(0 if compare_with(board, depth, compare, timeout) else 1)
    if divided:
        _print_divided(board, depth, bulk=bulk)
    else:
        _print_table(board, depth, bulk=bulk)


def _print_table(board: Board, deepest: int, *, bulk: bool) -> None:
    print(f"{'depth':>5}  {'nodes':>20}  {'seconds':>9}  {'nodes a second':>16}")
    for depth in range(deepest + 1):
        start = perf_counter()
        with _progress(board, depth) as step:
            nodes = sum(nodes for _, nodes in divide(board, depth, bulk=bulk, step=step)) if depth else 1
        seconds = perf_counter() - start
        rate = f"{nodes / seconds:,.0f}" if nodes > 1000 else "-"
        print(f"{depth:>5}  {nodes:>20,}  {seconds:>9.3f}  {rate:>16}", flush=True)


def _print_divided(board: Board, depth: int, *, bulk: bool) -> None:
    if depth == 0:
        raise SkepError("--divide needs a depth of at least 1")
    with _progress(board, depth) as step:
        counts = sorted(divide(board, depth, bulk=bulk, step=step))
    for move, nodes in counts:
        print(f"{move}: {nodes}")
    print(f"total: {sum(nodes for _, nodes in counts)}")


def divide(board: Board, depth: int, *, bulk: bool = True, step: _Step = lambda: None) -> Iterator[tuple[str, int]]:
    """For each legal move its MoveString and how many lines begin with it."""
    for move in board.legal_moves.list():
        text = board.uhp(move)
        board.push(move)
        nodes = count(board, depth - 1, bulk=bulk)
        board.pop()
        yield text, nodes
        step()


def count(board: Board, depth: int, *, bulk: bool = True) -> int:
    """The lines of so many plies, counted in pieces small enough to be interrupted."""
    if depth <= _AT_ONCE:
        return board.perft(depth, bulk=bulk)
    nodes = 0
    for move in board.legal_moves.list():
        board.push(move)
        nodes += count(board, depth - 1, bulk=bulk)
        board.pop()
    return nodes


@contextmanager
def _progress(board: Board, depth: int) -> Iterator[_Step]:
    """Count the first moves that are done, on stderr, where somebody is watching."""
    if depth < _WATCHED or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"depth {depth}", total=board.legal_moves.count())
        yield lambda: progress.advance(task)
