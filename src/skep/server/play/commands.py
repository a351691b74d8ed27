"""Commands: moves, proposals, replies and resignations, from judging them to the reply.

There is one path for all of them. A command is judged by the game, its event is stored, and only then is it applied,
broadcast and acknowledged. In a room that is loaded and free this takes one call and one callback from the store,
without a task or a coroutine: nearly every command is a move, and a coroutine would cost half as much again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from skep.pieces import Color
from skep.server.accounts.quotas import GameQuota, TooManyGames
from skep.server.accounts.secrets import new_game_id
from skep.server.play.live_game import Command, DamagedGame, LiveGame
from skep.server.play.new_games import rematch_row
from skep.server.play.room import Room, Subscriber
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.schemas.game import Claim, MakeMove, Propose, Reply
from skep.server.schemas.refusals import BUSY, NOT_GONE, NOT_YOUR_GAME, UNCONFIRMED, UNKNOWN_GAME, Refusal
from skep.server.store.records import Event, EventKind, StoreOverloaded, StoreUnavailable

__all__ = ["Commands", "OnDone"]

log = logging.getLogger("skep.server")

OnDone: TypeAlias = Callable[[Refusal | None], None]
"""Receives None once the command is stored and broadcast, otherwise the refusal."""

_MAX_ATTEMPTS: Final = 4
"""How often a command is judged again after another process was first."""
_REMATCH_EXPECTED: Final = 5.0
"""Seconds for which the room of a rematch stays loaded for the players of the game before."""


@dataclass(slots=True)
class _Submission:
    """A command on its way through the store."""

    room: Room
    command: Command
    subscriber: Subscriber
    sides: frozenset[Color]
    on_done: OnDone
    arrived: float | None = None
    """When the command arrived, on the monotonic clock."""
    attempts: int = 0
    is_due: bool = False
    """Whether the event that is being stored comes before the command: a credit, or the end of the game on time."""
    is_credited: bool = False
    """Whether the time that the command had to wait has been credited."""


class Commands:
    """Carries out the players' commands."""

    def __init__(self, rooms: Rooms, quota: GameQuota | None = None) -> None:
        """``quota`` limits rematches."""
        self._rooms = rooms
        self._quota = quota

    def submit(
        self, command: Command, subscriber: Subscriber, on_done: OnDone, *, arrived: float | None = None
    ) -> None:
        """Judge a command, store its event and broadcast it, then call ``on_done``.

        ``on_done`` is called exactly once, possibly before this returns. ``arrived`` is when the command arrived, on
        the monotonic clock: a player whose clock has run out only since then has not lost.
        """
        room = self.free_room(command, subscriber)
        if room is None:
            self._rooms.spawn(self._submit_later(command, subscriber, on_done, arrived))
        else:
            self.submit_now(room, command, subscriber, on_done, arrived)

    def free_room(self, command: Command, subscriber: Subscriber) -> Room | None:
        """Return the room of a command if it is loaded, up to date and unlocked, and the subscriber plays in it."""
        room = self._rooms.find(command.game)
        if room is None or room.game is None or room.stale or room.lock.held or not room.subscribers.get(subscriber):
            return None
        return room

    def submit_now(
        self, room: Room, command: Command, subscriber: Subscriber, on_done: OnDone, arrived: float | None = None
    ) -> None:
        """Submit a command in the room that :meth:`free_room` has just returned."""
        room.lock.acquire_nowait()
        room.users += 1
        self._judge(_Submission(room, command, subscriber, room.subscribers[subscriber], on_done, arrived))

    async def execute(
        self, command: Command, subscriber: Subscriber, *, arrived: float | None = None
    ) -> Refusal | None:
        """Submit a command and wait for its outcome."""
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()

        def settle(outcome: Refusal | None) -> None:
            if not done.done():
                done.set_result(outcome)

        self.submit(command, subscriber, settle, arrived=arrived)
        return await done

    async def _submit_later(
        self, command: Command, subscriber: Subscriber, on_done: OnDone, arrived: float | None
    ) -> None:
        """Load the room first, or wait for its lock."""
        use = self._rooms.use(command.game)
        try:
            room, _ = await use.__aenter__()
        except (UnknownGame, DamagedGame) as error:
            if isinstance(error, DamagedGame):
                log.error("%s", error)
            on_done(UNKNOWN_GAME)
            return
        except BaseException:
            on_done(BUSY)
            raise
        try:
            sides = await self._rooms.seats.claim(room, subscriber)
        except BaseException:
            self._finish(room, on_done, BUSY)
            raise
        if sides:
            self._judge(_Submission(room, command, subscriber, sides, on_done, arrived))
        else:
            self._finish(room, on_done, NOT_YOUR_GAME)

    # with the room's lock held

    def _judge(self, submission: _Submission) -> None:
        """Turn a command into an event and store it. Whoever finishes releases the lock."""
        room = submission.room
        game = room.game
        assert game is not None
        try:
            # a credit, or a flag that has fallen, comes before the command
            due = self._decide_due(submission)
            submission.is_due = due is not None
            decided = due or _decide(game, submission, self._rooms.time.now())
            if isinstance(decided, Refusal):
                self._finish(room, submission.on_done, decided)
                return
            done = partial(self._on_stored, submission, decided)
            if decided.kind is EventKind.REMATCH:
                self._rooms.spawn(self._store_rematch(submission, game, decided, done))
            else:
                self._rooms.store.append_nowait(decided, game.status_after(decided), done)
        except Exception as error:
            self._fail(submission, error)

    def _decide_due(self, submission: _Submission) -> Event | None:
        due = self._rooms.decide_due(submission.room, arrived=submission.arrived)
        # storing a credit takes time too, which is not credited again
        return None if due is not None and due.kind is EventKind.CREDIT and submission.is_credited else due

    def _on_stored(self, submission: _Submission, event: Event, stored: bool | Exception) -> None:
        """Continue after the store has answered."""
        room, game = submission.room, submission.room.game
        assert game is not None
        if isinstance(stored, Exception):
            self._fail(submission, stored)
            return
        if not stored:
            # another process was first: catch up, and judge again
            game.withdraw()
            room.stale = True
            self._rooms.spawn(self._retry(submission, game))
            return
        try:
            self._rooms.apply_stored(room, game, event)
        except Exception as error:
            log.exception("game %s: a stored event could not be broadcast", room.id)
            self._fail(submission, error)
            return
        if submission.is_due:
            submission.is_credited = True
            self._judge(submission)
        else:
            self._finish(room, submission.on_done, None)

    async def _retry(self, submission: _Submission, game: LiveGame) -> None:
        submission.attempts += 1
        try:
            await self._rooms.catch_up(submission.room, game)
        except BaseException:
            self._finish(submission.room, submission.on_done, BUSY)
            raise
        if submission.attempts < _MAX_ATTEMPTS:
            self._judge(submission)
        else:
            self._finish(submission.room, submission.on_done, BUSY)

    def _fail(self, submission: _Submission, error: Exception) -> None:
        room, game = submission.room, submission.room.game
        assert game is not None
        if not isinstance(error, StoreOverloaded | StoreUnavailable):
            log.error("game %s: a command failed", room.id, exc_info=error)
        self._rooms.discard(room, game, error)
        # an overloaded store has written nothing; after any other failure the event may have been stored
        refusal = BUSY if isinstance(error, StoreOverloaded) else UNCONFIRMED
        self._finish(room, submission.on_done, refusal)

    def _finish(self, room: Room, on_done: OnDone, outcome: Refusal | None) -> None:
        """Reply, and let go of the room."""
        try:
            on_done(outcome)
        finally:
            room.lock.release()
            room.users -= 1
            if not room.subscribers:
                self._rooms.drop_if_idle(room)

    # rematches

    async def _store_rematch(
        self, submission: _Submission, game: LiveGame, event: Event, done: Callable[[bool | Exception], None]
    ) -> None:
        """Store the next game together with the event that points to it; its room is loaded for the players."""
        try:
            await self._check_rematch(submission)
        except TooManyGames as error:
            self._finish(submission.room, submission.on_done, Refusal("too-many-games", str(error)))
            return
        except BaseException:
            self._finish(submission.room, submission.on_done, BUSY)
            raise
        row = rematch_row(game, event.text, self._rooms.time.now())
        fresh = LiveGame(row)
        room = self._rooms.room(row.id)
        room.users += 1
        try:
            room.subscribed = True
            await self._rooms.bus.subscribe(row.id)
            stored = await self._rooms.store.append_rematch(event, game.status_after(event), row, fresh.status())
            if stored:
                self._rooms.metrics.game_created("rematch")
                room.begin(fresh, after=submission.room)
                self._rooms.after_event(room)
                asyncio.get_running_loop().call_later(_REMATCH_EXPECTED, self._stop_expecting, room)
        except Exception as error:
            done(error)
        except BaseException as error:
            done(StoreUnavailable(f"interrupted: {type(error).__name__}"))
            raise
        else:
            done(stored)
        finally:
            room.users -= 1
            self._rooms.drop_if_idle(room)

    async def _check_rematch(self, submission: _Submission) -> None:
        """Charge a rematch like a new game, to the player whose command starts it."""
        guest = submission.subscriber.guest_id
        if self._quota is not None and guest is not None:
            if not submission.attempts:
                self._quota.charge(address=submission.subscriber.address, guest=guest)
            await self._quota.check_unfinished(guest)

    def _stop_expecting(self, room: Room) -> None:
        room.expected.clear()
        self._rooms.drop_if_idle(room)


def _decide(game: LiveGame, submission: _Submission, now: float) -> Event | Refusal:
    command = submission.command
    side = _acting_side(game, submission.sides, command)
    if isinstance(command, MakeMove):
        return game.decide(side, command, now)
    if isinstance(command, Claim) and not submission.room.may_claim(side):
        return NOT_GONE
    is_rematch = isinstance(command, (Propose, Reply)) and command.what == "rematch"
    return game.decide(side, command, now, next_game=new_game_id() if is_rematch else "")


def _acting_side(game: LiveGame, sides: frozenset[Color], command: Command) -> Color:
    """Return the side that a command acts for. A guest who plays both acts for the side whose turn it is.

    Accepting a proposal is the exception: it acts for the side that has to answer.
    """
    if len(sides) == 1:
        return next(iter(sides))
    if isinstance(command, Reply) and command.accept and (by := game.proposals.proposer(command.what)) is not None:
        return by.other
    return game.turn
