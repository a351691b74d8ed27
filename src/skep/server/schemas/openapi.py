"""The schemas of the REST API for its OpenAPI description."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from skep.archive import ExplorerResult
from skep.learn.lessons import CourseView, LessonView
from skep.learn.puzzle_view import PuzzleView
from skep.learn.rulebook import RulebookView
from skep.server.schemas.accounts import (
    AccountData,
    AccountView,
    DataChange,
    DataVersion,
    EndedSessions,
    GuestGames,
    NewAccount,
    NewPasskeyAccount,
    PasskeyName,
    PasskeyOptions,
    PasskeySigned,
    PasskeyToAdd,
    PasswordChange,
    PasswordConfirmation,
    PasswordSignIn,
    RecoveryCodes,
    RecoverySignIn,
    SessionList,
)
from skep.server.schemas.admin import Health, Liveness, ReachChoice, ServerReach
from skep.server.schemas.api_access import (
    ApiTokenList,
    Authorised,
    IssuedToken,
    NewApiToken,
    NewApiTokenSecret,
    OAuthError,
    ProgramRequest,
    TestedToken,
)
from skep.server.schemas.archive import ArchivedGames, ExplorerQuery, ImportReport, UndoneImport
from skep.server.schemas.bots import BOT_TYPES
from skep.server.schemas.challenges import Challenges, ChallengeView, Declined, NewChallenge
from skep.server.schemas.daily import ConditionalLines, DailyGame, NextGame, VacationChoice, VacationStatus
from skep.server.schemas.game import GameState
from skep.server.schemas.lists import Summaries, Tv
from skep.server.schemas.lobby import (
    Created,
    Invitation,
    Link,
    Me,
    NameChoice,
    NewGame,
    PlayerNames,
    Renewed,
    SeatChoice,
)
from skep.server.schemas.moderation import (
    Appointment,
    BlockList,
    BlockView,
    Decision,
    GameRelations,
    LogPage,
    NewBlock,
    NewReport,
    Notices,
    PlayerFile,
    PlayerMatches,
    PlayerRelations,
    Received,
    ReportPage,
    Signals,
    WordChange,
    WordList,
)
from skep.server.schemas.notifications import (
    DeviceAddress,
    NotificationChoices,
    NotificationList,
    NotificationSettings,
    NotificationsSeen,
    PushDevice,
)
from skep.server.schemas.pictures import PictureRequest
from skep.server.schemas.problems import Problem
from skep.server.schemas.profiles import (
    AccuracyHistory,
    Friends,
    Leaderboard,
    Opponents,
    PlayedOpenings,
    Profile,
    ProfileGames,
    PuzzleResults,
    RatingHistories,
    RatingHistory,
)
from skep.server.schemas.public_data import Dumps, ExportedGame, ExportedPuzzle
from skep.server.schemas.records import PositionCheck, PositionFaults, ReadRecords, RecordTree, SharedStudy
from skep.server.schemas.review import ReviewJob, ReviewRequest, ReviewView
from skep.server.schemas.school import PuzzleBatch, PuzzleCollection
from skep.server.schemas.seeks import Seeks
from skep.server.schemas.shared_studies import (
    NewChapter,
    NewStudy,
    StudyAccess,
    StudyDocument,
    StudyJoining,
    StudyLinkChoice,
    StudyList,
    StudyRoleChoice,
    StudySecret,
    StudySettings,
)
from skep.server.schemas.teams import (
    Handover,
    JoinAnswer,
    JoinRequest,
    NewTeam,
    NewTeamLine,
    TeamChange,
    TeamChatView,
    TeamLine,
    TeamMembers,
    TeamReport,
    TeamRequests,
    TeamRole,
    Teams,
    TeamView,
)
from skep.server.schemas.tournaments import (
    Adjudication,
    ByeRequest,
    CrossTable,
    NewTournament,
    TournamentBracket,
    TournamentForfeit,
    TournamentGamePage,
    TournamentList,
    TournamentLog,
    TournamentRemoval,
    TournamentRounds,
    TournamentStandings,
    TournamentView,
)

__all__ = ["BODIES", "REST_TYPES", "openapi_schemas"]

BODIES: Final = (
    RecordTree,
    PositionCheck,
    ExplorerQuery,
    ReviewRequest,
    PictureRequest,
    NewGame,
    Link,
    SeatChoice,
    NameChoice,
    PlayerNames,
    ReachChoice,
    NewAccount,
    PasswordSignIn,
    NewChallenge,
    Declined,
    NewReport,
    NewBlock,
    Decision,
    Appointment,
    WordChange,
    ConditionalLines,
    VacationChoice,
    NotificationsSeen,
    NotificationChoices,
    PushDevice,
    DeviceAddress,
    NewPasskeyAccount,
    PasskeyName,
    PasskeySigned,
    PasskeyToAdd,
    PasswordChange,
    PasswordConfirmation,
    RecoverySignIn,
    DataChange,
    NewApiToken,
    NewTournament,
    ByeRequest,
    Adjudication,
    TournamentForfeit,
    TournamentRemoval,
    NewTeam,
    TeamChange,
    JoinRequest,
    JoinAnswer,
    TeamRole,
    Handover,
    NewTeamLine,
    TeamReport,
    NewStudy,
    NewChapter,
    StudySettings,
    StudyLinkChoice,
    StudyRoleChoice,
    StudySecret,
)
"""The request bodies."""
_RESPONSES: Final = (
    ReadRecords,
    PositionFaults,
    SharedStudy,
    ArchivedGames,
    ImportReport,
    UndoneImport,
    ExplorerResult,
    ReviewJob,
    ReviewView,
    CourseView,
    LessonView,
    RulebookView,
    PuzzleView,
    PuzzleBatch,
    PuzzleCollection,
    Summaries,
    Profile,
    ProfileGames,
    RatingHistory,
    RatingHistories,
    Opponents,
    PlayedOpenings,
    AccuracyHistory,
    PuzzleResults,
    Friends,
    Leaderboard,
    Tv,
    Created,
    Invitation,
    Me,
    Renewed,
    ServerReach,
    Health,
    Liveness,
    Problem,
    Challenges,
    ChallengeView,
    Seeks,
    Received,
    BlockView,
    BlockList,
    GameRelations,
    PlayerRelations,
    Notices,
    ReportPage,
    PlayerFile,
    PlayerMatches,
    LogPage,
    WordList,
    Signals,
    DailyGame,
    NextGame,
    VacationStatus,
    NotificationList,
    NotificationSettings,
    AccountView,
    AccountData,
    DataVersion,
    EndedSessions,
    GuestGames,
    PasskeyOptions,
    RecoveryCodes,
    SessionList,
    ApiTokenList,
    NewApiTokenSecret,
    TestedToken,
    ProgramRequest,
    Authorised,
    IssuedToken,
    OAuthError,
    TournamentList,
    TournamentView,
    TournamentStandings,
    TournamentRounds,
    TournamentGamePage,
    CrossTable,
    TournamentBracket,
    TournamentLog,
    Teams,
    TeamView,
    TeamMembers,
    TeamRequests,
    TeamChatView,
    TeamLine,
    ExportedGame,
    ExportedPuzzle,
    Dumps,
    StudyDocument,
    StudyList,
    StudyAccess,
    StudyJoining,
)
REST_TYPES: Final = (*BODIES, *_RESPONSES)
"""The bodies and responses that only the REST API uses; ``GameState`` is also a socket message."""


def openapi_schemas() -> dict[str, Any]:
    """Return the schemas by name. Making them takes a tenth of a second, which a server spends when they are read."""
    types = (GameState, *REST_TYPES, *BOT_TYPES)
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        if "description" in schema:  # docstrings of domain types can contain examples
            schema["description"] = schema["description"].partition(">>>")[0].strip()
    return schemas
