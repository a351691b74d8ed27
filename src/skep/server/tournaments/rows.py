"""Tournaments, their players and their pairings, as they are stored."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Row, RowMapping, Select, select

from skep.server.schemas.game import ClockRule
from skep.server.schemas.tournaments import PlayerState, TournamentStatus, TournamentSystem
from skep.server.store.account_tables import accounts
from skep.server.store.tables import games, guests
from skep.server.store.tournament_tables import tournament_pairings, tournament_players, tournaments
from skep.server.store.values import clock_text, micros, seconds

__all__ = [
    "PLAYERS",
    "TOURNAMENTS",
    "PairingRow",
    "TournamentPlayerRow",
    "TournamentRow",
    "pairing_of",
    "pairings_with_names",
    "player_of",
    "tournament_of",
    "tournament_values",
]

_read_clock: Final = msgspec.json.Decoder(ClockRule).decode
_read_numbers: Final = msgspec.json.Decoder(list[float]).decode
_read_teams: Final = msgspec.json.Decoder(tuple[str, ...]).decode
_encode: Final = msgspec.json.Encoder().encode
_read_sheet: Final = msgspec.json.Decoder(list[float | None]).decode
_TIMES: Final = ("created", "starts", "ends", "next_round")


class TournamentRow(Struct, frozen=True, kw_only=True, gc=False):
    """A tournament. Times are in seconds since 1970."""

    id: str
    organiser: str
    organiser_name: str = ""
    name: str
    description: str
    system: TournamentSystem
    clock: ClockRule
    edition: str
    game_type: str
    rated: bool
    pool: str
    minutes: int | None
    rounds: int | None
    break_seconds: int
    third_place: bool
    lowest: int | None
    highest: int | None
    max_players: int | None
    late_entry: bool
    byes: int
    withdrawal: bool
    bots: bool
    private: bool
    team: str | None
    teams: tuple[str, ...] = ()
    """The teams of a battle, in the order in which the organiser named them."""
    best_players: int | None = None
    """The number of players of each team whose points count in a battle."""
    created: float
    starts: float | None = None
    ends: float | None = None
    status: TournamentStatus = "planned"
    suspended: bool = False
    round: int = 0
    next_round: float | None = None
    players: int = 0
    winner: str | None = None
    winner_name: str | None = None
    version: int = 1
    announced: int = 0

    @property
    def is_arena(self) -> bool:
        """Whether players are paired whenever they are free."""
        return self.system == "arena"

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any longer."""
        return self.status in ("finished", "cancelled")


class TournamentPlayerRow(Struct, frozen=True, kw_only=True, gc=False):
    """A player of a tournament, with the stored standings."""

    player: str
    name: str
    registered: bool
    number: int
    joined: float
    rating: int
    provisional: bool
    bot: bool
    state: PlayerState
    first_round: int
    last_round: int | None
    game: str | None
    free_since: float
    rank: int
    score: float
    performance: float | None
    tiebreaks: list[float]
    games: int
    wins: int
    draws: int
    losses: int
    streak: bool
    sheet: list[float | None]
    team: str | None = None
    """The team for which the player plays in a battle."""


class PairingRow(Struct, frozen=True, kw_only=True, gc=False):
    """A pairing, with the names of its players."""

    round: int
    board: int
    leg: int
    white: str
    white_name: str
    white_rating: int
    black: str | None
    black_name: str | None
    black_rating: int | None
    game: str | None
    at: float
    white_score: float
    black_score: float | None
    outcome: str | None
    ruling: str | None
    finished: int | None
    ply: int


_organisers: Final = guests.alias("organisers")
_winners: Final = guests.alias("winners")
TOURNAMENTS: Final[Select[Any]] = (
    select(tournaments, _organisers.c.name.label("organiser_name"), _winners.c.name.label("winner_name"))
    .join(_organisers, _organisers.c.id == tournaments.c.organiser)
    .outerjoin(_winners, _winners.c.id == tournaments.c.winner)
)
"""Tournaments with the names of their organisers and winners."""
PLAYERS: Final[Select[Any]] = (
    select(tournament_players, guests.c.name, accounts.c.id.is_not(None).label("registered"))
    .join(guests, guests.c.id == tournament_players.c.player)
    .outerjoin(accounts, accounts.c.id == tournament_players.c.player)
)
"""Players with their names."""


def tournament_of(row: RowMapping) -> TournamentRow:
    """Return the tournament of a row."""
    values = {name: row[name] for name in TournamentRow.__struct_fields__ if name in row}
    values["clock"] = _read_clock(row["clock"])
    values["teams"] = () if row["teams"] is None else _read_teams(row["teams"])
    for name in _TIMES:
        values[name] = None if row[name] is None else seconds(row[name])
    return TournamentRow(**values)


def tournament_values(row: TournamentRow) -> dict[str, Any]:
    """Return the columns of a tournament."""
    values = {name: getattr(row, name) for name in row.__struct_fields__ if name in tournaments.c}
    values["clock"] = clock_text(row.clock)
    values["teams"] = _encode(row.teams).decode() if row.teams else None
    for name in _TIMES:
        value = getattr(row, name)
        values[name] = None if value is None else micros(value)
    return values


def player_of(row: RowMapping) -> TournamentPlayerRow:
    """Return the player of a row."""
    values = {name: row[name] for name in TournamentPlayerRow.__struct_fields__}
    values["tiebreaks"] = _read_numbers(row["tiebreaks"])
    values["sheet"] = _read_sheet(row["sheet"])
    values["joined"], values["free_since"] = seconds(row["joined"]), seconds(row["free_since"])
    return TournamentPlayerRow(**values)


def pairings_with_names(tournament: str) -> Select[Any]:
    """Return a query of the pairings of a tournament with the names and ratings of their players."""
    white, black = tournament_players.alias("white_player"), tournament_players.alias("black_player")
    white_guest, black_guest = guests.alias("white_guest"), guests.alias("black_guest")
    pairings = tournament_pairings.c
    return (
        select(
            tournament_pairings,
            white_guest.c.name.label("white_name"),
            black_guest.c.name.label("black_name"),
            white.c.rating.label("white_rating"),
            black.c.rating.label("black_rating"),
            games.c.ply,
        )
        .join(white_guest, white_guest.c.id == pairings.white)
        .join(white, (white.c.player == pairings.white) & (white.c.tournament == tournament))
        .outerjoin(black_guest, black_guest.c.id == pairings.black)
        .outerjoin(black, (black.c.player == pairings.black) & (black.c.tournament == tournament))
        .outerjoin(games, games.c.id == pairings.game)
        .where(pairings.tournament == tournament)
    )


def pairing_of(row: Row[Any]) -> PairingRow:
    """Return the pairing of a row."""
    return PairingRow(
        round=row.round,
        board=row.board,
        leg=row.leg,
        white=row.white,
        white_name=row.white_name,
        white_rating=row.white_rating,
        black=row.black,
        black_name=row.black_name,
        black_rating=row.black_rating,
        game=row.game,
        at=seconds(row.at),
        white_score=row.white_score,
        black_score=row.black_score,
        outcome=row.outcome,
        ruling=row.ruling,
        finished=row.finished,
        ply=row.ply or 0,
    )
