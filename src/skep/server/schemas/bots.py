"""Requests, responses and streams of the bot API, which has the form of Lichess's API.

Names are Lichess's; docs/bots.md says what they mean for Hive. A field that is left out has no value.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.lobby import EditionId
from skep.server.schemas.patterns import whole_match

__all__ = [
    "BOT_TYPES",
    "BotChat",
    "BotChatLine",
    "BotOpponent",
    "BotPerf",
    "BotPlayer",
    "BotStatus",
    "BotUser",
    "BotVariant",
    "ChallengeDecline",
    "ChallengeEvent",
    "ChallengeLists",
    "ChallengeTerms",
    "ChallengeToAi",
    "ChallengeUser",
    "ChatLineEvent",
    "Compatibility",
    "Done",
    "FirstMoveLimit",
    "GameClock",
    "GameEvent",
    "GameFull",
    "GameInfo",
    "GameStateEvent",
    "NowPlaying",
    "OpenChallenge",
    "OpenedChallenge",
    "OpponentGone",
    "PerfName",
    "SentChallenge",
    "TimeControl",
]

Color: TypeAlias = Literal["white", "black"]
ColorChoice: TypeAlias = Literal["white", "black", "random"]
StatusName: TypeAlias = Literal[
    "created", "started", "aborted", "mate", "resign", "timeout", "draw", "outoftime", "unknownFinish"
]
DeclineKey: TypeAlias = Literal[
    "generic",
    "later",
    "tooFast",
    "tooSlow",
    "timeControl",
    "rated",
    "casual",
    "standard",
    "variant",
    "noBot",
    "onlyBot",
]


class _Api(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A value in the form of Lichess's API."""


class BotVariant(_Api, frozen=True, kw_only=True):
    """The game type."""

    key: str
    """Such as `Base+MLP`."""
    name: str
    short: str


class _Terms(_Api, frozen=True, kw_only=True):
    """The terms of a game."""

    variant: BotVariant
    edition: str
    threefold: bool
    rated: bool
    speed: str
    """`bullet`, `blitz`, `rapid`, `classical` or `correspondence`."""


# players


class BotPerf(_Api, frozen=True, kw_only=True):
    """A rating in one pool."""

    games: int
    rating: int
    rd: int
    """The deviation of the rating."""
    prov: bool
    """Whether the rating is provisional."""


class BotUser(_Api, frozen=True, kw_only=True):
    """A player."""

    id: str
    """The name in lower case."""
    username: str
    perfs: dict[str, BotPerf]
    """The ratings by pool, such as `blitz/expansions`."""
    created_at: int
    """Milliseconds since 1970."""
    url: str
    title: Literal["BOT"] | None = None


class BotStatus(_Api, frozen=True, kw_only=True):
    """How a game stands, with Lichess's number."""

    id: int
    name: StatusName


# the terms of games


class PerfName(_Api, frozen=True, kw_only=True):
    """The pool in which a game is rated."""

    name: str


class TimeControl(_Api, frozen=True, kw_only=True):
    """The clock of a challenge."""

    type: Literal["clock", "correspondence", "unlimited"]
    limit: int | None = None
    """Seconds at the start."""
    increment: int | None = None
    show: str | None = None
    """Such as `5+3`."""
    days_per_turn: int | None = None


# events


class BotOpponent(_Api, frozen=True, kw_only=True):
    """The other player of a game."""

    id: str | None = None
    username: str = ""
    rating: int | None = None
    title: Literal["BOT"] | None = None
    ai: int | None = None
    """The level of the computer."""


class Compatibility(_Api, frozen=True, kw_only=True):
    """Which API can be used to play a game."""

    bot: bool
    board: bool


class GameInfo(_Terms, frozen=True, kw_only=True):
    """A game of the account."""

    id: str
    game_id: str
    full_id: str
    color: Color
    fen: str
    """The GameString."""
    has_moved: bool
    is_my_turn: bool
    last_move: str
    source: Literal["friend", "ai"]
    status: BotStatus
    perf: str
    """The pool, such as `blitz/expansions`; empty without a clock."""
    opponent: BotOpponent
    compat: Compatibility
    seconds_left: int | None = None
    """The seconds that the account has left."""
    winner: Color | None = None
    rating_diff: int | None = None


class GameEvent(_Api, frozen=True, kw_only=True):
    """A game has started, or has ended."""

    type: Literal["gameStart", "gameFinish"]
    game: GameInfo


class NowPlaying(_Api, frozen=True, kw_only=True):
    """The games that the account plays, its own turn first."""

    now_playing: list[GameInfo]


class ChallengeUser(_Api, frozen=True, kw_only=True):
    """A player of a challenge."""

    id: str
    name: str
    title: Literal["BOT"] | None = None


class SentChallenge(_Terms, frozen=True, kw_only=True):
    """A challenge."""

    id: str
    """Also the id of the game, once it is accepted."""
    url: str
    status: Literal["created", "canceled", "declined"]
    challenger: ChallengeUser
    dest_user: ChallengeUser
    time_control: TimeControl
    color: ColorChoice
    """The colour of the challenger."""
    perf: PerfName
    direction: Literal["in", "out"]
    decline_reason: str | None = None
    decline_reason_key: DeclineKey | None = None


