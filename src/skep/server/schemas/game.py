"""What is said on the socket about games, both ways. ``make types`` writes ``web/src/lib/messages.ts`` from it.

A client asks with a number of its own; the answer carries it back as ``id``. What concerns a game comes to
everybody who watches it: a whole ``game`` when anything but a move happened, ``moved`` after a move.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.telling import LegalMovesView, PathView, Place, ReasonView

__all__ = ["Answer", "AnyServerMessage", "ClientRequest", "LegalMovesView", "PathView", "Place", "ReasonView"]

Side: TypeAlias = Literal["white", "black"]
GameId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9]{10}$")]
PieceName: TypeAlias = Annotated[str, Meta(pattern="^[wb](Q|[BS][12]|[GA][123]|[MLP])$")]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
ProposalKind: TypeAlias = Literal["draw", "takeback", "rematch"]


# what a client says


class ClientMessage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Every message of a client."""

    id: Number
    """Chosen by the client; the answer carries it."""


class Ping(ClientMessage, tag="ping", frozen=True, kw_only=True):
    """Asks whether anybody is there."""


class GameRequest(ClientMessage, frozen=True, kw_only=True):
    """A message about one game."""

    game: GameId


class Watch(GameRequest, tag="watch", frozen=True, kw_only=True):
    """Tell me of this game from now on; answered by the whole game. Asked again after every reconnection."""


class Unwatch(GameRequest, tag="unwatch", frozen=True, kw_only=True):
    """Tell me no more."""


class MakeMove(GameRequest, tag="move", frozen=True, kw_only=True):
    """Place or move a piece; without piece and place, pass."""

    ply: Number
    """How many turns had been taken when the player chose it."""
    piece: PieceName | None = None
    to: Place | None = None


class Propose(GameRequest, tag="propose", frozen=True, kw_only=True):
    """Offer a draw, ask to take a move back, or offer another game with colours swapped."""

    what: ProposalKind


class Reply(GameRequest, tag="reply", frozen=True, kw_only=True):
    """Accept or decline what the other player proposed; declining one's own takes it back."""

    what: ProposalKind
    accept: bool


class Resign(GameRequest, tag="resign", frozen=True, kw_only=True):
    """Give the game up."""


class Abort(GameRequest, tag="abort", frozen=True, kw_only=True):
    """End a game that has not properly begun: nobody wins. Possible until both players have moved."""


class SendChat(GameRequest, tag="say", frozen=True, kw_only=True):
    """A line of chat to the other player."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class PathsRequest(GameRequest, tag="ways", frozen=True, kw_only=True):
    """Asks by which ways a piece gets where it may go now."""

    ply: Number
    piece: PieceName


class PathRequest(GameRequest, tag="way", frozen=True, kw_only=True):
    """Asks by which way the move went that led to this ply."""

    ply: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class WhyNotRequest(GameRequest, tag="why", frozen=True, kw_only=True):
    """Asks why a piece may not go there or, without a place, why it cannot move at all."""

    ply: Number
    piece: PieceName
    to: Place | None = None
    language: Annotated[str, Meta(pattern="^[a-z]{2}$")] = "en"


ClientRequest: TypeAlias = (
    Ping
    | Watch
    | Unwatch
    | MakeMove
    | Propose
    | Reply
    | Resign
    | Abort
    | SendChat
    | PathsRequest
    | PathRequest
    | WhyNotRequest
)


# the parts of what the server says


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """Who sits at one side of the table."""

    seat: Literal["open", "guest", "computer"]
    """Open: nobody has taken the invitation yet."""
    name: str = ""
    level: int | None = None
    """The computer's."""
    online: bool = False


class ClockRule(Struct, frozen=True, kw_only=True, gc=False):
    """How much time there is: none is counted, minutes for the game with seconds added a move, or days a move."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: float = 0
    increment: int = 0
    days: int = 0


class Clock(Struct, frozen=True, kw_only=True, gc=False):
    """The time each side has left, in milliseconds, at the moment of telling."""

    white: int
    black: int
    running: Side | None = None


class GameResult(Struct, frozen=True, kw_only=True, gc=False):
    """How a game ended. Without a winner it is a draw, or was aborted."""

    winner: Side | None
    ending: Literal["surrounded", "both-surrounded", "repetition", "agreement", "resignation", "time", "aborted"]


class PlayedMove(Struct, frozen=True, kw_only=True, gc=False):
    """A turn that was taken."""

    uhp: str
    """Its MoveString."""
    piece: str | None = None
    """None for a pass."""
    origin: Place | None = None
    """Where the piece stood; None when it was placed."""
    to: Place | None = None
    spent: int = 0
    """How long the player thought, in milliseconds."""


class Proposal(Struct, frozen=True, kw_only=True, gc=False):
    """Something one player waits for the other to answer."""

    what: ProposalKind
    by: Side


class ChatLine(Struct, frozen=True, kw_only=True, gc=False):
    """A line of chat."""

    by: Side
    text: str
    at: float
    """Seconds since 1970."""


# what the server says


class ServerMessage(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Every message of the server."""


