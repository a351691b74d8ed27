from __future__ import annotations

import copy
import pickle

import pytest

from skep import PASS, Hex, Move, Piece


def test_moves_are_values() -> None:
    move = Move(Piece.parse("wA1"), Hex(1, -1))
    assert move == Move(Piece.parse("wA1"), Hex(1, -1))
    assert hash(move) == hash(Move(Piece.parse("wA1"), Hex(1, -1)))
    assert move != Move(Piece.parse("wA2"), Hex(1, -1))
    assert pickle.loads(pickle.dumps(move)) == move
    assert eval(repr(move), {"Move": Move, "Piece": Piece, "Hex": Hex}) == move
    assert not move.is_pass
    with pytest.raises(AttributeError):
        move.to = Hex(0, 0)  # type: ignore[misc]


def test_pass_is_a_singleton() -> None:
    assert PASS.is_pass
    assert PASS == PASS != Move(Piece.parse("wA1"), Hex(0, 0))
    assert Move(Piece.parse("wA1"), Hex(0, 0)) != PASS
    assert pickle.loads(pickle.dumps(PASS)) is PASS
    assert copy.deepcopy(PASS) is PASS
    assert len({PASS, PASS}) == 1
    for name in ("piece", "to"):
        with pytest.raises(ValueError, match="check is_pass first"):
            getattr(PASS, name)
