"""The socket protocol: every request and every message from the server."""

from __future__ import annotations

from typing import Final, TypeAlias

from skep.server.schemas import game as messages
from skep.server.schemas.challenges import ChallengeMessage
from skep.server.schemas.coach import HelpAnswer, HelpRequest
from skep.server.schemas.moderation import SanctionNotice
from skep.server.schemas.notifications import NotificationsChanged
from skep.server.schemas.seeks import PoolMessage, PoolRequest
from skep.server.schemas.shared_studies import SharedStudyMessage, SharedStudyRequest
from skep.server.schemas.study import AnyStudyRequest, StudyAnswer
from skep.server.schemas.teams import TeamChatChanged
from skep.server.schemas.tournament_messages import TournamentMessage, TournamentRequest

__all__ = ["MESSAGE_LIMIT", "AnyServerMessage", "ClientRequest"]

MESSAGE_LIMIT: Final = 32 * 1024
"""Maximum size of a client's message in bytes; the longest hold all moves to a position."""

ClientRequest: TypeAlias = (
    messages.ClientRequest | HelpRequest | AnyStudyRequest | PoolRequest | TournamentRequest | SharedStudyRequest
)
AnyServerMessage: TypeAlias = (
    messages.AnyServerMessage
    | HelpAnswer
    | StudyAnswer
    | PoolMessage
    | ChallengeMessage
    | SanctionNotice
    | NotificationsChanged
    | TournamentMessage
    | TeamChatChanged
    | SharedStudyMessage
)
