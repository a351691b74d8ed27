"""Bodies and messages about blocks, reports, sanctions and the work of moderators."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import GameId, ServerMessage, Side
from skep.server.schemas.lobby import Body
from skep.server.schemas.patterns import whole_match

__all__ = [
    "Appointment",
    "BlockList",
    "BlockView",
    "ChatEvidence",
    "Decision",
    "GameRelations",
    "LogEntry",
    "LogPage",
    "NewBlock",
    "NewReport",
    "Notice",
    "Notices",
    "PlayerFile",
    "PlayerMatch",
    "PlayerMatches",
    "PlayerRelations",
    "Received",
    "ReportPage",
    "ReportView",
    "SanctionNotice",
    "SanctionView",
    "SignalSide",
    "Signals",
    "Target",
    "WordChange",
    "WordList",
]

ReportKind: TypeAlias = Literal["cheating", "chat", "name", "other"]
BlockKind: TypeAlias = Literal["block", "mute"]
SanctionKind: TypeAlias = Literal["warning", "chat", "suspension", "ban"]
Action: TypeAlias = Literal["dismiss", "warn", "rename", "mute", "suspend", "ban"]
LoggedAction: TypeAlias = Literal[
    "dismiss", "warn", "rename", "mute", "suspend", "ban", "lift", "appoint", "forbid-word", "allow-word", "team"
]
AuthorId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9_-]{12}")]


class Target(Body, frozen=True, kw_only=True):
    """Another player: an account by its name, or a seat or an author of the spectators' chat in a game."""

    name: Annotated[str, Meta(max_length=24)] | None = None
    game: GameId | None = None
    side: Side | None = None
    author: AuthorId | None = None
    """The field `author` of a line of the spectators' chat."""


class NewReport(Body, frozen=True, kw_only=True):
    """A report to the moderators."""

    player: Target
    kind: ReportKind
    text: Annotated[str, Meta(max_length=1000)] = ""


class Received(Struct, frozen=True, kw_only=True):
    """A report was received."""

    received: bool = True


class NewBlock(Body, frozen=True, kw_only=True):
    """A player to block or mute."""

    player: Target
    kind: BlockKind


class BlockView(Struct, frozen=True, kw_only=True):
    """A player whom the visitor has blocked or muted."""

    id: int
    name: str
    """The name at the time; empty for a guest without a name."""
    kind: BlockKind
    at: float
    """Seconds since 1970."""


class BlockList(Struct, frozen=True, kw_only=True):
    """The players whom the visitor has blocked or muted, latest first."""

    blocks: list[BlockView]


class GameRelations(Struct, frozen=True, kw_only=True):
    """The visitor's blocks and mutes among the people of a game: the numbers of the entries."""

    white_block: int | None = None
    white_mute: int | None = None
    black_block: int | None = None
    black_mute: int | None = None
    hidden_authors: dict[str, int]
    """The authors of spectators' chat whom the visitor has blocked or muted, each with the number of the entry."""


class PlayerRelations(Struct, frozen=True, kw_only=True):
    """The numbers of the visitor's entries for a player whom they have blocked or muted."""

    block: int | None = None
    mute: int | None = None


class Notice(Struct, frozen=True, kw_only=True):
    """A sanction, as the player sees it."""

    id: int
    kind: SanctionKind
    reason: str
    at: float
    until: float | None


class Notices(Struct, frozen=True, kw_only=True):
    """The visitor's sanctions that are in force, and warnings that were not confirmed."""

    notices: list[Notice]


class SanctionNotice(ServerMessage, tag="sanction", frozen=True, kw_only=True, gc=False):
    """A moderator has warned or restricted this player. A suspension or a ban also signs the player out."""

    sanction: SanctionKind
    reason: str
    until: float | None
    """Seconds since 1970; None for a sanction without an end."""


# for moderators


class ChatEvidence(Struct, frozen=True, kw_only=True):
    """A line of chat, stored with a report."""

    audience: Literal["players", "spectators", "team"]
    name: str
    text: str
    at: float
    reported: bool
    """Whether the reported player wrote it."""


