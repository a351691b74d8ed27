from __future__ import annotations

import pytest

from skep import Direction, Hex
from skep.hexes import ORIGIN, SYMMETRIES

NEAR = [Hex(q, r) for q in range(-3, 4) for r in range(-3, 4)]


def test_neighbours_are_the_hexes_one_step_away() -> None:
    for hex_ in NEAR:
        assert set(hex_.neighbours()) == {
            Hex(q, r)
            for q in range(hex_.q - 2, hex_.q + 3)
            for r in range(hex_.r - 2, hex_.r + 3)
            if hex_.distance(Hex(q, r)) == 1
        }


def test_left_and_right_walk_around_a_hex() -> None:
    for direction in Direction:
        to = ORIGIN.neighbour(direction)
        assert ORIGIN.neighbours()[direction] == to
        assert ORIGIN.direction_to(to) is direction
        assert to.direction_to(ORIGIN) is direction.opposite
        assert direction.left.right is direction
        assert to.is_beside(ORIGIN.neighbour(direction.left))
        assert not to.is_beside(ORIGIN.neighbour(direction.opposite))
    assert ORIGIN.direction_to(Hex(2, 0)) is None


def test_hexes_beside_a_step_touch_both_ends() -> None:
    for to in ORIGIN.neighbours():
        assert set(ORIGIN.beside_step_to(to)) == set(ORIGIN.neighbours()) & set(to.neighbours())
    with pytest.raises(ValueError, match="are not neighbours"):
        ORIGIN.beside_step_to(Hex(2, 2))


def test_twelve_distinct_symmetries_preserve_distances() -> None:
    images = {tuple(turn(hex_) for hex_ in NEAR) for turn in SYMMETRIES}
    assert len(images) == 12
    assert SYMMETRIES[0](Hex(2, -1)) == Hex(2, -1)
    for turn in SYMMETRIES:
        for one in NEAR[::5]:
            for other in NEAR[::7]:
                assert turn(one).distance(turn(other)) == one.distance(other)


def test_symmetries_form_a_group() -> None:
    images = {tuple(turn(hex_) for hex_ in NEAR) for turn in SYMMETRIES}
    for one in SYMMETRIES:
        for other in SYMMETRIES:
            assert tuple(one(other(hex_)) for hex_ in NEAR) in images
