"""``skep bench``: measure the speed of the search, and print a signature of its behaviour."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from skep.cli.json_output import print_json
from skep.cli.options import JsonOption

if TYPE_CHECKING:
    from skep.board import Board
    from skep.cli.documents import BenchDocument

__all__ = ["Measurement", "bench", "bench_positions", "measure"]

_DEPTH: Final = 8
_TABLE_MB: Final = 16


class Measurement(NamedTuple):
    """The cost of searching one position to a fixed depth."""

    board: Board
    nodes: int
    seconds: float


def bench(
    depth: Annotated[int, typer.Option(min=1, max=30, metavar="PLIES", help="Search depth in plies.")] = (_DEPTH),
    as_json: JsonOption = False,
) -> None:
    """Measure the speed of the search.

    The engine searches a fixed set of positions on one thread. The signature is the total number of nodes. It
    depends only on how the engine searches and evaluates, not on the speed of the machine, so two versions with
    different signatures play differently.

    Example: skep bench
    """
    if as_json:
        print_json(_document(depth))
        return
    print(f"{'game type':>9}  {'turn':>9}  {'nodes':>12}  {'seconds':>8}  {'nodes/s':>14}")
    nodes, seconds = 0, 0.0
    for board, board_nodes, board_seconds in measure(depth):
        print(_row(str(board.game_type), f"{board.turn}[{board.turn_number}]", board_nodes, board_seconds))
        nodes, seconds = nodes + board_nodes, seconds + board_seconds
    print(_row("all", "", nodes, seconds))
    print(f"signature: {nodes}")


def _document(depth: int) -> BenchDocument:
    from skep.cli.documents import BenchDocument, BenchPosition

    positions = [
        BenchPosition(game=measured.board.game_string(), nodes=measured.nodes, seconds=measured.seconds)
        for measured in measure(depth)
    ]
    nodes, seconds = sum(one.nodes for one in positions), sum(one.seconds for one in positions)
    return BenchDocument(
        depth=depth,
        positions=positions,
        nodes=nodes,
        seconds=seconds,
        nodes_per_second=nodes / max(seconds, 1e-9),
        signature=nodes,
    )


def _row(game_type: str, turn: str, nodes: int, seconds: float) -> str:
    return f"{game_type:>9}  {turn:>9}  {nodes:>12,}  {seconds:>8.3f}  {nodes / max(seconds, 1e-9):>14,.0f}"


def measure(depth: int = _DEPTH) -> Iterator[Measurement]:
    """Search each position, starting with an empty hash table."""
    from skep.engine import Engine, Limit

    engine = Engine(threads=1, table_mb=_TABLE_MB)
    for board in bench_positions():
        engine.new_game()
        start = perf_counter()
        *_, last = engine.analyse(board, Limit(depth=depth))
        yield Measurement(board, last.nodes, perf_counter() - start)


def bench_positions() -> list[Board]:
    """Return middle-game positions of every game type."""
    from importlib.resources import files

    from skep.board import Board

    lines = (files("skep.cli") / "bench.txt").read_text("utf-8").splitlines()
    return [Board.from_game_string(line) for line in lines if not line.startswith("#")]
