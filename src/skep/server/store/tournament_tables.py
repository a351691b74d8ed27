"""The tables of tournaments: settings, players, rounds, pairings, presence and the log.

The facts are the settings, the entries and the pairings with their results. Standings follow from them: they are
stored with the players, in the transaction that stores a result, so that reading a page of them takes one query.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from skep.server.store.tables import metadata

__all__ = [
    "LISTED",
    "OPEN",
    "UNDECIDED",
    "tournament_byes",
    "tournament_log",
    "tournament_pairings",
    "tournament_players",
    "tournament_presence",
    "tournament_rounds",
    "tournaments",
]

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("organiser", Text, ForeignKey("guests.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("description", Text, nullable=False),
    # `arena`, `swiss`, `round-robin`, `double-round-robin` or `knockout`.
    Column("system", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("game_type", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    # The pool of the players' ratings; NULL never, because every tournament has a clock.
    Column("pool", Text, nullable=False),
    # The length of an arena.
    Column("minutes", Integer),
    # The rounds of the others; NULL while it depends on the number of players.
    Column("rounds", Integer),
    Column("break_seconds", Integer, nullable=False),
    # Whether the losers of the semi-finals of a knockout play for third place.
    Column("third_place", Boolean, nullable=False),
    Column("lowest", Integer),
    Column("highest", Integer),
    Column("max_players", Integer),
    Column("late_entry", Boolean, nullable=False),
    Column("byes", SmallInteger, nullable=False),
    Column("withdrawal", Boolean, nullable=False),
    Column("bots", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("team", Text),
    # The teams of a battle, as JSON; NULL for other tournaments.
    Column("teams", Text),
    # The number of players of each team whose points count in a battle.
    Column("best_players", SmallInteger),
    Column("created", BigInteger, nullable=False),
    # When it starts or has started; NULL until the organiser starts it.
    Column("starts", BigInteger),
    # When an arena ends, or the tournament has ended.
    Column("ends", BigInteger),
    # `planned`, `running`, `finished` or `cancelled`.
    Column("status", Text, nullable=False),
    # Whether the organiser has paused it.
    Column("suspended", Boolean, nullable=False),
    # The latest round that was paired; an arena counts its waves of pairings.
    Column("round", Integer, nullable=False),
    # When the next round is paired; NULL while games of the latest one are in progress.
    Column("next_round", BigInteger),
    Column("players", Integer, nullable=False),
    Column("winner", Text, ForeignKey("guests.id")),
    # Increases with every change that is shown.
    Column("version", Integer, nullable=False),
    # The last announcement that all players have been notified of: 1 for the start, then one per round.
    Column("announced", Integer, nullable=False),
    # Until when a process is notifying them.
    Column("announcing", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
OPEN: Final = text("status IN ('planned', 'running')")
"""Queries use these conditions word for word: otherwise SQLite does not see that an index answers them."""
LISTED: Final = text("NOT private")
Index("ix_tournaments_open", tournaments.c.status, tournaments.c.starts, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tournaments_listed", tournaments.c.starts, tournaments.c.id, sqlite_where=LISTED, postgresql_where=LISTED)
Index("ix_tournaments_organiser", tournaments.c.organiser, tournaments.c.created)

tournament_players: Final = Table(
    "tournament_players",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("player", Text, ForeignKey("guests.id"), primary_key=True),
    # The order of joining.
    Column("number", Integer, nullable=False),
    Column("joined", BigInteger, nullable=False),
    # The rating on joining.
    Column("rating", Integer, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("bot", Boolean, nullable=False),
    # `active`, `paused`, `withdrawn` or `removed`.
    Column("state", Text, nullable=False),
    # The first round that the player takes part in, and the first one that they do not.
    Column("first_round", Integer, nullable=False),
    Column("last_round", Integer),
    # The game in progress: a player has one at a time.
    Column("game", Text),
    # Since when the player has had no game.
    Column("free_since", BigInteger, nullable=False),
    # The standings, which follow from the pairings.
    # 0 in an arena, whose order is that of points and performance.
    Column("rank", Integer, nullable=False),
    Column("score", Double, nullable=False),
    # The rating that the games show; NULL before the first.
    Column("performance", Double),
    # As JSON.
    Column("tiebreaks", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("streak", Boolean, nullable=False),
    # The latest points, as JSON.
    Column("sheet", Text, nullable=False),
    # In an arena, what the next pairing considers: the last opponents and sides, as JSON.
    Column("past", Text, nullable=False),
    # In a battle, the team for which the player plays.
    Column("team", Text),
    sqlite_with_rowid=False,
)
Index("ix_tournament_players_player", tournament_players.c.player)
Index("ix_tournament_players_rank", tournament_players.c.tournament, tournament_players.c.rank)
Index("ix_tournament_players_score", tournament_players.c.tournament, tournament_players.c.score)

# Half-point byes that players have requested.
tournament_byes: Final = Table(
    "tournament_byes",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("player", Text, ForeignKey("guests.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    sqlite_with_rowid=False,
)

tournament_rounds: Final = Table(
    "tournament_rounds",
    metadata,
    # The primary key: a round is paired once.
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    sqlite_with_rowid=False,
)

tournament_pairings: Final = Table(
    "tournament_pairings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament", Text, ForeignKey("tournaments.id"), nullable=False),
    # An arena counts its waves of pairings.
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    # 1 for the first game of a match of a knockout, 2 and more for those that break a tie.
    Column("leg", SmallInteger, nullable=False),
    Column("white", Text, ForeignKey("guests.id"), nullable=False),
    # NULL for a bye.
    Column("black", Text, ForeignKey("guests.id")),
    Column("game", Text, ForeignKey("games.id"), unique=True),
    Column("at", BigInteger, nullable=False),
    # The points before the game.
    Column("white_score", Double, nullable=False),
    Column("black_score", Double),
    # A TournamentOutcome; NULL while the game is in progress.
    Column("outcome", Text),
    # The outcome that the organiser has decided, which counts instead of the game's.
    Column("ruling", Text),
    # When the game ended.
    Column("finished", BigInteger),
    UniqueConstraint("tournament", "round", "board", "leg"),
)
UNDECIDED: Final = text("outcome IS NULL")
Index(
    "ix_tournament_pairings_undecided",
    tournament_pairings.c.tournament,
    sqlite_where=UNDECIDED,
    postgresql_where=UNDECIDED,
)
Index("ix_tournament_pairings_white", tournament_pairings.c.tournament, tournament_pairings.c.white)
Index("ix_tournament_pairings_black", tournament_pairings.c.tournament, tournament_pairings.c.black)

# The players who can be paired in an arena, because they watch it: one row for each process,
# which only this process writes.
tournament_presence: Final = Table(
    "tournament_presence",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("process", Text, primary_key=True),
    # JSON: since when each player is there, by id.
    Column("players", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

tournament_log: Final = Table(
    "tournament_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament", Text, ForeignKey("tournaments.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("action", Text, nullable=False),
    # Who did it; NULL for the server.
    Column("actor", Text),
    # The player concerned.
    Column("player", Text),
    Column("detail", Text, nullable=False),
)
Index("ix_tournament_log_tournament", tournament_log.c.tournament, tournament_log.c.id)
