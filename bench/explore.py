"""The speed of the game database: ``python -m bench.explore --games 100000``. The peer is a full scan.

Two scans of the same database are timed in the same run: one of the table of positions, which is the fastest way to
read all of it, and one of the records, replayed game by game, which would be needed without that table.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import text

from bench.timing import best_of
from skep import Board, Color, find_edition
from skep.archive import Archive, ExplorerResult, Filters
from skep.game import Game, Result, ResultCode

PLAYERS = 1_500
YEARS = range(2015, 2026)
TYPES = ("Base+MLP",) * 8 + ("Base", "Base+M")
DEPTHS = (0, 1, 2, 4, 6, 10, 20, 40)
MIN_RATIO = 100
"""The required speed relative to a full scan of the records."""


def generate_games(count: int, seed: int = 1) -> Iterator[Game]:
    """Yield random games, with some openings and some players much more frequent than others."""
    rng = random.Random(seed)
    for _ in range(count):
        board = Board(rng.choice(TYPES), edition="ultimate-2024" if rng.random() < 0.8 else "pocket-2012")
        plies = rng.randrange(20, 100)
        while board.ply < plies and (moves := board.legal_moves.list()):
            board.push(moves[-1 - int(len(moves) * rng.random() ** 3)])
        game = Game.from_board(board)
        game.tags["White"], game.tags["Black"] = (f"player {int(PLAYERS * rng.random() ** 2)}" for _side in "wb")
        game.tags["Date"] = f"{rng.choice(YEARS)}.{rng.randrange(1, 13):02}.{rng.randrange(1, 29):02}"
        if board.outcome() is None:
            game.result = Result(rng.choice(list(ResultCode)), "generated")
        yield game


def fill(archive: Archive, count: int) -> None:
    """Fill a database with generated games."""
    started = time.perf_counter()
    added = archive.add_many(generate_games(count), source="generated")
    seconds = time.perf_counter() - started
    print(f"{sum(not one.is_duplicate for one in added):,} games generated and added in {seconds:,.0f} s")


def filters() -> dict[str, Filters]:
    """Return the filters to measure, from none to all combined."""
    return {
        "": Filters(),
        "edition": Filters(edition=find_edition("pocket-2012")),
        "year": Filters(since="2020", until="2020"),
        "days": Filters(since="2018-03-10", until="2020-08-20"),
        "frequent player": Filters(player="player 0"),
        "rare player": Filters(player=f"Player {PLAYERS - 1}", side=Color.WHITE),
        "result": Filters(result=ResultCode.DRAW),
        "all": Filters(player="player 3", since="2016-05", until="2024-04-01", edition=find_edition("ultimate-2024")),
    }


def scan_table(archive: Archive) -> None:
    """Read the whole table of positions once."""

    def scan(connection: object) -> None:
        query = "SELECT SUM(result), COUNT(*) FROM archive_turns WHERE next + 0 <> 1 AND key + 0 <> 1"
        connection.execute(text(query)).one()  # type: ignore[attr-defined]

    archive._read(scan)


def scan_records(archive: Archive) -> None:
    """Replay every record and search it for a position."""
    target = Board("Base+MLP").symmetric_key()
    found = 0
    for game in archive.export():
        keys, _pieces = Board.from_position(game.start).keys_along(game.mainline_moves())
        found += target in keys.tolist()
    assert found


def boards(archive: Archive) -> Iterator[tuple[str, Board]]:
    """Yield positions at different depths, following the most frequent move."""
    board = Board("Base+MLP")
    for ply in range(max(DEPTHS) + 1):
        if ply in DEPTHS:
            yield f"{ply} plies", board
        moves = archive.explore(board).moves
        if not moves:
            return
        board.push(moves[0].move)


def measure(archive: Archive) -> bool:
    """Print the time of every query and its ratio to the scans. Return whether all are fast enough."""
    started = time.perf_counter()
    scan_records(archive)
    records = time.perf_counter() - started
    (table,) = best_of(lambda: scan_table(archive), rounds=3)
    print(f"full scans: table of positions {table:.3f} s, records {records:.1f} s")
    print(f"{'position':<10}{'filter':<18}{'games':>8}{'moves':>7}{'ms':>9}{'× table':>10}{'× records':>11}")
    slowest = 0.0
    for name, board in boards(archive):
        for filter_name, chosen in filters().items():

            def query(board: Board = board, chosen: Filters = chosen) -> ExplorerResult:
                return archive.explore(board, chosen)

            explored = query()
            seconds = best_time(query)
            slowest = max(slowest, seconds)
            print(
                f"{name:<10}{filter_name:<18}{explored.games:>8,}{len(explored.moves):>7}{seconds * 1000:>9.2f}"
                f"{table / seconds:>10,.0f}{records / seconds:>11,.0f}"
            )
    print(f"The slowest query is {table / slowest:,.0f} times as fast as the scan of the table,")
    print(f"and {records / slowest:,.0f} times as fast as the scan of the records.")
    return records / slowest >= MIN_RATIO


def best_time(query: Callable[[], object]) -> float:
    (seconds,) = best_of(query, rounds=20)
    return seconds


def main() -> None:
    """Fill a database, unless the given one already has enough games, and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.explore")
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--database", help="a URL; existing games are measured too")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.database or f"sqlite:///{folder}/archive.sqlite"
        with Archive.open(url) as archive:
            missing = chosen.games - archive.count()
            if missing > 0:
                fill(archive, chosen.games)
            if url.startswith("sqlite"):
                size = sum(file.stat().st_size for file in Path(url.removeprefix("sqlite:///")).parent.glob("*sqlite*"))
                print(f"{size / 2**20:,.0f} MiB on disk")
            fast_enough = measure(archive)
    raise SystemExit(os.EX_OK if fast_enough else 1)


if __name__ == "__main__":
    main()
