"""The kernel's legal moves against OpenSpiel's, as sets of piece and destination.

OpenSpiel searches for pinned pieces from White's queen bee, so it considers no piece pinned before she is placed;
positions without her are skipped. It lists an action for each reference piece and each number of a bug, so its
actions are converted to pairs of piece and destination, and only the lowest number of a bug counts.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from skep import GAME_TYPES, Board, GameType, Move, Piece
from skep.notation.uhp import parse_move

WHITE_QUEEN = Piece.parse("wQ")


def new_game(game_type: GameType) -> pyspiel.State:
    options = {"uses_" + str(bug): "true" if bug in game_type else "false" for bug in GAME_TYPES[-1].expansions}
    settings = ",".join(f"{name}={value}" for name, value in options.items())
    return pyspiel.load_game(f"hive(board_size=10,{settings})").new_initial_state()


def their_moves(state: pyspiel.State, board: Board) -> dict[Move, int]:
    """Return OpenSpiel's legal moves as our moves, each with one of its actions."""
    hand = board.hand(board.turn)
    lowest = {piece.bug: piece for piece in reversed(hand)}
    moves: dict[Move, int] = {}
    for action in state.legal_actions():
        move = parse_move(state.action_to_string(action), board)
        if move.is_pass or move.piece not in hand or move.piece == lowest[move.piece.bug]:
            moves.setdefault(move, action)
    return moves


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_legal_moves_are_the_same_as_in_openspiel(game_type: GameType) -> None:
    rng = random.Random(str(game_type))
    compared = 0
    while compared < 300:
        board, state = Board(game_type), new_game(game_type)
        while not board.is_game_over() and board.ply < 70:
            ours, theirs = set(board.legal_moves), their_moves(state, board)
            if board.where(WHITE_QUEEN) is not None:
                assert ours == set(theirs), repr(board)
                compared += 1
            move = rng.choice(sorted(ours & set(theirs), key=repr))
            state.apply_action(theirs[move])
            board.push(move)
        assert board.is_game_over() == state.is_terminal(), repr(board)
