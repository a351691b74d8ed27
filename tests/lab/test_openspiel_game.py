"""The OpenSpiel game against OpenSpiel's own tests, and against its Hive where that one is right."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from skep import GAME_TYPES, GameType, SkepError
from skep.lab.actions import PASS_ACTION, openspiel_action
from skep.lab.openspiel_game import GAME_NAME
from tests.test_openspiel import WHITE_QUEEN, new_game


def test_the_game_passes_the_random_simulation() -> None:
    game = pyspiel.load_game(f"{GAME_NAME}(game_type=Base+P,ply_limit=40)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_the_parameters_count() -> None:
    game = pyspiel.load_game(f"{GAME_NAME}(game_type=Base,edition=hive-2016,threefold=false,ply_limit=7)")
    state = game.new_initial_state()
    assert game.max_game_length() == 7
    assert "wQ" in [state.action_to_string(action) for action in state.legal_actions()]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert (state.move_number(), state.returns()) == (7, [0.0, 0.0])
    with pytest.raises(SkepError, match="the ply limit is 1 to 16384, not 0"):
        pyspiel.load_game(f"{GAME_NAME}(ply_limit=0)")


def test_clones_are_independent() -> None:
    state = pyspiel.load_game(GAME_NAME).new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert (state.move_number(), clone.move_number()) == (0, 1)
    assert len(state.legal_actions()) == 7


def test_the_observation_is_a_tensor() -> None:
    game = pyspiel.load_game(GAME_NAME)
    observation = make_observation(game)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    observation.set_from(state, 1)
    planes = observation.dict["observation"]
    assert planes.shape == (29 + 38, 32, 32)
    assert np.argwhere(planes[:28]).tolist() == [[15, 16, 16]]
    assert (planes[29] == 1).all()  # Black to move
    assert "wS1" in observation.string_from(state, 1)


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_moves_and_results_are_those_of_openspiels_hive(game_type: GameType) -> None:
    """It considers no piece pinned before White's queen bee is placed, so those positions are skipped."""
    rng = random.Random(f"{game_type} in OpenSpiel")
    ours = pyspiel.load_game(f"{GAME_NAME}(game_type={game_type},threefold=false)").new_initial_state()
    theirs = new_game(game_type)
    compared = 0
    while not ours.is_terminal() and compared < 40:
        converted = {action: openspiel_action(ours.board, action) for action in ours.legal_actions()}
        listed = set(theirs.legal_actions())
        if ours.board.where(WHITE_QUEEN) is not None:
            assert set(converted.values()) <= listed
            assert {split(theirs, action) for action in listed} >= {split(ours, action) for action in converted}
            compared += 1
        action = rng.choice([action for action in converted if converted[action] in listed])
        ours.apply_action(action)
        theirs.apply_action(converted[action])
        assert ours.current_player() == theirs.current_player()
    if theirs.is_terminal():
        assert ours.returns() == theirs.returns()
    assert PASS_ACTION == 5488


def split(state: pyspiel.State, action: int) -> str:
    """Return the piece that an action moves."""
    text: str = state.action_to_string(action)
    return text.split()[0]
