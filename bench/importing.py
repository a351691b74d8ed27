"""The speed of importing a collection again: ``python -m bench.importing [GAMES]``. The peer is the first import."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.random_play import choose

from bench.timing import Row
from skep import Board
from skep.archive import Archive
from skep.game import Game

GAMES = 2_000
PLIES = (30, 90)
"""The shortest and the longest game."""
WARM_UP = 10
"""Games imported into another database first, so that the kernel is loaded."""


def write_collection(path: Path, games: int) -> None:
    """Write random games with players and dates."""
    rng = random.Random(14)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(games):
            board, plies = Board("Base+MLP"), rng.randrange(*PLIES)
            while board.ply < plies and (moves := board.legal_moves.list()):
                board.push(choose(rng, board, moves, moving_share=0.5))
            game = Game.from_board(board)
            game.tags["White"], game.tags["Black"] = (f"Player {number}" for number in rng.sample(range(200), 2))
            game.tags["Date"] = f"2025.{rng.randrange(1, 13):02}.{rng.randrange(1, 29):02}"
            file.write(game.text())


def import_seconds(collection: Path, database: Path, *, duplicates: int) -> float:
    """Import a collection and return the seconds it took."""
    with Archive.open(f"sqlite:///{database}") as archive:
        started = time.perf_counter()
        report = archive.import_files([collection])
        took = time.perf_counter() - started
    assert (report.duplicates, report.refused) == (duplicates, 0), report
    return took


def rows(games: int = GAMES) -> Iterator[Row]:
    """Yield the speed of the second import and that of the first."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_collection(folder / "few.pgn", WARM_UP)
        import_seconds(folder / "few.pgn", folder / "few.sqlite", duplicates=0)
        write_collection(folder / "games.pgn", games)
        first = import_seconds(folder / "games.pgn", folder / "archive.sqlite", duplicates=0)
        second = import_seconds(folder / "games.pgn", folder / "archive.sqlite", duplicates=games)
        yield f"import {games:,} games again", games / second, games / first, "games/s"


def main() -> None:
    """Print the ratio."""
    for what, again, first, unit in rows(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(f"{what:<32}{again:>9,.0f}{first:>9,.0f} {unit}{again / first:>6.1f} ×")


if __name__ == "__main__":
    main()
