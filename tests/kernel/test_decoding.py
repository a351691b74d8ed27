"""Moves that are looked up and moves that are made anew are the same."""

from __future__ import annotations

import numpy as np

from skep.hexes import ORIGIN, Hex
from skep.kernel import decoding, layout
from skep.kernel.decoding import Decoder
from skep.moves import PASS, Move
from skep.pieces import PIECES

CENTRES = [ORIGIN, *(Hex(7 * number, -5 * number) for number in range(1, 12))]


def near(centre: Hex) -> list[Move]:
    return [PASS, *(Move(piece, centre.moved(q, -q)) for q, piece in enumerate(PIECES[:12]))]


def test_a_table_that_comes_and_goes_changes_nothing() -> None:
    decoder = Decoder()
    for _ in range(3):
        for centre in CENTRES:
            moves = near(centre)
            packed = np.array([layout.pack(move) for move in moves], np.int64)
            for _ in range(decoding._WORTH_A_TABLE // 2):
                assert decoder.one(int(packed[1]), centre) == moves[1]
            assert decoder.all(packed, centre) == moves
    assert len(decoder._tables) == decoding._MOST_TABLES


def test_the_window_every_game_begins_in_has_its_table_at_once() -> None:
    decoder = Decoder()
    assert decoder.one(layout.pack(near(ORIGIN)[3]), ORIGIN) == near(ORIGIN)[3]
    assert list(decoder._tables) == [ORIGIN]
    decoder.one(layout.pack(near(CENTRES[1])[3]), CENTRES[1])
    assert list(decoder._tables) == [ORIGIN]
