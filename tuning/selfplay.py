"""Self-play: games of the engine against itself.

``python -m tuning.selfplay FOLDER --seconds 300 --nodes 3000`` plays on every core until the time is up. Each game has
a random game type and starts with a few random moves.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from pathlib import Path

import numpy as np

from skep import GAME_TYPES, Board, Color
from skep.engine import Engine, Limit
from skep.kernel import entry, layout
from tuning.games import UNKNOWN, Games

MAX_PLIES = 160
TYPE_NUMBERS = (0,) * 3 + (7,) * 6 + tuple(range(1, 7))
"""Indices in ``GAME_TYPES`` to choose from; Base and Base+MLP are the most frequent."""
DECIDED = 3000
"""The absolute value from which a position counts as decided."""
Game = tuple[int, int, list[int], list[int]]
"""The game type, White's half points, the packed moves and the values."""


def play_games(job: tuple[int, float, int]) -> Games:
    """Play games in one process until the time is up."""
    seed, until, nodes = job
    rng = random.Random(seed)
    engine = Engine(table_mb=1)
    games: list[Game] = []
    while time.time() < until:
        games.append(play_game(engine, rng, nodes))
    return Games(
        game_type=np.array([game[0] for game in games], np.int8),
        result=np.array([game[1] for game in games], np.int8),
        length=np.array([len(game[2]) for game in games], np.int16),
        moves=np.array([move for game in games for move in game[2]], np.int16),
        values=np.array([value for game in games for value in game[3]], np.int16),
    )


def play_game(engine: Engine, rng: random.Random, nodes: int) -> Game:
    """Play one game."""
    number = rng.choice(TYPE_NUMBERS)
    board = Board(GAME_TYPES[number], threefold=True)
    moves: list[int] = []
    values: list[int] = []
    for _ in range(rng.randrange(2, 11)):
        move = rng.choice(board.legal_moves.list())
        moves.append(layout.pack(move))
        values.append(UNKNOWN)
        board.push(move)
    limit = Limit(nodes=round(nodes * rng.uniform(0.5, 2.0)))
    while not board.is_game_over() and board.ply < MAX_PLIES:
        *_, analysis = engine.analyse(board, limit)
        value = analysis.score.relative.value
        moves.append(layout.pack(analysis.move))
        values.append(value if abs(value) < DECIDED else UNKNOWN)
        board.push(analysis.move)
    outcome = board.outcome()
    winner = None if outcome is None else outcome.winner
    return number, 1 if winner is None else 2 * (winner is Color.WHITE), moves, values


def main() -> None:
    """Play on every core, and write the games to one file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    entry.load()
    until = time.time() + options.seconds
    jobs = [(options.seed * 1000 + number, until, options.nodes) for number in range(options.processes)]
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        games = Games.concatenate(pool.map(play_games, jobs, chunksize=1))
    games.save(options.folder / f"games{options.seed}.npz")
    print(f"{len(games.length):,} games, {len(games.moves):,} turns")


if __name__ == "__main__":
    main()
