"""Moves from a table equal moves decoded one by one."""

from __future__ import annotations

import numpy as np

from skep.hexes import ORIGIN, Hex
from skep.kernel import decoding, layout
from skep.kernel.decoding import Decoder
from skep.moves import PASS, Move
from skep.pieces import PIECES

CENTRES = [ORIGIN, *(Hex(7 * number, -5 * number) for number in range(1, 12))]


def moves_near(centre: Hex) -> list[Move]:
    return [PASS, *(Move(piece, centre.moved(q, -q)) for q, piece in enumerate(PIECES[:12]))]


def test_decoding_is_the_same_with_and_without_tables() -> None:
    decoder = Decoder()
    for _ in range(3):
        for centre in CENTRES:
            moves = moves_near(centre)
            packed = np.array([layout.pack(move) for move in moves], np.int64)
            for _ in range(decoding.MIN_USES // 2):
                assert decoder.one(int(packed[1]), centre) == moves[1]
            assert decoder.all(packed, centre) == moves
    assert len(decoder.table_centres) == decoding.MAX_TABLES


def test_the_window_of_a_new_game_gets_its_table_on_first_use() -> None:
    decoder = Decoder()
    assert decoder.one(layout.pack(moves_near(ORIGIN)[3]), ORIGIN) == moves_near(ORIGIN)[3]
    assert decoder.table_centres == (ORIGIN,)
    decoder.one(layout.pack(moves_near(CENTRES[1])[3]), CENTRES[1])
    assert decoder.table_centres == (ORIGIN,)
