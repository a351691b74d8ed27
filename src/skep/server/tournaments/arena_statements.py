"""The waves of an arena: the players who wait are paired in the transaction that creates their games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from skep.pieces import Color
from skep.server.store.tournament_tables import tournament_players, tournament_presence
from skep.server.store.values import micros, seconds
from skep.server.tournaments.arena import WaitingPlayer, pair_waiting
from skep.server.tournaments.changes import claim, log, touch
from skep.server.tournaments.pairing_statements import (
    NewGames,
    Past,
    StepOutcome,
    finish,
    has_open_games,
    store_pairings,
)
from skep.server.tournaments.queries import rank_of

__all__ = ["FindRefused", "pair_arena", "present_players", "report_presence", "waiting_since"]

FindRefused: TypeAlias = Callable[[Connection, Sequence[str]], Collection[frozenset[str]]]
"""Returns the pairs among some players who must not meet."""
_MAX_PRESENT: Final = 5_000
"""Players whom one process reports for a tournament."""

_players = tournament_players.c
_presence = tournament_presence.c
_read_present: Final = msgspec.json.Decoder(dict[str, float]).decode
_read_past: Final = msgspec.json.Decoder(Past).decode
_encode: Final = msgspec.json.Encoder().encode


def report_presence(
    process: str,
    present: Mapping[str, Mapping[str, float]],
    expires: float,
    connection: Connection,
    _maybe_done: bool,
) -> None:
    """Store who watches which arena in a process, and since when; without anyone, delete its report."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    for tournament, players in sorted(present.items()):
        is_row = _presence.tournament == tournament, _presence.process == process
        if not players:
            connection.execute(delete(tournament_presence).where(*is_row))
            continue
        values = {
            "players": _encode(dict(list(players.items())[:_MAX_PRESENT])).decode(),
            "expires": micros(expires),
        }
        report = dialect.insert(tournament_presence).values(tournament=tournament, process=process, **values)
        connection.execute(report.on_conflict_do_update(index_elements=["tournament", "process"], set_=values))


def waiting_since(tournament: str, now: float, connection: Connection) -> dict[str, float]:
    """Return since when the players of an arena wait: they are there, take part and have no game."""
    there = present_players(tournament, now, connection)
    return {row.player: max(there[row.player], seconds(row.free_since)) for row in _free(tournament, there, connection)}


def present_players(tournament: str, now: float, connection: Connection) -> dict[str, float]:
    """Return since when players watch an arena, in any process."""
    there: dict[str, float] = {}
    reports = select(_presence.players).where(_presence.tournament == tournament, _presence.expires > micros(now))
    for text in connection.scalars(reports):
        for player, since in _read_present(text).items():
            there[player] = min(since, there.get(player, since))
    return there


def _free(tournament: str, players: Collection[str], connection: Connection) -> Sequence[Any]:
    chosen = select(_players.player, _players.free_since).where(
        _players.tournament == tournament, _players.state == "active", _players.game.is_(None)
    )
    return [row for row in connection.execute(chosen).all() if row.player in players]


def pair_arena(
    tournament: str,
    new_games: NewGames,
    find_refused: FindRefused,
    now: float,
    connection: Connection,
    _maybe_done: bool,
) -> StepOutcome:
    """Pair the players who wait; after the end of the arena, finish it once all games are over."""
    row = claim(tournament, connection)
    if row is None or row.status != "running":
        return StepOutcome()
    if row.ends is not None and now >= row.ends:
        if has_open_games(tournament, connection):
            return StepOutcome()
        log(connection, tournament, "finish", now)
        finish(row, now, connection)
        connection.execute(delete(tournament_presence).where(_presence.tournament == tournament))
        return StepOutcome(changed=True)
    if row.suspended:
        return StepOutcome()
    waiting = _waiting(tournament, now, connection)
    if len(waiting) < 2:
        return StepOutcome()
    refused = find_refused(connection, [player.player for player in waiting])
    wave = row.round + 1
    others_play = has_open_games(tournament, connection)
    pairings = pair_waiting(waiting, now, wave, others_play=others_play, refused=refused)
    if not pairings:
        return StepOutcome()
    games = store_pairings(row, pairings, new_games, now, connection)
    touch(tournament, connection, round=wave)
    return StepOutcome(games, changed=True)


def _waiting(tournament: str, now: float, connection: Connection) -> list[WaitingPlayer]:
    since = waiting_since(tournament, now, connection)
    if len(since) < 2:
        return []
    ranks = rank_of(tournament, True, list(since), connection)
    pasts = select(_players.player, _players.past, _players.team).where(
        _players.tournament == tournament, _players.player.in_(list(since))
    )
    found = []
    for row in connection.execute(pasts):
        past = _read_past(row.past)
        found.append(
            WaitingPlayer(
                row.player,
                ranks[row.player],
                since[row.player],
                recent=tuple(past.recent),
                surplus=past.surplus,
                last_side=None if past.last is None else Color(past.last),
                team=row.team,
            )
        )
    return found
