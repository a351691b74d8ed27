"""Socket messages about live games, in both directions.

A request carries an ``id`` that the client chooses; the response repeats it. Everyone who watches a game receives
``moved`` after a move and the whole ``game`` after any other event.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.patterns import whole_match
from skep.views import LegalMovesView, MoveView, PathView, Place, ReasonView

__all__ = ["Answer", "AnyServerMessage", "ClientRequest", "LegalMovesView", "PathView", "Place", "ReasonView"]

Side: TypeAlias = Literal["white", "black"]
GameId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9]{10}")]
PieceName: TypeAlias = Annotated[str, whole_match("[wb](Q|[BS][12]|[GA][123]|[MLP])")]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
LanguageCode: TypeAlias = Annotated[str, whole_match("[a-z]{2}")]
ProposalKind: TypeAlias = Literal["draw", "takeback", "rematch"]
ChatAudience: TypeAlias = Literal["players", "spectators"]


# requests


class ClientMessage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A message from a client."""

    id: Number
    """Chosen by the client and repeated in the response."""


class Ping(ClientMessage, tag="ping", frozen=True, kw_only=True):
    """Check that the connection is alive."""


class GameRequest(ClientMessage, frozen=True, kw_only=True):
    """A request about one game."""

    game: GameId


class Watch(GameRequest, tag="watch", frozen=True, kw_only=True):
    """Subscribe to a game. The response is the whole game. Sent again after every reconnect."""


class Unwatch(GameRequest, tag="unwatch", frozen=True, kw_only=True):
    """Unsubscribe from a game."""


class MakeMove(GameRequest, tag="move", frozen=True, kw_only=True):
    """Place or move a piece; pass if piece and destination are left out."""

    ply: Number
    """The number of turns taken when the player chose the move."""
    piece: PieceName | None = None
    to: Place | None = None


class Propose(GameRequest, tag="propose", frozen=True, kw_only=True):
    """Offer a draw, a takeback or a rematch with colours swapped."""

    what: ProposalKind


class Reply(GameRequest, tag="reply", frozen=True, kw_only=True):
    """Accept or decline a proposal. Declining your own proposal withdraws it."""

    what: ProposalKind
    accept: bool


class Resign(GameRequest, tag="resign", frozen=True, kw_only=True):
    """Resign the game."""


class Abort(GameRequest, tag="abort", frozen=True, kw_only=True):
    """Abort the game without a result. Possible until both players have moved."""


class Claim(GameRequest, tag="claim", frozen=True, kw_only=True):
    """Claim a win or a draw, because the other player is gone. Possible from the time in ``claim`` on."""

    what: Literal["win", "draw"]


class SendChat(GameRequest, tag="chat", frozen=True, kw_only=True):
    """Send a line of chat to the other player or to the spectators.

    Players neither read nor write the spectators' chat before the game is over.
    """

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    audience: ChatAudience = "players"


class PathsRequest(GameRequest, tag="paths", frozen=True, kw_only=True):
    """Request the paths of all legal moves of a piece."""

    ply: Number
    piece: PieceName


class PathRequest(GameRequest, tag="path", frozen=True, kw_only=True):
    """Request the path of the move that led to this ply."""

    ply: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class WhyNotRequest(GameRequest, tag="why", frozen=True, kw_only=True):
    """Request why a piece cannot go somewhere or, without a destination, why it cannot move at all."""

    ply: Number
    piece: PieceName
    to: Place | None = None
    language: LanguageCode = "en"
    notation: bool = False
    """Whether the reason names pieces in notation, as in "the spider wS2"."""


ClientRequest: TypeAlias = (
    Ping
    | Watch
    | Unwatch
    | MakeMove
    | Propose
    | Reply
    | Resign
    | Abort
    | Claim
    | SendChat
    | PathsRequest
    | PathRequest
    | WhyNotRequest
)


# parts of responses


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """The player of one side."""

    seat: Literal["open", "guest", "computer"]
    """Open until the invitation is accepted."""
    name: str = ""
    level: int | None = None
    """The computer's level."""
    online: bool = False
    registered: bool = False
    """Whether the player has an account, and so a profile."""
    bot: bool = False
    """Whether a program plays with the account."""
    rating: int | None = None
    """The rating when the game began; None for guests and without a clock."""
    provisional: bool = False
    """Whether the rating is still uncertain."""
    rating_after: int | None = None
    """The rating after the game, if it was rated."""


class ClockRule(Struct, frozen=True, kw_only=True, gc=False):
    """The time control: none, minutes per game with an increment in seconds, or days per move."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: float = 0
    increment: int = 0
    days: int = 0
    first_move: int = 0
    """Seconds that each side has for its first move, during which its clock does not run. If they pass, the game is
    aborted, or lost in a tournament. Zero in games of earlier versions, whose clocks ran from the first turn on."""


class Clock(Struct, frozen=True, kw_only=True, gc=False):
    """The time each side has left when the message is sent, in milliseconds."""

    white: int
    black: int
    running: Side | None = None
    """The side whose clock runs; None before both sides have moved once, on vacation, and after the end."""
    first_move: int | None = None
    """The time left for the first move of the side to move, after which the game is aborted; None otherwise."""
    vacation: int | None = None
    """The time for which the clock of the side to move stands still, because its player is on vacation, or None."""


class GameResult(Struct, frozen=True, kw_only=True, gc=False):
    """How a game ended. Without a winner it was drawn, aborted or abandoned."""

    winner: Side | None
    ending: Literal[
        "surrounded",
        "both-surrounded",
        "repetition",
        "length",
        "agreement",
        "resignation",
        "time",
        "aborted",
        "abandoned",
        "left",
        "adjudicated",
    ]
    """``length``: a draw, because the game reached the maximum number of turns. ``left``: a player was gone, and the
    other one claimed a win or a draw. ``adjudicated``: the organiser of a tournament decided the result."""


class PlayedMove(MoveView, frozen=True, kw_only=True, gc=False):
    """A move that was played."""

    spent: int = 0
    """The time the player took, in milliseconds."""


class ClaimView(Struct, frozen=True, kw_only=True, gc=False):
    """A player is gone while their clock runs, so the other one may soon claim the game."""

    by: Side
    """The side that may claim."""
    after: int
    """Milliseconds until then, when the message is sent; 0 if it is possible already."""


class Proposal(Struct, frozen=True, kw_only=True, gc=False):
    """A proposal that waits for the other player's answer."""

    what: ProposalKind
    by: Side


