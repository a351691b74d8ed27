"""What is said over REST about records, reviews and the explorer. ``make types`` writes it as TypeScript too."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from skep.server.schemas.lobby import Model

__all__ = [
    "ArchivedGame",
    "ArchivedGames",
    "ExploredMove",
    "ExplorerQuery",
    "ExplorerResult",
    "Glyph",
    "ImportReport",
    "Mark",
    "PictureRequest",
    "PositionCheck",
    "PositionFaults",
    "ReadRecords",
    "RecordNode",
    "RecordTree",
    "RejectedRecord",
    "ReviewJob",
    "ReviewRequest",
    "ReviewView",
    "ReviewedMove",
    "ReviewedSide",
    "SharedStudy",
]

# a list of two in JSON; strict models take tuples alone
Where = Annotated[tuple[int, int], Field(strict=False)]
Glyph = Literal["!", "?", "!!", "??", "!?", "?!"]
Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder", "missed-win", "only-move", "forced"]
Text = Annotated[str, Field(max_length=4000)]


class Mark(Model):
    """Something drawn on the board beside a move: a ring, or an arrow when there is a second place."""

    at: Where
    to: Where | None = None
    color: Literal["green", "red", "blue", "yellow"] = "green"


class RecordNode(Model):
    """One move of a tree. Nodes are listed parents first, siblings with the main line first."""

    parent: int
    """The index of the node before it; -1 for the start of the game."""
    uhp: Annotated[str, Field(max_length=24)]
    piece: str | None = None
    origin: Where | None = None
    to: Where | None = None
    """Piece, origin and place are told by the server; what a client says there is not read."""
    comment: Text = ""
    glyph: Glyph | None = None
    clock: float | None = None
    """Seconds left to the player after the move."""
    spent: float | None = None
    """Seconds the move took."""
    marks: Annotated[list[Mark], Field(max_length=64)] = []


class RecordTree(Model):
    """A game with its variations and all that is known of it."""

    start: Annotated[str, Field(max_length=2000)]
    """The position it begins with, as a position string."""
    threefold: bool = False
    tags: Annotated[dict[str, Annotated[str, Field(max_length=1000)]], Field(max_length=64)] = {}
    result: Literal["InProgress", "Draw", "WhiteWins", "BlackWins"] = "InProgress"
    reason: Annotated[str, Field(max_length=200)] = ""
    """What led to the result, in a few words."""
    comment: Text = ""
    """Of the game as a whole."""
    marks: Annotated[list[Mark], Field(max_length=64)] = []
    """On the board at the start."""
    nodes: Annotated[list[RecordNode], Field(max_length=5000)] = []


class RejectedRecord(Model):
    """A game, or a file, that could not be read to its end."""

    number: int
    """Which game of the file, from 1."""
    line: int
    ply: int | None
    text: str


class ReadRecords(Model):
    """What a text or a file holds."""

    games: list[RecordTree]
    """Those that could be read, the readable part of broken ones included."""
    refused: list[RejectedRecord]
    remarks: list[str]
    """Such as which edition was found for a record that names none."""
    left_out: int
    """How many games more there are than are told here."""


class PositionCheck(Model):
    """A position to be checked."""

    position: Annotated[str, Field(max_length=4000)]
    language: Annotated[str, Field(pattern="^[a-z]{2}$")] = "en"


class PositionFaults(Model):
    """What makes a position impossible, one sentence each; empty when it can be played on."""

    faults: list[str]
    doubts: list[str]
    """Why no game can have led to it, though it can be played on."""
    position: str | None
    """The canonical position string, when there are no faults."""


class ArchivedGame(Model):
    """A game of the database, in a list."""

    id: int
    white: str
    black: str
    date: str
    """As in 2026-11-15; unknown parts are left out; empty when nothing is known."""
    game_type: str
    edition: str
    result: Literal["InProgress", "Draw", "WhiteWins", "BlackWins"]
    reason: str
    plies: int
    source: str
    """Where it came from: a file's name, or the table."""
    event: str
    reviewed: bool


