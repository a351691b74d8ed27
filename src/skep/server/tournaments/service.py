"""Reading tournaments, as the REST API and the socket show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection

from skep.server.accounts.names import MAX_NAME_LENGTH
from skep.server.accounts.texts import clean_text
from skep.server.http.problem_error import ProblemError
from skep.server.play.rooms import Rooms
from skep.server.ratings.rating import Rating, first_rating
from skep.server.ratings.ratings import Ratings
from skep.server.schemas.tournaments import (
    BattleTeam,
    CrossTable,
    OwnTournamentState,
    TournamentBracket,
    TournamentGamePage,
    TournamentList,
    TournamentLog,
    TournamentLogEntry,
    TournamentRounds,
    TournamentStandings,
    TournamentView,
)
from skep.server.store.records import Guest
from skep.server.tournaments import queries
from skep.server.tournaments.battles import team_standings
from skep.server.tournaments.brackets import read_bracket
from skep.server.tournaments.clubs import Clubs
from skep.server.tournaments.cross_tables import cross_table_page
from skep.server.tournaments.entry_checks import Candidate, Obstacle, find_obstacle
from skep.server.tournaments.queries import PAGE, TournamentFilters
from skep.server.tournaments.rows import TournamentPlayerRow, TournamentRow
from skep.server.tournaments.views import game_view, own_state, pages, round_view, score_view, summary_of

__all__ = ["TournamentViewer", "Tournaments", "may_manage"]

_LOG_PAGE: Final = 50
_PODIUM: Final = 3


def may_manage(row: TournamentRow, player: Guest | None) -> bool:
    """Return whether a player organises a tournament, or is a moderator."""
    return player is not None and player.registered and (player.id == row.organiser or player.role != "")


class TournamentViewer(Struct, frozen=True):
    """A visitor of a tournament's page."""

    guest: Guest | None
    candidate: Candidate | None
    """The facts that decide whether they may join; None for guests, and once it is over."""


class _Shown(Struct, frozen=True):
    """The rows from which the page of a tournament is made."""

    row: TournamentRow
    top: list[TournamentPlayerRow]
    own: Mapping[str, TournamentPlayerRow]
    ranks: Mapping[str, int]
    byes: Mapping[str, list[int]]
    opponents: Mapping[str, str]
    teams: list[BattleTeam]


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, rooms: Rooms, clubs: Clubs) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._ratings = Ratings(rooms.store)
        self._clubs = clubs

    async def find(self, tournament: str) -> TournamentRow:
        """Return a tournament. Raises ProblemError."""
        row = await self._store.read(partial(queries.find, tournament))
        if row is None:
            raise ProblemError(404, "unknown-tournament", f"There is no tournament {tournament!r}.")
        return row

    async def list(self, filters: TournamentFilters, page: int, visitor: Guest | None) -> TournamentList:
        """Return a page of tournaments."""

        def read(connection: Connection) -> tuple[list[TournamentRow], frozenset[str]]:
            rows = queries.list_tournaments(filters, page, connection)
            shown = [row.id for row in rows[:PAGE]]
            return rows, frozenset() if visitor is None else queries.find_joined(visitor.id, shown, connection)

        rows, joined = await self._store.read(read)
        return TournamentList(
            tournaments=[summary_of(row, joined=row.id in joined) for row in rows[:PAGE]],
            next=page + 1 if len(rows) > PAGE else None,
        )

    # one tournament

    async def view(self, tournament: str, visitor: Guest | None) -> TournamentView:
        """Return a tournament as a visitor sees it. Raises ProblemError."""
        row = await self.find(tournament)
        key = "" if visitor is None else visitor.id
        return (await self.views(row, {key: await self.viewer(row, visitor)}))[key]

    async def viewer(self, row: TournamentRow, visitor: Guest | None) -> TournamentViewer:
        """Return a visitor with what decides whether they may join."""
        is_candidate = visitor is not None and visitor.registered and not row.is_over
        return TournamentViewer(
            visitor, await self.candidate(row, visitor) if is_candidate and visitor is not None else None
        )

    async def views(self, row: TournamentRow, viewers: Mapping[str, TournamentViewer]) -> dict[str, TournamentView]:
        """Return a tournament as each of some visitors sees it, by their ids; an empty id is nobody's."""
        shown = await self._store.read(partial(_read_shown, row, [id_ for id_ in viewers if id_]))
        now = self._rooms.time.now()
        return {id_: _view(shown, viewer, now) for id_, viewer in viewers.items()}

    async def candidate(self, row: TournamentRow, player: Guest) -> Candidate:
        """Return what decides whether a player may join."""
        rating: Rating = await self._ratings.find(player.id, row.pool) if row.pool else first_rating(player.id)
        return Candidate(
            player=player.id,
            rating=round(rating.rating),
            provisional=rating.provisional,
            bot=player.bot,
            in_team=row.team is not None and await self._clubs.is_member(row.team, player.id),
            teams=tuple([team for team in row.teams if await self._clubs.is_member(team, player.id)]),
        )

    async def standings(self, row: TournamentRow, page: int) -> TournamentStandings:
        """Return a page of the standings."""
        found = await self._store.read(partial(queries.standings_page, row.id, row.is_arena, page, PAGE))
        return TournamentStandings(
            page=page,
            pages=pages(row.players, PAGE),
            players=row.players,
            tiebreak_names=tiebreak_names(row.system),
            scores=[
                score_view(player, player.rank or place)
                for place, player in enumerate(found, start=(page - 1) * PAGE + 1)
            ],
        )

    async def page_of(self, row: TournamentRow, player: str) -> int:
        """Return the page of the standings with a player, otherwise the first one."""
        ranks = await self._store.read(partial(queries.rank_of, row.id, row.is_arena, [player]))
        return (ranks.get(player, 1) - 1) // PAGE + 1

    async def rounds(self, row: TournamentRow) -> TournamentRounds:
        """Return the rounds that have been paired."""
        found = await self._store.read(partial(queries.rounds_of, row.id))
        return TournamentRounds(rounds=[round_view(each, row) for each in found])

    async def games(self, row: TournamentRow, round_: int | None, name: str | None, page: int) -> TournamentGamePage:
        """Return a page of pairings. Raises ProblemError if no player has the name."""
        player = None if name is None else (await self.player(row, name)).player
        count = await self._store.read(partial(queries.count_pairings, row.id, round_, player))
        found = await self._store.read(partial(queries.pairings_page, row.id, round_, player, page))
        return TournamentGamePage(games=[game_view(each) for each in found], page=page, pages=pages(count, PAGE))

    async def player(self, row: TournamentRow, name: str) -> TournamentPlayerRow:
        """Return a player of a tournament by name. Raises ProblemError."""
        found = await self._store.read(partial(queries.find_player, row.id, clean_text(name, MAX_NAME_LENGTH)))
        if found is None:
            raise ProblemError(404, "unknown-player", f"No player of the tournament has the name {name!r}.")
        return found

    async def cross_table(self, row: TournamentRow, page: int) -> CrossTable:
        """Return a page of the cross-table."""
        return await self._store.read(partial(cross_table_page, row, page))

    async def bracket(self, row: TournamentRow) -> TournamentBracket:
        """Return the bracket of a knockout."""
        return await self._store.read(partial(read_bracket, row))

    async def log(self, row: TournamentRow, before: int | None) -> TournamentLog:
        """Return a page of the log."""
        found = await self._store.read(partial(queries.log_of, row.id, before))
        shown = found[:_LOG_PAGE]
        return TournamentLog(
            entries=[
                TournamentLogEntry(
                    at=entry.at,
                    action=entry.action,  # type: ignore[arg-type]
                    by=entry.actor,
                    player=entry.player,
                    detail=entry.detail,
                )
                for entry in shown
            ],
            next=shown[-1].id if len(found) > _LOG_PAGE else None,
        )


