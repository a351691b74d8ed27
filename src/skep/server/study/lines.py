"""Lines: the moves to the positions that clients study, replayed with every move checked.

Every request contains all moves to its position. Successive requests of a client mostly share their first moves, so
each client's last line is cached and only the new moves are replayed.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Final

from skep.board import Board
from skep.errors import IllegalMove, NotationError, SkepError
from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.notation.uhp import parse_move
from skep.pieces import PIECES
from skep.server.engines.executor import BoundedExecutor
from skep.server.schemas.game import PathView, Place, PlayedMove
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.study import StudyPosition
from skep.server.schemas.views import played_move
from skep.views import reason_view

__all__ = ["PIECE", "InvalidPosition", "Lines", "StudyLine", "follow", "play_moves"]

PIECE: Final = {str(piece): piece for piece in PIECES}
_MAX_PLIES: Final = 200_000
"""Maximum number of plies in all cached lines together, at about 300 bytes each."""
_MAX_INLINE_PLIES: Final = 120
"""Replaying more plies takes longer than one or two milliseconds and runs on another thread."""


class InvalidPosition(Exception):
    """The start of a line is invalid, or one of its moves is illegal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class StudyLine:
    """The moves to a position, and the board there, which must not be changed."""

    start: str
    threefold: bool
    texts: list[str]
    """The MoveStrings as the client wrote them."""
    moves: list[PlayedMove]
    board: Board
    paths: dict[str, list[PathView]] = field(default_factory=dict)
    """The paths requested so far, by piece."""

    @property
    def size(self) -> int:
        """The size for the cache: the number of plies and a constant overhead."""
        return len(self.texts) + 10

    def play(self, move: Move) -> StudyLine:
        """Return the line after one more legal move."""
        board = self.board.copy()
        (played,) = play_moves(board, [move])
        return replace(self, texts=[*self.texts, played.uhp], moves=[*self.moves, played], board=board, paths={})

    def parse(self, piece: str | None, to: Place | None) -> Move:
        """Return the move of a piece to a destination, or a pass without them. Raises InvalidPosition if illegal."""
        move = PASS if piece is None or to is None else Move(PIECE[piece], Hex(*to))
        if not self.board.is_legal(move):
            raise InvalidPosition(_illegal(self.board, move, None))
        return move


class Lines:
    """A cache of each client's last line. The least recently used lines are dropped first."""

    def __init__(self, executor: BoundedExecutor, max_plies: int = _MAX_PLIES) -> None:
        self.executor = executor
        """For long lines."""
        self._cache: OrderedDict[object, StudyLine] = OrderedDict()
        self._max_size = max_plies
        self._size = 0

    async def follow(self, client: object, position: StudyPosition) -> StudyLine:
        """Return the line to a position. Raises InvalidPosition."""
        before = self._cache.get(client)
        new = len(position.moves) - (0 if before is None else _count_shared(before, position))
        if new > _MAX_INLINE_PLIES:
            line = await self.executor.run(follow, position, before)
        else:
            line = follow(position, before)
        self.save(client, line)
        return line

    def save(self, client: object, line: StudyLine) -> None:
        """Cache a client's last line."""
        self.forget(client)
        self._cache[client] = line
        self._size += line.size
        while self._size > self._max_size and len(self._cache) > 1:
            self.forget(next(iter(self._cache)))

    def forget(self, client: object) -> None:
        """Remove a client's line from the cache."""
        line = self._cache.pop(client, None)
        if line is not None:
            self._size -= line.size

    def __len__(self) -> int:
        return len(self._cache)


def _count_shared(before: StudyLine, position: StudyPosition) -> int:
    """Return the number of moves that a line and the moves to a position have in common."""
    if (before.start, before.threefold) != (position.start, position.threefold):
        return 0
    pairs = zip(before.texts, position.moves, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def follow(position: StudyPosition, before: StudyLine | None = None) -> StudyLine:
    """Return the line to a position, replaying only moves that ``before`` does not have. Raises InvalidPosition."""
    shared = 0 if before is None else _count_shared(before, position)
    if before is not None and shared == len(before.texts) == len(position.moves) and shared:
        return before
    if before is not None and shared:
        board = before.board.copy()
        for _ in range(len(before.texts) - shared):
            board.pop()
        moves = before.moves[:shared]
    else:
        board, moves = _start(position), []
    new = play_moves(board, _parse_moves(board, position.moves[shared:]))
    return StudyLine(position.start, position.threefold, position.moves, moves + new, board)


def _start(position: StudyPosition) -> Board:
    try:
        return Board.from_position_string(position.start, threefold=position.threefold)
    except SkepError as error:
        raise InvalidPosition(Refusal("malformed", f"invalid start: {error}")) from error


def _parse_moves(board: Board, texts: list[str]) -> list[Move]:
    """Return the legal moves of consecutive MoveStrings, without changing the board."""
    ahead = board.copy()
    try:
        ahead.push_line(texts)
    except IllegalMove:
        move = parse_move(texts[ahead.ply - board.ply], ahead)
        raise InvalidPosition(_illegal(ahead, move, ahead.ply + 1)) from None
    except NotationError as error:
        raise InvalidPosition(Refusal("malformed", f"ply {ahead.ply + 1}: {error}")) from error
    return ahead.moves_after(board.ply)


def _illegal(board: Board, move: Move, ply: int | None) -> Refusal:
    reason = board.explain(move)
    assert reason is not None, f"{move} is legal in the rules but not in the kernel"
    why = reason_view(reason)
    return Refusal("illegal", why.text if ply is None else f"ply {ply}: {why.text}", why)


def play_moves(board: Board, moves: list[Move]) -> list[PlayedMove]:
    """Make legal moves on a board and return them for the page."""
    played = list[PlayedMove]()
    for move in moves:
        played.append(played_move(board, move))
        board.push(move)
    return played
