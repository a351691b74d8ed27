"""The messages of the bot API that a bot reads. Unknown fields and unknown kinds of messages are ignored."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from skep.bot.errors import BotError
from skep.editions import DEFAULT_EDITION
from skep.errors import quote

__all__ = [
    "ChallengeCanceled",
    "ChallengeCreated",
    "ChallengeDeclined",
    "ChallengeInfo",
    "ChatLine",
    "Event",
    "FullGame",
    "GameFinish",
    "GameMessage",
    "GameStart",
    "GameState",
    "MalformedMessage",
    "OpponentAbsence",
    "OwnAccount",
    "PlayerInfo",
    "is_end",
    "parse_account",
    "parse_challenge",
    "parse_event",
    "parse_game_message",
    "parse_ratings",
]

_DecodedT = TypeVar("_DecodedT")

_RUNNING: Final = ("created", "started")
_DAILY: Final = "correspondence"
"""Lichess's name for the speed of games with days per move."""


class MalformedMessage(BotError):
    """The server sent something that is not a message of the bot API."""


class _Message(Struct, frozen=True, kw_only=True, rename="camel"):
    """Fields are named in camelCase on the wire."""


class OwnAccount(_Message, frozen=True, kw_only=True):
    """The account that a token belongs to."""

    id: str
    username: str = ""
    title: str | None = None

    @property
    def name(self) -> str:
        """The name to show."""
        return self.username or self.id

    @property
    def is_bot(self) -> bool:
        """Whether it is a bot account."""
        return self.title == "BOT"


class PlayerInfo(_Message, frozen=True, kw_only=True):
    """A player of a game or a challenge. Guests have no id."""

    id: str | None = None
    name: str | None = None
    username: str | None = None
    title: str | None = None
    rating: float | None = None

    @property
    def shown_name(self) -> str:
        """The name to show."""
        return self.name or self.username or self.id or "a guest"

    @property
    def is_bot(self) -> bool:
        """Whether it is a bot account."""
        return self.title == "BOT"

    def has_id(self, id_: str) -> bool:
        """Return whether this is the player with an id, in any letter case."""
        return id_.lower() in {(name or "").lower() for name in (self.id, self.name, self.username)}


class Variant(_Message, frozen=True, kw_only=True):
    """The game type, under the name that Lichess has for variants of chess."""

    key: str = "Base"


class _Terms(_Message, frozen=True, kw_only=True):
    """The rules of a game."""

    variant: Variant = Variant()
    edition: str = DEFAULT_EDITION.id
    threefold: bool = False
    rated: bool = False


class TimeControl(_Message, frozen=True, kw_only=True):
    """The clock of a challenge."""

    type: Literal["clock", "correspondence", "unlimited"] = "unlimited"
    limit: float = 0.0
    """Seconds per player at the start."""
    increment: float = 0.0
    days_per_turn: float = 0.0


class ChallengeInfo(_Terms, frozen=True, kw_only=True):
    """A challenge to play a game."""

    id: str
    challenger: PlayerInfo | None = None
    dest_user: PlayerInfo | None = None
    speed: str = ""
    time_control: TimeControl = TimeControl()
    decline_reason: str | None = None

    @property
    def speed_name(self) -> str:
        """The speed by the names that the site uses: ``daily`` and ``unlimited`` instead of Lichess's one name."""
        if self.time_control.type == "clock":
            return self.speed
        return "daily" if self.time_control.type == _DAILY else "unlimited"

    @property
    def pool(self) -> str:
        """The pool of games that are rated together with this one, such as ``blitz/base``."""
        return f"{self.speed_name}/{'base' if self.variant.key == 'Base' else 'expansions'}"


class PoolRating(_Message, frozen=True, kw_only=True):
    """A rating of a player."""

    pool: str
    rating: float


class Ratings(_Message, frozen=True, kw_only=True):
    """The ratings of a player, as their profile lists them."""

    ratings: list[PoolRating] = []

    def of(self, pool: str) -> float | None:
        """Return the rating in a pool, or None before the first rated game."""
        return next((one.rating for one in self.ratings if one.pool == pool), None)


class ChallengeCreated(_Message, frozen=True, kw_only=True, tag="challenge"):
    """A challenge was made by or to the account."""

    challenge: ChallengeInfo


class ChallengeCanceled(_Message, frozen=True, kw_only=True, tag="challengeCanceled"):
    """A challenge was withdrawn."""

    challenge: ChallengeInfo


class ChallengeDeclined(_Message, frozen=True, kw_only=True, tag="challengeDeclined"):
    """A challenge was declined."""

    challenge: ChallengeInfo


class GameInfo(_Message, frozen=True, kw_only=True):
    """A game of the account."""

    game_id: str | None = None
    id: str | None = None
    opponent: PlayerInfo = PlayerInfo()
    speed: str = ""
    color: Literal["white", "black"] | None = None

    @property
    def key(self) -> str:
        """The id of the game."""
        return self.game_id or self.id or ""

    @property
    def is_slow(self) -> bool:
        """Whether it is a daily game, or has no clock."""
        return self.speed == _DAILY


