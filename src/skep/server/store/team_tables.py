"""The tables of teams, their members and their chats."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from skep.server.store.tables import metadata

__all__ = ["team_chat", "team_members", "teams"]

teams: Final = Table(
    "teams",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # The name as compared: two teams cannot have names that look alike. A closed team gives its name back.
    Column("name_key", Text, nullable=False, unique=True),
    Column("description", Text, nullable=False),
    # Whether anyone can join without being accepted.
    Column("open", Boolean, nullable=False),
    # The player who created it; NULL once their account is deleted.
    Column("creator", Text, index=True),
    Column("created", BigInteger, nullable=False),
    # When it was closed; the row remains, because others refer to it.
    Column("closed", BigInteger),
    # The number of members, by which teams are listed.
    Column("members", Integer, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_teams_members_id", teams.c.members, teams.c.id)

team_members: Final = Table(
    "team_members",
    metadata,
    Column("team", Text, ForeignKey("teams.id"), primary_key=True),
    Column("player", Text, ForeignKey("guests.id"), primary_key=True),
    # `leader`, `member`, `requested`, or `refused` for players who were removed or not accepted.
    Column("role", Text, nullable=False),
    # What a player who asks to join has written; otherwise empty.
    Column("text", Text, nullable=False),
    # When the player joined, asked to join, or was refused.
    Column("at", BigInteger, nullable=False),
    # When the player became a leader; NULL for others.
    Column("led", BigInteger),
    sqlite_with_rowid=False,
)
Index("ix_team_members_player", team_members.c.player)

team_chat: Final = Table(
    "team_chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("team", Text, ForeignKey("teams.id"), nullable=False),
    Column("player", Text, ForeignKey("guests.id"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("ix_team_chat_team_id", team_chat.c.team, team_chat.c.id)
