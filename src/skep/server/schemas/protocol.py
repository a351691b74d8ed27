"""All that may be said on the socket: of games that are played, of help in them, and of positions studied."""

from __future__ import annotations

from typing import Final, TypeAlias

from skep.server.schemas import game as messages
from skep.server.schemas.coach import HelpAnswer, HelpRequest
from skep.server.schemas.study import AnyStudyRequest, StudyAnswer

__all__ = ["MESSAGE_LIMIT", "AnyServerMessage", "ClientRequest"]

MESSAGE_LIMIT: Final = 32 * 1024
"""The longest message a client may send, in bytes: the whole way to a position that is studied."""

ClientRequest: TypeAlias = messages.ClientRequest | HelpRequest | AnyStudyRequest
AnyServerMessage: TypeAlias = messages.AnyServerMessage | HelpAnswer | StudyAnswer
