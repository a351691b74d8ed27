"""The edits of shared studies, and the chapters that they lead to.

Clients choose the ids of edits, chapters and moves at random, so that an edit that is sent again after a lost
connection is recognised. ``skep.server.shared_studies.documents`` says what edits do.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from skep.game import Glyph, Mark, ResultCode
from skep.server.schemas.game import Number, PieceName, Place
from skep.server.schemas.patterns import whole_match
from skep.server.schemas.records import MAX_NODES, MAX_TAGS, Marks, RecordTree, TagValue
from skep.views import MoveString

__all__ = [
    "MAX_CHAPTERS",
    "MAX_COMMENT",
    "AddChapter",
    "AddMove",
    "AnyStudyEdit",
    "ChapterId",
    "DeleteChapter",
    "DeleteMoves",
    "ItemId",
    "MoveChapter",
    "OrderMove",
    "Orientation",
    "RenameChapter",
    "RestoreChapter",
    "RestoreMoves",
    "SetComment",
    "SetGlyph",
    "SetMark",
    "StudyChange",
    "StudyChapter",
    "StudyComment",
    "StudyEdit",
    "StudyName",
    "StudyNode",
    "StudyTouch",
    "TurnChapter",
]

MAX_CHAPTERS: Final = 64
"""Chapters of a study, including deleted ones, which can be restored."""
MAX_COMMENT: Final = 16_000
"""Characters of one text. Merged texts of several people can be longer than what the page lets one person type."""
ItemId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9_-]{4,32}")]
"""The random id of an edit, a move or a browser tab. The start of a chapter is the move ``root``."""
ChapterId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9_-]{4,24}")]
StudyName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Orientation: TypeAlias = Annotated[int, Meta(ge=0, le=5)]


# edits


class StudyEdit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op", gc=False):
    """An edit of one chapter."""

    id: ItemId
    chapter: ChapterId


class AddChapter(StudyEdit, tag="add-chapter", frozen=True, kw_only=True):
    """Add a chapter with a game or a position. Its moves get the ids ``CHAPTER-0``, ``CHAPTER-1`` and so on."""

    name: StudyName
    tree: RecordTree
    orientation: Orientation = 0
    before: ChapterId | None = None
    """The chapter that it precedes; None for the end."""


class RenameChapter(StudyEdit, tag="rename-chapter", frozen=True, kw_only=True):
    """Rename a chapter. The last name wins."""

    name: StudyName


class TurnChapter(StudyEdit, tag="turn-chapter", frozen=True, kw_only=True):
    """Set the rotation, in sixths of a turn, in which a chapter opens."""

    orientation: Orientation


class MoveChapter(StudyEdit, tag="move-chapter", frozen=True, kw_only=True):
    """Move a chapter before another one, or to the end."""

    before: ChapterId | None = None


class DeleteChapter(StudyEdit, tag="delete-chapter", frozen=True, kw_only=True):
    """Delete a chapter, unless someone else has edited it since ``seen``, or it is the only one."""

    seen: Number
    """The number of the last edit that the author had received."""


class RestoreChapter(StudyEdit, tag="restore-chapter", frozen=True, kw_only=True):
    """Restore a deleted chapter."""


class AddMove(StudyEdit, tag="add-move", frozen=True, kw_only=True):
    """Add a move after another. If the move is there already, its id becomes another name of that one."""

    node: ItemId
    parent: ItemId
    uhp: MoveString
    piece: PieceName | None = None
    """The piece, its origin and its destination. The server computes them, and ignores those of a request."""
    origin: Place | None = None
    to: Place | None = None


class DeleteMoves(StudyEdit, tag="delete-moves", frozen=True, kw_only=True):
    """Delete a move and what follows it, except what others have added since ``seen`` and the moves to there."""

    node: ItemId
    seen: Number
    """The number of the last edit that the author had received."""


class RestoreMoves(StudyEdit, tag="restore-moves", frozen=True, kw_only=True):
    """Restore the moves that an edit has deleted."""

    deletion: ItemId


class OrderMove(StudyEdit, tag="order-move", frozen=True, kw_only=True):
    """Move a variation before one of its alternatives, or to the end."""

    node: ItemId
    before: ItemId | None = None


class SetComment(StudyEdit, tag="set-comment", frozen=True, kw_only=True):
    """Write a comment in place of the texts that the author saw. Texts that they did not see remain beside it."""

    node: ItemId
    text: Annotated[str, Meta(max_length=MAX_COMMENT)]
    replaces: Annotated[list[ItemId], Meta(max_length=64)] = []
    """The edits that wrote the texts."""


class SetGlyph(StudyEdit, tag="set-glyph", frozen=True, kw_only=True):
    """Set or remove the glyph of a move. The last one wins."""

    node: ItemId
    glyph: Glyph | None = None


class SetMark(StudyEdit, tag="set-mark", frozen=True, kw_only=True):
    """Draw an arrow or a ring at a move, or erase it."""

    node: ItemId
    mark: Mark
    on: bool = True


AnyStudyEdit: TypeAlias = (
    AddChapter
    | RenameChapter
    | TurnChapter
    | MoveChapter
    | DeleteChapter
    | RestoreChapter
    | AddMove
    | DeleteMoves
    | RestoreMoves
    | OrderMove
    | SetComment
    | SetGlyph
    | SetMark
)


class StudyChange(Struct, frozen=True, kw_only=True, gc=False):
    """A stored edit."""

    seq: int
    """The number of the edit; the first one of a study has number 1."""
    client: str
    """The browser tab in which it was made."""
    edit: AnyStudyEdit


# the document


class StudyTouch(Struct, frozen=True, kw_only=True, gc=False):
    """The last edit of one browser tab that added something to a move or a chapter."""

    client: str
    seq: int


class StudyComment(Struct, frozen=True, kw_only=True, gc=False):
    """A text of a comment, with the edit that wrote it."""

    id: str
    text: str


class StudyNode(Struct, kw_only=True):
    """A move of a chapter, or its start."""

    id: str
    parent: str | None
    """The move before it; None for the start."""
    children: list[str] = []
    """The next moves, the main line first, including deleted ones."""
    uhp: str = ""
    piece: str | None = None
    origin: Place | None = None
    to: Place | None = None
    comments: list[StudyComment] = []
    """The texts of its comment: several only if people wrote at the same time."""
    glyph: Glyph | None = None
    clock: float | None = None
    spent: float | None = None
    marks: Marks = []
    deleted: str | None = None
    """The edit that deleted it."""
    touches: list[StudyTouch] = []
    """The latest addition, and the latest one from any other browser tab."""


class StudyChapter(Struct, kw_only=True):
    """A game tree with its start."""

    id: str
    name: str
    start: str
    """The position string of the first position, which names edition and game type."""
    threefold: bool
    orientation: int
    tags: Annotated[dict[str, TagValue], Meta(max_length=MAX_TAGS)]
    result: ResultCode
    reason: str
    nodes: Annotated[dict[str, StudyNode], Meta(max_length=MAX_NODES + 1)]
    aliases: dict[str, str]
    """Other ids of moves that several people added at the same time."""
    deleted: str | None = None
    touches: list[StudyTouch] = []