class ArchivedGames(Model):
    """Some games of the database, the latest first."""

    games: list[ArchivedGame]
    total: int
    """How many there are in all under these filters."""


class ImportReport(Model):
    """What became of an uploaded file."""

    added: int
    known: int
    """Games that were in the database already."""
    refused: list[RejectedRecord]
    games: list[int]
    """The ids of the first of those added or known."""


class ExplorerQuery(Model):
    """A position, and which games to count."""

    start: Annotated[str, Field(max_length=2000)]
    moves: Annotated[list[Annotated[str, Field(max_length=24)]], Field(max_length=1000)] = []
    edition: str | None = None
    player: Annotated[str, Field(max_length=100)] | None = None
    side: Literal["white", "black"] | None = None
    """The side that player had; either when it is left out."""
    since: Annotated[str, Field(pattern=r"^\d{4}(-\d\d){0,2}$")] | None = None
    until: Annotated[str, Field(pattern=r"^\d{4}(-\d\d){0,2}$")] | None = None


class ExploredMove(Model):
    """A move that was played from a position, those that are its mirror images counted with it."""

    uhp: str
    piece: str | None
    to: Where | None
    origin: Where | None
    games: int
    white: int
    draws: int
    black: int
    value: float | None
    """What the engine thought of it when it last looked, White's view."""
    players: list[str]
    """Some of those who played it, the most frequent first."""


class ExplorerResult(Model):
    """How a position was played."""

    games: int
    white: int
    draws: int
    black: int
    unfinished: int
    moves: list[ExploredMove]
    """The most frequent first."""
    behind: list[ArchivedGame]
    """The latest games with this position."""


class ReviewRequest(Model):
    """A game to be reviewed: one of the database, one played here, or one that is brought along."""

    archived: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    game: Annotated[str, Field(pattern="^[A-Za-z0-9]{10}$")] | None = None
    tree: RecordTree | None = None
    effort: Literal["quick", "normal", "deep"] = "normal"


class ReviewJob(Model):
    """A review was begun, or is done already."""

    review: str


class ReviewedMove(Model):
    """One move of a reviewed game. All values are White's."""

    ply: int
    uhp: str
    piece: str | None
    origin: Where | None
    to: Where | None
    value: float
    """After the move."""
    white_wins: float
    forced: int | None
    judgement: Judgement
    lost: float
    """The win probability given away by the one who moved, from 0 to 1."""
    best: str
    """The MoveString of the best move."""
    line: list[str]
    """The best line in MoveStrings, the best move first."""
    clock: float | None
    spent: float | None


class ReviewedSide(Model):
    """How one side played."""

    accuracy: float | None
    """From 0 to 100; None for a side that never had a choice."""
    counts: dict[str, int]
    """How many moves of each judgement."""


class ReviewView(Model):
    """A review, as far as it is."""

    review: str
    state: Literal["waiting", "working", "done", "failed"]
    done: int
    total: int
    """Positions searched, and to be searched."""
    problem: str | None
    effort: Literal["quick", "normal", "deep"]
    engine: str
    tree: RecordTree | None
    """The game, once the review is done."""
    value: float
    """Of the position before the first move."""
    white_wins: float
    moves: list[ReviewedMove]
    white: ReviewedSide | None
    black: ReviewedSide | None
    turning_points: list[int]
    """The plies of the moves that turned the game, the heaviest first."""


class PictureRequest(Model):
    """A picture of a position or of a whole game."""

    start: Annotated[str, Field(max_length=2000)]
    moves: Annotated[list[Annotated[str, Field(max_length=24)]], Field(max_length=1000)] = []
    form: Literal["svg", "png", "gif", "txt"] = "svg"
    """A gif shows the game move by move; the others its last position."""
    marks: Annotated[list[Mark], Field(max_length=64)] = []
    theme: Literal["light", "dark"] = "light"


class SharedStudy(Model):
    """A study was kept under a link."""

    study: str
