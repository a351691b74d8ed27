"""Study sessions: one client's requests about positions, and the responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias, get_args

from skep.errors import SkepError
from skep.hexes import Hex
from skep.i18n import PieceNames, find_language
from skep.layers import LayerName, layers_of
from skep.pieces import Piece
from skep.position import Position
from skep.server.engines.executor import BoundedExecutor
from skep.server.engines.fair_queue import NOBODY, Client
from skep.server.engines.pool import EnginePool
from skep.server.http.abuse_log import abuse_log
from skep.server.play.fair_play import FairPlay, FairPlayWatch, position_key
from skep.server.schemas.game import LegalMovesView, Ok, PathResponse, PathsResponse, WhyNotResponse
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import IN_PLAY, NOT_IN_GAME, TOO_MANY_ANALYSES, Refusal
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
from skep.server.study.analysis_limits import AnalysisLimits
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

    def __init__(
        self,
        pool: EnginePool,
        seconds: float,
        *,
        limits: AnalysisLimits | None = None,
        fair_play: FairPlay | None = None,
    ) -> None:
        """Create the context. An analysis searches for at most ``seconds``."""
        self.pool = pool
        self.seconds = seconds
        self.limits = limits
        self.fair_play = fair_play
        self.executor = BoundedExecutor(max_waiting=_MAX_WAITING)
        self.lines = Lines(self.executor)

    async def close(self) -> None:
        """Wait for running jobs."""
        await self.executor.close()


class Study:
    """The study of one client."""

    def __init__(
        self, context: StudyContext, send: Callable[[AnyServerMessage], None], client: Client = NOBODY
    ) -> None:
        """``client`` is charged for the analyses."""
        self._context = context
        self._send = send
        self._client = client
        self._analysis: AnalysisSession | None = None
        self._watch: FairPlayWatch | None = None

    async def answer(self, request: AnyStudyRequest, guest: str | None = None) -> _Refused:
        """Send the response to a request, or return why it is refused. ``guest`` is the id of a stored guest."""
        if isinstance(request, StopAnalysis):
            self._stop()
            self._send(Ok(id=request.id))
            return None
        if isinstance(request, Analyse):
            self._stop()
            if self._context.limits is not None and self._context.limits.is_full(self._client):
                return self._too_many()  # before the position is set up, which takes much longer
        try:
            line = await self._context.lines.follow(self, request.study)
            if isinstance(request, LayersRequest):
                return await self._send_layers(line, request)
            if isinstance(request, StudyPathsRequest):
                return await self._send_paths(line, request)
            if isinstance(request, Analyse):
                return await self._analyse(line, request, guest)
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
        self, line: StudyLine, request: PositionRequest | StudyPathRequest | StudyWhyNotRequest
    ) -> _Refused:
        match request:
            case PositionRequest():
                return self._send_position(line, request)
            case StudyPathRequest():
                return self._send_path(line, request)
        return self._send_reason(line, request)

    def _send_position(self, line: StudyLine, request: PositionRequest) -> _Refused:
        if (request.piece is None) != (request.to is None) or (request.passing and request.piece is not None):
            return _MALFORMED_MOVE
        if request.piece is not None or request.passing:
            line = line.play(line.parse(request.piece, request.to))
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
        names = PieceNames.choose(notation=request.notation)
        why = why_not(line.board, PIECE[request.piece], to, find_language(request.language), names)
        self._send(WhyNotResponse(id=request.id, why=why))
        return None

    async def _send_layers(self, line: StudyLine, request: LayersRequest) -> _Refused:
        piece = None if request.piece is None else PIECE[request.piece]
        position = line.board.position()
        self._send(await self._context.executor.run(_layers_view, request.id, position, request.layers, piece))
        return None

    async def _analyse(self, line: StudyLine, request: Analyse, guest: str | None) -> _Refused:
        context, board = self._context, line.board.copy()
        if board.is_game_over():
            return _GAME_OVER
        fair_play = None if guest is None else context.fair_play
        if fair_play is not None and guest is not None and await fair_play.is_playing(guest, {position_key(board)}):
            return IN_PLAY
        analysis = AnalysisSession(
            context.pool,
            client=self._client,
            owner=self,
            id_=request.id,
            board=board,
            lines=request.lines,
            seconds=context.seconds,
            on_end=self._on_analysis_end,
        )
        if context.limits is not None and not context.limits.start(self._client, analysis):
            return self._too_many()
        self._analysis = analysis
        if fair_play is not None and guest is not None:
            self._watch = fair_play.watch(guest, board, partial(analysis.refuse, IN_PLAY))
        analysis.start(self._send)
        return None

    def _too_many(self) -> Refusal:
        abuse_log.warn(self._client.network, "too many analyses")
        return TOO_MANY_ANALYSES

    def _on_analysis_end(self, analysis: AnalysisSession) -> None:
        if self._context.limits is not None:
            self._context.limits.end(self._client, analysis)
        if self._analysis is analysis and self._watch is not None and self._context.fair_play is not None:
            self._context.fair_play.unwatch(self._watch)
            self._watch = None


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
