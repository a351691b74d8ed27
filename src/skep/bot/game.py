"""One game of a bot: follows the game's stream, lets the engine think, and sends its moves.

Everything that happens to the game arrives in one inbox, which one thread empties: messages of the server, the results
of searches, and requests of the bot. A search runs on a thread of its own, so that it can be stopped when the game ends
or a move is taken back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from skep.board import Board
from skep.bot.api import BotApi
from skep.bot.engines import EngineSource
from skep.bot.errors import ApiError, BotError, ServerUnreachable
from skep.bot.feed import Feed
from skep.bot.messages import ChatLine, FullGame, GameMessage, GameState, OpponentAbsence, is_end, parse_game_message
from skep.bot.offers import OfferAnswers
from skep.bot.pacing import Backoff
from skep.bot.thinking import Search, Thinker
from skep.bot.timing import NetworkDelay, Pace, clock_of, first_move_limit
from skep.errors import SkepError
from skep.pieces import Color
from skep.uhp.errors import UhpIllegalMove

__all__ = ["MAX_CRASHES", "GameEnd", "GamePlayer", "Request"]

log = logging.getLogger(__name__)

MAX_CRASHES: Final = 4
"""Failures of the engine in one position after which the bot resigns."""
_MAX_REFUSALS: Final = 3
"""Refusals of one move after which the bot resigns."""
_MAX_DELAY: Final = 8.0
"""Maximum seconds between two attempts to follow a game, or to send a move: its clock runs."""
_POLL_SECONDS: Final = 3600.0


class Request(Enum):
    """A request of the bot to one of its games."""

    RESIGN = "resign"
    LEAVE = "leave"
    CHECK = "check"
    """Ask the server for the state of the game."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended for the bot."""

    game: str
    result: str
    """``won``, ``lost``, ``drawn``, ``aborted`` or ``left``."""


@dataclass(slots=True)
class _Answer:
    """A move that the engine has chosen, until the server shows it."""

    moves: tuple[str, ...]
    move: str
    refusals: int = 0
    backoff: Backoff = field(default_factory=lambda: Backoff(longest=_MAX_DELAY))


_Item: TypeAlias = GameMessage | ApiError | Request | Search


