"""All that may be said on the socket: of games that are played, of help in them, and of positions studied."""

from __future__ import annotations

from typing import Final, TypeAlias

from skep.server import messages
from skep.server.help.messages import HelpAnswer, HelpRequest
from skep.server.study.messages import StudyAnswer, StudyRequest

__all__ = ["MESSAGE_LIMIT", "Request", "Tell"]

MESSAGE_LIMIT: Final = 32 * 1024
"""The longest message a client may send, in bytes: the whole way to a position that is studied."""

Request: TypeAlias = messages.Request | HelpRequest | StudyRequest
Tell: TypeAlias = messages.Tell | HelpAnswer | StudyAnswer
