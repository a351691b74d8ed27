"""Shared studies: their chapters, the edits that people make to them, and the messages about them.

A study is a log of numbered edits. Clients choose the ids of edits, chapters and moves at random, so that an edit that
is sent again after a lost connection is recognised. ``skep.server.shared_studies.documents`` says what edits do.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.game import Glyph, Mark, ResultCode
from skep.server.schemas.game import ClientMessage, Number, PieceName, Place, RefusalCode, ServerMessage
from skep.server.schemas.lobby import Body
from skep.server.schemas.patterns import whole_match
from skep.server.schemas.records import MAX_NODES, MAX_TAGS, Marks, RecordTree, TagValue
from skep.views import MoveString, StackView

__all__ = [
    "MAX_CHAPTERS",
    "MAX_COMMENT",
    "MAX_EDITS",
    "AddChapter",
    "AddMove",
    "AnyStudyEdit",
    "DeleteChapter",
    "DeleteMoves",
    "EditStudy",
    "JoinStudy",
    "LeaveStudy",
    "LookAtStudy",
    "MoveChapter",
    "NewChapter",
    "NewStudy",
    "OrderMove",
    "RefusedEdit",
    "RenameChapter",
    "RestoreChapter",
    "RestoreMoves",
    "SetComment",
    "SetGlyph",
    "SetMark",
    "SharedStudyMessage",
    "SharedStudyRequest",
    "StudyAccess",
    "StudyBehind",
    "StudyChange",
    "StudyChapter",
    "StudyComment",
    "StudyDocument",
    "StudyEdit",
    "StudyEdited",
    "StudyEdits",
    "StudyJoined",
    "StudyJoining",
    "StudyLinkChoice",
    "StudyLinks",
    "StudyList",
    "StudyMember",
    "StudyNode",
    "StudyPeople",
    "StudyPerson",
    "StudyRole",
    "StudyRoleChanged",
    "StudyRoleChoice",
    "StudySecret",
    "StudySettings",
    "StudySummary",
    "StudyTouch",
    "TurnChapter",
]

MAX_CHAPTERS: Final = 64
"""Chapters of a study, including deleted ones, which can be restored."""
MAX_EDITS: Final = 50
"""Edits in one message."""
MAX_COMMENT: Final = 16_000
"""Characters of one text. Merged texts of several people can be longer than what the page lets one person type."""

StudyId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9]{12}")]
ItemId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9_-]{4,32}")]
"""The random id of an edit, a move or a browser tab. The start of a chapter is the move ``root``."""
ChapterId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9_-]{4,24}")]
StudyName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Orientation: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
StudyRole: TypeAlias = Literal["owner", "edit", "view"]
LinkRole: TypeAlias = Literal["edit", "view"]


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


class StudyDocument(Struct, kw_only=True):
    """A shared study, with all edits up to a number."""

    study: str
    name: str
    owner: str
    """The owner's name."""
    role: StudyRole
    """The role of the visitor."""
    public: bool
    seq: int
    chapters: list[StudyChapter]
    """In order, including deleted ones."""


# requests and responses of the REST API


class NewStudy(Body, frozen=True, kw_only=True):
    """A study to create, with its first chapter."""

    name: StudyName
    chapter: StudyName
    """The name of the chapter."""
    tree: RecordTree
    orientation: Orientation = 0


class NewChapter(Body, frozen=True, kw_only=True):
    """A chapter to add, which can be too long for a message on the socket."""

    client: ItemId
    """The browser tab."""
    edit: AddChapter


class StudyJoining(Struct, frozen=True, kw_only=True):
    """A study that was created or joined, or that a chapter was added to."""

    study: str
    role: StudyRole


class StudySummary(Struct, frozen=True, kw_only=True):
    """A study in a list."""

    study: str
    name: str
    owner: str
    role: StudyRole
    public: bool
    chapters: int
    updated: float
    """When it was last edited, in seconds since 1970."""
    stacks: list[StackView]
    """The last position of the main line of its first chapter."""


class StudyList(Struct, frozen=True, kw_only=True):
    """Studies, those edited last first."""

    yours: list[StudySummary]
    """The visitor's own studies."""
    joined: list[StudySummary]
    """Studies of others that the visitor has joined."""
    public: list[StudySummary]
    """Public studies of others."""


