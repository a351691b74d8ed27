"""The twelve symmetries: the image of an observation is the observation of the image."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from skep import Position
from skep.hexes import SYMMETRIES
from skep.lab import OBSERVATIONS
from skep.lab.symmetries import (
    ACTION_IMAGES,
    CELL_IMAGES,
    transform_actions,
    transform_observation,
    transform_pairs,
)
from tests.lab.games import every_game, play_along

EVERY_SYMMETRY = range(12)


def image_of(position: Position, symmetry: int) -> Position:
    stacks = {SYMMETRIES[symmetry](hex_): stack for hex_, stack in position.stacks.items()}
    return replace(position, stacks=stacks)


@pytest.mark.parametrize("symmetry", EVERY_SYMMETRY)
def test_images_have_the_transformed_actions_and_observations(symmetry: int) -> None:
    env, other = every_game(seed=30), every_game(seed=30)
    rng = random.Random(symmetry)
    for _ in play_along(env, 75):
        if rng.random() > 0.15:
            continue
        other.set_positions((game, image_of(env.position(game), symmetry)) for game in range(len(env)))
        assert (transform_actions(env.legal_mask(), symmetry) == other.legal_mask()).all()
        assert (transform_pairs(env.legal_pairs(), symmetry) == other.legal_pairs()).all()
        for name in OBSERVATIONS:
            expected = transform_observation(env.observe(name), symmetry)
            for key, array in other.observe(name).items():
                assert (expected[key] == array).all(), (name, key)


def test_images_form_the_group_of_the_hexagon() -> None:
    for images in (ACTION_IMAGES, CELL_IMAGES):
        identity = np.arange(images.shape[1])
        assert (images[0] == identity).all()
        assert (np.sort(images, axis=1) == identity).all()
        composed = {images[first][images[second]].tobytes() for first in EVERY_SYMMETRY for second in EVERY_SYMMETRY}
        assert composed == {image.tobytes() for image in images}
        assert len(composed) == 12


def test_an_action_moves_to_its_image() -> None:
    values = np.zeros(ACTION_IMAGES.shape[1])
    values[1667] = 1.0
    for symmetry in EVERY_SYMMETRY:
        assert np.flatnonzero(transform_actions(values, symmetry)).tolist() == [ACTION_IMAGES[symmetry, 1667]]
