"""``skep perft``: count lines of play, measure the speed of counting, and compare with another engine."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.game_argument import GameArgument, read_game
from skep.cli.json_output import print_json
from skep.cli.options import EditionOption, GameNumberOption, JsonOption, check_finite
from skep.cli.progress import Bar, progress_bar
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.board import Board
    from skep.cli.documents import PerftDocument

__all__ = ["count", "divide", "perft"]

_PLIES_PER_CALL: Final = 4
"""Plies counted in one call of the kernel. A call takes a few seconds at most, so Ctrl-C is handled in between."""
_PROGRESS_FROM_DEPTH: Final = 5
"""The smallest depth for which a progress bar is shown."""


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(min=0, max=30, metavar="DEPTH", help="Depth in plies.")],
    number: GameNumberOption = None,
    edition: EditionOption = None,
    bulk: Annotated[bool, typer.Option(help="Count the moves of the last ply without making them.")] = True,
    divided: Annotated[
        bool, typer.Option("--divide", help="Print the count for each first move, at DEPTH only.")
    ] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Command line of a UHP engine to compare with; shows the first position where the two differ.",
        ),
    ] = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="Maximum time the other engine may take to answer.")
    ] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Count the lines of play, the usual test of a move generator.

    The exit status is 1 if --compare finds a difference.

    Example: skep perft Base+MLP 5 --compare nokamute
    """
    check_finite("--timeout", timeout)
    board = read_game(game, edition=edition, number=number)
    if compare is not None:
        if divided or as_json:
            raise SkepError(f"choose one of {'--divide' if divided else '--json'} and --compare")
        from skep.cli.perft_comparison import compare_with

        raise typer.Exit(0 if compare_with(board, depth, compare, timeout) else 1)
    if divided and depth == 0:
        raise SkepError("--divide needs a depth of at least 1")
    if as_json:
        print_json(_document(board, depth, bulk=bulk, divided=divided))
    elif divided:
        _print_divided(board, depth, bulk=bulk)
    else:
        _print_table(board, depth, bulk=bulk)


def _print_table(board: Board, deepest: int, *, bulk: bool) -> None:
    print(f"{'depth':>5}  {'nodes':>20}  {'seconds':>9}  {'nodes/s':>16}")
    for depth in range(deepest + 1):
        nodes, seconds, _moves = _measure(board, depth, bulk=bulk)
        rate = f"{nodes / seconds:,.0f}" if nodes > 1000 else "-"
        print(f"{depth:>5}  {nodes:>20,}  {seconds:>9.3f}  {rate:>16}", flush=True)


def _measure(board: Board, depth: int, *, bulk: bool) -> tuple[int, float, list[tuple[str, int]]]:
    """Return the number of lines of one length, the time it took to count them, and the count for each move."""
    start = perf_counter()
    moves = _divide_with_progress(board, depth, bulk=bulk) if depth else []
    return sum(nodes for _, nodes in moves) if depth else 1, perf_counter() - start, moves


def _document(board: Board, deepest: int, *, bulk: bool, divided: bool) -> PerftDocument:
    from skep.cli.documents import DividedMove, PerftCount, PerftDocument

    depths, moves = [], list[tuple[str, int]]()
    for depth in range(deepest if divided else 0, deepest + 1):
        nodes, seconds, moves = _measure(board, depth, bulk=bulk)
        depths.append(PerftCount(depth=depth, nodes=nodes, seconds=seconds))
    return PerftDocument(
        position=board.position_string(),
        depths=depths,
        moves=[DividedMove(move=move, nodes=nodes) for move, nodes in sorted(moves)] if divided else None,
    )


def _print_divided(board: Board, depth: int, *, bulk: bool) -> None:
    counts = sorted(_divide_with_progress(board, depth, bulk=bulk))
    for move, nodes in counts:
        print(f"{move}: {nodes}")
    print(f"total: {sum(nodes for _, nodes in counts)}")


def _divide_with_progress(board: Board, depth: int, *, bulk: bool) -> list[tuple[str, int]]:
    if depth < _PROGRESS_FROM_DEPTH:
        return list(divide(board, depth, bulk=bulk))
    with progress_bar(f"depth {depth}", board.legal_moves.count()) as bar:
        return list(divide(board, depth, bulk=bulk, bar=bar))


def divide(board: Board, depth: int, *, bulk: bool = True, bar: Bar | None = None) -> Iterator[tuple[str, int]]:
    """Yield the MoveString of each legal move and the number of lines that begin with it."""
    for move in board.legal_moves.list():
        text = board.uhp(move)
        board.push(move)
        nodes = count(board, depth - 1, bulk=bulk)
        board.pop()
        yield text, nodes
        if bar is not None:
            bar.advance()


def count(board: Board, depth: int, *, bulk: bool = True) -> int:
    """Count the lines of ``depth`` plies, in calls short enough to be interrupted."""
    if depth <= _PLIES_PER_CALL:
        return board.perft(depth, bulk=bulk)
    nodes = 0
    for move in board.legal_moves.list():
        board.push(move)
        nodes += count(board, depth - 1, bulk=bulk)
        board.pop()
    return nodes