class SpectatorLine(Struct, frozen=True, kw_only=True, gc=False):
    """A line of the spectators' chat."""

    name: str
    """Empty for a guest without a name."""
    text: str
    at: float
    """Seconds since 1970."""
    author: str = ""
    """The same for all lines of one author, so that the page can hide them; empty in lines of earlier versions."""


class ChatLine(Struct, frozen=True, kw_only=True, gc=False):
    """A line of chat."""

    by: Side
    text: str
    at: float
    """Seconds since 1970."""


# messages from the server


class ServerMessage(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A message from the server."""


class Pong(ServerMessage, tag="pong", frozen=True, kw_only=True, gc=False):
    """The response to ``ping``."""

    id: int


class Ok(ServerMessage, tag="done", frozen=True, kw_only=True, gc=False):
    """The request was carried out and, if it changes a game, stored."""

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
    "in-play",
    "other-window",
    "too-many",
    "too-fast",
    "too-many-games",
    "busy",
    "unconfirmed",
    "sign-in",
    "sanctioned",
    "blocked",
    "forbidden-word",
    "not-gone",
    "unknown-study",
    "view-only",
]


class Refused(ServerMessage, tag="refused", frozen=True, kw_only=True, gc=False):
    """The request was not carried out. After ``unconfirmed`` it may have been: watch the game again to find out."""

    id: int | None
    """None if the message could not be read."""
    code: RefusalCode
    text: str
    """An English sentence for programmers; the page shows its own text for the code."""
    why: ReasonView | None = None
    """For an illegal move, in English; the page requests it again in another language."""


class PathsResponse(ServerMessage, tag="paths", frozen=True, kw_only=True, gc=False):
    """The response to ``paths``: one path per destination."""

    id: int
    paths: list[PathView]


class PathResponse(ServerMessage, tag="path", frozen=True, kw_only=True, gc=False):
    """The response to ``path``."""

    id: int
    path: PathView


class WhyNotResponse(ServerMessage, tag="why", frozen=True, kw_only=True, gc=False):
    """The response to ``why``; None if the move is legal."""

    id: int
    why: ReasonView | None


class GameState(ServerMessage, tag="game", frozen=True, kw_only=True, gc=False):
    """The state of a game as one client may see it."""

    id: int | None = None
    """The request's id, if this is a response."""
    game: str
    seq: int
    """The number of events so far; a gap before a ``moved`` means that an event was missed."""
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
    """Whether one guest plays both sides."""
    private: bool
    """Whether the game is neither listed nor added to the game database. Anyone with its link can watch it."""
    rated: bool
    """Whether the result changes the players' ratings."""
    tournament: str | None
    """The tournament that the game belongs to. It has no rematch and no takebacks."""
    started: bool
    """Whether both seats are taken."""
    moves: list[PlayedMove]
    legal: LegalMovesView
    clock_rule: ClockRule
    clock: Clock | None
    proposals: list[Proposal]
    result: GameResult | None
    rematch: str | None
    """The id of the rematch."""
    claim: ClaimView | None
    """None unless the player whose clock runs is gone."""
    watchers: int
    chat: list[ChatLine]
    """Empty for spectators."""
    spectator_chat: list[SpectatorLine]
    """Empty for players until the game is over."""
    seat_links: dict[str, str]
    """The secret for playing on another device, for each of this client's sides."""
    invite: str | None
    """The secret of the invitation, for its creator, while a seat is open."""


class MoveMade(ServerMessage, tag="moved", frozen=True, kw_only=True, gc=False):
    """A move was played and stored."""

    game: str
    seq: int
    ply: int
    """The number of turns taken, including this move."""
    move: PlayedMove
    path: PathView
    """The move's path, for drawing."""
    legal: LegalMovesView
    clock: Clock | None
    result: GameResult | None


class ChatReceived(ServerMessage, tag="chat", frozen=True, kw_only=True, gc=False):
    """A player sent a line of chat."""

    game: str
    line: ChatLine


class SpectatorChatReceived(ServerMessage, tag="spectator-chat", frozen=True, kw_only=True, gc=False):
    """A line was added to the spectators' chat. Not sent to players until the game is over."""

    game: str
    line: SpectatorLine


class ComputerWaiting(ServerMessage, tag="computer-waiting", frozen=True, kw_only=True, gc=False):
    """The computer's reply is delayed, because all engines are busy with other games."""

    game: str
    ply: int
    """The number of turns taken."""


class PresenceChanged(ServerMessage, tag="presence", frozen=True, kw_only=True, gc=False):
    """The set of connected players and spectators has changed."""

    game: str
    white: bool
    black: bool
    watchers: int
    claim: ClaimView | None = None
    """None unless the player whose clock runs is gone. Sent again after a move, because it depends on the turn."""


Answer: TypeAlias = Pong | Ok | Refused | PathsResponse | PathResponse | WhyNotResponse
AnyServerMessage: TypeAlias = (
    Answer | GameState | MoveMade | ChatReceived | SpectatorChatReceived | ComputerWaiting | PresenceChanged
)
