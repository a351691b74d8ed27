"""Games of the engine against itself, kept as features, search values and results.

``python -m tuning.selfplay FOLDER --seconds 300 --nodes 4000`` plays on every core until the time is up.
Each game begins with a few random moves and is of a random game type.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

from skep import GAME_TYPES, Board, Color
from skep.engine import Engine, Limit
from skep.engine.weights import weights_for
from skep.kernel import entry
from skep.kernel.worker import new_worker

LONGEST = 160
FIELDS = ("game_type", "features", "value", "result", "ply")


def play_games(job: tuple[int, float, int]) -> dict[str, np.ndarray]:
    """One process's games, as arrays with a row a position."""
    seed, until, nodes = job
    chance = random.Random(seed)
    engine = Engine(table_mb=4)
    rows: list[tuple[int, np.ndarray, int, float, int]] = []
    while time.time() < until:
        rows.extend(play_game(engine, chance, nodes))
    columns = list(zip(*rows, strict=True))
    kinds = (np.int8, np.int8, np.int16, np.float32, np.int16)
    return {name: np.array(column, kind) for name, column, kind in zip(FIELDS, columns, kinds, strict=True)}


def play_game(engine: Engine, chance: random.Random, nodes: int) -> list[tuple[int, np.ndarray, int, float, int]]:
    """One game: for each position its type, features, value and the game's result for the side to move."""
    number = chance.choice((0, 0, 7, 7, *range(8)))
    board = Board(GAME_TYPES[number], threefold=True)
    worker = new_worker(weights_for(board.game_type))
    for _ in range(chance.randrange(2, 9)):
        board.push(chance.choice(board.legal_moves.list()))
    kept: list[tuple[Color, np.ndarray, int, int]] = []
    limit = Limit(nodes=round(nodes * chance.uniform(0.5, 2.0)))
    while not board.is_game_over() and board.ply < LONGEST:
        *_, analysis = engine.analyse(board, limit)
        if abs(analysis.score.value) < 3000:
            entry.find_features(board._states, worker)
            kept.append((board.to_move, worker[0]["features"].copy(), analysis.score.value, board.ply))
        board.push(analysis.move)
    outcome = board.outcome()
    winner = None if outcome is None else outcome.winner
    return [
        (number, features, value, 0.5 if winner is None else float(winner is color), ply)
        for color, features, value, ply in kept
    ]


def main() -> None:
    """Play on every core, and write a file a process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    entry.load()
    until = time.time() + options.seconds
    jobs = [(options.seed * 1000 + number, until, options.nodes) for number in range(options.processes)]
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        games = pool.map(play_games, jobs, chunksize=1)
    together = {name: np.concatenate([part[name] for part in games]) for name in FIELDS}
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(4):
        part: dict[str, Any] = {name: column[number::4] for name, column in together.items()}
        np.savez_compressed(options.folder / f"positions{options.seed}-{number}.npz", **part)
    print(f"{len(together['ply']):,} positions")


if __name__ == "__main__":
    main()
