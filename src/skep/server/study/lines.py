"""Lines: the ways to the positions that are studied, replayed with every move checked.

Every question brings its whole way along. Whoever studies a game asks about one position after the other, most of
whose way is the same, so each client's last line is kept and only what is new is replayed.
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
from skep.server.schemas.game import PathView, Place, PlayedMove
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.study import StudyPosition
from skep.server.study.executor import BoundedExecutor
from skep.telling import reason_view

__all__ = ["PIECE", "InvalidPosition", "Lines", "StudyLine", "follow", "played"]

PIECE: Final = {str(piece): piece for piece in PIECES}
_MOST_PLIES: Final = 200_000
"""How many plies the lines that are kept have together, at some 300 bytes each."""
_LONG: Final = 120
"""Replaying more plies than this takes longer than a millisecond or two: it is done on another thread."""


class InvalidPosition(Exception):
    """There is no such position."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class StudyLine:
    """A way to a position, and the board there, which nobody moves on."""

    start: str
    threefold: bool
    asked: list[str]
    """The MoveStrings, as they were written."""
    played: list[PlayedMove]
    board: Board
    paths: dict[str, list[PathView]] = field(default_factory=dict)
    """Those of pieces that were asked for."""

    @property
    def plies(self) -> int:
        """How much there is to keep."""
        return len(self.asked) + 10

    def followed_by(self, move: Move) -> StudyLine:
        """The line after one legal move more."""
        board = self.board.copy()
        turn = _push(board, move)
        return replace(self, asked=[*self.asked, turn.uhp], played=[*self.played, turn], board=board, paths={})

    def move(self, piece: str | None, to: Place | None) -> Move:
        """The legal move of a piece to a place, or a pass without them."""
        move = PASS if piece is None or to is None else Move(PIECE[piece], Hex(*to))
        if not self.board.is_legal(move):
            raise InvalidPosition(_illegal(self.board, move, None))
        return move


class Lines:
    """The last line of each client, the longest unused ones dropped when there are too many."""

    def __init__(self, workroom: BoundedExecutor, most_plies: int = _MOST_PLIES) -> None:
        self._workroom = workroom
        self._kept: OrderedDict[object, StudyLine] = OrderedDict()
        self._most = most_plies
        self._plies = 0

    async def follow(self, client: object, studied: StudyPosition) -> StudyLine:
        """The line that a client asks about; raises CannotStudy."""
        before = self._kept.get(client)
        new = len(studied.moves) - (0 if before is None else _shared(before, studied))
        line = await self._workroom.do(follow, studied, before) if new > _LONG else follow(studied, before)
        self.keep(client, line)
        return line

    def keep(self, client: object, line: StudyLine) -> None:
        """Remember a client's last line."""
        self.forget(client)
        self._kept[client] = line
        self._plies += line.plies
        while self._plies > self._most and len(self._kept) > 1:
            self.forget(next(iter(self._kept)))

    def forget(self, client: object) -> None:
        """Keep a client's line no longer."""
        line = self._kept.pop(client, None)
        if line is not None:
            self._plies -= line.plies

    def __len__(self) -> int:
        return len(self._kept)


def _shared(before: StudyLine, studied: StudyPosition) -> int:
    """How many moves two lines have in common."""
    if (before.start, before.threefold) != (studied.start, studied.threefold):
        return 0
    pairs = zip(before.asked, studied.moves, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def follow(studied: StudyPosition, before: StudyLine | None = None) -> StudyLine:
    """Replay what a line does not share with the one before; raises CannotStudy."""
    shared = 0 if before is None else _shared(before, studied)
    if before is not None and shared == len(before.asked) == len(studied.moves) and shared:
        return before
    if before is not None and shared:
        board = before.board.copy()
        for _ in range(len(before.asked) - shared):
            board.pop()
        turns = before.played[:shared]
    else:
        board, turns = _begin(studied), []
    new = studied.moves[shared:]
    moves = _checked(board, new)
    return StudyLine(studied.start, studied.threefold, studied.moves, turns + played(board, moves), board)


def _begin(studied: StudyPosition) -> Board:
    try:
        return Board.from_position_string(studied.start, threefold=studied.threefold)
    except SkepError as error:
        raise InvalidPosition(Refusal("malformed", f"The start cannot be studied: {error}")) from error


def _checked(board: Board, texts: list[str]) -> list[Move]:
    """The legal moves of MoveStrings, one after the other; the board is left as it is."""
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
    assert reason is not None, f"{move} is legal for the rules, not for the kernel"
    why = reason_view(reason)
    return Refusal("illegal", why.text if ply is None else f"ply {ply}: {why.text}", why)


def played(board: Board, moves: list[Move]) -> list[PlayedMove]:
    """Make legal moves on a board, and tell each as the page draws it."""
    return [_push(board, move) for move in moves]


def _push(board: Board, move: Move) -> PlayedMove:
    if move.is_pass:
        board.push(move)
        return PlayedMove(uhp="pass")
    origin = board.where(move.piece)
    uhp = board.uhp(move)
    board.push(move)
    return PlayedMove(
        uhp=uhp,
        piece=str(move.piece),
        origin=None if origin is None else (origin.q, origin.r),
        to=(move.to.q, move.to.r),
    )
