"""The event stream of an account: its games and challenges, and what becomes of them.

The stream compares what the database says with what it has sent, so that nothing is missed, whichever process a game or
a challenge changes in. At first it sends what there is. A program that was away also learns which games and challenges
ended in the meantime: the database records until when the events of an account were followed.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skep.server.api_access.tokens import Access, ApiTokens
from skep.server.bots import stream_statements
from skep.server.bots.line_streams import LineStream
from skep.server.bots.stream_statements import StreamedGame
from skep.server.bots.terms import DECLINE_KEYS, DECLINE_TEXTS
from skep.server.bots.views import game_info, sent_challenge, sent_challenges
from skep.server.lobby.challenges import ChallengeBoard
from skep.server.play.live_game import DamagedGame
from skep.server.play.rooms import Rooms, UnknownGame
from skep.server.profiles.statements import note_seen
from skep.server.realtime.frames import payload_of
from skep.server.schemas.bots import ChallengeEvent, GameEvent, SentChallenge
from skep.server.schemas.challenges import DeclineReason

__all__ = ["EventStream", "StreamContext"]

log = logging.getLogger("skep.server")

_LOOK_SECONDS: Final = 30.0
"""Seconds after which the stream looks at all games, whether or not there was a hint."""
_OVERLAP: Final = 120.0
"""Seconds before the last look of the stream before: what was sent then may not have arrived."""
_MAX_ENDED: Final = 1000
"""The games whose end has been sent that are remembered."""


class _Hint(Struct, frozen=True):
    """The part of a message to the player that says what to look at."""

    game: str | None = None


_read_hint: Final = msgspec.json.Decoder(_Hint).decode


@dataclass(frozen=True, slots=True)
class StreamContext:
    """The parts of the server that streams use."""

    rooms: Rooms
    board: ChallengeBoard
    tokens: ApiTokens


class EventStream(LineStream):
    """The events of one account."""

    def __init__(self, context: StreamContext, access: Access, site: str, address: str) -> None:
        """``site`` is the address of the server, for links."""
        super().__init__(f"{access.player.id} events", access.player.id, address)
        self._context = context
        self._rooms = context.rooms
        self._store = context.rooms.store
        self._access = access
        self._site = site
        self._next_look = 0.0
        self._since: float | None = None
        """Games and challenges that ended after this time are sent."""
        self._has_caught_up = False
        """Whether the games and challenges that ended before the stream began have been sent."""
        self._due: set[str] = set()
        """Games to look at."""
        self._running: set[str] = set()
        """Games whose start was sent."""
        self._ended: OrderedDict[str, None] = OrderedDict()
        """Games whose end was sent."""
        self._challenges: dict[str, SentChallenge] = {}
        """Challenges that were sent."""

    def look_at(self, game: str) -> None:
        """Look at a game, which has started or ended."""
        self._due.add(game)
        self.wake()

    def receive(self, framed: bytes) -> None:
        """Note what a message to the player is about, to look at it soon."""
        try:
            hint = _read_hint(payload_of(framed))
        except msgspec.MsgspecError:
            hint = _Hint()
        if hint.game is not None:
            self._due.add(hint.game)
        self.wake()

    async def prepare(self) -> None:
        """Compare what there is with what was sent."""
        if time.monotonic() >= self._next_look:
            await self._look_at_all()
            if self._has_ended:
                return
        challenges = {challenge.id: challenge for challenge in await self._list_challenges()}
        gone = [id_ for id_ in self._challenges if id_ not in challenges]
        due, self._due = self._due, set()
        try:
            games = await self._find_games({*due, *self._running, *gone})
            if self._has_caught_up:
                await self._send_ends(games)
                await self._send_ended_challenges(gone, games)
                self._send_challenges(challenges)
                await self._send_starts(games)
            else:
                await self._send_starts(games)
                self._send_challenges(challenges)
                await self._send_missed_challenges()
                await self._send_ends(games)
                self._has_caught_up = True
        except BaseException:
            self._due |= due
            raise

    async def _look_at_all(self) -> None:
        """Look for games that no hint was about, and check that the token is still valid."""
        if not await self._context.tokens.is_valid(self._access.token):
            self.end()
            return
        now = self._rooms.time.now()
        if self._since is None:
            followed = await self._store.read(partial(stream_statements.find_last_followed, self.player))
            self._since = now if followed is None else followed - _OVERLAP
            await self._store.write(partial(note_seen, [self.player], time.time()))
        self._due |= set(await self._store.read(partial(stream_statements.recent_games, self.player, self._since)))
        await self._store.write(partial(stream_statements.note_followed, self.player, now))
        self._since = max(self._since, now - _OVERLAP)
        self._next_look = time.monotonic() + _LOOK_SECONDS

    # games

    async def _find_games(self, ids: set[str]) -> list[StreamedGame]:
        if not ids:
            return []
        return await self._store.read(partial(stream_statements.played_games, self.player, ids))

    async def _send_starts(self, games: list[StreamedGame]) -> None:
        for game in games:
            if game.has_started and not game.has_ended and game.id not in self._running:
                await self._send_game("gameStart", game)
                self._running.add(game.id)

    async def _send_ends(self, games: list[StreamedGame]) -> None:
        for game in games:
            if game.has_ended and game.id not in self._ended:
                await self._send_game("gameFinish", game)
                self._running.discard(game.id)
                self._ended[game.id] = None
                if len(self._ended) > _MAX_ENDED:
                    self._ended.popitem(last=False)

    async def _send_game(self, kind: Literal["gameStart", "gameFinish"], played: StreamedGame) -> None:
        try:
            async with self._rooms.use(played.id) as (_, game):
                info = game_info(game, played.side, self._rooms.time.now())
        except (UnknownGame, DamagedGame) as error:
            log.error("the event stream of an account leaves out game %s: %s", played.id, error)
            return
        self.put(GameEvent(type=kind, game=info))

    # challenges

    async def _list_challenges(self) -> list[SentChallenge]:
        found = sent_challenges(await self._context.board.list(self._access.player), self._site)
        return [*reversed(found.incoming), *reversed(found.outgoing)]

    def _send_challenges(self, challenges: dict[str, SentChallenge]) -> None:
        for id_, challenge in challenges.items():
            if id_ not in self._challenges:
                self._challenges[id_] = challenge
                self.put(ChallengeEvent(type="challenge", challenge=challenge))

    async def _send_ended_challenges(self, gone: list[str], games: list[StreamedGame]) -> None:
        """Send what became of challenges that are no longer open. The game of one that was accepted has its id."""
        unaccepted = set(gone) - {game.id for game in games}
        reasons = {challenge.id: reason for challenge, reason in await self._list_ended()} if unaccepted else {}
        for id_ in gone:
            challenge = self._challenges.pop(id_)
            if id_ in unaccepted:
                self.put(_end_event(challenge, reasons.get(id_)))

    async def _send_missed_challenges(self) -> None:
        """Send what became of challenges while no program followed the events."""
        for challenge, reason in await self._list_ended():
            self.put(_end_event(challenge, reason))

    async def _list_ended(self) -> list[tuple[SentChallenge, DeclineReason | None]]:
        assert self._since is not None, "the stream has looked at all games"
        own = self._access.player
        return [
            (sent_challenge(view, "out" if view.challenger == own.name else "in", self._site), reason)
            for view, reason in await self._context.board.list_ended(own, self._since)
        ]


def _end_event(challenge: SentChallenge, reason: DeclineReason | None) -> ChallengeEvent:
    """Return that a challenge was declined for a reason, or that it was withdrawn or has expired."""
    if reason is None:
        return ChallengeEvent(type="challengeCanceled", challenge=replace(challenge, status="canceled"))
    declined = replace(
        challenge,
        status="declined",
        decline_reason=DECLINE_TEXTS[reason],
        decline_reason_key=DECLINE_KEYS[reason],
    )
    return ChallengeEvent(type="challengeDeclined", challenge=declined)
