"""Sessions: hand the requests of one client to play, the coach and the study."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from msgspec.structs import replace
from starlette.datastructures import Headers
from starlette.types import Scope

from skep.hexes import Hex
from skep.i18n import PieceNames, find_language
from skep.pieces import PIECES
from skep.server.accounts.cookies import Credentials, read_credentials
from skep.server.accounts.guests import find_player
from skep.server.accounts.networks import GuestNetworks
from skep.server.accounts.quotas import TooManyGames
from skep.server.accounts.secrets import Tokens, hash_secret
from skep.server.accounts.visitor import Guests
from skep.server.engines.executor import ExecutorFull, TooManyJobs
from skep.server.engines.fair_queue import Client
from skep.server.http.abuse_log import abuse_log
from skep.server.http.buckets import network_of
from skep.server.http.client_limits import ClientLimits
from skep.server.lobby.pool import Pool
from skep.server.moderation.sanctions import Sanctioned
from skep.server.moderation.services import Moderation
from skep.server.play.chat import Chat
from skep.server.play.coach.coach import Coach
from skep.server.play.commands import Commands
from skep.server.play.live_game import Command, DamagedGame
from skep.server.play.player_actions import PlayerActions
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.realtime.connection import Connection
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.realtime.session_sockets import SessionSockets
from skep.server.schemas import game as messages
from skep.server.schemas.coach import HelpRequest, HintRequest, KeepMove, SetCoaching, ThreatsRequest
from skep.server.schemas.game import PathResponse, PathsResponse, Pong, WhyNotResponse
from skep.server.schemas.protocol import ClientRequest
from skep.server.schemas.refusals import BUSY, LATE, NOT_IN_GAME, UNKNOWN_GAME, Refusal
from skep.server.schemas.seeks import MySeek, PoolRequest, Seek, Unseek
from skep.server.schemas.shared_studies import JoinStudy, SharedStudyRequest
from skep.server.schemas.study import AnyStudyRequest
from skep.server.schemas.tournament_messages import TournamentRequest, UnwatchTournament, WatchTournament
from skep.server.schemas.views import path_of, paths_of
from skep.server.shared_studies.clients import (
    SHARED_STUDY_COSTS,
    SHARED_STUDY_REQUESTS,
    StudyClient,
    StudyGuards,
)
from skep.server.shared_studies.studies import SharedStudies
from skep.server.store.records import StoreOverloaded, StoreUnavailable
from skep.server.study.study import COSTS as STUDY_COSTS
from skep.server.study.study import STUDIES, Study, StudyContext
from skep.server.tournaments.watching import MAX_WATCHED, TournamentWatchers
from skep.views import why_not

__all__ = ["COSTS", "PATIENT", "Handlers", "Session"]

log = logging.getLogger("skep.server")

_MAX_GAMES: Final = 64
_PIECE: Final = {str(piece): piece for piece in PIECES}

COSTS: Final[dict[type, float]] = {
    messages.Watch: 3.0,
    messages.SendChat: 5.0,
    messages.Propose: 3.0,
    messages.PathsRequest: 3.0,
    messages.PathRequest: 2.0,
    messages.WhyNotRequest: 3.0,
    HintRequest: 5.0,
    Seek: 5.0,
    Unseek: 3.0,
    MySeek: 2.0,
    ThreatsRequest: 5.0,
    WatchTournament: 10.0,  # the answer has the standings and all games in progress
    **STUDY_COSTS,
    **SHARED_STUDY_COSTS,
}
"""Tokens of a client's allowance per request; a request that is not listed costs 1."""