_TIEBREAKS: Final[Mapping[str, Sequence[str]]] = {
    "arena": ("performance",),
    "swiss": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-encounter", "wins"),
    "round-robin": ("direct-encounter", "wins", "sonneborn-berger"),
    "double-round-robin": ("direct-encounter", "wins", "sonneborn-berger"),
    "knockout": (),
}


def tiebreak_names(system: str) -> list[str]:
    """Return the names of the numbers that order players with the same points."""
    return list(_TIEBREAKS[system])


def _read_shown(row: TournamentRow, visitors: Collection[str], connection: Connection) -> _Shown:
    own = queries.players_of(row.id, visitors, connection) if visitors else {}
    has_begun = row.status in ("running", "finished")
    return _Shown(
        row,
        queries.standings_page(row.id, row.is_arena, 1, _PODIUM, connection) if has_begun else [],
        own,
        queries.rank_of(row.id, row.is_arena, list(own), connection) if own and has_begun else {},
        queries.byes_of(row.id, list(own), connection) if own and row.system == "swiss" else {},
        queries.opponents_of(row.id, list(own), connection) if own and has_begun else {},
        _read_teams(row, connection) if row.teams else [],
    )


def _read_teams(row: TournamentRow, connection: Connection) -> list[BattleTeam]:
    known = queries.named_teams(row.teams, connection)
    names = {team: known[team].name for team in row.teams}
    return team_standings(names, queries.team_members(row.id, connection), row.best_players or 1)


def _view(shown: _Shown, viewer: TournamentViewer, now: float) -> TournamentView:
    row, visitor = shown.row, viewer.guest
    entry = None if visitor is None else shown.own.get(visitor.id)
    is_in = entry is not None and entry.state in ("active", "paused")
    obstacle = None if is_in else _obstacle(row, entry, viewer)
    return TournamentView(
        summary=summary_of(row, joined=is_in),
        description=row.description,
        break_seconds=row.break_seconds,
        third_place=row.third_place,
        late_entry=row.late_entry,
        byes=row.byes,
        withdrawal=row.withdrawal,
        next_round=row.next_round,
        now=now,
        organises=may_manage(row, visitor),
        can_join=not is_in and obstacle is None,
        why_not=obstacle,
        you=None if entry is None else _own(shown, entry),
        teams=shown.teams,
        best_players=row.best_players,
        own_teams=[] if viewer.candidate is None else list(viewer.candidate.teams),
        top=[score_view(player, place) for place, player in enumerate(shown.top, start=1)],
    )


def _obstacle(row: TournamentRow, entry: TournamentPlayerRow | None, viewer: TournamentViewer) -> Obstacle | None:
    """Return the code of the reason why a visitor cannot join, or None."""
    if row.is_over:
        return "tournament-over"
    return "sign-in-required" if viewer.candidate is None else find_obstacle(row, entry, viewer.candidate)


def _own(shown: _Shown, entry: TournamentPlayerRow) -> OwnTournamentState:
    player = entry.player
    return own_state(shown.row, entry, shown.ranks.get(player), shown.byes.get(player, []), shown.opponents.get(player))
