"""Searches as jobs: what is sent to an engine worker and back, as values that JSON can represent.

The jobs are those of SAQ, an asynchronous queue on Redis: a job that a worker has taken stays in the queue until it is
finished, and is done again if the worker stops reporting that it is alive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from skep import __version__
from skep.board import Board
from skep.engine import Analysis, Limit, Line
from skep.engine.scores import PovScore, Score
from skep.errors import SkepError
from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.notation.position import format_position
from skep.pieces import Color, Piece

if TYPE_CHECKING:
    from skep.server.engines.job_queue import SearchQueue

__all__ = [
    "HEARTBEAT",
    "SEARCH",
    "analysis_from",
    "board_from",
    "board_values",
    "history_of",
    "limit_from",
    "limit_values",
    "move_from",
    "move_values",
    "open_queue",
]

SEARCH: Final = "search"
"""The name of the job's function."""
HEARTBEAT: Final = 2
"""Seconds without a sign of life after which a worker counts as dead."""
_CONNECT_SECONDS: Final = 3.0
_SOCKET_SECONDS: Final = 10.0


def open_queue(url: str) -> SearchQueue:
    """Return the queue of this version: a worker only gets searches that it does like the server."""
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import ExponentialBackoff

        from skep.server.engines.job_queue import SearchQueue
    except ModuleNotFoundError:
        raise SkepError("Redis support is not installed: pip install 'skep[many]'") from None
    try:
        client: Any = Redis.from_url(
            url,
            # a pause after each failure, because the library tries again at once
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.1), 3),
            socket_connect_timeout=_CONNECT_SECONDS,
            socket_timeout=_SOCKET_SECONDS,
            socket_keepalive=True,
            protocol=2,
        )
    except ValueError as error:
        raise SkepError("not a Redis URL (expected redis://HOST:6379/0)") from error
    return SearchQueue(client, name=f"skep-engines-{__version__}")


def board_values(board: Board) -> dict[str, Any]:
    """Return a board with its moves, which matter for repetitions."""
    return {
        "start": format_position(board.start),
        "threefold": board.threefold,
        "moves": [move_values(move) for move in board.moves],
    }


def board_from(values: dict[str, Any]) -> Board:
    """Return the board."""
    board = Board.from_position_string(values["start"], threefold=values["threefold"])
    for move in values["moves"]:
        board.push_checked(move_from(move))
    return board


def move_values(move: Move) -> list[Any] | None:
    """Return a move; None for a pass."""
    return None if move.is_pass else [str(move.piece), move.to.q, move.to.r]


def move_from(values: list[Any] | None) -> Move:
    """Return the move."""
    return PASS if values is None else Move(Piece.parse(values[0]), Hex(values[1], values[2]))


def limit_values(limit: Limit) -> dict[str, Any]:
    """Return a limit."""
    return {name: getattr(limit, name) for name in ("seconds", "depth", "nodes", "clock", "increment")}


def limit_from(values: dict[str, Any]) -> Limit:
    """Return the limit."""
    return Limit(**values)


def history_of(analyses: list[Analysis]) -> list[Any]:
    """Return the iterations of a search. Of all but the last, only the first move of each line is kept."""
    last = len(analyses) - 1
    return [_analysis_values(one, None if index == last else 1) for index, one in enumerate(analyses)]


def _analysis_values(analysis: Analysis, moves: int | None) -> list[Any]:
    lines = [[line.score.relative.value, [move_values(move) for move in line.moves[:moves]]] for line in analysis.lines]
    return [analysis.depth, analysis.nodes, analysis.seconds, lines]


def analysis_from(values: list[Any], turn: Color) -> Analysis:
    """Return an iteration for the side to move."""
    depth, nodes, seconds, lines = values
    return Analysis(
        depth,
        tuple(Line(PovScore(Score(value), turn), tuple(map(move_from, moves))) for value, moves in lines),
        nodes,
        seconds,
    )
