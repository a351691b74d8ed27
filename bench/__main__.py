"""Compare skep with OpenSpiel, and the editions with each other, and print the tables."""

from __future__ import annotations

import platform
import random
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import board_values, importing, lab, openspiel, replay
from bench.midgame import MIDGAME
from bench.timing import Row, best_of
from skep import EDITIONS, Board
from skep.kernel import entry, layout

GAMES = ("Base", "Base+MLP")
MAX_PLIES = 100
"""The length limit of random games, which may never end."""


def legal_moves() -> Iterator[Row]:
    """Yield the speed of listing the legal moves of middle-game positions in Python."""
    for game_type, games in MIDGAME.items():
        boards = [Board.from_game_string(game) for game in games]
        states = [openspiel.to_state(board) for board in boards]
        ours, theirs = best_of(partial(list_moves, boards), partial(list_actions, states))
        yield f"legal moves as a list, middle game, {game_type}", 500 / ours, 50 / theirs, "positions/s"


def list_moves(boards: list[Board]) -> None:
    for board in boards * 100:
        board.legal_moves.list()


def list_actions(states: list[Any]) -> None:
    for state in states * 10:
        state.legal_actions()


def playouts() -> Iterator[Row]:
    """Yield the speed of random games, from Python and inside the kernel."""
    room = np.zeros(layout.MOVES_ROOM, np.int64)
    starts = {game_type: Board(game_type).kernel_state.array for game_type in GAMES}

    def in_python(game_type: str) -> int:
        rng, plies = random.Random(1), 0
        for _ in range(5):
            board = Board(game_type)
            while board.ply < MAX_PLIES and (moves := board.legal_moves.list()):
                board.push(rng.choice(moves))
            plies += board.ply
        return plies

    def in_kernel(game_type: str) -> int:
        return sum(entry.playout(starts[game_type].copy(), room, seed, MAX_PLIES) for seed in range(1, 401))

    def theirs(game_type: str) -> int:
        rng = random.Random(1)
        return sum(openspiel.playout(openspiel.new_state(game_type), rng, MAX_PLIES) for _ in range(5))

    for game_type in GAMES:
        runs = (in_python, in_kernel, theirs)
        plies = [run(game_type) for run in runs]
        seconds = best_of(*(partial(run, game_type) for run in runs), rounds=4)
        speed = [count / time for count, time in zip(plies, seconds, strict=True)]
        yield f"random playouts from Python, {game_type}", speed[0], speed[2], "plies/s"
        yield f"random playouts in the kernel, {game_type}", speed[1], speed[2], "plies/s"


def perfts() -> Iterator[Row]:
    """Yield the speed of perft with bulk counting, from the start and from the middle game."""
    for game_type in GAMES:
        board, state = Board(game_type), openspiel.new_state(game_type)
        yield perft_row(f"perft from the start, {game_type}", [board], [state], 5, 2)
        boards = [Board.from_game_string(game) for game in MIDGAME[game_type]]
        states = [openspiel.to_state(board) for board in boards]
        yield perft_row(f"perft from the middle game, {game_type}", boards, states, 3, 2)


def count_all(boards: list[Board], depth: int) -> int:
    return sum(board.perft(depth) for board in boards)


def perft_row(name: str, boards: list[Board], states: list[Any], depth: int, their_depth: int) -> Row:
    nodes = count_all(boards, depth)
    their_nodes = sum(openspiel.perft(state, their_depth) for state in states)
    ours, theirs = best_of(
        partial(count_all, boards, depth),
        lambda: [openspiel.perft(state, their_depth) for state in states],
        rounds=5,
    )
    return name, nodes / ours, their_nodes / theirs, "nodes/s"


def editions() -> Iterator[tuple[str, str, float]]:
    """Yield the perft speed of each edition relative to the default edition."""
    for game_type in GAMES:
        positions = [Board.from_game_string(game).position() for game in MIDGAME[game_type]]
        groups = [
            [Board.from_position(replace(position, edition=edition)) for position in positions] for edition in EDITIONS
        ]
        nodes = [count_all(group, 3) for group in groups]
        seconds = best_of(*(partial(count_all, group, 3) for group in groups), rounds=9)
        speed = [count / time for count, time in zip(nodes, seconds, strict=True)]
        for edition, nodes_per_second in zip(EDITIONS, speed, strict=True):
            yield edition.id, game_type, nodes_per_second / speed[0]


def machine() -> str:
    """Return a description of the commit and the machine."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    return (
        f"skep {version('skep')} {commit}, OpenSpiel {version('open_spiel')}, Numba {version('numba')}, "
        f"Python {platform.python_version()}, {platform.machine()} {platform.system()}"
    )


def main() -> None:
    """Print the tables."""
    console = Console(width=110)
    table = Table("", "skep", "OpenSpiel", "", "ratio", title="Against OpenSpiel")
    for rows in (legal_moves(), playouts(), lab.rows(), replay.rows(), perfts()):
        for name, ours, theirs, unit in rows:
            table.add_row(name, f"{ours:,.0f}", f"{theirs:,.0f}", unit, f"{ours / theirs:,.0f} ×")
    console.print(table)
    table = Table("", "skep", "single calls", "", "ratio", title="Values of a board, against one call per move or hex")
    for name, ours, theirs, unit in board_values.rows():
        table.add_row(name, f"{ours:,.0f}", f"{theirs:,.0f}", unit, f"{ours / theirs:,.1f} ×")
    console.print(table)
    table = Table("", "second import", "first import", "", "ratio", title="A collection that was imported before")
    for name, ours, theirs, unit in importing.rows():
        table.add_row(name, f"{ours:,.0f}", f"{theirs:,.0f}", unit, f"{ours / theirs:,.1f} ×")
    console.print(table)
    table = Table("edition", *GAMES, title="Middle-game perft, relative to the default edition")
    shares: dict[str, list[str]] = {}
    for edition, _game_type, share in editions():
        shares.setdefault(edition, []).append(f"{share:.2f}")
    for edition, cells in shares.items():
        table.add_row(edition, *cells)
    console.print(table)
    console.print(machine())


if __name__ == "__main__":
    main()
