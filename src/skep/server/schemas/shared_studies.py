"""Requests, responses and messages about shared studies.

A study is a log of numbered edits, which ``study_edits.py`` defines.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.server.schemas.game import ClientMessage, Number, RefusalCode, ServerMessage
from skep.server.schemas.lobby import Body
from skep.server.schemas.patterns import whole_match
from skep.server.schemas.records import RecordTree
from skep.server.schemas.study_edits import (
    AddChapter,
    AnyStudyEdit,
    ChapterId,
    ItemId,
    Orientation,
    StudyChange,
    StudyChapter,
    StudyName,
)
from skep.views import StackView

__all__ = [
    "MAX_EDITS",
    "EditStudy",
    "JoinStudy",
    "LeaveStudy",
    "LookAtStudy",
    "NewChapter",
    "NewStudy",
    "RefusedEdit",
    "SharedStudyMessage",
    "SharedStudyRequest",
    "StudyAccess",
    "StudyBehind",
    "StudyDocument",
    "StudyEdited",
    "StudyEdits",
    "StudyJoined",
    "StudyJoining",
    "StudyLinkChoice",
    "StudyLinks",
    "StudyList",
    "StudyMember",
    "StudyPeople",
    "StudyPerson",
    "StudyRole",
    "StudyRoleChanged",
    "StudyRoleChoice",
    "StudySecret",
    "StudySettings",
    "StudySummary",
]

MAX_EDITS: Final = 50
"""Edits in one message."""
StudyId: TypeAlias = Annotated[str, whole_match("[A-Za-z0-9]{12}")]
StudyRole: TypeAlias = Literal["owner", "edit", "view"]
LinkRole: TypeAlias = Literal["edit", "view"]


# requests and responses of the REST API


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
