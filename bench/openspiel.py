"""OpenSpiel's Hive, used from Python, as the peer."""

from __future__ import annotations

import random

import pyspiel

from skep import Board
from skep.notation.uhp import parse_move

__all__ = ["new_state", "perft", "playout", "to_state"]


def new_state(game_type: str) -> pyspiel.State:
    """Return the initial state of a game."""
    letters = game_type.partition("+")[2]
    bugs = {"uses_mosquito": "M", "uses_ladybug": "L", "uses_pillbug": "P"}
    settings = ",".join(f"{name}={'true' if letter in letters else 'false'}" for name, letter in bugs.items())
    return pyspiel.load_game(f"hive({settings})").new_initial_state()


def to_state(board: Board) -> pyspiel.State:
    """Return the state after the moves of a board."""
    state = new_state(str(board.game_type))
    replay = Board(board.game_type)
    for move in board.moves:
        actions = {parse_move(state.action_to_string(action), replay): action for action in state.legal_actions()}
        state.apply_action(actions[move])
        replay.push(move)
    return state


def perft(state: pyspiel.State, depth: int) -> int:
    """Count OpenSpiel's actions. There are several per move, one per reference piece and piece number."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


def playout(state: pyspiel.State, rng: random.Random, plies: int) -> int:
    """Play random actions to the end of the game, at most ``plies``. Return the number played."""
    for ply in range(plies):
        if state.is_terminal():
            return ply
        state.apply_action(rng.choice(state.legal_actions()))
    return plies
