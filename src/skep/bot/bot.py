"""A bot: answers challenges by its rules, and plays every game of its account."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias, TypeVar

from skep.bot.api import BotApi
from skep.bot.engines import EngineSource
from skep.bot.errors import ApiError, BotError, ServerUnreachable
from skep.bot.feed import Feed
from skep.bot.game import GameEnd, GamePlayer, Request
from skep.bot.messages import (
    ChallengeCanceled,
    ChallengeCreated,
    ChallengeDeclined,
    ChallengeInfo,
    Event,
    GameFinish,
    GameStart,
    OwnAccount,
    parse_event,
)
from skep.bot.pacing import Backoff
from skep.bot.rules import ChallengeRules, Load
from skep.bot.timing import NetworkDelay, Pace

__all__ = ["Bot", "BotSettings", "OnInterrupt"]

log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 5.0
"""Seconds until a challenge is answered again, if the server could not be reached."""
_START_SECONDS: Final = 30.0
"""Seconds in which the game of an accepted challenge starts, if it starts at all."""
_LEAVING_SECONDS: Final = 3.0
_MAX_REMEMBERED: Final = 1000
"""Answered challenges to remember: the server sends open ones again when a stream is opened."""


class OnInterrupt(StrEnum):
    """The fate of the games when the bot is interrupted."""

    FINISH = "finish"
    """Finish games with a clock; daily games, and games without one, wait for the bot's return."""
    RESIGN = "resign"
    """Resign all games."""
    LEAVE = "leave"
    """Leave the games as they are. A bot that is started again continues them."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """The behaviour of a bot."""

    rules: ChallengeRules = field(default_factory=ChallengeRules)
    pace: Pace = field(default_factory=Pace)
    on_interrupt: OnInterrupt = OnInterrupt.FINISH
    challenge: str | None = None
    """A player to challenge at the start."""
    challenge_settings: Mapping[str, str] = field(default_factory=dict)
    tournament: str | None = None
    """An arena to join at the start."""
    stop_after: int | None = None
    """The number of finished games after which the bot ends."""


class _Interrupt:
    """The user or the system asks the bot to end."""


_AnswerT = TypeVar("_AnswerT")
_Item: TypeAlias = Event | ApiError | GameEnd | _Interrupt


class Bot:
    """Runs until it is interrupted, its token is refused, or it has played enough games."""

    def __init__(self, api: BotApi, account: OwnAccount, engines: EngineSource, settings: BotSettings) -> None:
        self._api = api
        self._account = account
        self._engines = engines
        self._settings = settings
        self._inbox: SimpleQueue[_Item] = SimpleQueue()
        self._feed = Feed[Event](
            "events", api.event_lines, parse_event, on_message=self._inbox.put, on_refusal=self._inbox.put
        )
        self._delay = NetworkDelay()
        self._players = dict[str, GamePlayer]()
        self._accepted = dict[str, tuple[str, float]]()
        """Challenges whose games have not started yet, with the challenger's name and when they were accepted."""
        self._answered: deque[str] = deque(maxlen=_MAX_REMEMBERED)
        self._own_challenge: str | None = None
        """The challenge that the bot made at its start, until it is answered."""
        self._finished = 0
        self._is_ending = False
        self._is_interrupted = False
        self._was_asked_to_end = False

    def interrupt(self) -> None:
        """End politely; called a second time, at once. This is for the handler of a signal, on the main thread."""
        if self._was_asked_to_end:
            raise KeyboardInterrupt
        self._was_asked_to_end = True
        self._inbox.put(_Interrupt())

    def run(self) -> bool:
        """Play until the bot ends. Return False if it was interrupted. Raises ApiError if the server refuses it."""
        self._feed.start()
        try:
            self._begin()
            while not self._is_ending or self._players or self._waiting():
                self._next(None if not self._is_ending else 1.0)
        except KeyboardInterrupt:
            self._is_interrupted = True
        finally:
            self._feed.stop()
            self._leave_games()
        return not self._is_interrupted

    def _next(self, timeout: float | None) -> None:
        with suppress(Empty):
            self._handle(self._inbox.get(timeout=timeout))

    def _leave_games(self) -> None:
        """Leave the games as they are, and wait for their engines to end."""
        for player in self._players.values():
            player.request(Request.LEAVE)
        deadline = time.monotonic() + _LEAVING_SECONDS
        with suppress(Empty):
            while self._players and (left := deadline - time.monotonic()) > 0:
                item = self._inbox.get(timeout=left)
                if isinstance(item, GameEnd):
                    self._players.pop(item.game, None)

    def _begin(self) -> None:
        """Challenge a player and join an arena, if the user wants that."""
        tournament, player = self._settings.tournament, self._settings.challenge
        if tournament is not None:
            self._insist(lambda: self._api.join_tournament(tournament))
            log.info("joined the tournament %s", tournament)
        if player is not None:
            sent = self._insist(lambda: self._api.challenge(player, self._settings.challenge_settings))
            self._own_challenge = None if sent is None else sent.id
            log.info("challenged %s", player)

    def _insist(self, request: Callable[[], _AnswerT]) -> _AnswerT | None:
        """Send a request until the server answers, or the bot is interrupted."""
        backoff = Backoff()
        while not self._was_asked_to_end:
            try:
                return request()
            except ServerUnreachable as error:
                delay = backoff.next_delay()
                log.warning("%s; the next attempt is in %.1f s", error, delay)
                time.sleep(delay)
        return None

    def _handle(self, item: _Item) -> None:
        match item:
            case ChallengeCreated():
                self._on_challenge(item.challenge)
            case ChallengeDeclined():
                reason = item.challenge.decline_reason or "no reason given"
                log.info("challenge %s: declined (%s)", item.challenge.id, reason)
                self._forget(item.challenge.id)
            case ChallengeCanceled():
                log.info("challenge %s: withdrawn", item.challenge.id)
                self._forget(item.challenge.id)
            case GameStart():
                self._on_game_start(item)
            case GameFinish():
                player = self._players.get(item.game.key)
                if player is not None:
                    player.request(Request.CHECK)
            case GameEnd():
                self._on_game_end(item)
            case _Interrupt():
                self._on_interrupt()
            case ApiError():
                raise item

    # challenges

    def _on_challenge(self, challenge: ChallengeInfo) -> None:
        challenger = challenge.challenger
        if challenge.id in self._answered or (challenger is not None and challenger.has_id(self._account.id)):
            return
        name = "a guest" if challenger is None else challenger.shown_name
        self._answered.append(challenge.id)
        try:
            reason = self._reason_to_decline(challenge, name)
            if reason is None:
                log.info("challenge %s of %s: accepted", challenge.id, name)
                self._accepted[challenge.id] = (name, time.monotonic())
                self._api.accept(challenge.id)
            else:
                log.info("challenge %s of %s: declined (%s)", challenge.id, name, reason)
                self._api.decline(challenge.id, reason)
        except ServerUnreachable as error:
            log.warning("challenge %s: %s", challenge.id, error)
            self._forget(challenge.id)
            self._answer_later(challenge)
        except ApiError as error:
            log.warning("challenge %s: %s", challenge.id, error)
            self._accepted.pop(challenge.id, None)

    def _reason_to_decline(self, challenge: ChallengeInfo, name: str) -> str | None:
        if self._is_ending:
            return "later"
        rating = None if challenge.challenger is None else challenge.challenger.rating
        if rating is None and challenge.challenger is not None and self._rules.needs_rating:
            with suppress(ApiError):  # other servers may have no such profiles
                rating = self._api.rating(name, challenge.pool)
        return self._rules.reason_to_decline(challenge, self._load(name), rating=rating)

    def _answer_later(self, challenge: ChallengeInfo) -> None:
        timer = threading.Timer(_RETRY_SECONDS, self._inbox.put, (ChallengeCreated(challenge=challenge),))
        timer.daemon = True
        timer.start()

    @property
    def _rules(self) -> ChallengeRules:
        return self._settings.rules

    def _load(self, challenger: str) -> Load:
        opponents = [player.opponent for player in self._players.values()] + self._waiting()
        return Load(len(opponents), sum(name.lower() == challenger.lower() for name in opponents))

    def _waiting(self) -> list[str]:
        """Return the challengers whose challenges were accepted and whose games should start at any moment."""
        earliest = time.monotonic() - _START_SECONDS
        self._accepted = {one: (name, at) for one, (name, at) in self._accepted.items() if at >= earliest}
        return [name for name, _at in self._accepted.values()]

    def _forget(self, challenge: str) -> None:
        self._accepted.pop(challenge, None)
        if challenge in self._answered:
            self._answered.remove(challenge)
        if challenge == self._own_challenge:
            self._own_challenge = None

    # games

    def _on_game_start(self, event: GameStart) -> None:
        game = event.game.key
        name = event.game.opponent.shown_name
        self._forget_accepted(game, name)
        if game in self._players:
            return
        player = self._players[game] = GamePlayer(
            game,
            self._api,
            self._engines,
            self._settings.pace,
            account=self._account.id,
            takebacks=self._rules.takebacks,
            delay=self._delay,
            on_end=self._inbox.put,
        )
        player.opponent, player.is_slow = name, event.game.is_slow
        player.start()
        if self._is_ending:
            self._end_game(player)

    def _forget_accepted(self, game: str, opponent: str) -> None:
        """Forget the accepted challenge whose game has started: Lichess gives both the same id."""
        if game == self._own_challenge:
            self._own_challenge = None
        same_opponent = [one for one, (name, _at) in self._accepted.items() if name.lower() == opponent.lower()]
        for challenge in (game, *same_opponent):
            if self._accepted.pop(challenge, None) is not None:
                return

    def _on_game_end(self, end: GameEnd) -> None:
        self._players.pop(end.game, None)
        if end.result != "left":
            self._finished += 1
        if self._finished == self._settings.stop_after:
            log.info("ends after %d games", self._finished)
            self._end()

    # the end

    def _end(self) -> None:
        """Take part in nothing new, and end the games as the user wants."""
        self._is_ending = True
        self._withdraw()
        for player in self._players.values():
            self._end_game(player)

    def _on_interrupt(self) -> None:
        self._is_interrupted = True
        self._end()
        if self._players and self._settings.on_interrupt is OnInterrupt.FINISH:
            log.info("finishes the games that have a clock, and accepts no others; interrupt again to leave them")

    def _end_game(self, player: GamePlayer) -> None:
        how = self._settings.on_interrupt
        if how is OnInterrupt.RESIGN:
            player.request(Request.RESIGN)
        elif how is OnInterrupt.LEAVE or player.is_slow:
            player.request(Request.LEAVE)

    def _withdraw(self) -> None:
        """Leave the arena, and withdraw an unanswered challenge."""
        tournament, challenge = self._settings.tournament, self._own_challenge
        self._own_challenge = None
        try:
            if tournament is not None:
                self._api.withdraw(tournament)
            if challenge is not None:
                self._api.cancel(challenge)
        except BotError as error:
            log.warning("%s", error)