class StudySettings(Body, frozen=True, kw_only=True):
    """Changes to a study. What is left out stays."""

    name: StudyName | None = None
    public: bool | None = None


class StudyLinks(Struct, frozen=True, kw_only=True):
    """The secrets of a study's links; None for a link that does not exist."""

    view: str | None
    edit: str | None


class StudyMember(Struct, frozen=True, kw_only=True):
    """A player who has joined a study."""

    id: int
    name: str
    """Empty for a guest without a name."""
    role: LinkRole
    registered: bool
    """Whether the player has an account. Without one they can only view."""


class StudyAccess(Struct, frozen=True, kw_only=True):
    """The people who can open a study, for its owner."""

    public: bool
    links: StudyLinks
    members: list[StudyMember]


class StudyLinkChoice(Body, frozen=True, kw_only=True):
    """A link to create, which makes the earlier one invalid, or to revoke."""

    role: LinkRole
    revoke: bool = False


class StudyRoleChoice(Body, frozen=True, kw_only=True):
    """The role of a member."""

    role: LinkRole


class StudySecret(Body, frozen=True, kw_only=True):
    """The secret of a link to a study."""

    secret: Annotated[str, Meta(max_length=100)]


# socket messages


class JoinStudy(ClientMessage, tag="study-join", frozen=True, kw_only=True):
    """Receive the edits of a study, from those after ``seq`` on. Sent again after every reconnect."""

    study: StudyId
    seq: Number
    """The number of the last edit that the client has."""


class LeaveStudy(ClientMessage, tag="study-leave", frozen=True, kw_only=True):
    """Receive no more edits of a study."""

    study: StudyId


class EditStudy(ClientMessage, tag="study-edit", frozen=True, kw_only=True):
    """Edit a study. An edit whose id is known already is not stored again."""

    study: StudyId
    client: ItemId
    """The browser tab."""
    edits: Annotated[list[AnyStudyEdit], Meta(min_length=1, max_length=MAX_EDITS)]


class LookAtStudy(ClientMessage, tag="study-look", frozen=True, kw_only=True):
    """Show the others which move the client looks at."""

    study: StudyId
    client: ItemId
    chapter: ChapterId
    node: ItemId


SharedStudyRequest: TypeAlias = JoinStudy | LeaveStudy | EditStudy | LookAtStudy


class StudyJoined(ServerMessage, tag="study-joined", frozen=True, kw_only=True):
    """The response to ``study-join``."""

    id: int
    study: str
    role: StudyRole
    seq: int
    """The number of the last edit."""
    changes: list[StudyChange]
    """The edits that the client missed."""
    behind: bool
    """Whether these are too many to list, so that the client has to request the whole study."""


class RefusedEdit(Struct, frozen=True, kw_only=True):
    """An edit that was not stored."""

    edit: str
    code: RefusalCode
    text: str


class StudyEdited(ServerMessage, tag="study-edited", frozen=True, kw_only=True):
    """The response to ``study-edit``: all other edits are stored. They arrive as ``study-edits``, like everyone's."""

    id: int
    study: str
    refused: list[RefusedEdit]


class StudyEdits(ServerMessage, tag="study-edits", frozen=True, kw_only=True):
    """Edits of a study, in order."""

    study: str
    changes: list[StudyChange]


class StudyPerson(Struct, frozen=True, kw_only=True, gc=False):
    """Someone who has a study open."""

    client: str
    """The browser tab."""
    name: str
    role: StudyRole
    chapter: str
    node: str


class StudyPeople(ServerMessage, tag="study-people", frozen=True, kw_only=True):
    """Everyone who has a study open and has said where they look, the client included."""

    study: str
    people: list[StudyPerson]


class StudyRoleChanged(ServerMessage, tag="study-role", frozen=True, kw_only=True):
    """The client's role in a study, its name or its visibility has changed; None if it can no longer open it."""

    study: str
    role: StudyRole | None
    name: str
    public: bool


class StudyBehind(ServerMessage, tag="study-behind", frozen=True, kw_only=True):
    """Edits were stored that are too large to be sent: the client has to request the whole study."""

    study: str


SharedStudyMessage: TypeAlias = StudyJoined | StudyEdited | StudyEdits | StudyPeople | StudyRoleChanged | StudyBehind