class ChallengeEvent(_Api, frozen=True, kw_only=True):
    """A challenge was made, withdrawn or declined."""

    type: Literal["challenge", "challengeCanceled", "challengeDeclined"]
    challenge: SentChallenge


class ChallengeLists(Struct, frozen=True, kw_only=True, rename={"incoming": "in", "outgoing": "out"}):
    """The challenges to and from the account."""

    incoming: list[SentChallenge]
    outgoing: list[SentChallenge]


# one game


class BotPlayer(_Api, frozen=True, kw_only=True):
    """A player of a game."""

    id: str | None = None
    name: str = ""
    title: Literal["BOT"] | None = None
    rating: int | None = None
    provisional: bool = False
    ai_level: int | None = None


class GameClock(_Api, frozen=True, kw_only=True):
    """A clock with minutes, in milliseconds."""

    initial: int
    increment: int


class FirstMoveLimit(_Api, frozen=True, kw_only=True):
    """The time for the first move of the side to move, in milliseconds, after which the game is aborted."""

    idle_millis: int
    millis_to_move: int


class GameStateEvent(_Api, frozen=True, kw_only=True, tag="gameState", tag_field="type"):
    """The moves and clocks of a game."""

    moves: str
    """MoveStrings, separated by `;`."""
    move_list: list[str]
    wtime: int
    """Milliseconds that White has left; 2147483647 without a clock."""
    btime: int
    winc: int
    binc: int
    status: StatusName
    wdraw: bool
    """Whether White offers a draw."""
    bdraw: bool
    wtakeback: bool
    """Whether White proposes a takeback."""
    btakeback: bool
    ending: str | None = None
    """How the game ended, in skep's words."""
    winner: Color | None = None
    expiration: FirstMoveLimit | None = None
    rematch: str | None = None


class GameFull(_Terms, frozen=True, kw_only=True, tag="gameFull", tag_field="type"):
    """A game, sent first on its stream."""

    id: str
    perf: PerfName
    created_at: int
    white: BotPlayer
    black: BotPlayer
    initial_fen: str
    state: GameStateEvent
    clock: GameClock | None = None
    days_per_turn: int | None = None


class ChatLineEvent(_Api, frozen=True, kw_only=True, tag="chatLine", tag_field="type"):
    """A line of chat."""

    room: Literal["player", "spectator"]
    username: str
    text: str


class OpponentGone(_Api, frozen=True, kw_only=True, tag="opponentGone", tag_field="type"):
    """The opponent is gone while their clock runs, or is back."""

    gone: bool
    claim_win_in_seconds: int | None = None


class BotChatLine(_Api, frozen=True, kw_only=True):
    """A line of chat in the list of a game."""

    user: str
    text: str


class Done(Struct, frozen=True):
    """The request was carried out."""

    ok: bool = True


# requests

_Variant: TypeAlias = Annotated[str, whole_match(r"standard|Base(\+M?L?P?)?")]
_Limit: TypeAlias = Annotated[int, Meta(ge=15, le=10_800)]
_Increment: TypeAlias = Annotated[int, Meta(ge=0, le=180)]
_Days: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]


class _Asked(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"clock_limit": "clock.limit", "clock_increment": "clock.increment"},
):
    """The terms that all kinds of challenges have."""

    clock_limit: _Limit | None = None
    """Seconds at the start."""
    clock_increment: _Increment | None = None
    days: _Days | None = None
    variant: _Variant | None = None
    """The game type, such as `Base+MLP`. Default: `Base`, of which `standard` is another name."""
    edition: EditionId | None = None
    threefold: bool | None = None
    fen: Literal["startpos"] | None = None
    """Games begin with the empty board."""


class ChallengeTerms(_Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A challenge to a player."""

    color: ColorChoice | None = None
    """The colour that the account plays."""
    rated: bool | None = None


class ChallengeToAi(_Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game against the computer."""

    color: ColorChoice | None = None
    """The colour that the account plays."""
    level: Annotated[int, Meta(ge=1, le=10)] = 2


class OpenChallenge(_Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game for the first two players who open its link."""

    rated: bool | None = None
    name: Annotated[str, Meta(max_length=60)] | None = None
    """Accepted because Lichess has it, and not shown."""


class ChallengeDecline(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a challenge is declined."""

    reason: DeclineKey = "generic"


class BotChat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of chat to send."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    room: Literal["player", "spectator"] = "player"


class OpenedChallenge(_Terms, frozen=True, kw_only=True):
    """A game for the first two players who open its link."""

    id: str
    url: str
    """The link to any seat that is open: for the first player, chance decides."""
    url_white: str
    """The link to White's seat."""
    url_black: str
    status: Literal["created"]
    time_control: TimeControl
    color: Literal["random"]
    perf: PerfName


BOT_TYPES: Final[tuple[Any, ...]] = (
    BotUser,
    NowPlaying,
    GameInfo,
    GameEvent,
    ChallengeEvent,
    SentChallenge,
    ChallengeLists,
    OpenedChallenge,
    GameFull,
    GameStateEvent,
    ChatLineEvent,
    OpponentGone,
    BotChatLine,
    Done,
    ChallengeTerms,
    ChallengeToAi,
    OpenChallenge,
    ChallengeDecline,
    BotChat,
)
"""The types in the description of the API; the page uses none of them."""