class GamePlayer:
    """Plays one game to its end."""

    def __init__(
        self,
        game: str,
        api: BotApi,
        engines: EngineSource,
        pace: Pace,
        *,
        account: str,
        takebacks: bool,
        delay: NetworkDelay,
        on_end: Callable[[GameEnd], None],
    ) -> None:
        """``account`` is the id of the bot's account. ``on_end`` is called once, on the game's thread."""
        self.id = game
        self.opponent = ""
        """The name of the opponent, as soon as it is known."""
        self.is_slow = False
        """Whether the game is a daily game, or has no clock."""
        self._api = api
        self._engines = engines
        self._pace = pace
        self._account = account
        self._takebacks = takebacks
        self._delay = delay
        self._on_end = on_end
        self._inbox: SimpleQueue[_Item] = SimpleQueue()
        self._timers = dict[str, float]()
        self._feed = Feed[GameMessage](
            f"game {game}",
            lambda: api.game_lines(game),
            parse_game_message,
            on_message=self._inbox.put,
            on_refusal=self._inbox.put,
            is_last=is_end,
            backoff=Backoff(longest=_MAX_DELAY),
        )
        self._full: FullGame | None = None
        self._board: Board | None = None
        self._thinker: Thinker | None = None
        self._color = Color.WHITE
        self._moves: tuple[str, ...] = ()
        self._state = GameState()
        self._received = 0.0
        self._answer: _Answer | None = None
        self._crashes = 0
        self._offers: OfferAnswers | None = None
        self._resigning: Backoff | None = None
        self._result: str | None = None

    def start(self) -> None:
        """Play on a thread of its own, which does not keep the program alive."""
        threading.Thread(target=self._run, name=f"game {self.id}", daemon=True).start()

    def request(self, what: Request) -> None:
        """Ask for something, from any thread."""
        self._inbox.put(what)

    # the loop

    def _run(self) -> None:
        self._feed.start()
        try:
            while self._result is None:
                self._next()
        except SkepError as error:
            log.error("game %s: the bot cannot follow this game: %s", self.id, error)
            self._result = "left"
        except Exception:
            log.exception("game %s: the bot cannot continue this game because of an error of its own", self.id)
            self._result = "left"
        finally:
            self._feed.stop()
            if self._thinker is not None:
                self._thinker.close()
            self._on_end(GameEnd(self.id, self._result or "left"))

    def _next(self) -> None:
        """Handle what arrives next, or the timer that expires first."""
        now = time.monotonic()
        name = min(self._timers, key=lambda one: self._timers[one], default=None)
        try:
            item = self._inbox.get(timeout=_POLL_SECONDS if name is None else max(self._timers[name] - now, 0.0))
        except Empty:
            if name is not None:
                del self._timers[name]
                {"send": self._send, "resign": self._resign, "claim": self._claim, "think": self._act}[name]()
            return
        self._handle(item)

    def _handle(self, item: _Item) -> None:
        match item:
            case FullGame():
                self._on_full(item)
            case GameState():
                self._on_state(item)
            case OpponentAbsence():
                self._on_opponent_gone(item)
            case ChatLine():
                log.debug("game %s: %s says %r", self.id, item.username, item.text[:200])
            case ApiError():
                log.error("game %s: %s", self.id, item)
                self._result = "left"
            case Request():
                self._on_request(item)
            case Search():
                self._on_search_end(item)

    def _on_request(self, what: Request) -> None:
        if what is Request.LEAVE:
            self._result = "left"
        elif what is Request.RESIGN:
            self._resign()
        else:
            self._check_state()

    # messages of the server

    def _on_full(self, full: FullGame) -> None:
        if self._full is None:
            self._begin(full)
        self._on_state(full.state)
        if self._answer is not None and self._answer.moves == self._moves:
            # the server may not have got the move; if it has, it refuses the second one
            self._timers.setdefault("send", time.monotonic() + 1.0)

    def _begin(self, full: FullGame) -> None:
        """Set up the board with the first message about the game."""
        self._full = full
        self._color = Color.WHITE if full.white.has_id(self._account) else Color.BLACK
        self.opponent = (full.black if self._color is Color.WHITE else full.white).shown_name
        self.is_slow = full.clock is None
        self._board = Board(full.variant.key, edition=full.edition, threefold=full.threefold)
        takebacks = self._takebacks and not full.rated
        self._offers = OfferAnswers(self.id, self._api, self._engines, self._color, takebacks=takebacks)
        if not full.state.is_over:
            log.info(
                "game %s: %s against %s, %s %s, %s",
                self.id,
                self._color.name.lower(),
                self.opponent,
                full.variant.key,
                "rated" if full.rated else "casual",
                f"move {len(full.state.move_strings) + 1}",
            )

    def _on_state(self, state: GameState) -> None:
        if self._board is None:
            return  # a state before the full one says too little
        self._state, self._received = state, time.monotonic()
        self._follow(self._board, state.move_strings)
        if state.is_over:
            self._finish(state)
            return
        assert self._offers is not None
        self._offers.answer(state, self._board)
        self._act()

    def _follow(self, board: Board, moves: tuple[str, ...]) -> None:
        """Make and take back moves until the board has those of the server."""
        same = next((at for at, (a, b) in enumerate(zip(moves, self._moves, strict=False)) if a != b), None)
        common = min(len(moves), len(self._moves)) if same is None else same
        for _ in range(len(self._moves) - common):
            board.pop()
        for move in moves[common:]:
            board.push_uhp(move)
        if moves != self._moves:
            self._crashes = 0
            self._timers.pop("send", None)
            self._timers.pop("think", None)
            if len(moves) > len(self._moves) and board.turn is self._color:
                log.info("game %s: %s plays %s", self.id, self.opponent, moves[-1])
        self._moves = moves

    def _finish(self, state: GameState) -> None:
        if state.status == "aborted":
            self._result = "aborted"
        elif state.winner in ("white", "black"):
            self._result = "won" if state.winner == self._color.name.lower() else "lost"
        else:
            self._result = "drawn"
        log.info("game %s: %s against %s (%s)", self.id, self._result, self.opponent, state.ending or state.status)

    def _check_state(self) -> None:
        """Ask the server for the state, because the stream may not have sent it yet."""
        try:
            self._on_full(self._api.game(self.id))
        except ServerUnreachable as error:
            log.debug("game %s: %s", self.id, error)  # the stream is opened again, and then sends the state
        except ApiError as error:
            self._handle(error)

    def _on_opponent_gone(self, message: OpponentAbsence) -> None:
        self._timers.pop("claim", None)
        if message.gone and message.claim_win_in_seconds is not None:
            self._timers["claim"] = time.monotonic() + message.claim_win_in_seconds

    def _claim(self) -> None:
        log.info("game %s: %s has left; claims the victory", self.id, self.opponent)
        try:
            self._api.claim_victory(self.id)
        except BotError as error:
            log.warning("game %s: %s", self.id, error)

    # thinking

    def _act(self) -> None:
        """Start or stop thinking, as the position requires."""
        board, thinker = self._board, self._thinker
        if board is None or self._resigning is not None:
            return
        is_our_turn = board.turn is self._color and bool(board.legal_moves)
        if thinker is not None and thinker.search is not None:
            if not is_our_turn or thinker.search.moves != self._moves:
                thinker.stop()  # its end comes back here
        elif is_our_turn and (self._answer is None or self._answer.moves != self._moves):
            self._answer = None
            self._think(board.copy())

    def _think(self, board: Board) -> None:
        """Play the only legal move, or start a search."""
        only, *others = board.legal_moves.list()
        if not others:
            self._play(board.uhp(only))
            return
        assert self._full is not None
        if self._thinker is None:
            self._thinker = Thinker(self._engines.create(board), self._inbox.put)
        limit = self._pace.limit(
            clock_of(self._full, self._state, self._color),
            elapsed=time.monotonic() - self._received,
            delay=self._delay.seconds,
            first_move=first_move_limit(self._state),
        )
        self._thinker.start(self._moves, board, limit)

    def _on_search_end(self, search: Search) -> None:
        assert self._thinker is not None
        self._thinker.acknowledge()
        if search.stop.is_stopped or search.moves != self._moves:
            self._act()
        elif search.error is not None:
            self._on_engine_error(search.error)
        else:
            self._play(search.move, search.seconds)
            if self.is_slow:  # the next turn may be days away, and an engine takes memory
                self._thinker.close()
                self._thinker = None

    def _on_engine_error(self, error: BaseException) -> None:
        """Start the engine again after a crash. Resign if it keeps crashing or plays an illegal move."""
        log.error("game %s: %s", self.id, error if isinstance(error, SkepError) else f"{type(error).__name__}: {error}")
        if isinstance(error, UhpIllegalMove):
            log.error("game %s: resigns, because the engine does not play by the rules", self.id)
            self._resign()
            return
        self._crashes += 1
        if self._crashes >= MAX_CRASHES:
            log.error("game %s: resigns after %d failures of the engine in this position", self.id, self._crashes)
            self._resign()
        else:
            log.warning("game %s: starts the engine again", self.id)
            self._timers["think"] = time.monotonic() + 0.2 * (self._crashes - 1)

    # sending

    def _play(self, move: str, seconds: float = 0.0) -> None:
        log.info("game %s: move %d: %s, %.1f s", self.id, len(self._moves) + 1, move, seconds)
        self._answer = _Answer(self._moves, move)
        self._send()

    def _send(self) -> None:
        """Send the engine's move, and again later if the server does not answer."""
        answer = self._answer
        if answer is None or answer.moves != self._moves:
            return
        try:
            self._delay.observe(self._api.move(self.id, answer.move))
        except ServerUnreachable as error:
            log.debug("game %s: %s", self.id, error)
            self._timers["send"] = time.monotonic() + answer.backoff.next_delay()
        except ApiError as error:
            self._on_refused_move(answer, error)

    def _on_refused_move(self, answer: _Answer, error: ApiError) -> None:
        """Ask for the state: the move may have arrived before, or the game may be over."""
        answer.refusals += 1
        self._check_state()
        if self._result is not None or answer is not self._answer or answer.moves != self._moves:
            return
        log.warning("game %s: %s", self.id, error)
        if answer.refusals >= _MAX_REFUSALS:
            log.error("game %s: resigns, because the server does not accept %s", self.id, answer.move)
            self._resign()
        else:
            self._timers["send"] = time.monotonic() + answer.backoff.next_delay()

    def _resign(self) -> None:
        """Resign, or abort the game if it has hardly begun. Try again until the server has answered."""
        if self._resigning is None:
            self._resigning = Backoff(longest=_MAX_DELAY)
            if self._thinker is not None:
                self._thinker.stop()
        try:
            self._end_game()
        except ServerUnreachable as error:
            log.debug("game %s: %s", self.id, error)
            self._timers["resign"] = time.monotonic() + self._resigning.next_delay()
        except ApiError as error:
            log.warning("game %s: %s", self.id, error)
            self._check_state()
            if self._result is None:
                self._result = "left"

    def _end_game(self) -> None:
        if len(self._moves) < 2:
            try:
                self._api.abort(self.id)
            except ApiError:
                self._api.resign(self.id)
        else:
            self._api.resign(self.id)