PATIENT: Final = frozenset({messages.Watch, WatchTournament, JoinStudy})
"""Requests with which pages return after a lost connection. Whoever looks for an opponent, or has just found one, does
not wait behind hundreds of them."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """The parts of the server that sessions use."""

    rooms: Rooms
    commands: Commands
    chat: Chat
    coach: Coach | None = None
    study: StudyContext | None = None
    limits: ClientLimits | None = None
    networks: GuestNetworks | None = None
    channels: PlayerChannels | None = None
    moderation: Moderation | None = None
    guests: Guests | None = None
    pool: Pool | None = None
    sockets: SessionSockets | None = None
    tournaments: TournamentWatchers | None = None
    shared_studies: SharedStudies | None = None

    def open_session(self, connection: Connection, scope: Scope) -> Session:
        """Return the session of a new connection."""
        secure, tokens = scope.get("scheme") == "wss", Tokens(self.rooms.links.key)
        return Session(self, connection, read_credentials(Headers(scope=scope), secure=secure, tokens=tokens))


class Session:
    """The requests of one client."""

    def __init__(self, handlers: Handlers, connection: Connection, credentials: Credentials) -> None:
        self._rooms = handlers.rooms
        self._commands = handlers.commands
        self._actions = PlayerActions(
            handlers.rooms, handlers.commands, handlers.chat, handlers.moderation, handlers.limits
        )
        self._coach = handlers.coach
        self._guests = handlers.guests
        self._pool = handlers.pool
        self._connection = connection
        self._credentials = credentials
        self.guest_id: str | None = None
        """The client's guest, or None while it is unknown."""
        self._channels = handlers.channels
        self._moderation = handlers.moderation
        self._sockets = handlers.sockets
        self._signed_in: str | None = None
        """The session in which the player is signed in to an account."""
        self._games: set[str] = set()
        self._tournaments = handlers.tournaments
        self._followed: set[str] = set()
        self._networks = handlers.networks
        # a client without a cookie counts as a guest of its own, within the limits of its network
        text = credentials.text
        name = f"socket {id(self)}" if text is None else hash_secret(text)
        client = Client(network_of(connection.address), name)
        self._study = None if handlers.study is None else Study(handlers.study, connection.reply, client)
        guards = StudyGuards(handlers.moderation, handlers.limits)
        shared = handlers.shared_studies
        self._shared = None if shared is None else StudyClient(shared, guards, connection)

    @property
    def is_idle(self) -> bool:
        """Whether the client watches nothing."""
        return not self._games and not self._followed and (self._shared is None or self._shared.is_idle)

    def close(self) -> None:
        """Unsubscribe from everything after the client has left."""
        if self._study is not None:
            self._study.close()
        if self._shared is not None:
            self._shared.close()
        if self._channels is not None:
            self._channels.move(self._connection, self.guest_id, None)
        if self._pool is not None and self.guest_id is not None:
            self._pool.on_left(self.guest_id)
        if self._sockets is not None and self._signed_in is not None:
            self._sockets.remove(self._signed_in, self._connection)
        for game_id in self._games:
            self._rooms.unwatch(game_id, self._connection)
        for tournament in self._followed:
            if self._tournaments is not None:
                self._tournaments.unwatch(tournament, self._connection)

    def handle_now(self, request: ClientRequest, charge: Callable[[], bool]) -> bool:
        """Submit a move without a coroutine; leave every other request to :meth:`handle`."""
        if not isinstance(request, messages.MakeMove):
            return False
        if self._moderation is not None and not self._moderation.sanctions.may_play(self.guest_id or ""):
            return False  # what is not known has to be looked up, and the refusal says why
        room = self._commands.free_room(request, self._connection)
        if room is None:
            return False
        if charge():
            on_done = partial(self._connection.finish, request.id)
            self._commands.submit_now(room, request, self._connection, on_done, self._connection.arrived)
        return True

    async def identify(self) -> bool:
        """Look the player up: a guest is stored on the first write, which can be after the connection was opened.

        Return False if the database did not respond: the client may be a player, so it must not become a spectator.
        """
        try:
            guest = await find_player(self._rooms.store, self._credentials)
        except (StoreOverloaded, StoreUnavailable):
            return False
        found = None if guest is None else guest.id
        if self._channels is not None and found != self.guest_id:
            self._channels.move(self._connection, self.guest_id, found)
        self.guest_id = found
        if self._sockets is not None and guest is not None and guest.session is not None:
            self._signed_in = guest.session
            self._sockets.add(guest.session, self._connection)
        if self.guest_id is not None and self._networks is not None:
            self._networks.note(self.guest_id, self._connection.address)
        return True

    async def handle(self, request: ClientRequest) -> Refusal | None:
        """Handle a request and reply, or return why it is refused."""
        try:
            return await self._handle(request)
        except Sanctioned as error:
            return Refusal("sanctioned", str(error))
        except UnknownGame:
            return UNKNOWN_GAME
        except DamagedGame as error:
            log.error("%s", error)
            return UNKNOWN_GAME
        except (StoreOverloaded, StoreUnavailable, ExecutorFull) as error:
            if isinstance(error, TooManyJobs):
                abuse_log.warn(self._connection.address, "too many simultaneous requests for long work")
            return BUSY

    async def _handle(self, request: ClientRequest) -> Refusal | None:
        match request:
            case messages.Ping():
                self._connection.reply(Pong(id=request.id))
                return None
            case messages.Unwatch():
                self._games.discard(request.game)
                self._rooms.unwatch(request.game, self._connection)
                self._connection.acknowledge(request.id)
                return None
        return await _HANDLERS.get(type(request), Session._execute)(self, request)

    async def _execute(self, command: Command) -> Refusal | None:
        refusal = await self._actions.execute(command, self._connection, arrived=self._connection.arrived)
        if refusal is None:
            self._connection.acknowledge(command.id)
        return refusal

    async def _watch(self, request: messages.Watch) -> Refusal | None:
        if request.game not in self._games and len(self._games) >= _MAX_GAMES:
            return Refusal("not-possible", f"One client can watch at most {_MAX_GAMES} games.")
        await self._rooms.watch(request.game, self._connection, request.id)
        self._games.add(request.game)
        return None

    async def _send_chat(self, request: messages.SendChat) -> Refusal | None:
        find_author = partial(find_player, self._rooms.store, self._credentials)
        refusal = await self._actions.send_chat(request, self._connection, find_author)
        if refusal is None:
            self._connection.acknowledge(request.id)
        return refusal

    async def _help(self, request: HelpRequest) -> Refusal | None:
        if self._coach is None:
            return Refusal("no-help", "Help is not available here.")
        return await self._coach.answer(request, self._connection, self._connection.reply)

    async def _use_pool(self, request: PoolRequest) -> Refusal | None:
        if self._pool is None or self._guests is None:
            return Refusal("not-possible", "There is no pairing pool here.")
        if isinstance(request, Seek):
            if self._moderation is not None and self.guest_id is not None:
                await self._moderation.sanctions.check_play(self.guest_id)
            try:
                player = await self._guests.acting(self._credentials, self._connection.address)
            except TooManyGames as error:
                return Refusal("too-many-games", str(error))
            if player is None:
                return Refusal("not-possible", "This browser has no cookie yet: request /api/me first.")
            if player.id != self.guest_id:
                await self.identify()
            answer = await self._pool.seek(player, request)
        elif isinstance(request, Unseek) and self.guest_id is not None:
            answer = await self._pool.unseek(self.guest_id, request.seek)
        else:
            answer = await self._pool.state(self.guest_id, request.seek)
        if isinstance(answer, Refusal):
            return answer
        self._connection.reply(replace(answer, id=request.id))
        return None

    async def _follow_tournament(self, request: TournamentRequest) -> Refusal | None:
        if self._tournaments is None:
            return Refusal("not-possible", "There are no tournaments here.")
        tournament = request.tournament
        if isinstance(request, UnwatchTournament):
            self._followed.discard(tournament)
            self._tournaments.unwatch(tournament, self._connection)
            self._connection.acknowledge(request.id)
            return None
        if tournament not in self._followed and len(self._followed) >= MAX_WATCHED:
            return Refusal("not-possible", f"One client can watch at most {MAX_WATCHED} tournaments.")
        player = await find_player(self._rooms.store, self._credentials)
        self._followed.add(tournament)
        refusal = await self._tournaments.watch(tournament, self._connection, player, request.page, request.id)
        if refusal is not None:
            self._followed.discard(tournament)
        return refusal

    async def _answer_study(self, request: AnyStudyRequest) -> Refusal | None:
        if self._study is None:
            return Refusal("not-possible", "Analysis is not available here.")
        return await self._study.answer(request, self.guest_id)

    async def _answer_shared_study(self, request: SharedStudyRequest) -> Refusal | None:
        if self._shared is None:
            return Refusal("not-possible", "There are no shared studies here.")
        player = await find_player(self._rooms.store, self._credentials)
        return await self._shared.answer(request, player)

    async def _describe_moves(
        self, request: messages.PathsRequest | messages.PathRequest | messages.WhyNotRequest
    ) -> Refusal | None:
        """Reply with paths of moves, or with the reason why a move is illegal."""
        async with self._rooms.use(request.game) as (room, game):
            if isinstance(request, messages.PathRequest):
                if request.ply > game.ply:
                    return LATE
                path = path_of(game.board_before(request.ply), game.board.moves[request.ply - 1])
                self._connection.reply(PathResponse(id=request.id, path=path))
                return None
            if request.ply != game.ply:
                return LATE
            piece = _PIECE[request.piece]
            if piece.bug not in game.board.game_type:
                return NOT_IN_GAME
            if isinstance(request, messages.PathsRequest):
                if request.piece not in room.paths:
                    room.paths[request.piece] = paths_of(game.board, piece) if game.result is None else []
                self._connection.reply(PathsResponse(id=request.id, paths=room.paths[request.piece]))
                return None
            to = None if request.to is None else Hex(*request.to)
            names = PieceNames.choose(notation=request.notation)
            why = why_not(game.board, piece, to, find_language(request.language), names)
            self._connection.reply(WhyNotResponse(id=request.id, why=why))
            return None


_HANDLERS: Final[dict[type, Callable[[Session, Any], Awaitable[Refusal | None]]]] = {
    messages.Watch: Session._watch,
    messages.SendChat: Session._send_chat,
    **dict.fromkeys((messages.PathsRequest, messages.PathRequest, messages.WhyNotRequest), Session._describe_moves),
    **dict.fromkeys(STUDIES, Session._answer_study),
    **dict.fromkeys(SHARED_STUDY_REQUESTS, Session._answer_shared_study),
    **dict.fromkeys((Seek, Unseek, MySeek), Session._use_pool),
    **dict.fromkeys((WatchTournament, UnwatchTournament), Session._follow_tournament),
    **dict.fromkeys((HintRequest, ThreatsRequest, SetCoaching, KeepMove), Session._help),
}
"""The handlers of requests; all others are commands in a game."""