class Pong(ServerMessage, tag="pong", frozen=True, kw_only=True, gc=False):
    """Here I am."""

    id: int


class Ok(ServerMessage, tag="done", frozen=True, kw_only=True, gc=False):
    """It was done, and stored where it changes a game."""

    id: int


RefusalCode: TypeAlias = Literal[
    "malformed",
    "unknown-game",
    "not-your-game",
    "not-your-turn",
    "late",
    "illegal",
    "game-over",
    "nothing-proposed",
    "not-possible",
    "no-help",
    "too-fast",
    "busy",
    "unconfirmed",
]


class Refused(ServerMessage, tag="refused", frozen=True, kw_only=True, gc=False):
    """The request was not carried out. After ``unconfirmed`` it may have been: watch the game again to find out."""

    id: int | None
    """None when the message could not be read."""
    code: RefusalCode
    text: str
    """One English sentence for programmers; the page tells people in their language, by the code."""
    why: ReasonView | None = None
    """For an illegal move, in English: the page asks again in another language."""


class PathsResponse(ServerMessage, tag="ways", frozen=True, kw_only=True, gc=False):
    """The answer to ``ways``, one for each destination."""

    id: int
    paths: list[PathView]


class PathResponse(ServerMessage, tag="way", frozen=True, kw_only=True, gc=False):
    """The answer to ``way``."""

    id: int
    path: PathView


class WhyNotResponse(ServerMessage, tag="why", frozen=True, kw_only=True, gc=False):
    """The answer to ``why``; None when the turn is legal."""

    id: int
    why: ReasonView | None


class GameState(ServerMessage, tag="game", frozen=True, kw_only=True, gc=False):
    """A whole game, as one client may see it."""

    id: int | None = None
    """Of the question, when this is an answer."""
    game: str
    seq: int
    """Counts everything that happens in the game; a ``moved`` that does not follow means that one was missed."""
    edition: str
    game_type: str
    threefold: bool
    pieces: list[str]
    """All pieces of both players, in play or in hand."""
    white: Player
    black: Player
    yours: list[Side]
    """The sides this client plays."""
    same_screen: bool
    """Both sides are played by one guest."""
    started: bool
    """Both seats are taken."""
    moves: list[PlayedMove]
    legal: LegalMovesView
    clock_rule: ClockRule
    clock: Clock | None
    proposals: list[Proposal]
    result: GameResult | None
    rematch: str | None
    """The game that followed this one."""
    watchers: int
    chat: list[ChatLine]
    """Players see it; for spectators it is empty."""
    seat_links: dict[str, str]
    """For each of this client's sides the secret with which the seat is taken on another device."""
    invite: str | None
    """The secret of the invitation, for its maker, while a seat is open."""


class MoveMade(ServerMessage, tag="moved", frozen=True, kw_only=True, gc=False):
    """A move was made and stored."""

    game: str
    seq: int
    ply: int
    """How many turns have been taken now."""
    move: PlayedMove
    path: PathView
    """The move's path, for drawing."""
    legal: LegalMovesView
    clock: Clock | None
    result: GameResult | None


class ChatReceived(ServerMessage, tag="said", frozen=True, kw_only=True, gc=False):
    """A player said something."""

    game: str
    line: ChatLine


class PresenceChanged(ServerMessage, tag="present", frozen=True, kw_only=True, gc=False):
    """Who is there changed."""

    game: str
    white: bool
    black: bool
    watchers: int


Answer: TypeAlias = Pong | Ok | Refused | PathsResponse | PathResponse | WhyNotResponse
AnyServerMessage: TypeAlias = Answer | GameState | MoveMade | ChatReceived | PresenceChanged
