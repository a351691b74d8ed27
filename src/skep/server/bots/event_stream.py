"""The event stream of an account: its games and challenges, and what becomes of them.

The stream compares what the database says with what it has sent, so that nothing is missed, whichever process a game or
a challenge changes in. At first it sends what there is. A program that was away also learns which games ended in the
meantime: the database records until when the events of an account were followed.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from skep.server.api_access.tokens import Access, ApiTokens
from skep.server.bots import stream_statements
from skep.server.bots.line_streams import LineStream
from skep.server.bots.stream_statements import StreamedGame
from skep.server.bots.terms import DECLINE_KEYS, DECLINE_TEXTS
from skep.server.bots.views import game_info, sent_challenges
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
_MAX_ANSWERS: Final = 100
_MAX_ENDED: Final = 1000
"""The games whose end has been sent that are remembered."""


class _Hint(Struct, frozen=True):
    """The part of a message to the player that says what to look at."""

    kind: str
    game: str | None = None
    challenge: Raw = Raw(b"null")
    how: str | None = None
    reason: DeclineReason | None = None


_read_hint: Final = msgspec.json.Decoder(_Hint).decode
_read_id: Final = msgspec.json.Decoder(str).decode


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
        """Games that ended after this time are sent."""
        self._due: set[str] = set()
        """Games to look at."""
        self._running: set[str] = set()
        """Games whose start was sent."""
        self._ended: OrderedDict[str, None] = OrderedDict()
        """Games whose end was sent."""
        self._challenges: dict[str, SentChallenge] = {}
        """Challenges that were sent."""
        self._answers: OrderedDict[str, _Hint] = OrderedDict()
        """How the latest challenges ended, according to messages."""

    def look_at(self, game: str) -> None:
        """Look at a game, which has started or ended."""
        self._due.add(game)
        self.wake()

    def receive(self, framed: bytes) -> None:
        """Note what a message to the player is about, to look at it soon."""
        try:
            hint = _read_hint(payload_of(framed))
            if hint.kind == "challenge-ended":
                self._answers[_read_id(hint.challenge)] = hint
                if len(self._answers) > _MAX_ANSWERS:
                    self._answers.popitem(last=False)
        except msgspec.MsgspecError:
            hint = _Hint("")
        if hint.game is not None:
            self._due.add(hint.game)
        self.wake()

    async def prepare(self) -> None:
        """Compare what there is with what was sent."""
        is_first = self._since is None
        if time.monotonic() >= self._next_look:
            await self._look_at_all()
            if self._has_ended:
                return
        challenges = {challenge.id: challenge for challenge in await self._list_challenges()}
        gone = [id_ for id_ in self._challenges if id_ not in challenges]
        due, self._due = self._due, set()
        try:
            games = await self._find_games({*due, *self._running, *gone})
            if is_first:
                await self._send_starts(games)
                self._send_challenges(challenges, gone, games)
                await self._send_ends(games)
            else:
                await self._send_ends(games)
                self._send_challenges(challenges, gone, games)
                await self._send_starts(games)
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

    def _send_challenges(
        self, challenges: dict[str, SentChallenge], gone: list[str], games: list[StreamedGame]
    ) -> None:
        accepted = {game.id for game in games}
        for id_ in gone:
            challenge, answer = self._challenges.pop(id_), self._answers.pop(id_, None)
            if id_ not in accepted and (answer is None or answer.how != "accepted"):
                self.put(_ended_challenge(challenge, answer))
        for id_, challenge in challenges.items():
            if id_ not in self._challenges:
                self._challenges[id_] = challenge
                self.put(ChallengeEvent(type="challenge", challenge=challenge))


def _ended_challenge(challenge: SentChallenge, answer: _Hint | None) -> ChallengeEvent:
    """Return that a challenge was declined, or that it was withdrawn or has expired."""
    if answer is None or answer.how != "declined":
        return ChallengeEvent(type="challengeCanceled", challenge=replace(challenge, status="canceled"))
    reason = answer.reason or "generic"
    declined = replace(
        challenge,
        status="declined",
        decline_reason=DECLINE_TEXTS[reason],
        decline_reason_key=DECLINE_KEYS[reason],
    )
    return ChallengeEvent(type="challengeDeclined", challenge=declined)
