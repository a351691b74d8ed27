"""The chats of teams: stored, and sent to the members who are connected."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from skep.server.accounts.texts import clean_text
from skep.server.http.chat_limits import charge_chat
from skep.server.http.client_limits import ClientLimits
from skep.server.http.problem_error import ProblemError
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.teams import TeamChatChanged, TeamChatView, TeamLine
from skep.server.store.records import Guest, Store
from skep.server.teams import chat_statements, member_statements
from skep.server.teams.chat_statements import AddedLine
from skep.server.teams.problems import raise_problem
from skep.server.teams.team_statements import LEADER, MEMBER
from skep.server.teams.teams import Checks, TeamBoard, check_text

__all__ = ["TeamChat"]

_MAX_TEXT: Final = 300
_SHOWN_LINES: Final = 100


class TeamChat:
    """Stores lines of chat and sends them to the members of a team, in every process."""

    def __init__(
        self, store: Store, board: TeamBoard, checks: Checks, channels: PlayerChannels, limits: ClientLimits | None
    ) -> None:
        self._store = store
        self._board = board
        self._checks = checks
        self._channels = channels
        self._limits = limits

    async def lines(self, player: Guest, team: str) -> TeamChatView:
        """Return the latest lines for a member, or for a moderator. Raises ProblemError."""
        stored = await self._board.find_stored(team, player.id)
        raise_problem(None if stored.role in (LEADER, MEMBER) or player.role else "members-only")
        lines = await self._store.read(partial(chat_statements.lines_of, team, player.id, _SHOWN_LINES))
        return TeamChatView(lines=lines)

    async def send(self, player: Guest, team: str, text: str, address: str) -> TeamLine:
        """Store a line and send it to the members. Raises ProblemError."""
        cleaned = clean_text(text, _MAX_TEXT)
        if not cleaned:
            raise ProblemError(422, "chat-empty", "The message is empty.")
        role = await self._store.read(partial(member_statements.role_of, team, player.id))
        raise_problem(None if role in (LEADER, MEMBER) else "members-only")
        advice = charge_chat(self._limits, address, player.id, cleaned)
        if advice is not None:
            raise ProblemError(429, "too-fast", advice)
        await check_text(self._checks, player, cleaned)
        add = partial(chat_statements.add_line, team, player.id, cleaned, time.time())
        added: AddedLine | str = await self._store.write(add)
        if isinstance(added, str):
            raise_problem(added)
        assert isinstance(added, AddedLine)
        self._channels.send_to_all(added.recipients, TeamChatChanged(team=team, line=added.line))
        return added.line

    async def remove(self, player: Guest, team: str, line: int) -> TeamChatView:
        """Remove a line; return those that are left. Raises ProblemError."""
        is_moderator = player.role != ""
        remove = partial(chat_statements.remove_line, team, player.id, line, is_moderator)
        raise_problem(await self._store.write(remove))
        members = await self._store.read(partial(chat_statements.recipients_of, team, None))
        self._channels.send_to_all(members, TeamChatChanged(team=team, removed=line))
        return await self.lines(player, team)