class GameStart(_Message, frozen=True, kw_only=True, tag="gameStart"):
    """A game has started, or is in progress when the stream is opened."""

    game: GameInfo


class GameFinish(_Message, frozen=True, kw_only=True, tag="gameFinish"):
    """A game is over."""

    game: GameInfo


class GameClock(_Message, frozen=True, kw_only=True):
    """The clock of a game, in milliseconds."""

    initial: float = 0.0
    increment: float = 0.0


class FirstMoveLimit(_Message, frozen=True, kw_only=True):
    """The limit for the first move, in milliseconds, after which the game is aborted."""

    idle_millis: float = 0.0
    """The part of it that has passed."""
    millis_to_move: float


class GameState(_Message, frozen=True, kw_only=True, tag="gameState"):
    """The moves of a game, its clocks in milliseconds, and its status."""

    moves: str = ""
    """MoveStrings separated by ``;``."""
    move_list: list[str] | None = None
    """The same as a list."""
    wtime: float | None = None
    btime: float | None = None
    winc: float = 0.0
    binc: float = 0.0
    status: str = "started"
    winner: str | None = None
    ending: str | None = None
    """How the game ended, in the server's words."""
    expiration: FirstMoveLimit | None = None
    wdraw: bool = False
    bdraw: bool = False
    wtakeback: bool = False
    btakeback: bool = False

    @property
    def move_strings(self) -> tuple[str, ...]:
        """The moves, first to last."""
        moves = self.moves.split(";") if self.move_list is None else self.move_list
        return tuple(move.strip() for move in moves if move.strip())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was aborted."""
        return self.status not in _RUNNING


class FullGame(_Terms, frozen=True, kw_only=True, tag="gameFull"):
    """A game with everything about it, sent when its stream is opened."""

    id: str
    state: GameState
    clock: GameClock | None = None
    days_per_turn: float | None = None
    white: PlayerInfo = PlayerInfo()
    black: PlayerInfo = PlayerInfo()


class ChatLine(_Message, frozen=True, kw_only=True, tag="chatLine"):
    """A line of the chat of a game."""

    username: str = ""
    text: str = ""


class OpponentAbsence(_Message, frozen=True, kw_only=True, tag="opponentGone"):
    """The opponent has left a game, or has come back."""

    gone: bool
    claim_win_in_seconds: float | None = None


Event: TypeAlias = ChallengeCreated | ChallengeCanceled | ChallengeDeclined | GameStart | GameFinish
"""A message of the event stream."""
GameMessage: TypeAlias = FullGame | GameState | ChatLine | OpponentAbsence
"""A message of a game's stream."""


def is_end(message: GameMessage) -> bool:
    """Return whether nothing follows a message in the stream of a game."""
    state = message.state if isinstance(message, FullGame) else message
    return isinstance(state, GameState) and state.is_over


_EVENTS: Final = ("challenge", "challengeCanceled", "challengeDeclined", "gameStart", "gameFinish")
_GAME_MESSAGES: Final = ("gameFull", "gameState", "chatLine", "opponentGone")
_event_decoder = msgspec.json.Decoder(Event)
_game_decoder = msgspec.json.Decoder(GameMessage)
_account_decoder = msgspec.json.Decoder(OwnAccount)
_challenge_decoder = msgspec.json.Decoder(ChallengeInfo)


class _Kind(Struct):
    """The field that tells the messages of a stream apart."""

    type: str


_ratings_decoder = msgspec.json.Decoder(Ratings)
_kind_decoder = msgspec.json.Decoder(_Kind)


def parse_event(line: bytes) -> Event | None:
    """Parse a line of the event stream, or return None if its kind is unknown. Raises MalformedMessage.

    >>> parse_event(b'{"type": "gameStart", "game": {"gameId": "abc"}}').game.key
    'abc'
    >>> parse_event(b'{"type": "news"}') is None
    True
    """
    return _decode(_event_decoder, line) if _kind(line) in _EVENTS else None


def parse_game_message(line: bytes) -> GameMessage | None:
    """Parse a line of a game stream, or return None if its kind is unknown. Raises MalformedMessage."""
    return _decode(_game_decoder, line) if _kind(line) in _GAME_MESSAGES else None


def parse_account(text: bytes) -> OwnAccount:
    """Parse the answer of ``GET /api/account``. Raises MalformedMessage."""
    return _decode(_account_decoder, text)


def parse_challenge(text: bytes) -> ChallengeInfo:
    """Parse the answer to a new challenge. Raises MalformedMessage."""
    return _decode(_challenge_decoder, text)


def parse_ratings(text: bytes) -> Ratings:
    """Parse the profile of a player. Raises MalformedMessage."""
    return _decode(_ratings_decoder, text)


def _kind(line: bytes) -> str:
    return _decode(_kind_decoder, line).type


def _decode(decoder: msgspec.json.Decoder[_DecodedT], text: bytes) -> _DecodedT:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        shown = quote(text[:200].decode("utf-8", "replace"))
        raise MalformedMessage(f"the server sent {shown}, which is not a message of the bot API: {error}") from error
