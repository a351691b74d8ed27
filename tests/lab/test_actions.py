"""The numbers of moves: complete, without aliases, and the same as documented."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

from skep import GAME_TYPES, PASS, Board, Color, Direction, GameType, Hex, IllegalMove, Move, Piece
from skep.lab.actions import (
    ACTIONS,
    PASS_ACTION,
    ActionParts,
    action_of,
    action_of_openspiel,
    action_of_uhp,
    join_action,
    legal_actions,
    move_of,
    openspiel_action,
    piece_in,
    slot_of,
    split_action,
    uhp_of,
)
from tests.lab.games import RECORDED
from tests.random_play import positions
from tests.test_openspiel import WHITE_QUEEN, new_game


def parts_in_words(board: Board, move: Move) -> int:
    """Return the action of a move by the definition in the documentation, from the board alone."""
    if move.is_pass:
        return PASS_ACTION
    slot = slot_of(move.piece, board.turn)
    under = [piece for piece in board.stack(move.to) if piece != move.piece]
    if under:
        return join_action(ActionParts(slot, slot_of(under[-1], board.turn), 0))
    candidates = []
    for direction in Direction:
        stack = [piece for piece in board.stack(move.to.neighbour(direction)) if piece != move.piece]
        if stack:
            candidates.append((slot_of(stack[-1], board.turn), direction.opposite + 1))
    reference, side = min(candidates, default=(slot, 0))
    return join_action(ActionParts(slot, reference, side))


def test_actions_are_numbered_as_documented() -> None:
    for board, moves in positions(seed=3, plies=700):
        assert legal_actions(board).tolist() == [parts_in_words(board, move) for move in moves], repr(board)


def test_conversions_are_inverse() -> None:
    for board, moves in positions(seed=4, plies=180):
        for move, action in zip(moves, legal_actions(board).tolist(), strict=True):
            assert move_of(board, action) == move
            assert action_of(board, move) == action
            assert action_of_uhp(board, uhp_of(board, action)) == action


def test_slots_and_parts_are_numbered_without_gaps() -> None:
    for color in (Piece.parse("wQ").color, Piece.parse("bQ").color):
        pieces = [piece_in(slot, color) for slot in range(28)]
        assert [slot_of(piece, color) for piece in pieces] == list(range(28))
        assert " ".join(str(piece)[1:] for piece in pieces[:14]) == "Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P"
        assert {piece.color for piece in pieces[:14]} == {color}
    assert [join_action(split_action(action)) for action in range(ACTIONS - 1)] == list(range(ACTIONS - 1))
    assert split_action(7 * 28 + 3).direction is Direction.NW
    assert split_action(0).direction is None
    for slot in (-1, 28):
        with pytest.raises(ValueError, match=f"{slot} is not a slot"):
            piece_in(slot, Color.WHITE)
    with pytest.raises(ValueError, match="5488 is not an action with parts"):
        split_action(PASS_ACTION)


def test_known_numbers_never_change() -> None:
    """Policies and saved games depend on them."""
    board = Board.from_game_string("Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    numbers = {"wQ /wS1": 12, "wA1 -wQ": 1572, "wP \\wQ": 2551}
    assert {text: action_of_uhp(board, text) for text in numbers} == numbers
    assert action_of_uhp(Board("Base"), "wG1") == 1015
    assert PASS_ACTION == 5488
    board = Board.from_game_string(RECORDED)
    numbers = {
        "bB1 bQ": 588,
        "bB1 wB1-": 708,
        "bB1 wB1/": 709,
        "bS1 \\bQ": 199,
        "bS1 -bG1": 235,
        "bS1 /bG1": 236,
        "bS1 bG1\\": 237,
        "bM bB1/": 2179,
        "bP -bG1": 2587,
        "wG2 -bP": 4015,
    }
    assert {text: action_of_uhp(board, text) for text in numbers} == numbers
    # fmt: off
    assert sorted(legal_actions(board).tolist()) == [
        24, 39, 94, 95, 198, 199, 200, 219, 235, 236, 237, 291, 588, 590, 708, 709, 721, 728, 786, 787, 788, 807, 823,
        824, 825, 879, 984, 1003, 1075, 1076, 1178, 1179, 1180, 1199, 1215, 1216, 1217, 1271, 1570, 1571, 1572, 1591,
        1607, 1608, 1609, 1663, 2158, 2159, 2160, 2179, 2195, 2196, 2197, 2251, 2354, 2355, 2356, 2375, 2391, 2392,
        2393, 2447, 2552, 2587, 3924, 3959, 4015,
    ]
    # fmt: on


def test_illegal_moves_and_actions_are_refused() -> None:
    board = Board("Base")
    with pytest.raises(IllegalMove):
        move_of(board, 0)
    with pytest.raises(IllegalMove):
        action_of(board, Move(Piece.parse("wQ"), Hex(0, 0)))
    with pytest.raises(IllegalMove):
        action_of(board, Move(Piece.parse("wS1"), Hex(32, -1)))  # the same cell of the ring
    with pytest.raises(IllegalMove):
        action_of(board, PASS)


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_actions_of_openspiel_are_converted(game_type: GameType) -> None:
    rng = random.Random(str(game_type))
    compared = 0
    while compared < 60:
        board, state = Board(game_type), new_game(game_type)
        while not board.is_game_over() and board.ply < 50:
            actions = legal_actions(board)
            theirs = {openspiel_action(board, int(action)): int(action) for action in actions}
            listed = state.legal_actions()
            if board.where(WHITE_QUEEN) is not None:
                assert set(theirs) <= set(listed), repr(board)
                assert {action_of_openspiel(board, action) for action in listed} == set(actions.tolist())
                compared += 1
            chosen = rng.choice([action for action in theirs if action in listed])
            assert state.action_to_string(chosen).split()[0] in (uhp_of(board, theirs[chosen]).split()[0], "pass")
            board.push(move_of(board, theirs[chosen]))
            state.apply_action(chosen)


def test_openspiel_has_as_many_actions() -> None:
    assert pyspiel.load_game("hive").num_distinct_actions() == ACTIONS == PASS_ACTION + 1
    with pytest.raises(ValueError, match="not an action of OpenSpiel"):
        action_of_openspiel(Board("Base"), ACTIONS)
    with pytest.raises(IllegalMove, match="not in play"):
        action_of_openspiel(Board("Base"), 7)
    with pytest.raises(IllegalMove, match="you can only pass when"):
        action_of_openspiel(Board("Base"), PASS_ACTION)
    assert np.unique([openspiel_action(Board("Base"), action) for action in range(ACTIONS)]).size == ACTIONS
