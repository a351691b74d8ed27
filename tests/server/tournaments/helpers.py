"""Tournaments in a database, for tests of their statements."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, select

from skep.pieces import Color
from skep.server.accounts.secrets import new_game_id
from skep.server.accounts.statements import insert_account
from skep.server.parts import on_ended
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, GameStatus, Guest
from skep.server.store.tournament_tables import tournament_pairings, tournament_players
from skep.server.tournaments import arena_statements, entry_statements, pairing_statements, queries, settings_statements
from skep.server.tournaments.entry_checks import Candidate
from skep.server.tournaments.facts import suggested_rounds
from skep.server.tournaments.new_games import new_games
from skep.server.tournaments.pairing_statements import NewTournamentGame, StepOutcome
from skep.server.tournaments.result_statements import find_standing_differences
from skep.server.tournaments.rows import TournamentPlayerRow, TournamentRow

START = 1_750_000_000.0
CLOCK = ClockRule(kind="minutes", minutes=3, increment=2)
_seconds = itertools.count(1)


def player_id(number: int) -> str:
    return f"player-{number:04}"


@asynccontextmanager
async def tournament_store(url: str, players: int = 8) -> AsyncIterator[SqlStore]:
    """A store that records results, with accounts."""
    store = await SqlStore.open(url, on_ended=on_ended)
    try:
        known = await store.read(lambda connection: connection.scalar(select(_accounts())))
        for number in range(players if known is None else 0):
            name = f"Player {number}"
            await store.new_guest(Guest(player_id(number), name), f"token-{number}")
            await store.write(partial(insert_account, player_id(number), name, name.lower(), None, None, START))
        yield store
    finally:
        await store.close()


def _accounts() -> Any:
    from skep.server.store.account_tables import accounts

    return accounts.c.id


def with_tournaments(url: str, test: Callable[[SqlStore], Awaitable[None]], players: int = 8) -> None:
    """Run a test with such a store; at the end, the standings follow from the facts."""

    async def run() -> None:
        async with tournament_store(url, players) as store:
            await test(store)
            assert await store.read(find_standing_differences) == []

    asyncio.run(run())


def tournament_row(system: str, **changes: Any) -> TournamentRow:
    row = TournamentRow(
        id=new_game_id(),
        organiser=player_id(0),
        name=f"A {system}",
        description="",
        system=system,  # type: ignore[arg-type]
        clock=CLOCK,
        edition="ultimate-2024",
        game_type="Base+MLP",
        rated=True,
        pool="blitz/expansions",
        minutes=60 if system == "arena" else None,
        rounds=None,
        break_seconds=30,
        third_place=False,
        lowest=None,
        highest=None,
        max_players=None,
        late_entry=True,
        byes=1,
        withdrawal=True,
        bots=False,
        private=False,
        team=None,
        created=START,
    )
    return replace(row, **changes)


async def create(store: SqlStore, system: str, players: Sequence[int], **changes: Any) -> TournamentRow:
    """Store a tournament with some players, whose ratings fall with their numbers."""
    row = tournament_row(system, **changes)
    assert await store.write(partial(settings_statements.create, row)) is None
    for number in players:
        assert await join(store, row.id, number) is None
    return await find(store, row.id)


async def join(store: SqlStore, tournament: str, number: int, now: float = START) -> str | None:
    candidate = Candidate(player=player_id(number), rating=2000 - 10 * number, provisional=False)
    obstacle: str | None = await store.write(partial(entry_statements.join, tournament, candidate, now))
    return obstacle


async def start(store: SqlStore, row: TournamentRow, now: float = START) -> None:
    begin = partial(settings_statements.start, row.id, suggested_rounds(row.players), row.organiser, now)
    assert await store.write(begin) is None


async def pair_round(store: SqlStore, tournament: str, now: float) -> StepOutcome:
    facts = await store.read(partial(pairing_statements.read_facts, tournament))
    assert facts is not None
    plan = pairing_statements.make_plan(facts)
    outcome: StepOutcome = await store.write(partial(pairing_statements.pair_round, plan, new_games, now))
    return outcome


async def pair_arena(store: SqlStore, tournament: str, now: float, refused: Any = None) -> StepOutcome:
    outcome: StepOutcome = await store.write(
        partial(arena_statements.pair_arena, tournament, new_games, refused or nobody_refused, now)
    )
    return outcome


def nobody_refused(_connection: Connection, _players: Sequence[str]) -> set[frozenset[str]]:
    return set()


async def present(
    store: SqlStore, tournament: str, players: Sequence[int], now: float, process: str = "one", since: float = START
) -> None:
    """Report that players watch an arena."""
    there = {tournament: {player_id(number): since for number in players}}
    await store.write(partial(arena_statements.report_presence, process, there, now + 6))


async def end(
    store: SqlStore,
    game: str,
    winner: Color | None,
    *,
    text: str = "resignation",
    ply: int = 20,
    at: float | None = None,
) -> bool:
    """End a game. Without a time, games end a second after each other."""
    at = START + 100 + next(_seconds) if at is None else at
    status = GameStatus(ply, True, None, False, winner, text)
    return await store.append(Event(game, 1, EventKind.END, winner, text, at), status)


async def find(store: SqlStore, tournament: str) -> TournamentRow:
    row = await store.read(partial(queries.find, tournament))
    assert row is not None
    return row


async def standings(store: SqlStore, row: TournamentRow) -> list[TournamentPlayerRow]:
    return await store.read(partial(queries.standings_page, row.id, row.is_arena, 1, 100))


def numbers_of(games: Sequence[NewTournamentGame]) -> set[frozenset[int]]:
    """Return who plays whom, as the players' numbers."""
    return {frozenset((number_of(game.white.id), number_of(game.black.id))) for game in games}


def number_of(player: str) -> int:
    return int(player.rpartition("-")[2])


def open_games(connection: Connection) -> list[tuple[str, str, str]]:
    """Return the games in progress with White and Black."""
    columns = tournament_pairings.c
    chosen = select(columns.game, columns.white, columns.black).where(columns.outcome.is_(None))
    return [tuple(row) for row in connection.execute(chosen.order_by(columns.id))]


def busy(connection: Connection) -> dict[str, str]:
    """Return the players who have a game, according to their entries."""
    columns = tournament_players.c
    chosen = select(columns.player, columns.game).where(columns.game.is_not(None))
    return {row.player: row.game for row in connection.execute(chosen)}
