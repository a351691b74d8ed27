"""``skep bench``: how fast the search is, and a number that changes only when it searches differently."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["bench", "bench_positions", "measure"]

_DEPTH: Final = 8
_TABLE_MB: Final = 16


class Measured(NamedTuple):
    """What a search to a fixed depth took."""

    board: Board
    nodes: int
    seconds: float


def bench(
    depth: Annotated[int, typer.Option(min=1, max=30, metavar="PLIES", help="How deep each position is searched.")] = (
        _DEPTH
    ),
) -> None:
    """Search a fixed set of positions on one thread; prints nodes and speed.

    The signature is the sum of all nodes. It does not depend on the speed of the machine, only on how the engine
    searches and judges: two programs with different signatures play differently.

    Example: skep bench
    """
    print(f"{'game type':>9}  {'turn':>9}  {'nodes':>12}  {'seconds':>8}  {'nodes a second':>14}")
    nodes, seconds = 0, 0.0
    for done in measure(depth):
        print(_row(str(done.board.game_type), f"{done.board.to_move}[{done.board.turn}]", done.nodes, done.seconds))
        nodes, seconds = nodes + done.nodes, seconds + done.seconds
    print(_row("all", "", nodes, seconds))
    print(f"signature: {nodes}")


def _row(game_type: str, turn: str, nodes: int, seconds: float) -> str:
    return f"{game_type:>9}  {turn:>9}  {nodes:>12,}  {seconds:>8.3f}  {nodes / max(seconds, 1e-9):>14,.0f}"


def measure(depth: int = _DEPTH) -> Iterator[Measured]:
    """Search each position with an engine that knows nothing yet."""
    from skep.engine import Engine, Limit

    engine = Engine(threads=1, table_mb=_TABLE_MB)
    for board in bench_positions():
        engine.new_game()
        begun = perf_counter()
        *_, last = engine.analyse(board, Limit(depth=depth))
        yield Measured(board, last.nodes, perf_counter() - begun)


def bench_positions() -> list[Board]:
    """Middle games of every game type."""
    from importlib.resources import files

    from skep.board import Board

    lines = (files("skep.cli") / "bench.txt").read_text("utf-8").splitlines()
    return [Board.from_game_string(line) for line in lines if not line.startswith("#")]
