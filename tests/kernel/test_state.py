"""KernelState against Position and Board, on seeded random play."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from skep import Board, Color, Position
from skep.kernel import layout
from skep.kernel.state import KernelState
from tests.random_play import positions


def test_a_state_holds_the_position_it_was_made_from() -> None:
    for board, moves in positions(21, 1_000):
        position = board.position()
        state = KernelState(position)
        assert state.stacks() == dict(position.stacks)
        assert [state.hand(color) for color in Color] == [position.hand(color) for color in Color]
        assert state.just_moved == position.just_moved
        assert state.key() == board.key()
        assert set(state.legal_moves()) == set(moves)


def test_hands_are_ordered_by_bug() -> None:
    start = Position.start()
    for color in Color:
        assert KernelState(start).hand(color) == tuple(start.game_type.pieces(color))


def test_a_copy_is_independent() -> None:
    state = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").kernel_state
    before = state.stacks(), state.moves.copy(), state.key()
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        twin.make(twin.legal_moves()[0])
        assert twin.key() != state.key()
        twin.unmake()
        twin.unmake()
        assert (state.stacks(), state.moves, state.key()) == before


def test_a_state_refuses_to_be_pickled() -> None:
    with pytest.raises(TypeError, match="pickle the Board"):
        pickle.dumps(KernelState(Position.start()))


def test_an_ended_game_has_no_legal_moves_until_a_move_is_made_or_taken_back() -> None:
    state = Board.from_game_string("Base;;;wS1;bS1 wS1-").kernel_state
    move = state.legal_moves()[0]
    state.has_ended = True
    assert (state.legal_moves(), len(state.packed_moves()), state.count_moves()) == ([], 0, 0)
    assert state.legal_json() == (b"{}", b"")
    assert not state.is_legal(move)
    state.make(move)
    assert state.legal_moves()
    state.has_ended = True
    assert state.unmake() == move
    assert state.is_legal(move)


def test_a_line_decodes_to_its_moves_even_if_the_window_moves() -> None:
    rng = random.Random(22)
    for _ in range(5):
        board = Board("Base")
        while board.ply < 120 and (moves := board.legal_moves.list()):
            board.push(max(moves, key=lambda move: -1 if move.is_pass else move.to.q + 2 * rng.random()))
        packed = [layout.pack(move) for move in board.moves]
        start = KernelState(board.start)
        assert start.decode_line(packed) == board.moves
        assert start.moves == []


def test_last_origin_and_last_placed_describe_the_last_move() -> None:
    for board, _moves in positions(23, 600):
        state, move = board.kernel_state.copy(), board.last_move
        placed, origin = state.last_placed, state.last_origin
        if move is None:
            assert (placed, origin) == (False, None)
            continue
        state.unmake()
        before = None if move.is_pass else state.where(move.piece)
        assert origin == before
        assert placed == (not move.is_pass and before is None)
