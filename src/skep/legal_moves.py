"""The legal moves of a board: asked for one by one, listed, counted, or written for somebody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from skep.hexes import Hex
from skep.kernel import entry, layout
from skep.kernel.decoding import decoder
from skep.kernel.writing import LONGEST
from skep.moves import Move

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["LegalMoves", "WrittenMoves"]


class LegalMoves:
    """The legal moves of a board, found anew each time they are asked for.

    >>> from skep import Board, Hex, Piece
    >>> board = Board("Base")
    >>> len(board.legal_moves), bool(board.legal_moves), Move(Piece.parse("wQ"), Hex(0, 0)) in board.legal_moves
    (4, True, False)
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self.list())

    def destinations(self) -> dict[str, list[int]]:
        """Where each piece that is free to go may go, as plain numbers q, r, q, r, …; empty when the turn is a pass.

        >>> from skep import Board
        >>> Board("Base").legal_moves.destinations()
        {'wS1': [0, 0], 'wB1': [0, 0], 'wG1': [0, 0], 'wA1': [0, 0]}
        """
        found: dict[str, list[int]] = json.loads(self.written().json)
        return found

    def written(self) -> WrittenMoves:
        """The same as JSON, for who sends it on: a tenth of the time of taking the moves apart and writing them.

        >>> from skep import Board, Hex, Piece
        >>> written = Board("Base").legal_moves.written()
        >>> written.json
        b'{"wS1":[0,0],"wB1":[0,0],"wG1":[0,0],"wA1":[0,0]}'
        >>> Move(Piece.parse("wQ"), Hex(0, 0)) in written
        False
        """
        board = self._board
        centre = board._centre
        if board._ending is not None or board._thrice:
            return WrittenMoves(b"{}", b"", centre)
        text = np.empty(LONGEST, np.uint8)
        sizes = entry.generate_written(board._states, board._list, text, centre.q, centre.r)
        return WrittenMoves(text[: sizes >> 20].tobytes(), board._list[: sizes & 0xFFFFF].tobytes(), centre)

    def list(self) -> list[Move]:
        """All of them, in the kernel's order: moves of pieces in play, throws, placements."""
        board = self._board
        return decoder.all(board._packed_moves(), board._centre)

    def count(self) -> int:
        """How many there are; a forced pass counts one."""
        return len(self._board._packed_moves())

    __len__ = count

    def __bool__(self) -> bool:
        return self.count() > 0

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        packed = layout.pack(move)
        near = move.is_pass or layout.hex_near(packed & 1023, self._board._centre) == move.to
        return near and self._board._lists(packed)

    def __repr__(self) -> str:
        shown = ", ".join(self._board.uhp(move) for move in self)
        return f"<LegalMoves: {shown or 'none'}>"


class WrittenMoves:
    """The legal moves of one position as they are sent to somebody; they do not change with the board."""

    __slots__ = ("_centre", "_packed", "json")

    def __init__(self, json: bytes, packed: bytes, centre: Hex) -> None:
        self.json: Final = json
        """Where each piece may go: ``{"wS1":[q,r,q,r],…}``; ``{}`` when the turn is a pass, or the game is over."""
        self._packed = packed
        self._centre = centre

    @property
    def must_pass(self) -> bool:
        """Whether the only move is a pass."""
        return self._packed == _PACKED_PASS

    def __contains__(self, move: object) -> bool:
        """Whether a move is among them."""
        if not isinstance(move, Move):
            return False
        packed = layout.pack(move)
        near = move.is_pass or layout.hex_near(packed & 1023, self._centre) == move.to
        return near and layout.is_listed(packed, self._packed)


_PACKED_PASS: Final = bytes(8)
