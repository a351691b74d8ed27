"""Writing who takes part in a tournament: joining, pausing, withdrawing, byes and removal.

Each function locks the tournament first, so that nothing changes between its check and its write.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from skep.server.store.tournament_tables import tournament_byes, tournament_players, tournaments
from skep.server.store.values import micros
from skep.server.tournaments.changes import lock, log, touch
from skep.server.tournaments.entry_checks import Candidate, Obstacle, find_obstacle
from skep.server.tournaments.queries import players_of
from skep.server.tournaments.result_statements import store_standings
from skep.server.tournaments.rows import TournamentPlayerRow, TournamentRow

__all__ = ["change_bye", "join", "leave", "remove"]

_players = tournament_players.c
_byes = tournament_byes.c
_EMPTY: Final = "[]"


def join(
    tournament: str, candidate: Candidate, now: float, connection: Connection, _maybe_done: bool
) -> Obstacle | None:
    """Let a player join or return; return why that is not possible, or None."""
    row = lock(tournament, connection)
    assert row is not None, "tournaments are never deleted"
    entry = players_of(tournament, [candidate.player], connection).get(candidate.player)
    if entry is not None and entry.state == "active":
        return None
    obstacle = find_obstacle(row, entry, candidate)
    if obstacle is not None:
        return obstacle
    if entry is None and row.teams and candidate.team is None:
        return "choose-team"
    if entry is None:
        _add_entry(row, candidate, now, connection)
    else:
        _set_state(row, candidate.player, "active", now, connection)
    log(connection, tournament, "join", now, actor=candidate.player)
    return None


def _add_entry(row: TournamentRow, candidate: Candidate, now: float, connection: Connection) -> None:
    """Insert a new player."""
    last = connection.scalar(select(func.max(_players.number)).where(_players.tournament == row.id)) or 0
    is_late = row.status == "running" and not row.is_arena
    connection.execute(
        insert(tournament_players).values(
            tournament=row.id,
            player=candidate.player,
            number=last + 1,
            joined=micros(now),
            rating=candidate.rating,
            provisional=candidate.provisional,
            bot=candidate.bot,
            state="active",
            first_round=row.round + 1 if is_late else 1,
            free_since=micros(now),
            rank=0,
            score=0.0,
            tiebreaks=_EMPTY,
            games=0,
            wins=0,
            draws=0,
            losses=0,
            streak=False,
            sheet=_EMPTY,
            past="{}",
            team=candidate.team,
        )
    )
    touch(row.id, connection, players=tournaments.c.players + 1)
    if row.status == "running":
        store_standings(connection, row, [candidate.player])


def leave(
    tournament: str, player: str, state: str, now: float, connection: Connection, _maybe_done: bool
) -> str | None:
    """Let a player pause or withdraw; return the code of the reason why that is not possible, or None.

    Before the start, a player who withdraws is deleted. A game in progress continues.
    """
    row = lock(tournament, connection)
    assert row is not None, "tournaments are never deleted"
    entry = players_of(tournament, [player], connection).get(player)
    if entry is None or entry.state in (state, "withdrawn", "removed"):
        return None
    if row.is_over:
        return "tournament-over"
    if row.status == "planned":
        _delete_entry(row, entry, connection)
    elif not row.withdrawal and state == "withdrawn":
        return "no-withdrawal"
    else:
        _set_state(row, player, state, now, connection)
    log(connection, tournament, "withdraw" if state == "withdrawn" else "pause-player", now, actor=player)
    return None


def _delete_entry(row: TournamentRow, entry: TournamentPlayerRow, connection: Connection) -> None:
    connection.execute(delete(tournament_byes).where(_byes.tournament == row.id, _byes.player == entry.player))
    is_row = _players.tournament == row.id, _players.player == entry.player
    connection.execute(delete(tournament_players).where(*is_row))
    touch(row.id, connection, players=tournaments.c.players - 1)


def _set_state(row: TournamentRow, player: str, state: str, now: float, connection: Connection) -> None:
    """Store a player's state. The rounds from the next one on are paired without a player who is not active."""
    values: dict[str, Any] = {"state": state, "last_round": None if state == "active" else row.round + 1}
    if state == "active":
        values["free_since"] = micros(now)
    is_row = _players.tournament == row.id, _players.player == player
    connection.execute(update(tournament_players).where(*is_row).values(values))
    touch(row.id, connection)
    if row.status == "running":  # a round robin annuls the games of players who leave early
        store_standings(connection, row, [player])


def remove(
    tournament: str,
    player: str,
    actor: str | None,
    reason: str,
    now: float,
    connection: Connection,
    _maybe_done: bool,
) -> bool:
    """Remove a player, who cannot return; return False if the player is not there."""
    row = lock(tournament, connection)
    entry = players_of(tournament, [player], connection).get(player)
    if row is None or entry is None or row.is_over:
        return False
    if entry.state != "removed":
        _set_state(row, player, "removed", now, connection)
        log(connection, tournament, "remove", now, actor=actor, player=player, detail=reason)
    return True


def change_bye(
    tournament: str, player: str, round_: int, wanted: bool, now: float, connection: Connection, _maybe_done: bool
) -> str | None:
    """Store or delete a request for a half-point bye; return the code of the reason why that is not possible."""
    row = lock(tournament, connection)
    assert row is not None, "tournaments are never deleted"
    entry = players_of(tournament, [player], connection).get(player)
    if entry is None or entry.state not in ("active", "paused"):
        return "not-joined"
    if row.is_over or row.system != "swiss" or round_ <= row.round:
        return "bye-late"
    same = _byes.tournament == tournament, _byes.player == player, _byes.round == round_
    connection.execute(delete(tournament_byes).where(*same))
    if wanted:
        if row.rounds is not None and round_ >= row.rounds:
            return "bye-last-round"
        taken = select(func.count()).select_from(tournament_byes)
        if (connection.scalar(taken.where(_byes.tournament == tournament, _byes.player == player)) or 0) >= row.byes:
            return "bye-limit"
        connection.execute(insert(tournament_byes).values(tournament=tournament, player=player, round=round_))
    log(connection, tournament, "bye", now, actor=player, detail=f"{'' if wanted else '-'}{round_}")
    touch(tournament, connection)
    return None
