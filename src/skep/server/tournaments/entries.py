"""The players' own actions: joining, pausing, withdrawing and asking for a bye."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from skep.server.http.problem_error import ProblemError
from skep.server.moderation.sanctions import Sanctions
from skep.server.play.rooms import Rooms
from skep.server.store.records import Guest
from skep.server.store.tournament_tables import OPEN, tournament_players, tournaments
from skep.server.tournaments import entry_statements
from skep.server.tournaments.entry_checks import Candidate, Obstacle, obstacle_problem
from skep.server.tournaments.service import Tournaments

__all__ = ["MAX_JOINED", "Entries"]

MAX_JOINED: Final = 30
"""Tournaments that an account can take part in at the same time."""
_PROBLEMS: Final = {
    "tournament-over": (409, "The tournament is over."),
    "no-withdrawal": (409, "Players cannot withdraw from this tournament. Ask the organiser."),
    "not-joined": (409, "You do not take part in the tournament."),
    "bye-late": (409, "Byes can be requested in a Swiss for rounds that have not been paired."),
    "bye-last-round": (409, "There is no bye in the last round."),
    "bye-limit": (409, "You have requested as many byes as the tournament allows."),
}


class Entries:
    """Lets players join and leave."""

    def __init__(self, rooms: Rooms, tournaments: Tournaments, sanctions: Sanctions) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._tournaments = tournaments
        self._sanctions = sanctions

    async def join(self, player: Guest, tournament: str, team: str | None = None) -> None:
        """Let a player join or return; in a battle, for a team, if it is not their only one there.

        Raises ProblemError.
        """
        await self._sanctions.check_play(player.id)
        row = await self._tournaments.find(tournament)
        if await self._store.read(partial(_count_joined, player.id, tournament)) >= MAX_JOINED:
            raise ProblemError(
                409, "too-many-tournaments", f"You take part in {MAX_JOINED} tournaments. Withdraw from one first."
            )
        candidate = _for_team(await self._tournaments.candidate(row, player), team)
        store = partial(entry_statements.join, tournament, candidate, self._rooms.time.now())
        obstacle: Obstacle | None = await self._store.write(store)
        if obstacle is not None:
            raise obstacle_problem(obstacle)

    async def withdraw(self, player: Guest, tournament: str) -> None:
        """Let a player withdraw. Raises ProblemError."""
        await self._leave(player, tournament, "withdrawn")

    async def pause(self, player: Guest, tournament: str) -> None:
        """Let a player of an arena or a Swiss pause, until they join again. Raises ProblemError."""
        row = await self._tournaments.find(tournament)
        if row.status != "running" or row.system not in ("arena", "swiss"):
            raise ProblemError(409, "no-pause", "Players can pause in an arena or a Swiss that has begun.")
        await self._leave(player, tournament, "paused")

    async def _leave(self, player: Guest, tournament: str, state: str) -> None:
        await self._tournaments.find(tournament)
        store = partial(entry_statements.leave, tournament, player.id, state, self._rooms.time.now())
        _check(await self._store.write(store))

    async def ask_bye(self, player: Guest, tournament: str, round_: int, *, wanted: bool) -> None:
        """Store or take back a request for a half-point bye. Raises ProblemError."""
        await self._tournaments.find(tournament)
        now = self._rooms.time.now()
        store = partial(entry_statements.change_bye, tournament, player.id, round_, wanted, now)
        _check(await self._store.write(store))


def _for_team(candidate: Candidate, team: str | None) -> Candidate:
    """Return a player with the team for which they play in a battle, if it is clear."""
    teams = candidate.teams if team is None else tuple(own for own in candidate.teams if own == team)
    return replace(candidate, team=teams[0]) if len(teams) == 1 else candidate


def _check(code: str | None) -> None:
    if code is not None:
        status, sentence = _PROBLEMS[code]
        raise ProblemError(status, code, sentence)


def _count_joined(player: str, other_than: str, connection: Connection) -> int:
    columns = tournament_players.c
    count = (
        select(func.count())
        .select_from(tournament_players.join(tournaments, tournaments.c.id == columns.tournament))
        .where(columns.player == player, columns.tournament != other_than, OPEN)
        .where(columns.state.in_(("active", "paused")))
    )
    return connection.scalar(count) or 0
