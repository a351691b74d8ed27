"""Study: what one client asks about positions, and the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, get_args

from skep.errors import SkepError
from skep.hexes import Hex
from skep.i18n import PieceNames, find_language
from skep.server.engines.pool import EnginePool, Priority
from skep.server.schemas.game import GameResult, LegalMovesView, Ok, PathResponse, PathsResponse, WhyNotResponse
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import BUSY, Refusal
from skep.server.schemas.study import (
    Analyse,
    AnyStudyRequest,
    LayersRequest,
    PositionRequest,
    PositionView,
    StopAnalysis,
    StudyPathRequest,
    StudyPathsRequest,
    StudyWhyNotRequest,
)
from skep.server.schemas.views import path_of, paths_of, result_on_board
from skep.server.study.analysis import AnalysisSession
from skep.server.study.executor import BoundedExecutor
from skep.server.study.lines import PIECE, InvalidPosition, Lines, StudyLine
from skep.server.study.overlays import overlays
from skep.telling import StackView, why_not

__all__ = ["COSTS", "STUDIES", "Study", "StudyContext"]

STUDIES: Final = frozenset(get_args(AnyStudyRequest))
"""What a client asks its study, not the table."""
COSTS: Final[dict[type, float]] = {
    PositionRequest: 1.0,
    StudyPathsRequest: 3.0,
    StudyPathRequest: 2.0,
    StudyWhyNotRequest: 3.0,
    LayersRequest: 3.0,
    Analyse: 2.0,
}
"""Of a client's allowance; what is not listed costs 1."""

_MOST_WAITING: Final = 200

_Refused: TypeAlias = Refusal | None
_OVER: Final = Refusal("game-over", "The game is over here: there is nothing to think about.")
_NO_MOVE: Final = Refusal("not-possible", "No move led to the start.")
_NOT_IN_GAME: Final = Refusal("malformed", "This piece is not played with in this game.")
_NO_WAYS: Final = Refusal("malformed", "A move has a piece and a place; a pass has neither.")


class StudyContext:
    """What the studies of one process share."""

    def __init__(self, pool: EnginePool, seconds: float) -> None:
        """An analysis thinks for so many ``seconds`` before it rests."""
        self.pool = pool
        self.seconds = seconds
        self.workroom = BoundedExecutor(most_waiting=_MOST_WAITING)
        self.lines = Lines(self.workroom)

    async def close(self) -> None:
        """Wait for what was begun."""
        await self.workroom.close()


class Study:
    """The study of one client."""

    def __init__(self, desk: StudyContext, tell: Callable[[AnyServerMessage], None]) -> None:
        self._desk = desk
        self._tell = tell
        self._analysing: AnalysisSession | None = None

    async def answer(self, request: AnyStudyRequest) -> _Refused:
        """Answer a request, or say why not."""
        if isinstance(request, StopAnalysis):
            self._stop()
            self._tell(Ok(id=request.id))
            return None
        if isinstance(request, Analyse):
            self._stop()
        try:
            line = await self._desk.lines.follow(self, request.study)
            if isinstance(request, LayersRequest):
                return await self._layers(line, request)
            if isinstance(request, StudyPathsRequest):
                return await self._ways(line, request)
            return self._answer_about(line, request)
        except InvalidPosition as error:
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

    def _answer_about(
        self, line: StudyLine, request: PositionRequest | StudyPathRequest | StudyWhyNotRequest | Analyse
    ) -> _Refused:
        match request:
            case PositionRequest():
                return self._look(line, request)
            case Analyse():
                return self._analyse(line, request)
            case StudyPathRequest():
                return self._way(line, request)
        return self._why(line, request)

    def _look(self, line: StudyLine, request: PositionRequest) -> _Refused:
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

    async def _ways(self, line: StudyLine, request: StudyPathsRequest) -> _Refused:
        piece = PIECE[request.piece]
        if piece.bug not in line.board.game_type:
            return _NOT_IN_GAME
        if request.piece not in line.paths:
            line.paths[request.piece] = await self._desk.workroom.do(paths_of, line.board.copy(), piece)
        self._tell(PathsResponse(id=request.id, paths=line.paths[request.piece]))
        return None

    def _way(self, line: StudyLine, request: StudyPathRequest) -> _Refused:
        if line.board.last_move is None:
            return _NO_MOVE
        before = line.board.copy()
        self._tell(PathResponse(id=request.id, path=path_of(before, before.pop())))
        return None

    def _why(self, line: StudyLine, request: StudyWhyNotRequest) -> _Refused:
        if PIECE[request.piece].bug not in line.board.game_type:
            return _NOT_IN_GAME
        to = None if request.to is None else Hex(*request.to)
        names = PieceNames.requested(notation=request.notation)
        why = why_not(line.board, PIECE[request.piece], to, find_language(request.language), names)
        self._tell(WhyNotResponse(id=request.id, why=why))
        return None

    async def _layers(self, line: StudyLine, request: LayersRequest) -> _Refused:
        piece = None if request.piece is None else PIECE[request.piece]
        position = line.board.position()
        self._tell(await self._desk.workroom.do(overlays, request.id, position, request.layers, piece))
        return None

    def _analyse(self, line: StudyLine, request: Analyse) -> _Refused:
        if line.board.is_game_over():
            return _OVER
        if not self._desk.pool.can_accept(Priority.ANALYSIS):
            return BUSY
        self._analysing = AnalysisSession(
            self._desk.pool,
            client=self,
            id_=request.id,
            board=line.board.copy(),
            lines=request.lines,
            seconds=self._desk.seconds,
        )
        self._analysing.begin(self._tell)
        return None


def seen(line: StudyLine, id_: int) -> PositionView:
    """A position as the page draws it."""
    board = line.board
    position = board.position()
    result: GameResult | None = result_on_board(board)
    moves = board.legal_moves.destinations() if result is None else {}
    return PositionView(
        id=id_,
        position=board.position_string(),
        edition=board.edition.id,
        game_type=str(board.game_type),
        ply=board.ply,
        stacks=[
            StackView(place=(hex_.q, hex_.r), pieces=[str(piece) for piece in stack])
            for hex_, stack in position.stacks.items()
        ],
        hands=[str(piece) for piece in sorted(position.hands)],
        moves=line.played,
        legal=LegalMovesView(moves=moves, must_pass=result is None and not moves),
        result=result,
    )
