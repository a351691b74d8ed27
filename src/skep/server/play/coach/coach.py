"""Coach: helps who plays the computer, and nobody else.

It answers what a player asks, and looks at every move of a player who wants to be told of blunders. All thinking is
done by the pool, among the analyses: bounded, in turn, and dropped when the game goes on. While a takeback is offered
the computer's answer waits, since an answer that ends the game could not be taken back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, TypeAlias
from weakref import WeakKeyDictionary

import msgspec

from skep.board import Board
from skep.i18n import find_language
from skep.moves import Move
from skep.pieces import Color
from skep.rules import Language
from skep.server.engines.pool import EngineLease, EnginePool, Priority, QueueFull
from skep.server.play.coach.blunders import LEVELS_OFFERING, Blunder, find_blunder
from skep.server.play.coach.hints import Hint, find_hint
from skep.server.play.coach.strings import blunder_sentence
from skep.server.play.coach.threats import Seen, threats
from skep.server.play.coach.views import told_hint, told_move, told_threats
from skep.server.play.live_game import LiveGame
from skep.server.play.room import Room, Subscriber
from skep.server.play.rooms import Rooms
from skep.server.realtime.frames import frame
from skep.server.schemas.coach import (
    HelpRequest,
    HintRequest,
    KeepMove,
    SetCoaching,
    TakebackOffered,
    ThreatsRequest,
)
from skep.server.schemas.game import Ok, Refused
from skep.server.schemas.protocol import AnyServerMessage
from skep.server.schemas.refusals import BUSY, NOT_YOUR_GAME, Refusal

__all__ = ["Coach"]

_JUDGE_TIMEOUT: Final = 3.0
"""Seconds after which a busy server gives up judging a move: the computer plays on."""
_OFFER_TIMEOUT: Final = 20.0
"""Seconds for which the computer waits while a takeback is offered."""
_MAX_CLOCK_SHARE: Final = 0.25
"""It never waits for more of its own clock than this."""
_ELSEWHERE: Final = _JUDGE_TIMEOUT + _OFFER_TIMEOUT + 2.0
"""Seconds for which a process leaves the answer to another, to which the player is connected."""

_NO_HELP: Final = Refusal("no-help", "There is help in games against the computer alone.")
_OVER: Final = Refusal("game-over", "The game is over.")
_LATE: Final = Refusal("late", "The game has gone on since this was asked.")
_NOT_YOUR_TURN: Final = Refusal("not-your-turn", "There is help when it is your turn.")
_NOTHING: Final = Refusal("nothing-proposed", "No takeback is offered.")

_encoder: Final = msgspec.json.Encoder()

Subject: TypeAlias = Literal["hint", "threats"]
Answer: TypeAlias = Callable[[AnyServerMessage], None]


@dataclass(slots=True, eq=False)
class _PendingReply:
    """What the computer's answer waits for."""

    seq: int
    """The board's number that it answers to."""
    ply: int
    offered: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True, eq=False)
class _CoachState:
    """What is known of one game; gone with its room."""

    coached: WeakKeyDictionary[Subscriber, Language] = field(default_factory=WeakKeyDictionary)
    """Who wants to be told of blunders."""
    offered: set[int] = field(default_factory=set)
    """The plies for which a takeback was offered: never twice."""
    pause: _PendingReply | None = None
    seq: int = -1
    """The board's number that the following was found on."""
    hint: Hint | None = None
    seen: Seen | None = None


