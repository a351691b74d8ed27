"""OpenSpiel's Hive, driven from Python, as the peer."""

from __future__ import annotations

import random

import pyspiel

from skep import Board
from skep.notation.uhp import parse_move

__all__ = ["new_state", "perft", "playout", "state_of"]


def new_state(game_type: str) -> pyspiel.State:
    """OpenSpiel's start of a game."""
    letters = game_type.partition("+")[2]
    bugs = {"uses_mosquito": "M", "uses_ladybug": "L", "uses_pillbug": "P"}
    settings = ",".join(f"{name}={'true' if letter in letters else 'false'}" for name, letter in bugs.items())
    return pyspiel.load_game(f"hive({settings})").new_initial_state()


def state_of(board: Board) -> pyspiel.State:
    """OpenSpiel's state after the moves of a board."""
    state = new_state(str(board.game_type))
    replay = Board(board.game_type)
    for move in board.moves:
        meaning = {parse_move(state.action_to_string(action), replay): action for action in state.legal_actions()}
        state.apply_action(meaning[move])
        replay.push(move)
    return state


def perft(state: pyspiel.State, depth: int) -> int:
    """Its own count: an action a reference piece and number, so more nodes than lines of play."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


def playout(state: pyspiel.State, chance: random.Random, plies: int) -> int:
    """Random actions to the end or so many plies; returns how many were played."""
    for ply in range(plies):
        if state.is_terminal():
            return ply
        state.apply_action(chance.choice(state.legal_actions()))
    return plies
