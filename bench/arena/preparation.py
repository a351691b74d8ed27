"""The arena of the simulated players, and how long it takes to pair all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from bench.lobby.players import Account
from skep.kernel.entry import load
from skep.pieces import Color
from skep.server.accounts.secrets import new_game_id
from skep.server.parts import on_ended
from skep.server.run import reduce_interruptions
from skep.server.schemas.game import ClockRule
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, GameStatus
from skep.server.tournaments import arena_statements, entry_statements, settings_statements
from skep.server.tournaments.entry_checks import Candidate
from skep.server.tournaments.new_games import new_games
from skep.server.tournaments.pairing_statements import StepOutcome
from skep.server.tournaments.rows import TournamentRow

__all__ = ["make_arena", "measure_pairing"]


def make_arena(database: str, accounts: Sequence[Account], minutes: int, *, starts: float | None) -> str:
    """Store an arena with all accounts as players and return its id."""
    return asyncio.run(_make_arena(database, accounts, minutes, starts))


async def _make_arena(database: str, accounts: Sequence[Account], minutes: int, starts: float | None) -> str:
    store = await SqlStore.open(database)
    try:
        row = TournamentRow(
            id=new_game_id(),
            organiser=accounts[0].id,
            name="Benchmark",
            description="",
            system="arena",
            clock=ClockRule(kind="minutes", minutes=3, increment=2),
            edition="ultimate-2024",
            game_type="Base+MLP",
            rated=True,
            pool="blitz/expansions",
            minutes=minutes,
            rounds=None,
            break_seconds=0,
            third_place=False,
            lowest=None,
            highest=None,
            max_players=None,
            late_entry=True,
            byes=0,
            withdrawal=True,
            bots=False,
            private=False,
            team=None,
            created=time.time(),
            starts=starts,
        )
        assert await store.write(partial(settings_statements.create, row)) is None
        for number, account in enumerate(accounts):
            candidate = Candidate(player=account.id, rating=1500 + number, provisional=False)
            await store.write(partial(entry_statements.join, row.id, candidate, row.created))
        return row.id
    finally:
        await store.close()


def measure_pairing(database: str, accounts: Sequence[Account], waves: int) -> list[float]:
    """Return how long it took to pair all players who wait, in seconds, in each of some waves."""
    tournament = make_arena(database, accounts, 60, starts=None)
    return asyncio.run(_measure(database, tournament, accounts, waves))


async def _measure(database: str, tournament: str, accounts: Sequence[Account], waves: int) -> list[float]:
    store = await SqlStore.open(database, on_ended=on_ended)
    try:
        now = time.time()
        await store.write(partial(settings_statements.start, tournament, None, accounts[0].id, now))
        load()  # otherwise the first wave would wait for the kernel
        reduce_interruptions()  # as servers do
        there, times = {tournament: {account.id: now for account in accounts}}, []
        for wave in range(waves):
            now += 30.0
            await store.write(partial(arena_statements.report_presence, "benchmark", there, now + 6))
            pair = partial(arena_statements.pair_arena, tournament, new_games, lambda *_: set(), now + 1)
            began = time.perf_counter()
            outcome: StepOutcome = await store.write(pair)
            times.append(time.perf_counter() - began)
            assert len(outcome.games) == len(accounts) // 2, "a player was left out"
            ends = (
                store.append(
                    Event(game.game, 1, EventKind.END, winner, "resignation", now + 10),
                    GameStatus(20, True, None, False, winner, "resignation"),
                )
                for number, game in enumerate(outcome.games)
                for winner in [Color.WHITE if (number + wave) % 3 else Color.BLACK]
            )
            await asyncio.gather(*ends)
        return times
    finally:
        await store.close()
