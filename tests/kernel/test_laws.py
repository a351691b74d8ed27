"""Laws of the kernel on seeded random play in all editions and game types."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from skep import Board, Hex, Move, Position
from skep.hexes import SYMMETRIES
from skep.kernel import layout
from skep.pieces import PIECES
from tests.random_play import positions

LASTING = layout.STATE.names[: layout.STATE.names.index("seen")] if layout.STATE.names else ()
"""The fields before the scratch space of the move generator."""


def contents(board: Board) -> dict[str, Any]:
    """Return everything that is defined between calls. The piece below a piece in hand is not."""
    fields = {name: board.kernel_state.array[0][name].tolist() for name in LASTING}
    places = fields["place"]
    fields["below"] = [below for below, place in zip(fields["below"], places, strict=True) if place != layout.IN_HAND]
    return fields


def test_push_then_pop_restores_everything() -> None:
    rng = random.Random(1)
    for board, moves in positions(1, 3_000):
        if moves and rng.random() < 0.2:
            before = contents(board), board.position(), board.key()
            for move in rng.sample(moves, min(10, len(moves))):
                board.push(move)
                board.pop()
                assert (contents(board), board.position(), board.key()) == before


def test_the_incremental_key_is_the_recomputed_one() -> None:
    for board, _moves in positions(2, 3_000):
        rebuilt = Board.from_position(board.position())
        assert board.key() == rebuilt.key()
        assert contents(board) == contents(rebuilt)


def test_different_positions_have_different_keys() -> None:
    """Positions differ by place, colour, bug and height, side to move, and the piece that may not move."""
    seen: dict[int, object] = {}
    for board, _moves in positions(3, 6_000):
        position = board.position()
        stacks = frozenset(
            (hex_, tuple((piece.color, piece.bug) for piece in stack)) for hex_, stack in position.stacks.items()
        )
        resting = None if position.just_moved is None else position.where(position.just_moved)
        content = (stacks, position.turn, resting)
        assert seen.setdefault(board.key(), content) == content
    assert len(seen) > 4_000


def image(position: Position, symmetry: Callable[[Hex], Hex], shift: Hex) -> Position:
    """Return a position rotated or mirrored about the origin and then translated."""
    stacks = {symmetry(hex_).moved(*shift): stack for hex_, stack in position.stacks.items()}
    return Position(stacks, position.hands, position.ply, position.just_moved, position.game_type, position.edition)


def test_the_twelve_images_have_the_same_moves_and_the_same_symmetric_key() -> None:
    rng = random.Random(4)
    for board, moves in positions(4, 2_500):
        if board.ply < 2 or rng.random() > 0.05:
            continue
        for symmetry in SYMMETRIES:
            shift = Hex(rng.randrange(-40, 40), rng.randrange(-40, 40))
            transformed = Board.from_position(image(board.position(), symmetry, shift))
            assert transformed.symmetric_key() == board.symmetric_key()
            expected = {move if move.is_pass else Move(move.piece, symmetry(move.to).moved(*shift)) for move in moves}
            assert set(transformed.legal_moves) == expected


def test_keys_along_and_ahead_are_those_of_the_positions() -> None:
    for board, moves in positions(5, 600):
        if board.ply % 7:
            continue
        replay = Board.from_position(board.start)
        keys, pieces = replay.keys_along(board.moves)
        assert (replay.ply, len(keys)) == (board.start.ply, len(board.moves) + 1)
        for key, count, move in zip(keys.tolist(), pieces.tolist(), [*board.moves, None], strict=True):
            assert (key, count) == (replay.symmetric_key(), sum(map(len, replay.stacks.values())))
            if move is not None:
                replay.push(move)
        before = contents(board)
        ahead = board.keys_ahead()
        assert contents(board) == before
        assert [move for move, _key in ahead] == moves
        for move, key in ahead:
            board.push(move)
            assert board.symmetric_key() == key
            board.pop()


def test_the_count_of_moves_is_the_length_of_the_list() -> None:
    for board, moves in positions(5, 2_000):
        assert board.perft(1) == len(moves)
        assert board.legal_moves.count() == len(moves)


def test_a_pass_is_legal_only_if_no_other_move_is() -> None:
    passes = 0
    for board, moves in positions(6, 20_000):
        if any(move.is_pass for move in moves):
            assert len(moves) == 1, repr(board)
            passes += 1
    assert passes > 0


@pytest.mark.parametrize("packed", [(1 << 10) | 5, (30 << 10) | 1023, 0])
def test_unpacking_inverts_packing(packed: int) -> None:
    assert layout.pack(layout.unpack(packed, Hex(3, -2))) == packed


def test_piece_numbers_are_as_documented() -> None:
    names = [str(layout.piece_of(layout.piece_number(piece))) for piece in PIECES]
    assert names == [str(piece) for piece in PIECES]
    assert [layout.piece_number(piece) for piece in PIECES] == [*range(1, 15), *range(17, 31)]


def test_hexes_of_a_window_are_recovered_from_their_cells() -> None:
    for q in range(-15, 16):
        for r in range(-15, 16):
            for centre in (Hex(0, 0), Hex(100, -37), Hex(-16, 16)):
                hex_ = centre.moved(q, r)
                assert layout.hex_near(layout.cell_of(hex_), centre) == hex_


def test_two_hexes_of_one_cell_are_at_least_32_steps_apart() -> None:
    near = [Hex(q, r) for q in range(-40, 41) for r in range(-40, 41)]
    same = [hex_ for hex_ in near if layout.cell_of(hex_) == 0 and hex_ != Hex(0, 0)]
    assert min(Hex(0, 0).distance(hex_) for hex_ in same) == 32