class ReportView(Struct, frozen=True, kw_only=True):
    """A report, as moderators see it."""

    id: int
    player: str
    """The id of the reported player."""
    name: str
    """The name of the reported player at the time."""
    kind: ReportKind
    game: str | None
    text: str
    at: float
    reporter: str
    reporter_name: str
    evidence: list[ChatEvidence]
    outcome: str | None
    """The action that closed the report; None while it is open."""
    sanctions: int
    """The number of earlier sanctions against the player."""


class ReportPage(Struct, frozen=True, kw_only=True):
    """A page of reports."""

    reports: list[ReportView]
    open: int
    """The number of open reports, counting no further than 1000."""
    more: bool


class SanctionView(Notice, frozen=True, kw_only=True):
    """A sanction, as moderators see it."""

    lifted: bool
    active: bool


class PlayerMatch(Struct, frozen=True, kw_only=True):
    """A player found by name."""

    player: str
    name: str
    registered: bool


class PlayerMatches(Struct, frozen=True, kw_only=True):
    """The players with a name, accounts first."""

    players: list[PlayerMatch]


class PlayerGame(Struct, frozen=True, kw_only=True):
    """One of a player's latest games."""

    game: str
    side: Side
    opponent: str
    rated: bool
    ply: int
    winner: Side | None
    ending: str | None
    """None while the game runs."""
    updated: float


class PlayerFile(Struct, frozen=True, kw_only=True):
    """A player, as moderators see them."""

    player: str
    name: str
    registered: bool
    role: Literal["", "moderator", "admin"]
    created: float
    sanctions: list[SanctionView]
    reports: list[ReportView]
    """The latest reports about the player."""
    games: list[PlayerGame]
    left: int
    """How many of the latest games between two people the player has left or not begun."""
    counted: int
    """The number of games that were looked at for `left`."""


class Decision(Body, frozen=True, kw_only=True):
    """An action of a moderator against a player."""

    action: Action
    reason: Annotated[str, Meta(max_length=300)] = ""
    """The reason that the player reads. Required for every action but `dismiss` and `rename`."""
    hours: Annotated[int, Meta(ge=1, le=24 * 366)] | None = None
    """How long a mute or a suspension lasts."""


class SignalSide(Struct, frozen=True, kw_only=True):
    """Signals of fair play: of a player, or of the player's opponents for comparison. They prove nothing."""

    moves: int
    """The number of reviewed moves with a choice, without each game's first moves."""
    agreement: float | None
    """The share of these moves that the engine would have chosen first, from 0 to 1; None without moves."""
    loss: float | None
    """The win probability that such a move lost on average, from 0 to 1."""
    timed_moves: int
    """The number of moves in games with minutes per game, without each game's first moves."""
    median_seconds: float | None
    """The median time of these moves."""
    variation: float | None
    """The standard deviation of these times divided by their mean. People vary by about 1; a constant time by 0."""


class Signals(Struct, frozen=True, kw_only=True):
    """Signals of fair play from a player's latest games, which a person has to weigh."""

    games: int
    """The number of finished games against people that were looked at."""
    reviewed: int
    """How many of them have a review."""
    waiting: int
    """How many reviews are being made."""
    player: SignalSide
    opponents: SignalSide


class Appointment(Body, frozen=True, kw_only=True):
    """The role of an account."""

    role: Literal["", "moderator", "admin"]


class LogEntry(Struct, frozen=True, kw_only=True):
    """An action of a moderator."""

    id: int
    at: float
    moderator: str
    moderator_name: str
    action: LoggedAction
    player: str
    """The id of the player, or empty."""
    player_name: str
    report: int | None
    detail: str


class LogPage(Struct, frozen=True, kw_only=True):
    """A page of the log, latest first."""

    entries: list[LogEntry]
    more: bool


class WordList(Struct, frozen=True, kw_only=True):
    """The words that names and chat cannot contain. A star at the beginning or the end stands for any letters."""

    added: list[str]
    """Added by moderators."""
    standard: list[str]
    """From the list that comes with skep."""
    removed: list[str]
    """Removed by moderators from the list that comes with skep."""


class WordChange(Body, frozen=True, kw_only=True):
    """A word to forbid or to allow."""

    word: Annotated[str, Meta(min_length=2, max_length=40)]
    forbidden: bool
