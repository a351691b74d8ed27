"""The promises of the lobby, checked in the database and in the observations of the players."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from bench.lobby.players import Opened, Report
from skep.pieces import Color
from skep.server.lobby.matching import NEVER, PastGame, WaitingSeek, compatible_from
from skep.server.play.live_game import LiveGame
from skep.server.ratings.rating import FIRST_RATING
from skep.server.ratings.statements import find_differences
from skep.server.store import SqlStore
from skep.server.store.lobby_tables import matches, seeks
from skep.server.store.rating_tables import rating_changes
from skep.server.store.tables import games

__all__ = ["Meeting", "Verdict", "check"]


@dataclass(frozen=True)
class Meeting:
    """Two players who were paired, and how long it took until both had the board."""

    game: str
    seconds: float
    """From the moment the two seeks could be paired."""
    opened: float
    interrupted: bool
    """Whether one of the players lost the connection in between."""
    left: bool
    """Whether one of the players left in between."""


@dataclass(frozen=True)
class Verdict:
    """The result of the checks."""

    meetings: list[Meeting]
    problems: list[str]
    games: int
    rated: int
    moves: int


def check(database: str, report: Report) -> Verdict:
    """Compare what the players saw with what is stored."""
    return asyncio.run(_check(database, report))


async def _check(database: str, report: Report) -> Verdict:
    store = await SqlStore.open(database)
    try:
        problems = list(report.problems)
        stored = await store.read(_matches)
        problems += _check_matches(stored, report)
        problems += await store.read(_check_leftovers)
        problems += await store.read(find_differences)
        moves = 0
        for game in {played.game for played in report.played}:
            moves += await _check_game(store, game, report, problems)
        changes = await store.read(_changes)
        meetings = _meetings(stored, changes, report.opened)
        return Verdict(meetings, problems, len({row["game"] for row in stored}), len(changes) // 2, moves)
    finally:
        await store.close()


def _matches(connection: Connection) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(matches).order_by(matches.c.at)).mappings()]


def _changes(connection: Connection) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(rating_changes).order_by(rating_changes.c.id)).mappings()]


def _check_matches(stored: Sequence[dict[str, Any]], report: Report) -> list[str]:
    """A seek leads to one game, a game has two seeks, and the players were given exactly these games."""
    problems = []
    by_seek = {row["seek"]: row for row in stored}
    problems += [f"seek {seek} led to {n} games" for seek, n in Counter(r["seek"] for r in stored).items() if n != 1]
    problems += [f"game {game} has {n} seeks" for game, n in Counter(r["game"] for r in stored).items() if n != 2]
    for opened in report.opened:
        row = by_seek.get(opened.seek)
        if row is None:
            problems.append(f"game {opened.game} was given for seek {opened.seek}, which is not stored")
        elif (row["game"], row["player"]) != (opened.game, opened.player):
            problems.append(f"seek {opened.seek} led to {row['game']}, and the player was given {opened.game}")
    given = {(played.player, played.game) for played in report.played}
    problems += [
        f"{row['player']} never received game {row['game']}"
        for row in stored
        if (row["player"], row["game"]) not in given
    ]
    return problems


def _check_leftovers(connection: Connection) -> list[str]:
    waiting = connection.scalar(select(func.count()).select_from(seeks)) or 0
    unfinished = connection.scalar(select(func.count()).select_from(games).where(~games.c.ended)) or 0
    return [
        *([f"{waiting} seeks are left over"] if waiting else []),
        *([f"{unfinished} games have not ended"] if unfinished else []),
    ]


async def _check_game(store: SqlStore, game: str, report: Report, problems: list[str]) -> int:
    stored = await store.load(game)
    if stored is None:
        problems.append(f"game {game} is not stored")
        return 0
    table = LiveGame.restore(stored)  # fails if a move is illegal or missing
    moves = [event.text for event in stored.events if event.kind.value == "move"]
    if [event.seq for event in stored.events] != list(range(1, table.seq + 1)):
        problems.append(f"game {game}: the numbers of its events have a gap")
    problems += [
        f"game {game}: {played.player} received moves that are not stored"
        for played in report.played
        if played.game == game and played.moves != moves[: len(played.moves)]
    ]
    return len(moves)


def _meetings(
    stored: Sequence[dict[str, Any]], changes: Sequence[dict[str, Any]], opened: Sequence[Opened]
) -> list[Meeting]:
    """Return how long each pair took. A pair that must wait, to widen or not to repeat, counts from that moment."""
    ratings = _Ratings(changes)
    pools = {row["game"]: row["pool"] for row in changes}
    past: defaultdict[str, list[PastGame]] = defaultdict(list)
    by_game: defaultdict[str, list[Opened]] = defaultdict(list)
    for each in opened:
        by_game[each.game].append(each)
    found = []
    for first, second in zip(*[iter(sorted(stored, key=lambda row: (row["at"], row["game"])))] * 2, strict=True):
        both = by_game[first["game"]]
        if len(both) == 2 and all(each.sought for each in both):
            one, other = (ratings.seek_of(each, pools.get(each.game), past[each.player]) for each in both)
            start = compatible_from(one, other)
            latest = max(each.sought for each in both)
            if start == NEVER or start > first["at"] / 1e6:
                start = latest
            end = max(each.at for each in both)
            interrupted, left = any(each.interrupted for each in both), any(each.left for each in both)
            found.append(Meeting(first["game"], end - start, end, interrupted, left))
        for own, rival in ((first, second), (second, first)):
            past[own["player"]].insert(0, PastGame(rival["player"], Color(own["side"])))
    return found


class _Ratings:
    """The ratings that players had at any time of the run."""

    def __init__(self, changes: Sequence[dict[str, Any]]) -> None:
        self._times: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self._values: defaultdict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
        for change in changes:
            key = change["player"], change["pool"]
            self._times[key].append(change["at"] / 1e6)
            self._values[key].append((change["new_rating"], change["new_deviation"]))

    def seek_of(self, opened: Opened, pool: str | None, past: Sequence[PastGame]) -> WaitingSeek:
        rating, deviation = FIRST_RATING.rating, FIRST_RATING.deviation
        if pool is not None:
            key = opened.player, pool
            index = bisect_left(self._times[key], opened.sought) - 1
            if index >= 0:
                rating, deviation = self._values[key][index]
        return WaitingSeek(opened.seek, opened.player, rating, deviation, opened.sought, past=tuple(past[:2]))
