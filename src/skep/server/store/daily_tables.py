"""The tables of daily games: conditional moves, vacations, and the turns that were dealt with."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, SmallInteger, Table, Text

from skep.server.store.tables import metadata

__all__ = ["conditional_moves", "handled_turns", "vacations"]

conditional_moves: Final = Table(
    "conditional_moves",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("side", SmallInteger, primary_key=True),
    # The number of turns taken before the opponent's move that the lines begin with.
    Column("ply", Integer, nullable=False),
    # A digest of the moves before, which a takeback changes.
    Column("played", Text, nullable=False),
    # The lines as JSON: lists of MoveStrings.
    Column("lines", Text, nullable=False),
    sqlite_with_rowid=False,
)

handled_turns: Final = Table(
    "handled_turns",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    # The event up to which replies were played, clocks stopped and players notified.
    Column("seq", Integer, nullable=False),
    sqlite_with_rowid=False,
)

vacations: Final = Table(
    "vacations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("begins", BigInteger, nullable=False),
    # When it ends; moved forward if the player returns early.
    Column("until", BigInteger, nullable=False, index=True),
    # Whole hours, which count towards the allowance.
    Column("hours", Integer, nullable=False),
    # Whether the clocks of all games follow; otherwise a process still has to see to it.
    Column("applied", Boolean, nullable=False),
)
