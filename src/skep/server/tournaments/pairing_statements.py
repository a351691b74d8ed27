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
from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Executable,
    Text,
    bindparam,
    cast,
    column,
    func,
    insert,
    select,
    update,
)

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
from skep.server.tournaments.queries import find, standings_order
from skep.server.tournaments.result_statements import store_standings, update_after
from skep.server.tournaments.rounds import is_over, next_pairings, round_count
from skep.server.tournaments.rows import TournamentRow
from skep.server.tournaments.values import Entry, NoPairing, Pairing

__all__ = [
    "Facts",
    "NewGames",
    "NewTournamentGame",
    "PairingPlan",
    "Past",
    "StepOutcome",
    "finish",
    "has_open_games",
    "make_plan",
    "pair_round",
    "read_facts",
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
    """The past of a player, as the next pairing of an arena considers it."""

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


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts from which the next pairings of a tournament follow."""

    row: TournamentRow
    entries: list[Entry]
    pairings: list[Pairing]


@dataclass(frozen=True, slots=True)
class PairingPlan:
    """The next pairings of a tournament, as long as its version is the one that they were computed from."""

    tournament: str
    version: int
    rounds: int | None
    pairings: list[Pairing]
    over: bool = False
    """Whether the tournament is over."""
    reason: str = ""
    """Why it is over before its last round."""


def read_facts(tournament: str, connection: Connection) -> Facts | None:
    """Return the facts of a tournament, or None."""
    row = find(tournament, connection)
    if row is None:
        return None
    return Facts(row, entries_of(tournament, connection), pairings_of(tournament, connection))


def make_plan(facts: Facts) -> PairingPlan:
    """Return the next pairings. Those of a large Swiss take a second, so this runs outside of the transaction."""
    row, form = facts.row, format_of(facts.row)
    rounds = row.rounds if row.system == "swiss" else round_count(form, facts.entries)
    try:
        found = next_pairings(form, facts.entries, facts.pairings)
    except NoPairing as error:
        return PairingPlan(row.id, row.version, rounds, [], over=True, reason=error.reason)
    over = not found and is_over(form, facts.entries, facts.pairings)
    return PairingPlan(row.id, row.version, rounds, found, over=over)


def pair_round(
    plan: PairingPlan, new_games: NewGames, now: float, connection: Connection, _maybe_done: bool
) -> StepOutcome:
    """Store the next round, or the next games of a knockout, if it is time; finish the tournament after the last one.

    If anything has changed since the plan was made, nothing happens: the next look makes a new one.
    """
    row = claim(plan.tournament, connection)
    if row is None or row.status != "running" or row.suspended or row.next_round is None or row.next_round > now:
        return StepOutcome()
    if row.version != plan.version:
        return StepOutcome()
    if plan.over:
        log(connection, row.id, "finish", now, detail=plan.reason)
        finish(row, now, connection)
        return StepOutcome(changed=True)
    if not plan.pairings:  # a match of a knockout is still in progress
        touch(row.id, connection, next_round=None)
        return StepOutcome(changed=True)
    games = store_pairings(row, plan.pairings, new_games, now, connection)
    number = plan.pairings[0].round
    if number > row.round:
        connection.execute(insert(tournament_rounds).values(tournament=row.id, round=number, began=micros(now)))
        log(connection, row.id, "round", now, detail=str(number))
    else:  # a match of a knockout continues
        is_round = tournament_rounds.c.tournament == row.id, tournament_rounds.c.round == number
        connection.execute(update(tournament_rounds).where(*is_round).values(ended=None))
    row = msgspec.structs.replace(row, round=number, rounds=plan.rounds, next_round=None)
    touch(row.id, connection, round=number, rounds=plan.rounds, next_round=None)
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
        insert(tournament_pairings).returning(_pairings.id),
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


_RECENT: Final = 5
"""Opponents that an arena remembers."""


def _seat_statement(dialect: str) -> Executable:
    """Return the statement that stores the games of many players, which are one JSON parameter."""
    batch = bindparam("batch", type_=Text())
    if dialect == "sqlite":
        each = func.json_each(batch).table_valued("value", name="seated")
        values: tuple[ColumnElement[str], ...] = tuple(
            func.json_extract(each.c.value, f"$.{name}", type_=Text()) for name in ("player", "game", "past")
        )
    else:
        columns = (column(name, Text()) for name in ("player", "game", "past"))
        rows = func.json_to_recordset(cast(batch, JSON)).table_valued(*columns)
        values = tuple(rows.render_derived(name="seated", with_types=True).c)
    player, game, past = values
    is_row = _players.tournament == bindparam("tournament_key"), _players.player == player
    return update(tournament_players).where(*is_row).values(game=game, past=past)


_SEAT: Final = {dialect: _seat_statement(dialect) for dialect in ("sqlite", "postgresql")}


def _seat_players(
    tournament: str, created: Sequence[NewTournamentGame], known: Mapping[str, _Known], connection: Connection
) -> None:
    """Record which game each player has, and what the next pairing of an arena considers."""
    rows = []
    for game in created:
        for own, other, side in ((game.white, game.black, 0), (game.black, game.white, 1)):
            past = known[own.id].past
            after = Past([other.id, *past.recent][:_RECENT], past.surplus + 1 - 2 * side, side)
            rows.append({"player": own.id, "game": game.game, "past": _encode(after).decode()})
    if rows:
        batch = _encode(rows).decode()
        connection.execute(_SEAT[connection.dialect.name], {"tournament_key": tournament, "batch": batch})


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
