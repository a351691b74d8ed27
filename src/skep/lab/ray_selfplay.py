"""Self-play on the processors of a cluster: one task of Ray per game, which depends on its number only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

from skep.cluster import run_on_cluster
from skep.engine import Engine
from skep.lab.data import GameData
from skep.lab.selfplay import Play, SelfPlayOptions, play_numbered_game

__all__ = ["on_cluster"]


def on_cluster(address: str | None = None, *, workers: int | None = None) -> Play:
    """Return a function that plays games on a cluster, for :func:`skep.lab.selfplay.continue_games`."""

    def play(options: SelfPlayOptions, games: Sequence[int]) -> Iterator[tuple[int, GameData]]:
        return run_on_cluster(partial(_play_one, options), games, address=address, workers=workers)

    return play


def _play_one(options: SelfPlayOptions, game: int) -> GameData:
    return play_numbered_game(_engine(), game, options)


@cache
def _engine() -> Engine:
    """Return the engine of this process. A search clears its table, which is small for that reason."""
    return Engine(table_mb=1)
