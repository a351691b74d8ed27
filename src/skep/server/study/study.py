"""Study: what one client asks about positions, and the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, get_args

from skep.errors import SkepError
from skep.hexes import Hex
from skep.server.computer import ComputerPool, Rank
from skep.server.messages import Done, Legal, Result, WayFound, WaysFound, WhyFound
from skep.server.protocol import Tell
from skep.server.rooms import BUSY
from skep.server.study.analysis import Analysing
from skep.server.study.lines import PIECE, CannotStudy, Line, Lines
from skep.server.study.messages import (
    Analyse,
    AskLayers,
    Look,
    Seen,
    Standing,
    StopAnalysis,
    StudyRequest,
    StudyWay,
    StudyWays,
    StudyWhy,
)
from skep.server.study.overlays import overlays
from skep.server.study.workroom import Workroom
from skep.server.table import Refusal, result_on_board
from skep.server.whynot import language_of, way_of, ways_of, why_not

__all__ = ["COSTS", "STUDIES", "Desk", "Study"]

STUDIES: Final = frozenset(get_args(StudyRequest))
"""What a client asks its study, not the table."""
COSTS: Final[dict[type, float]] = {
    Look: 1.0,
    StudyWays: 3.0,
    StudyWay: 2.0,
    StudyWhy: 3.0,
    AskLayers: 3.0,
    Analyse: 2.0,
}
"""Of a client's allowance; what is not listed costs 1."""

_MOST_WAITING: Final = 200

_Refused: TypeAlias = Refusal | None
_OVER: Final = Refusal("game-over", "The game is over here: there is nothing to think about.")
_NO_MOVE: Final = Refusal("not-possible", "No move led to the start.")
_NOT_IN_GAME: Final = Refusal("malformed", "This piece is not played with in this game.")
_NO_WAYS: Final = Refusal("malformed", "A move has a piece and a place; a pass has neither.")


class Desk:
    """What the studies of one process share."""

    def __init__(self, pool: ComputerPool, seconds: float) -> None:
        """An analysis thinks for so many ``seconds`` before it rests."""
        self.pool = pool
        self.seconds = seconds
        self.workroom = Workroom(most_waiting=_MOST_WAITING)
        self.lines = Lines(self.workroom)

    async def close(self) -> None:
        """Wait for what was begun."""
        await self.workroom.close()


class Study:
    """The study of one client."""

    def __init__(self, desk: Desk, tell: Callable[[Tell], None]) -> None:
        self._desk = desk
        self._tell = tell
        self._analysing: Analysing | None = None

    async def answer(self, request: StudyRequest) -> _Refused:
        """Answer a request, or say why not."""
        if isinstance(request, StopAnalysis):
            self._stop()
            self._tell(Done(id=request.id))
            return None
        if isinstance(request, Analyse):
            self._stop()
        try:
            line = await self._desk.lines.follow(self, request.study)
            if isinstance(request, AskLayers):
                return await self._layers(line, request)
            if isinstance(request, StudyWays):
                return await self._ways(line, request)
            return self._answer_about(line, request)
        except CannotStudy as error:
            return error.refusal

    def close(self) -> None:
        """The client has left."""
        self._stop()
        self._desk.lines.forget(self)
        self._desk.pool.release(self)

    def _stop(self) -> None:
        if self._analysing is not None:
            self._analysing.stop()
            self._analysing = None

    def _answer_about(self, line: Line, request: Look | StudyWay | StudyWhy | Analyse) -> _Refused:
        match request:
            case Look():
                return self._look(line, request)
            case Analyse():
                return self._analyse(line, request)
            case StudyWay():
                return self._way(line, request)
        return self._why(line, request)

    def _look(self, line: Line, request: Look) -> _Refused:
        if (request.piece is None) != (request.to is None) or (request.passing and request.piece is not None):
            return _NO_WAYS
        if request.piece is not None or request.passing:
            line = line.followed_by(line.move(request.piece, request.to))
            self._desk.lines.keep(self, line)
        try:
            self._tell(seen(line, request.id))
        except SkepError as error:
            return Refusal("not-possible", str(error))
        return None

    async def _ways(self, line: Line, request: StudyWays) -> _Refused:
        piece = PIECE[request.piece]
        if piece.bug not in line.board.game_type:
            return _NOT_IN_GAME
        if request.piece not in line.ways:
            line.ways[request.piece] = await self._desk.workroom.do(ways_of, line.board.copy(), piece)
        self._tell(WaysFound(id=request.id, ways=line.ways[request.piece]))
        return None

    def _way(self, line: Line, request: StudyWay) -> _Refused:
        if line.board.last_move is None:
            return _NO_MOVE
        before = line.board.copy()
        self._tell(WayFound(id=request.id, way=way_of(before, before.pop())))
        return None

    def _why(self, line: Line, request: StudyWhy) -> _Refused:
        if PIECE[request.piece].bug not in line.board.game_type:
            return _NOT_IN_GAME
        to = None if request.to is None else Hex(*request.to)
        why = why_not(line.board, PIECE[request.piece], to, language_of(request.language))
        self._tell(WhyFound(id=request.id, why=why))
        return None

    async def _layers(self, line: Line, request: AskLayers) -> _Refused:
        piece = None if request.piece is None else PIECE[request.piece]
        position = line.board.position()
        self._tell(await self._desk.workroom.do(overlays, request.id, position, request.layers, piece))
        return None

    def _analyse(self, line: Line, request: Analyse) -> _Refused:
        if line.board.is_game_over():
            return _OVER
        if not self._desk.pool.has_room(Rank.ANALYSIS):
            return BUSY
        self._analysing = Analysing(
            self._desk.pool,
            client=self,
            id_=request.id,
            board=line.board.copy(),
            lines=request.lines,
            seconds=self._desk.seconds,
        )
        self._analysing.begin(self._tell)
        return None


def seen(line: Line, id_: int) -> Seen:
    """A position as the page draws it."""
    board = line.board
    position = board.position()
    result: Result | None = result_on_board(board)
    moves = board.legal_moves.destinations() if result is None else {}
    return Seen(
        id=id_,
        position=board.position_string(),
        edition=board.edition.id,
        game_type=str(board.game_type),
        ply=board.ply,
        stacks=[
            Standing(place=(hex_.q, hex_.r), pieces=[str(piece) for piece in stack])
            for hex_, stack in position.stacks.items()
        ],
        hands=[str(piece) for piece in sorted(position.hands)],
        moves=line.played,
        legal=Legal(moves=moves, must_pass=result is None and not moves),
        result=result,
    )
