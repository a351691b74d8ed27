from __future__ import annotations

import random
from dataclasses import replace

from skep.hexes import SYMMETRIES
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import canonical, play, repetitions

from .cases import ROW, THROWS
from .helpers import moves, replay
from .random_positions import random_position
from .symmetry import image


def test_rotated_mirrored_and_shifted_positions_are_the_same() -> None:
    rng = random.Random(12)
    for _ in range(20):
        position = random_position(rng)
        shift = rng.randint(-5, 5), rng.randint(-5, 5)
        assert len({canonical(image(position, symmetry, shift)) for symmetry in SYMMETRIES}) == 1


def test_piece_numbers_do_not_matter() -> None:
    position = ROW.position
    one, two = Piece.parse("wB1"), Piece.parse("wB2")
    stacks = {hex_: tuple(two if piece == one else piece for piece in stack) for hex_, stack in position.stacks.items()}
    renumbered = replace(position, stacks=stacks, hands=position.hands - {two} | {one})
    assert canonical(renumbered) == canonical(position)


def test_side_to_move_and_the_resting_piece_matter() -> None:
    position = THROWS.position
    black = Position(position.stacks, position.hands, position.ply + 1, None, position.game_type)
    rests = Position(position.stacks, position.hands, position.ply, Piece.parse("bG1"), position.game_type)
    assert black.turn is Color.BLACK
    assert len({canonical(position), canonical(black), canonical(rests)}) == 3


def test_order_in_a_stack_matters() -> None:
    position = ROW.position
    turned = {hex_: stack[::-1] for hex_, stack in position.stacks.items()}
    assert canonical(Position(turned, position.hands, position.ply)) != canonical(position)


def test_repetitions_include_the_last_position() -> None:
    position = replay("Base;InProgress;White[3];wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    history = [position]
    for _ in range(2):
        for text in ("wQ \\wA1", "bQ bA1\\", "wQ -wA1", "bQ bA1-"):
            (move,) = moves(history[-1], text)
            history.append(play(history[-1], move))
    assert [repetitions(history[:length]) for length in (0, 1, 2, 5, 9)] == [0, 1, 1, 2, 3]


def test_mirrored_position_repeats() -> None:
    """Both queen bees move to the other side, which gives the mirror image of the earlier position."""
    position = replay("Base;InProgress;White[3];wA1;bA1 wA1-;wQ \\wA1;bQ bA1\\")
    history = [position]
    for text in ("wQ -wA1", "bQ bA1-", "wQ /wA1", "bQ bA1/"):
        (move,) = moves(history[-1], text)
        history.append(play(history[-1], move))
    assert repetitions(history) == 2
