"""Batches and boards that play the same games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from skep import EDITIONS, GAME_TYPES, Board
from skep.lab import BatchEnv
from skep.lab.actions import move_of
from skep.lab.data import GameData
from skep.lab.positions import Rules

EVERY_GAME = [(game_type, EDITIONS[number]) for number, game_type in product((0, 1), GAME_TYPES)]
"""Every game type by the newest rules and by those of an edition without gates above the ground."""


EVERY_TYPE = [EVERY_GAME[number + 8 * (number % 2)] for number in range(8)]
"""Every game type once, by one of those two editions."""


RECORDED = (
    "Base+MLP;InProgress;Black[9];wG1;bB1 -wG1;wL wG1-;bP -bB1;wG2 wL-;bQ bP/;wQ wG1/;bG1 /bB1;wQ bQ-;bB1 bQ;"
    "wB1 wQ-;bB1 \\bQ;wB1 wQ;bB1 bQ;wG2 -wG1;bB1 wB1;wM wL\\"
)
"""A game that ends with a stack of three, and in which pieces can be placed, moved, stacked and thrown."""


def every_game(
    seed: int,
    *,
    threefold: bool = False,
    ply_limit: int = 90,
    autoreset: bool = True,
    games: Sequence[Rules] = EVERY_GAME,
) -> BatchEnv:
    """Return a batch with one game of every kind."""
    return BatchEnv(
        len(games),
        [game_type for game_type, _edition in games],
        edition=[edition for _game_type, edition in games],
        threefold=threefold,
        ply_limit=ply_limit,
        autoreset=autoreset,
        seed=seed,
        threads=1,
    )


def new_board(game: int, *, threefold: bool = False) -> Board:
    """Return a board for a game of the batch."""
    game_type, edition = EVERY_GAME[game]
    return Board(game_type, edition=edition, threefold=threefold)


def play_along(env: BatchEnv, plies: int, *, threefold: bool = False) -> Iterator[list[Board]]:
    """Yield boards that play the random games of a batch, before every ply."""
    boards = [new_board(game, threefold=threefold) for game in range(len(env))]
    for _ in range(plies):
        yield boards
        actions = env.sample().copy()
        for board, action in zip(boards, actions.tolist(), strict=True):
            board.push(move_of(board, action))
        result = env.step(actions)
        for game in np.flatnonzero(result.terminated | result.truncated).tolist():
            boards[game] = new_board(game, threefold=threefold)


def replay_recorded(data: GameData) -> Iterator[tuple[int, Board]]:
    """Yield the number and the final board of each recorded game, whose moves are legal and whose result is right."""
    starts = np.cumsum(data.length) - data.length
    for game in range(len(data)):
        board = Board(GAME_TYPES[data.game_type[game]], edition=EDITIONS[data.edition[game]], threefold=True)
        for action in data.actions[starts[game] : starts[game] + data.length[game]].tolist():
            assert not board.is_game_over()
            board.push(move_of(board, action))
        outcome = board.outcome()
        result = 4 if outcome is None else 3 if outcome.winner is None else 1 + outcome.winner.value
        assert data.result[game] == result
        yield game, board
