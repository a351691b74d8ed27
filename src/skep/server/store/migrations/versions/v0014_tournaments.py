"""Tournaments: settings, players, rounds, pairings, presence and the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and record which games belong to a tournament."""
    op.add_column("games", sa.Column("tournament", sa.Text()))
    _create_tournaments()
    _create_players()
    _create_byes()
    _create_rounds()
    _create_pairings()
    _create_presence()
    _create_log()


def _create_tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("organiser", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("game_type", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("minutes", sa.Integer()),
        sa.Column("rounds", sa.Integer()),
        sa.Column("break_seconds", sa.Integer(), nullable=False),
        sa.Column("third_place", sa.Boolean(), nullable=False),
        sa.Column("lowest", sa.Integer()),
        sa.Column("highest", sa.Integer()),
        sa.Column("max_players", sa.Integer()),
        sa.Column("late_entry", sa.Boolean(), nullable=False),
        sa.Column("byes", sa.SmallInteger(), nullable=False),
        sa.Column("withdrawal", sa.Boolean(), nullable=False),
        sa.Column("bots", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("team", sa.Text()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("starts", sa.BigInteger()),
        sa.Column("ends", sa.BigInteger()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("next_round", sa.BigInteger()),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Text()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("announced", sa.Integer(), nullable=False),
        sa.Column("announcing", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["organiser"], ["guests.id"], name="fk_tournaments_organiser"),
        sa.ForeignKeyConstraint(["winner"], ["guests.id"], name="fk_tournaments_winner"),
        sqlite_with_rowid=False,
    )
    is_listed = sa.text("NOT private")
    op.create_index(
        "ix_tournaments_listed", "tournaments", ["starts", "id"], sqlite_where=is_listed, postgresql_where=is_listed
    )
    is_open = sa.text("status IN ('planned', 'running')")
    op.create_index(
        "ix_tournaments_open", "tournaments", ["status", "starts"], sqlite_where=is_open, postgresql_where=is_open
    )
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser", "created"])


def _create_players() -> None:
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("first_round", sa.Integer(), nullable=False),
        sa.Column("last_round", sa.Integer()),
        sa.Column("game", sa.Text()),
        sa.Column("free_since", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("performance", sa.Double()),
        sa.Column("tiebreaks", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Boolean(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.Column("past", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "player", name="pk_tournament_players"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_players_tournament"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_tournament_players_player"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_players_player", "tournament_players", ["player"])
    op.create_index("ix_tournament_players_rank", "tournament_players", ["tournament", "rank"])
    op.create_index("ix_tournament_players_score", "tournament_players", ["tournament", "score"])


def _create_byes() -> None:
    op.create_table(
        "tournament_byes",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "player", "round", name="pk_tournament_byes"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_byes_tournament"),
        sa.ForeignKeyConstraint(["player"], ["guests.id"], name="fk_tournament_byes_player"),
        sqlite_with_rowid=False,
    )


def _create_rounds() -> None:
    op.create_table(
        "tournament_rounds",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.PrimaryKeyConstraint("tournament", "round", name="pk_tournament_rounds"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_rounds_tournament"),
        sqlite_with_rowid=False,
    )


def _create_pairings() -> None:
    op.create_table(
        "tournament_pairings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("leg", sa.SmallInteger(), nullable=False),
        sa.Column("white", sa.Text(), nullable=False),
        sa.Column("black", sa.Text()),
        sa.Column("game", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("white_score", sa.Double(), nullable=False),
        sa.Column("black_score", sa.Double()),
        sa.Column("outcome", sa.Text()),
        sa.Column("ruling", sa.Text()),
        sa.Column("finished", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_pairings"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_pairings_tournament"),
        sa.ForeignKeyConstraint(["white"], ["guests.id"], name="fk_tournament_pairings_white"),
        sa.ForeignKeyConstraint(["black"], ["guests.id"], name="fk_tournament_pairings_black"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_tournament_pairings_game"),
        sa.UniqueConstraint("game", name="uq_tournament_pairings_game"),
        sa.UniqueConstraint(
            "tournament", "round", "board", "leg", name="uq_tournament_pairings_tournament_round_board_leg"
        ),
    )
    op.create_index("ix_tournament_pairings_black", "tournament_pairings", ["tournament", "black"])
    is_undecided = sa.text("outcome IS NULL")
    op.create_index(
        "ix_tournament_pairings_undecided",
        "tournament_pairings",
        ["tournament"],
        sqlite_where=is_undecided,
        postgresql_where=is_undecided,
    )
    op.create_index("ix_tournament_pairings_white", "tournament_pairings", ["tournament", "white"])


def _create_presence() -> None:
    op.create_table(
        "tournament_presence",
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "process", name="pk_tournament_presence"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_presence_tournament"),
        sqlite_with_rowid=False,
    )


def _create_log() -> None:
    op.create_table(
        "tournament_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text()),
        sa.Column("player", sa.Text()),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_log"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_tournament_log_tournament"),
    )
    op.create_index("ix_tournament_log_tournament", "tournament_log", ["tournament", "id"])