class Coach:
    """Helps all players of a process."""

    def __init__(self, rooms: Rooms, pool: EnginePool) -> None:
        self._rooms = rooms
        self._pool = pool
        self._games: WeakKeyDictionary[Room, _CoachState] = WeakKeyDictionary()

    def _helped(self, room: Room) -> _CoachState:
        return self._games.setdefault(room, _CoachState())

    # what is asked

    async def answer(self, request: HelpRequest, subscriber: Subscriber, answer: Answer) -> Refusal | None:
        """Answer a player now or, when it takes thinking, soon; or say why not."""
        async with self._rooms.use(request.game) as (room, game):
            sides = await self._rooms.sides(room, subscriber)
            if refusal := _refused(game, sides, request):
                return refusal
            helped = self._helped(room)
            if isinstance(request, SetCoaching):
                self._coach(room, helped, request, subscriber)
            elif isinstance(request, KeepMove):
                pause = helped.pause
                if pause is None or not pause.offered or pause.ply != request.ply or pause.over.is_set():
                    return _NOTHING
                pause.over.set()
            else:
                self._find(room, game, request, answer)
                return None
        answer(Ok(id=request.id))
        return None

    def _coach(self, room: Room, helped: _CoachState, request: SetCoaching, subscriber: Subscriber) -> None:
        if request.on and subscriber in room.subscribers:
            helped.coached[subscriber] = find_language(request.language)
        else:
            helped.coached.pop(subscriber, None)

    def _find(self, room: Room, game: LiveGame, request: HintRequest | ThreatsRequest, answer: Answer) -> None:
        """Answer from what is known of this board, or think."""
        helped, board = self._helped(room), game.board.copy()
        if helped.seq != game.board_seq:
            helped.seq, helped.hint, helped.seen = game.board_seq, None, None
        if isinstance(request, HintRequest):
            if helped.hint is None:
                self._rooms.spawn(self._think_of_hint(room, helped, board, request, answer))
            else:
                answer(told_hint(request, board, helped.hint))
        elif helped.seen is None:
            self._rooms.spawn(self._think_of_threats(room, helped, board, request, answer))
        else:
            answer(told_threats(request, board, helped.seen))

    async def _think_of_hint(
        self, room: Room, helped: _CoachState, board: Board, request: HintRequest, answer: Answer
    ) -> None:
        found = await self._thought(room, helped, "hint", partial(find_hint, board), request, answer)
        if isinstance(found, Hint):
            helped.hint = found
            answer(told_hint(request, board, found))

    async def _think_of_threats(
        self, room: Room, helped: _CoachState, board: Board, request: ThreatsRequest, answer: Answer
    ) -> None:
        found = await self._thought(room, helped, "threats", partial(threats, board), request, answer)
        if isinstance(found, Seen):
            helped.seen = found
            answer(told_threats(request, board, found))

    async def _thought(
        self,
        room: Room,
        helped: _CoachState,
        subject: Subject,
        question: Callable[[EngineLease], object],
        request: HintRequest | ThreatsRequest,
        answer: Answer,
    ) -> object:
        """What the pool finds; None, and the asker was refused, when it is too busy or the game goes on meanwhile."""
        seq = helped.seq
        try:
            found = await self._pool.run_preemptible(_key(room, subject), question, priority=Priority.ANALYSIS)
            refusal = None if helped.seq == seq else _LATE
        except QueueFull:
            refusal = BUSY
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            # the same was asked again, as from another tab, or the game went on
            refusal = BUSY if helped.seq == seq else _LATE
        if refusal is None:
            return found
        answer(Refused(id=request.id, code=refusal.code, text=refusal.text))
        return None

    # blunders

    def on_event(self, room: Room) -> None:
        """After every event: drop what was thought about another board, and judge a new move of a player."""
        helped, game = self._games.get(room), room.game
        assert game is not None
        if helped is None:
            return
        seq = game.board_seq if game.result is None else None
        if helped.seq not in (-1, seq):
            helped.seq, helped.hint, helped.seen = -1, None, None
            for subject in ("hint", "threats"):
                self._pool.cancel(_key(room, subject))
        pause = helped.pause
        if pause is not None and pause.seq != seq:
            helped.pause = None
            pause.over.set()
            self._pool.cancel(_key(room, "blunder"))
        if helped.pause is None and self._to_be_judged(room, game, helped):
            helped.pause = _PendingReply(game.board_seq, game.ply)
            before, move = game.board_before(game.ply), game.board.moves[-1]
            self._rooms.spawn(self._judge(room, helped, helped.pause, before, move, self._timeout(game)))

    def _to_be_judged(self, room: Room, game: LiveGame, helped: _CoachState) -> bool:
        return (
            _offers(game)
            and game.computer_to_move
            and game.ply > 0
            and game.ply not in helped.offered
            and any(subscriber in room.subscribers for subscriber in helped.coached)
        )

    def _timeout(self, game: LiveGame) -> float:
        """For how long the computer can wait for the player's answer."""
        if not game.clocks.counted or game.computer is None:
            return _OFFER_TIMEOUT
        left = game.clocks.remaining(game.computer, running=True, now=time.time())
        return min(_OFFER_TIMEOUT, _MAX_CLOCK_SHARE * left)

    async def _judge(
        self, room: Room, helped: _CoachState, pause: _PendingReply, before: Board, move: Move, timeout: float
    ) -> None:
        """Judge a move, and let the computer wait while a takeback is offered for it."""
        try:
            async with asyncio.timeout(_JUDGE_TIMEOUT):
                blunder = await self._pool.run_preemptible(
                    _key(room, "blunder"), partial(find_blunder, before, move), priority=Priority.ANALYSIS
                )
            if blunder is not None and helped.pause is pause:
                pause.offered = True
                helped.offered.add(pause.ply)
                self._offer(room, helped, pause, blunder, before, move)
                async with asyncio.timeout(timeout):
                    await pause.over.wait()
        except (TimeoutError, QueueFull):
            pass
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
        finally:
            pause.over.set()

    def _offer(
        self, room: Room, helped: _CoachState, pause: _PendingReply, blunder: Blunder, before: Board, move: Move
    ) -> None:
        """Tell the player, in every window that asked for it, and nobody else."""
        side, board = before.to_move, before.copy()
        if blunder.kind != "misses":
            board.push(move)
        answer = told_move(board, blunder.move)
        for subscriber, language in list(helped.coached.items()):
            if side in room.subscribers.get(subscriber, ()):
                sentence = blunder_sentence(blunder, side, language)
                offer = TakebackOffered(
                    game=room.id, ply=pause.ply, blunder=blunder.kind, sentence=sentence, move=answer
                )
                subscriber.send(frame(_encoder.encode(offer)))

    async def wait_for_player(self, room: Room, seq: int) -> None:
        """Wait until the computer's answer to a board may be played: not while a takeback is offered.

        A process leaves the answer to the one to which the player is connected, which alone knows of an offer.
        """
        helped, game = self._helped(room), room.game
        pause = helped.pause
        if pause is None or pause.seq != seq:
            if game is None or not _offers(game) or not _plays_elsewhere(room, game):
                return
            helped.pause = pause = _PendingReply(seq, game.ply)
            asyncio.get_running_loop().call_later(_ELSEWHERE, pause.over.set)
        await pause.over.wait()


def _key(room: Room, subject: str) -> str:
    return f"{room.id}/{subject}"


def _offers(game: LiveGame) -> bool:
    """Whether this is a game in which takebacks are offered."""
    if game.computer is None:
        return False
    level = game.row.seats[game.computer].level
    return level is not None and level <= LEVELS_OFFERING


def _plays_elsewhere(room: Room, game: LiveGame) -> bool:
    """Whether the player is connected to another process, and not to this one."""
    assert game.computer is not None
    here, anywhere = room.local_presence(), room.presence()
    if game.computer is Color.WHITE:
        return anywhere.black and not here.black
    return anywhere.white and not here.white


def _refused(game: LiveGame, sides: frozenset[Color], request: HelpRequest) -> Refusal | None:
    """Why somebody is not helped."""
    if not sides:
        return NOT_YOUR_GAME
    if game.computer is None:
        return _NO_HELP
    if not isinstance(request, HintRequest | ThreatsRequest):
        return None
    if game.result is not None:
        return _OVER
    if request.ply != game.ply:
        return _LATE
    return None if game.to_move in sides else _NOT_YOUR_TURN
