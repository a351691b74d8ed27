"""Pairing in the transaction that creates the games.

A step locks its tournament, pairs what can be paired, and stores the pairings, the games and who plays in them. If
another process works on the tournament at the same time, the step does nothing: the next look is a second away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select, update

from skep.server.store import statements
from skep.server.store.records import GameRow, GameStatus, Guest
from skep.server.store.tables import guests
from skep.server.store.tournament_tables import (
    UNDECIDED,
    tournament_pairings,
    tournament_players,
    tournament_rounds,
)
from skep.server.store.values import micros
from skep.server.tournaments.changes import claim, log, touch
from skep.server.tournaments.facts import entries_of, format_of, pairings_of
from skep.server.tournaments.queries import standings_order
from skep.server.tournaments.result_statements import store_standings, update_after
from skep.server.tournaments.rounds import is_over, next_pairings, round_count
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.values import NoPairing, Pairing

__all__ = [
    "NewGames",
    "NewTournamentGame",
    "Past",
    "StepOutcome",
    "finish",
    "has_open_games",
    "pair_round",
    "store_pairings",
]

_players = tournament_players.c
_pairings = tournament_pairings.c
_encode: Final = msgspec.json.Encoder().encode


class NewTournamentGame(Struct, frozen=True, gc=False):
    """A game that has just been created: White and Black."""

    tournament: str
    name: str
    round: int
    game: str
    white: Guest
    black: Guest


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """The result of a step."""

    games: tuple[NewTournamentGame, ...] = ()
    changed: bool = False
    """Whether anything was stored."""


class Past(Struct, frozen=True, gc=False):
    """What the next pairing of an arena considers about a player."""

    recent: list[str] = []
    """The last opponents, latest first."""
    surplus: int = 0
    """The number of games with White minus that with Black."""
    last: int | None = None
    """The last side, 0 for White."""


NewGames: TypeAlias = Callable[
    [TournamentRow, Sequence[tuple[Guest, Guest]], int, float], tuple[list[GameRow], GameStatus]
]
"""Returns the games of some players, White and Black, for the number of the game in a match."""


def pair_round(
    tournament: str, new_games: NewGames, now: float, connection: Connection, _maybe_done: bool
) -> StepOutcome:
    """Pair the next round, or the next games of a knockout, if it is time; finish the tournament after the last one."""
    row = claim(tournament, connection)
    if row is None or row.status != "running" or row.suspended or row.next_round is None or row.next_round > now:
        return StepOutcome()
    entries, pairings = entries_of(row.id, connection), pairings_of(row.id, connection)
    form = format_of(row)
    if row.round == 0 and row.system != "swiss":
        row = msgspec.structs.replace(row, rounds=round_count(form, entries))
        touch(row.id, connection, rounds=row.rounds)
    try:
        found = next_pairings(form, entries, pairings)
    except NoPairing as error:
        log(connection, row.id, "finish", now, detail=error.reason)
        finish(row, now, connection)
        return StepOutcome(changed=True)
    if not found:
        if is_over(form, entries, pairings):
            log(connection, row.id, "finish", now)
            finish(row, now, connection)
        else:  # a match of a knockout is still in progress
            touch(row.id, connection, next_round=None)
        return StepOutcome(changed=True)
    games = store_pairings(row, found, new_games, now, connection)
    number = found[0].round
    if number > row.round:
        connection.execute(insert(tournament_rounds).values(tournament=row.id, round=number, began=micros(now)))
        log(connection, row.id, "round", now, detail=str(number))
    row = msgspec.structs.replace(row, round=number, next_round=None)
    touch(row.id, connection, round=number, next_round=None)
    if games:
        store_standings(connection, row, ())
    else:  # only byes and walkovers
        update_after(connection, row, (), now)
    return StepOutcome(games, changed=True)


def store_pairings(
    row: TournamentRow, found: Sequence[Pairing], new_games: NewGames, now: float, connection: Connection
) -> tuple[NewTournamentGame, ...]:
    """Store pairings and create their games. The tournament is locked."""
    known = _known_players(row.id, found, connection)
    created: list[NewTournamentGame] = []
    by_place: dict[tuple[int, int], str] = {}
    legs = sorted({pairing.game for pairing in found if pairing.outcome is None})
    for leg in legs:
        own = [pairing for pairing in found if pairing.outcome is None and pairing.game == leg]
        pairs = [(known[pairing.white].guest, known[str(pairing.black)].guest) for pairing in own]
        rows, status = new_games(row, pairs, leg, now)
        statements.create_all(rows, status, connection)
        for pairing, game, (white, black) in zip(own, rows, pairs, strict=True):
            by_place[pairing.board, pairing.game] = game.id
            created.append(NewTournamentGame(row.id, row.name, pairing.round, game.id, white, black))
    connection.execute(
        insert(tournament_pairings),
        [
            {
                "tournament": row.id,
                "round": pairing.round,
                "board": pairing.board,
                "leg": pairing.game,
                "white": pairing.white,
                "black": pairing.black,
                "game": by_place.get((pairing.board, pairing.game)),
                "at": micros(now),
                "white_score": known[pairing.white].score,
                "black_score": None if pairing.black is None else known[pairing.black].score,
                "outcome": None if pairing.outcome is None else pairing.outcome.value,
                "ruling": None,
                "finished": None if pairing.outcome is None else micros(now),
            }
            for pairing in found
        ],
    )
    _seat_players(row.id, created, known, connection)
    return tuple(created)


class _Known(Struct, frozen=True, gc=False):
    """A player who is paired."""

    guest: Guest
    score: float
    past: Past


_read_past: Final = msgspec.json.Decoder(Past).decode


def _known_players(tournament: str, found: Sequence[Pairing], connection: Connection) -> Mapping[str, _Known]:
    ids = sorted({player for pairing in found for player in pairing.players})
    chosen = (
        select(_players.player, _players.score, _players.past, guests.c.name)
        .join(guests, guests.c.id == _players.player)
        .where(_players.tournament == tournament, _players.player.in_(ids))
    )
    return {
        row.player: _Known(Guest(row.player, row.name, registered=True), row.score, _read_past(row.past))
        for row in connection.execute(chosen)
    }


_RECENT: Final = 3
"""Opponents that an arena remembers."""
_SEAT: Final = update(tournament_players).where(
    _players.tournament == bindparam("tournament_key"), _players.player == bindparam("key")
)


def _seat_players(
    tournament: str, created: Sequence[NewTournamentGame], known: Mapping[str, _Known], connection: Connection
) -> None:
    """Record which game each player has, and what the next pairing of an arena considers."""
    rows = []
    for game in created:
        for own, other, side in ((game.white, game.black, 0), (game.black, game.white, 1)):
            past = known[own.id].past
            after = Past([other.id, *past.recent][:_RECENT], past.surplus + 1 - 2 * side, side)
            rows.append(
                {"tournament_key": tournament, "key": own.id, "game": game.game, "past": _encode(after).decode()}
            )
    if rows:
        connection.execute(_SEAT, rows)


def finish(row: TournamentRow, now: float, connection: Connection) -> None:
    """Finish a tournament, which is locked: store the final standings, the winner and the end."""
    store_standings(connection, row, _everyone(row.id, connection))
    ordered = select(_players.player, _players.games).where(_players.tournament == row.id)
    winner = connection.execute(ordered.order_by(*standings_order(row.is_arena)).limit(1)).one_or_none()
    ends = {} if row.is_arena else {"ends": micros(now)}
    name = winner.player if winner is not None and winner.games > 0 else None
    touch(row.id, connection, status="finished", next_round=None, winner=name, **ends)


def _everyone(tournament: str, connection: Connection) -> list[str]:
    return list(connection.scalars(select(_players.player).where(_players.tournament == tournament)))


def has_open_games(tournament: str, connection: Connection) -> bool:
    """Return whether games of a tournament are in progress."""
    chosen = select(_pairings.id).where(_pairings.tournament == tournament, UNDECIDED).limit(1)
    return connection.scalar(chosen) is not None
