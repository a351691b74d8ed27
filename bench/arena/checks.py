"""The promises of an arena, checked in the database and in the observations of the players."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sqlalchemy import Connection, select

from bench.arena.players import ArenaReport, Wait
from skep.server.ratings.statements import find_differences
from skep.server.store import SqlStore
from skep.server.store.tables import games
from skep.server.store.tournament_tables import tournament_pairings
from skep.server.tournaments.result_statements import find_standing_differences

__all__ = ["MAX_WAIT", "ArenaVerdict", "check", "long_waits"]

MAX_WAIT: Final = 10.0
"""Seconds for which a player waits at most while another one waits as well."""
_OUTAGE_SLACK: Final = 3.0
"""Seconds after the death of a server in which the other one may be late."""


@dataclass(frozen=True)
class ArenaVerdict:
    """The result of the checks."""

    games: int
    waits: list[float]
    problems: list[str]


def check(database: str, report: ArenaReport, outages: Sequence[tuple[float, float]]) -> ArenaVerdict:
    """Compare what the players saw with what is stored."""
    return asyncio.run(_check(database, report, outages))


async def _check(database: str, report: ArenaReport, outages: Sequence[tuple[float, float]]) -> ArenaVerdict:
    store = await SqlStore.open(database)
    try:
        problems = [*report.problems, *long_waits(report.waits, outages)]
        problems += await store.read(find_standing_differences)
        problems += await store.read(find_differences)
        problems += await store.read(_double_pairings)
        count = await store.read(_count_games)
        return ArenaVerdict(count, [wait.until - wait.since for wait in report.waits], problems)
    finally:
        await store.close()


def _count_games(connection: Connection) -> int:
    return len(connection.scalars(select(tournament_pairings.c.id)).all())


def _double_pairings(connection: Connection) -> list[str]:
    """Return which players were paired while their game was in progress, and which games have no result."""
    columns = tournament_pairings.c
    chosen = select(columns.game, columns.white, columns.black, columns.at, columns.finished, games.c.ended).join(
        games, games.c.id == columns.game
    )
    by_player: defaultdict[str, list[tuple[int, int | None, str]]] = defaultdict(list)
    problems = []
    for row in connection.execute(chosen.order_by(columns.id)):
        if row.ended and row.finished is None:
            problems.append(f"game {row.game} has ended without a result in the arena")
        for player in (row.white, row.black):
            by_player[player].append((row.at, row.finished, row.game))
    for player, own in by_player.items():
        for (_, finished, game), (at, _, following) in pairwise(own):
            if finished is None or finished > at:
                problems.append(f"{player} was paired in {following} while {game} was in progress")
    return problems


def long_waits(waits: Sequence[Wait], outages: Sequence[tuple[float, float]]) -> list[str]:
    """Return which players waited for too long although another one waited all that time."""
    ordered = sorted(waits, key=lambda wait: wait.since)
    problems = []
    for index, wait in enumerate(ordered):
        if wait.until - wait.since <= MAX_WAIT:
            continue
        for other in ordered[index + 1 :]:
            if other.since > wait.until - MAX_WAIT:
                break
            begin, end = max(wait.since, other.since), min(wait.until, other.until)
            if other.player != wait.player and _calm_seconds(begin, end, outages) > MAX_WAIT:
                both = f"{end - begin:.1f} s of them with a partner"
                problems.append(f"{wait.player} waited for {wait.until - wait.since:.1f} s, {both}")
                break
    return problems


def _calm_seconds(begin: float, end: float, outages: Sequence[tuple[float, float]]) -> float:
    """Return how long an interval was without the moments after a server was killed."""
    lost = sum(max(0.0, min(end, killed + _OUTAGE_SLACK) - max(begin, killed)) for killed, _ in outages)
    return end - begin - lost
