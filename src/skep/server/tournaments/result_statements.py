"""Results and standings, stored in the transaction that ends a game.

The standings of a tournament are those that follow from its pairings. In an arena the points of a player depend on
their own games alone, so only the two players of a game are computed again; elsewhere a result changes the tiebreaks
of everyone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, bindparam, func, select, update

from skep.pieces import Color
from skep.server.store.tables import games
from skep.server.store.tournament_tables import (
    UNDECIDED,
    tournament_pairings,
    tournament_players,
    tournament_rounds,
    tournaments,
)
from skep.server.store.values import micros, seconds
from skep.server.tournaments.changes import lock, log, touch
from skep.server.tournaments.facts import entries_of, format_of, pairings_of, pairings_of_players
from skep.server.tournaments.queries import find
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.standings import compute_standings
from skep.server.tournaments.values import Entry, Pairing, Standing, TournamentOutcome

__all__ = ["find_standing_differences", "record_results", "store_standings", "update_after"]

_CHUNK: Final = 200
"""Games per statement, because databases limit the number of parameters."""
_SHEET: Final = 30
"""The latest points of a player that are shown."""
_TIEBREAK_PAUSE: Final = 10.0
"""Seconds between two games of a match of a knockout."""
_WITHOUT_RESULT: Final = ("aborted", "abandoned")
_PLAYED_PLIES: Final = 2
"""A move by each side."""
_encode: Final = msgspec.json.Encoder().encode

_pairings = tournament_pairings.c
_players = tournament_players.c


def record_results(connection: Connection, ended: Sequence[str]) -> None:
    """Store the results of those of some games that belong to tournaments, and the standings that follow.

    Tournaments are locked in the order of their ids and after games and ratings, so two processes never wait for each
    other.
    """
    found: set[str] = set()
    for start in range(0, len(ended), _CHUNK):
        chosen = select(_pairings.tournament).where(_pairings.game.in_(ended[start : start + _CHUNK]), UNDECIDED)
        found.update(connection.scalars(chosen))
    for tournament in sorted(found):
        row = lock(tournament, connection)
        assert row is not None, "tournaments are never deleted"
        _record(connection, row, ended)


def _record(connection: Connection, row: TournamentRow, ended: Sequence[str]) -> None:
    """Store the results of games of one tournament, which is locked."""
    decided: list[Row[Any]] = []
    for start in range(0, len(ended), _CHUNK):
        decided += connection.execute(_games_of(row.id).where(games.c.id.in_(ended[start : start + _CHUNK]))).all()
    if not decided:
        return
    players: set[str] = set()
    for game in decided:
        outcome = game.ruling or _outcome_of(game).value
        is_pairing = _pairings.id == game.id
        connection.execute(update(tournament_pairings).where(is_pairing).values(outcome=outcome, finished=game.updated))
        players |= {game.white, game.black}
        _free(connection, row.id, game)
        if game.ruling is None and game.ending == "time" and game.ply < _PLAYED_PLIES:
            _note_absence(connection, row, game)
    update_after(connection, row, players, max(seconds(game.updated) for game in decided))


def _games_of(tournament: str) -> Any:
    """Return a query of the undecided pairings of a tournament whose games have ended."""
    return (
        select(tournament_pairings, games.c.winner, games.c.ending, games.c.ply, games.c.updated)
        .join(games, games.c.id == _pairings.game)
        .where(_pairings.tournament == tournament, UNDECIDED, games.c.ended)
        .order_by(_pairings.id)
    )


def _outcome_of(game: Row[Any]) -> TournamentOutcome:
    """Return how a pairing ended. Without a move of each side, no game was played."""
    if game.ending in _WITHOUT_RESULT:
        return TournamentOutcome.DOUBLE_FORFEIT
    if game.ply < _PLAYED_PLIES and game.winner is not None:
        return (TournamentOutcome.WHITE_WALKOVER, TournamentOutcome.BLACK_WALKOVER)[game.winner]
    return {0: TournamentOutcome.WHITE, 1: TournamentOutcome.BLACK, None: TournamentOutcome.DRAW}[game.winner]


def _free(connection: Connection, tournament: str, game: Row[Any]) -> None:
    """Record that the players of a game have none."""
    is_player = _players.tournament == tournament, _players.game == game.game
    connection.execute(update(tournament_players).where(*is_player).values(game=None, free_since=game.updated))


def _note_absence(connection: Connection, row: TournamentRow, game: Row[Any]) -> None:
    """Log that a player did not appear. In an arena and a Swiss they are not paired again until they return."""
    missing = game.black if Color(game.winner) is Color.WHITE else game.white
    log(connection, row.id, "no-show", seconds(game.updated), player=missing, detail=str(game.round))
    if row.system in ("arena", "swiss"):
        is_active = _players.tournament == row.id, _players.player == missing, _players.state == "active"
        values = {"state": "paused", "last_round": row.round + 1}
        connection.execute(update(tournament_players).where(*is_active).values(values))


def update_after(connection: Connection, row: TournamentRow, players: Collection[str], now: float) -> None:
    """Store what follows from new results of some players: standings, and whether the round is over."""
    store_standings(connection, row, players)
    values: dict[str, Any] = {}
    if not row.is_arena and row.status == "running":
        count = select(func.count()).select_from(tournament_pairings)
        is_round = _pairings.tournament == row.id, _pairings.round == row.round, UNDECIDED
        if not connection.scalar(count.where(*is_round)):
            is_this = tournament_rounds.c.tournament == row.id, tournament_rounds.c.round == row.round
            connection.execute(update(tournament_rounds).where(*is_this).values(ended=micros(now)))
            values["next_round"] = micros(now + _pause(row))
        elif row.system == "knockout" and row.next_round is None:
            values["next_round"] = micros(now + _TIEBREAK_PAUSE)
    touch(row.id, connection, **values)


def _pause(row: TournamentRow) -> float:
    """Return the seconds between the end of a round and what follows: the next one, or the end of the tournament."""
    is_last = row.rounds is not None and row.round >= row.rounds
    if is_last and row.system != "knockout":
        return 0.0
    return min(_TIEBREAK_PAUSE, row.break_seconds) if is_last else row.break_seconds


# standings


def store_standings(connection: Connection, row: TournamentRow, players: Collection[str]) -> None:
    """Store the standings that follow from the pairings, of some players in an arena and otherwise of all."""
    if row.is_arena:
        pairings = pairings_of_players(row.id, players, connection)
        opponents = {player for pairing in pairings for player in pairing.players}
        entries = entries_of(row.id, connection, opponents | set(players))
    else:
        pairings = pairings_of(row.id, connection)
        entries = entries_of(row.id, connection)
    expected = _expected_columns(row, entries, pairings)
    if row.is_arena:
        expected = {player: values for player, values in expected.items() if player in players}
    stored = _stored_columns(connection, row.id, expected)
    changed = [{"key": player, **values} for player, values in expected.items() if stored.get(player) != values]
    if changed:
        connection.execute(_UPDATE, [{"tournament_key": row.id, **values} for values in changed])


_STANDING: Final = (
    *("rank", "score", "performance", "tiebreaks", "games", "wins", "draws", "losses", "streak", "sheet"),
)
"""The columns that follow from the pairings."""
_UPDATE: Final = update(tournament_players).where(
    _players.tournament == bindparam("tournament_key"), _players.player == bindparam("key")
)


def _expected_columns(
    row: TournamentRow, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> dict[str, dict[str, Any]]:
    """Return the columns that follow from the pairings, by player."""
    standings = compute_standings(format_of(row), entries, pairings)
    return {standing.player: _columns_of(standing, ranked=not row.is_arena) for standing in standings}


def _columns_of(standing: Standing, *, ranked: bool) -> dict[str, Any]:
    decided = [score for score in standing.scores if score.outcome is not None]
    played = [score for score in decided if score.opponent is not None]
    wins = sum(score.won for score in played)
    draws = sum(score.outcome is TournamentOutcome.DRAW for score in played)
    return {
        "rank": standing.rank if ranked else 0,
        "score": float(standing.points),
        "performance": standing.performance,
        "tiebreaks": _encode([float(value) for value in standing.tiebreaks.values()]).decode(),
        "games": len(played),
        "wins": wins,
        "draws": draws,
        "losses": len(played) - wins - draws,
        "streak": standing.streak,
        "sheet": _encode([score.points for score in decided[-_SHEET:]]).decode(),
    }


def _stored_columns(connection: Connection, tournament: str, players: Iterable[str]) -> Mapping[str, dict[str, Any]]:
    chosen = select(_players.player, *(_players[name] for name in _STANDING)).where(
        _players.tournament == tournament, _players.player.in_(list(players))
    )
    return {row["player"]: {name: row[name] for name in _STANDING} for row in connection.execute(chosen).mappings()}


def find_standing_differences(connection: Connection) -> list[str]:
    """Return how the stored standings differ from those that follow from the facts, one sentence each."""
    problems = []
    for tournament in connection.scalars(select(tournaments.c.id).order_by(tournaments.c.id)).all():
        row = find(tournament, connection)
        assert row is not None, "tournaments are never deleted"
        if row.status == "planned":
            continue
        expected = _expected_columns(row, entries_of(row.id, connection), _decided_pairings(row, connection))
        stored = _stored_columns(connection, row.id, expected)
        problems += [
            f"the standings of {player!r} in tournament {row.id} are wrong: {stored.get(player)} instead of {values}"
            for player, values in expected.items()
            if stored.get(player) != values
        ]
        open_games = select(_pairings.id).join(games, games.c.id == _pairings.game).where(games.c.ended, UNDECIDED)
        problems += [
            f"pairing {pairing} of tournament {row.id} has no result, although its game has ended"
            for pairing in connection.scalars(open_games.where(_pairings.tournament == row.id))
        ]
    return problems


def _decided_pairings(row: TournamentRow, connection: Connection) -> list[Pairing]:
    pairings = pairings_of(row.id, connection)
    return [pairing for pairing in pairings if pairing.outcome is not None] if row.is_arena else pairings
