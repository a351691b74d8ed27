"""Study sessions: one client's requests about positions, and the responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, get_args

from skep.errors import SkepError
from skep.hexes import Hex
from skep.i18n import PieceNames, find_language
from skep.layers import LayerName, layers_of
from skep.pieces import Piece
from skep.position import Position
from skep.server.engines.executor import BoundedExecutor
from skep.server.engines.pool import EnginePool, Priority
from skep.server.schemas.game import LegalMovesView, Ok, PathResponse, PathsResponse, WhyNotResponse
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import BUSY, NOT_IN_GAME, Refusal
from skep.server.schemas.study import (
    Analyse,
    AnyStudyRequest,
    LayersRequest,
    LayersView,
    PositionRequest,
    PositionView,
    StopAnalysis,
    StudyPathRequest,
    StudyPathsRequest,
    StudyWhyNotRequest,
)
from skep.server.schemas.views import path_of, paths_of, result_on_board
from skep.server.study.analysis import AnalysisSession
from skep.server.study.lines import PIECE, InvalidPosition, Lines, StudyLine
from skep.views import StackView, place, places, why_not

__all__ = ["COSTS", "STUDIES", "Study", "StudyContext"]

STUDIES: Final = frozenset(get_args(AnyStudyRequest))
"""The requests that a study handles."""
COSTS: Final[dict[type, float]] = {
    PositionRequest: 1.0,
    StudyPathsRequest: 3.0,
    StudyPathRequest: 2.0,
    StudyWhyNotRequest: 3.0,
    LayersRequest: 3.0,
    Analyse: 2.0,
}
"""The costs of requests for the client's rate limit; others cost 1."""

_MAX_WAITING: Final = 200

_Refused: TypeAlias = Refusal | None
_GAME_OVER: Final = Refusal("game-over", "The game is over in this position, so there is nothing to analyse.")
_NO_LAST_MOVE: Final = Refusal("not-possible", "The first position has no last move.")
_MALFORMED_MOVE: Final = Refusal("malformed", "A move needs a piece and a destination; a pass has neither.")


class StudyContext:
    """The resources that all studies of a process share."""

    def __init__(self, pool: EnginePool, seconds: float) -> None:
        """Create the context. An analysis searches for at most ``seconds``."""
        self.pool = pool
        self.seconds = seconds
        self.executor = BoundedExecutor(max_waiting=_MAX_WAITING)
        self.lines = Lines(self.executor)

    async def close(self) -> None:
        """Wait for running jobs."""
        await self.executor.close()


class Study:
    """The study of one client."""

    def __init__(self, context: StudyContext, send: Callable[[AnyServerMessage], None]) -> None:
        self._context = context
        self._send = send
        self._analysis: AnalysisSession | None = None

    async def answer(self, request: AnyStudyRequest) -> _Refused:
        """Send the response to a request, or return why it is refused."""
        if isinstance(request, StopAnalysis):
            self._stop()
            self._send(Ok(id=request.id))
            return None
        if isinstance(request, Analyse):
            self._stop()
        try:
            line = await self._context.lines.follow(self, request.study)
            if isinstance(request, LayersRequest):
                return await self._send_layers(line, request)
            if isinstance(request, StudyPathsRequest):
                return await self._send_paths(line, request)
            return self._answer_now(line, request)
        except InvalidPosition as error:
            return error.refusal

    def close(self) -> None:
        """Release everything when the client disconnects."""
        self._stop()
        self._context.lines.forget(self)
        self._context.pool.release(self)

    def _stop(self) -> None:
        if self._analysis is not None:
            self._analysis.stop()
            self._analysis = None

    def _answer_now(
        self, line: StudyLine, request: PositionRequest | StudyPathRequest | StudyWhyNotRequest | Analyse
    ) -> _Refused:
        match request:
            case PositionRequest():
                return self._send_position(line, request)
            case Analyse():
                return self._analyse(line, request)
            case StudyPathRequest():
                return self._send_path(line, request)
        return self._send_reason(line, request)

    def _send_position(self, line: StudyLine, request: PositionRequest) -> _Refused:
        if (request.piece is None) != (request.to is None) or (request.passing and request.piece is not None):
            return _MALFORMED_MOVE
        if request.piece is not None or request.passing:
            line = line.followed_by(line.parse(request.piece, request.to))
            self._context.lines.save(self, line)
        try:
            self._send(_position_view(line, request.id))
        except SkepError as error:
            return Refusal("not-possible", str(error))
        return None

    async def _send_paths(self, line: StudyLine, request: StudyPathsRequest) -> _Refused:
        piece = PIECE[request.piece]
        if piece.bug not in line.board.game_type:
            return NOT_IN_GAME
        if request.piece not in line.paths:
            line.paths[request.piece] = await self._context.executor.run(paths_of, line.board.copy(), piece)
        self._send(PathsResponse(id=request.id, paths=line.paths[request.piece]))
        return None

    def _send_path(self, line: StudyLine, request: StudyPathRequest) -> _Refused:
        if line.board.last_move is None:
            return _NO_LAST_MOVE
        before = line.board.copy()
        self._send(PathResponse(id=request.id, path=path_of(before, before.pop())))
        return None

    def _send_reason(self, line: StudyLine, request: StudyWhyNotRequest) -> _Refused:
        if PIECE[request.piece].bug not in line.board.game_type:
            return NOT_IN_GAME
        to = None if request.to is None else Hex(*request.to)
        names = PieceNames.requested(notation=request.notation)
        why = why_not(line.board, PIECE[request.piece], to, find_language(request.language), names)
        self._send(WhyNotResponse(id=request.id, why=why))
        return None

    async def _send_layers(self, line: StudyLine, request: LayersRequest) -> _Refused:
        piece = None if request.piece is None else PIECE[request.piece]
        position = line.board.position()
        self._send(await self._context.executor.run(_layers_view, request.id, position, request.layers, piece))
        return None

    def _analyse(self, line: StudyLine, request: Analyse) -> _Refused:
        if line.board.is_game_over():
            return _GAME_OVER
        if not self._context.pool.can_accept(Priority.ANALYSIS):
            return BUSY
        self._analysis = AnalysisSession(
            self._context.pool,
            client=self,
            id_=request.id,
            board=line.board.copy(),
            lines=request.lines,
            seconds=self._context.seconds,
        )
        self._analysis.start(self._send)
        return None


def _position_view(line: StudyLine, id_: int) -> PositionView:
    board = line.board
    position = board.position()
    result = result_on_board(board)
    legal = board.legal_moves.destinations() if result is None else {}
    return PositionView(
        id=id_,
        position=board.position_string(),
        edition=board.edition.id,
        game_type=str(board.game_type),
        ply=board.ply,
        stacks=[
            StackView(place=place(hex_), pieces=[str(piece) for piece in stack])
            for hex_, stack in position.stacks.items()
        ],
        hands=[str(piece) for piece in sorted(position.hands)],
        moves=line.moves,
        legal=LegalMovesView(moves=legal, must_pass=result is None and not legal),
        result=result,
    )


def _layers_view(id_: int, position: Position, names: Iterable[LayerName], piece: Piece | None) -> LayersView:
    """Return the requested layers. This takes milliseconds, because it uses :mod:`skep.rules`."""
    layers = layers_of(position, names, piece)
    white, black = (places(sorted(side.spaces)) for side in layers.placing) if layers.placing else ([], [])
    return LayersView(
        id=id_,
        pinned=layers.pinned,
        reach=[] if layers.reach is None else places(sorted(layers.reach.hexes)),
        queens=layers.queens,
        gates=layers.gates,
        white_places=white,
        black_places=black,
    )
