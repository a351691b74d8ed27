"""Reading tournaments from the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection, Select, and_, func, or_, select

from skep.server.store.tables import guests
from skep.server.store.team_tables import teams
from skep.server.store.tournament_tables import (
    LISTED,
    OPEN,
    UNDECIDED,
    tournament_byes,
    tournament_log,
    tournament_pairings,
    tournament_players,
    tournament_rounds,
    tournaments,
)
from skep.server.store.values import micros, seconds
from skep.server.tournaments.battles import BattleMember
from skep.server.tournaments.rows import (
    PLAYERS,
    TOURNAMENTS,
    PairingRow,
    TournamentPlayerRow,
    TournamentRow,
    pairing_of,
    pairings_with_names,
    player_of,
    tournament_of,
)

__all__ = [
    "PAGE",
    "RoundRow",
    "State",
    "TournamentFilters",
    "TournamentLogRow",
    "all_pairings",
    "byes_of",
    "count_pairings",
    "current_pairings",
    "find",
    "find_all",
    "find_joined",
    "find_player",
    "list_tournaments",
    "log_of",
    "named_teams",
    "opponents_of",
    "pairings_page",
    "players_of",
    "rank_of",
    "rounds_of",
    "running_arenas_of",
    "standings_order",
    "standings_page",
    "team_members",
    "top_games",
    "versions",
]

State: TypeAlias = Literal["upcoming", "running", "finished"]
PAGE: Final = 50
"""Players, games or tournaments on a page."""
MAX_CURRENT: Final = 30
"""Pairings that everyone who watches a tournament receives."""
_LOG_PAGE: Final = 50

_players = tournament_players.c
_pairings = tournament_pairings.c
_BY_BOARD: Final = (_pairings.board, _pairings.leg)
_BY_SCORE: Final = (
    (_pairings.white_score + func.coalesce(_pairings.black_score, 0)).desc(),
    _pairings.board,
    _pairings.id.desc(),
)


class TournamentFilters(Struct, frozen=True, kw_only=True):
    """The tournaments to list."""

    state: State | None = None
    month: str | None = None
    """Such as ``2026-11``."""
    system: str | None = None
    team: str | None = None
    player: str | None = None
    """Only those that this player organises or takes part in, private ones included."""


class RoundRow(NamedTuple):
    """A round and its games."""

    round: int
    began: float
    ended: float | None
    games: int
    running: int


class TournamentLogRow(NamedTuple):
    """An entry of the log."""

    id: int
    at: float
    action: str
    actor: str | None
    player: str | None
    detail: str


def find(tournament: str, connection: Connection) -> TournamentRow | None:
    """Return a tournament, or None."""
    row = connection.execute(TOURNAMENTS.where(tournaments.c.id == tournament)).mappings().one_or_none()
    return None if row is None else tournament_of(row)


def find_all(ids: Collection[str], connection: Connection) -> dict[str, TournamentRow]:
    """Return several tournaments by their ids."""
    rows = connection.execute(TOURNAMENTS.where(tournaments.c.id.in_(ids))).mappings()
    return {row["id"]: tournament_of(row) for row in rows}


def versions(ids: Collection[str], connection: Connection) -> dict[str, int]:
    """Return the versions of several tournaments."""
    found = connection.execute(select(tournaments.c.id, tournaments.c.version).where(tournaments.c.id.in_(ids)))
    return {row.id: row.version for row in found}


def list_tournaments(filters: TournamentFilters, page: int, connection: Connection) -> list[TournamentRow]:
    """Return a page of tournaments and one more: the next ones first, or the latest finished ones."""
    columns = tournaments.c
    chosen = TOURNAMENTS
    if filters.player is None:
        chosen = chosen.where(LISTED)
    else:
        entered = select(_players.tournament).where(_players.player == filters.player)
        chosen = chosen.where(or_(columns.organiser == filters.player, columns.id.in_(entered)))
    if filters.system is not None:
        chosen = chosen.where(columns.system == filters.system)
    if filters.team is not None:
        chosen = chosen.where(or_(columns.team == filters.team, columns.teams.contains(f'"{filters.team}"')))
    if filters.month is not None:
        begin, end = _month(filters.month)
        chosen = chosen.where(columns.starts >= begin, columns.starts < end, columns.status != "cancelled")
    ordered = _in_order(chosen, filters.state)
    rows = connection.execute(ordered.offset((page - 1) * PAGE).limit(PAGE + 1)).mappings()
    return [tournament_of(row) for row in rows]


def _in_order(chosen: Select[Any], state: State | None) -> Select[Any]:
    columns = tournaments.c
    if state == "upcoming":
        # those that the organiser starts come last
        return chosen.where(OPEN, columns.status == "planned").order_by(
            columns.starts.is_(None), columns.starts, columns.created, columns.id
        )
    if state == "running":
        return chosen.where(OPEN, columns.status == "running").order_by(columns.starts.desc(), columns.id)
    if state == "finished":
        return chosen.where(columns.status == "finished").order_by(columns.starts.desc(), columns.id)
    return chosen.order_by(columns.starts.is_(None), columns.starts, columns.created, columns.id)


def _month(text: str) -> tuple[int, int]:
    """Return the beginning and the end of a month, in microseconds since 1970."""
    year, month = map(int, text.split("-"))
    begin = datetime(year, month, 1, tzinfo=UTC)
    end = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return micros(begin.timestamp()), micros(end.timestamp())


# players


def standings_order(arena: bool) -> tuple[Any, ...]:
    """Return the columns that order the players; before the first result, they come by rating."""
    if arena:
        return _players.score.desc(), func.coalesce(_players.performance, 0).desc(), _players.rating.desc(), _NUMBER
    return _players.rank == 0, _players.rank, _players.rating.desc(), _NUMBER


_NUMBER: Final = _players.number


def standings_page(
    tournament: str, arena: bool, page: int, size: int, connection: Connection
) -> list[TournamentPlayerRow]:
    """Return a page of the players in the order of the standings."""
    chosen = PLAYERS.where(_players.tournament == tournament).order_by(*standings_order(arena))
    rows = connection.execute(chosen.offset((page - 1) * size).limit(size)).mappings()
    return [player_of(row) for row in rows]


def players_of(tournament: str, ids: Collection[str], connection: Connection) -> dict[str, TournamentPlayerRow]:
    """Return some players of a tournament by their ids."""
    rows = connection.execute(PLAYERS.where(_players.tournament == tournament, _players.player.in_(ids))).mappings()
    return {row["player"]: player_of(row) for row in rows}


def find_player(tournament: str, name: str, connection: Connection) -> TournamentPlayerRow | None:
    """Return the player of a tournament with a name, or None."""
    chosen = PLAYERS.where(_players.tournament == tournament, func.lower(guests.c.name) == name.lower())
    row = connection.execute(chosen.order_by(_players.number).limit(1)).mappings().one_or_none()
    return None if row is None else player_of(row)


def rank_of(tournament: str, arena: bool, players: Collection[str], connection: Connection) -> dict[str, int]:
    """Return the places of some players in the order of the standings, from 1."""
    place = func.row_number().over(order_by=standings_order(arena)).label("place")
    ordered = select(_players.player, place).where(_players.tournament == tournament).subquery()
    found = connection.execute(select(ordered).where(ordered.c.player.in_(players)))
    return {row.player: row.place for row in found}


def opponents_of(tournament: str, players: Collection[str], connection: Connection) -> dict[str, str]:
    """Return the names of the opponents of players whose games are in progress."""
    found = {}
    own = pairings_with_names(tournament).where(
        UNDECIDED, or_(_pairings.white.in_(players), _pairings.black.in_(players))
    )
    for row in connection.execute(own):
        found[row.white] = row.black_name
        if row.black is not None:
            found[row.black] = row.white_name
    return found


def find_joined(player: str, ids: Sequence[str], connection: Connection) -> frozenset[str]:
    """Return in which of some tournaments a player takes part."""
    entered = select(_players.tournament).where(
        _players.player == player, _players.tournament.in_(ids), _players.state.in_(("active", "paused"))
    )
    return frozenset(connection.scalars(entered))


def running_arenas_of(players: Collection[str], connection: Connection) -> list[tuple[str, str]]:
    """Return the arenas in progress in which some players take part, with the players."""
    chosen = (
        select(_players.tournament, _players.player)
        .join(tournaments, tournaments.c.id == _players.tournament)
        .where(OPEN, tournaments.c.status == "running", tournaments.c.system == "arena")
        .where(_players.player.in_(players), _players.state == "active")
    )
    return [(tournament, player) for tournament, player in connection.execute(chosen)]


def byes_of(tournament: str, players: Collection[str], connection: Connection) -> dict[str, list[int]]:
    """Return the rounds for which players have requested half-point byes."""
    columns = tournament_byes.c
    chosen = select(columns.player, columns.round).where(columns.tournament == tournament, columns.player.in_(players))
    found: dict[str, list[int]] = {}
    for player, round_ in connection.execute(chosen.order_by(columns.round)):
        found.setdefault(player, []).append(round_)
    return found


# battles of teams


class NamedTeam(NamedTuple):
    """A team of a battle."""

    name: str
    is_open: bool
    """Whether it has not been closed."""


def named_teams(ids: Collection[str], connection: Connection) -> dict[str, NamedTeam]:
    """Return some teams by their ids."""
    chosen = select(teams.c.id, teams.c.name, teams.c.closed).where(teams.c.id.in_(ids))
    return {row.id: NamedTeam(row.name, row.closed is None) for row in connection.execute(chosen)}


def team_members(tournament: str, connection: Connection) -> list[BattleMember]:
    """Return the players of a battle whose points can count, in the order of the standings."""
    chosen = (
        select(_players.team, guests.c.name, _players.score)
        .join(guests, guests.c.id == _players.player)
        .where(_players.tournament == tournament, _players.team.is_not(None), _players.state != "removed")
    )
    return [BattleMember(*row) for row in connection.execute(chosen.order_by(*standings_order(arena=True)))]


# pairings


def _chosen_pairings(tournament: str, round_: int | None, player: str | None) -> Any:
    conditions = [_pairings.tournament == tournament]
    if round_ is not None:
        conditions.append(_pairings.round == round_)
    if player is not None:
        conditions.append(or_(_pairings.white == player, _pairings.black == player))
    return and_(*conditions)


def count_pairings(tournament: str, round_: int | None, player: str | None, connection: Connection) -> int:
    """Return how many pairings there are."""
    count = select(func.count()).select_from(tournament_pairings)
    return connection.scalar(count.where(_chosen_pairings(tournament, round_, player))) or 0


def pairings_page(
    tournament: str, round_: int | None, player: str | None, page: int, connection: Connection
) -> list[PairingRow]:
    """Return a page of pairings: those of a round by board, otherwise the latest first."""
    chosen = pairings_with_names(tournament).where(_chosen_pairings(tournament, round_, player))
    order = (_pairings.board, _pairings.leg) if round_ is not None else (_pairings.id.desc(),)
    rows = connection.execute(chosen.order_by(*order).offset((page - 1) * PAGE).limit(PAGE))
    return [pairing_of(row) for row in rows]


def all_pairings(tournament: str, connection: Connection) -> list[PairingRow]:
    """Return all pairings of a knockout, which are at most a few hundred."""
    chosen = pairings_with_names(tournament).order_by(_pairings.round, *_BY_BOARD)
    return [pairing_of(row) for row in connection.execute(chosen)]


def current_pairings(row: TournamentRow, connection: Connection) -> list[PairingRow]:
    """Return the pairings of the current round, or the games in progress of an arena: the best players first."""
    chosen = pairings_with_names(row.id)
    if row.is_arena:
        chosen = chosen.where(UNDECIDED).order_by(*_BY_SCORE)
    else:
        chosen = chosen.where(_pairings.round == row.round).order_by(*_BY_BOARD)
    return [pairing_of(found) for found in connection.execute(chosen.limit(MAX_CURRENT))]


def top_games(row: TournamentRow, limit: int, connection: Connection) -> list[str]:
    """Return the games in progress on the top boards: those of a Swiss or a bracket are numbered from the top."""
    order = _BY_BOARD if row.system in ("swiss", "knockout") else _BY_SCORE
    chosen = select(_pairings.game).where(_pairings.tournament == row.id, _pairings.game.is_not(None), UNDECIDED)
    return list(connection.scalars(chosen.order_by(*order).limit(limit)))


def rounds_of(tournament: str, connection: Connection) -> list[RoundRow]:
    """Return the rounds that have been paired."""
    columns = tournament_rounds.c
    counts = (
        select(
            _pairings.round,
            func.count(_pairings.game).label("games"),
            func.count(_pairings.game).filter(UNDECIDED).label("running"),
        )
        .where(_pairings.tournament == tournament)
        .group_by(_pairings.round)
        .subquery()
    )
    chosen = (
        select(columns.round, columns.began, columns.ended, counts.c.games, counts.c.running)
        .outerjoin(counts, counts.c.round == columns.round)
        .where(columns.tournament == tournament)
        .order_by(columns.round)
    )
    return [_round_of(row) for row in connection.execute(chosen)]


def _round_of(row: Any) -> RoundRow:
    ended = None if row.ended is None else seconds(row.ended)
    return RoundRow(row.round, seconds(row.began), ended, row.games or 0, row.running or 0)


# the log


def log_of(tournament: str, before: int | None, connection: Connection) -> list[TournamentLogRow]:
    """Return entries of the log and one more, the latest first."""
    columns = tournament_log.c
    actors, players = guests.alias("actors"), guests.alias("players")
    chosen = (
        select(tournament_log, actors.c.name.label("actor_name"), players.c.name.label("player_name"))
        .outerjoin(actors, actors.c.id == columns.actor)
        .outerjoin(players, players.c.id == columns.player)
        .where(columns.tournament == tournament)
    )
    if before is not None:
        chosen = chosen.where(columns.id < before)
    rows = connection.execute(chosen.order_by(columns.id.desc()).limit(_LOG_PAGE + 1))
    return [
        TournamentLogRow(row.id, seconds(row.at), row.action, row.actor_name, row.player_name, row.detail)
        for row in rows
    ]
