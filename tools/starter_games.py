"""Plays the games of the starter set: ``python -m tools.starter_games``. It takes about five minutes on one core.

skep's engine plays itself at levels 3 to 10, in the basic game and with all three expansion bugs. Each player's first
bug and its space are drawn at random, so that the openings vary; the engine plays everything after that. The search
is limited by positions and not by time, so the same version of the engine plays the same games on any machine.
A position that occurs for the third time ends the game in a draw; a game longer than 160 plies is left out.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from skep import Board
from skep.archive.starter import STARTER_FILE
from skep.engine import Engine, Limit
from skep.game import Game
from skep.moves import Move

GAME_TYPES: Final = ("Base", "Base+MLP")
PAIRINGS: Final = {
    (3, 4): 30,
    (4, 4): 20,
    (4, 5): 40,
    (5, 5): 20,
    (5, 6): 50,
    (6, 6): 30,
    (6, 7): 50,
    (7, 7): 20,
    (7, 8): 40,
    (8, 8): 16,
    (8, 9): 20,
    (9, 9): 8,
    (9, 10): 10,
    (10, 10): 6,
}
"""The number of games by the levels of the two players. Strong levels take longest, so they play fewer games."""
LEVEL_10_NODES: Final = 60_000
"""Positions per move of level 10, which has no limit of its own."""
MAX_PLIES: Final = 160
RANDOM_PLIES: Final = 2


def play_game(game_type: str, levels: tuple[int, int], seed: int) -> Board:
    """Play a game between two levels, White's first."""
    rng = random.Random(f"{game_type} {levels} {seed}")
    board = Board(game_type, threefold=True)
    for _ply in range(RANDOM_PLIES):
        board.push(_random_placement(board, rng))
    engines = [Engine(level=level, seed=seed, table_mb=16) for level in levels]
    while board.outcome() is None and board.ply < MAX_PLIES:
        board.push(engines[board.ply % 2].play(board, Limit(nodes=LEVEL_10_NODES)).move)
    return board


def _random_placement(board: Board, rng: random.Random) -> Move:
    """Return a random move. The bug is drawn before its space, so that every bug is equally likely."""
    by_bug: dict[str, list[Move]] = {}
    for move in board.legal_moves:
        by_bug.setdefault(move.piece.bug.letter, []).append(move)
    return rng.choice(by_bug[rng.choice(sorted(by_bug))])


def play_all(date: str) -> Iterator[Game]:
    """Yield the finished games."""
    for levels, count in PAIRINGS.items():
        for number in range(count):
            # the colours change after every two games, the game type after each
            white, black = levels if number // 2 % 2 == 0 else levels[::-1]
            board = play_game(GAME_TYPES[number % 2], (white, black), number)
            if board.outcome() is None:
                continue
            game = Game.from_board(board)
            game.tags["Event"] = "Games of skep's own engine, levels 3 to 10"
            game.tags["Date"] = date
            game.tags["White"], game.tags["Black"] = f"skep level {white}", f"skep level {black}"
            yield game


def main() -> None:
    """Write the file of the starter set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=STARTER_FILE)
    parser.add_argument("--date", default=time.strftime("%Y.%m.%d"), help="the date of the games, such as 2026.11.16")
    arguments = parser.parse_args()
    texts = list[str]()
    for game in play_all(arguments.date):
        texts.append(game.text())
        print(f"{len(texts)} games", end="\r", file=sys.stderr, flush=True)
    # without a time of writing, the same games are the same bytes
    arguments.out.write_bytes(gzip.compress("\n".join(texts).encode(), mtime=0))
    print(f"{len(texts)} games, {arguments.out.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
