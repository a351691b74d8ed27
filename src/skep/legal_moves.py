"""The legal moves of a position, as a view for iterating and counting and as JSON for sending."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from skep.hexes import ORIGIN, Hex
from skep.kernel import layout
from skep.kernel.state import KernelState
from skep.move_strings import format_on, relative_move
from skep.moves import PASS, Move
from skep.pieces import Piece

__all__ = ["LegalMoves", "LegalMovesJson"]

_PACKED_PASS: Final = bytes(8)


class LegalMoves:
    """A view of the legal moves of a board. It generates them on each use, so it follows the board.

    >>> from skep import Board, Hex, Piece
    >>> board = Board("Base")
    >>> len(board.legal_moves), bool(board.legal_moves), Move(Piece.parse("wQ"), Hex(0, 0)) in board.legal_moves
    (4, True, False)
    """

    __slots__ = ("_state",)

    def __init__(self, state: KernelState) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        return iter(self._state.legal_moves())

    def destinations(self) -> dict[str, list[int]]:
        """Return the destinations of each piece that can move, as numbers q, r, q, r, …; empty for a forced pass.

        >>> from skep import Board
        >>> Board("Base").legal_moves.destinations()
        {'wS1': [0, 0], 'wB1': [0, 0], 'wG1': [0, 0], 'wA1': [0, 0]}
        """
        destinations: dict[str, list[int]] = json.loads(self.to_json().json)
        return destinations

    def to_json(self) -> LegalMovesJson:
        """Return the legal moves as JSON, ten times as fast as encoding a list of them.

        >>> from skep import Board, Hex, Piece
        >>> written = Board("Base").legal_moves.to_json()
        >>> written.json
        b'{"wS1":[0,0],"wB1":[0,0],"wG1":[0,0],"wA1":[0,0]}'
        >>> Move(Piece.parse("wQ"), Hex(0, 0)) in written
        False
        """
        state = self._state
        destinations, packed = state.legal_json()
        return LegalMovesJson(destinations, packed, state.centre)

    def list(self) -> list[Move]:
        """Return all legal moves: moves of pieces in play, then throws, then placements."""
        return self._state.legal_moves()

    def count(self) -> int:
        """Return the number of legal moves. A forced pass counts as one."""
        return self._state.count_moves()

    __len__ = count

    def __bool__(self) -> bool:
        return self._state.count_moves() > 0

    def __contains__(self, move: object) -> bool:
        """Return whether a Move or a MoveString is legal. Raises NotationError for text that is not a MoveString.

        >>> from skep import Board
        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> "wQ -wS1" in board.legal_moves, "wQ bS1-" in board.legal_moves
        (True, False)
        """
        if isinstance(move, str):
            return self._lists(move)
        return isinstance(move, Move) and self._state.is_legal(move)

    def _lists(self, text: str) -> bool:
        relative = relative_move(text)
        if relative is not None:
            return bool(self._state.find_legal(relative)) if relative[0] else self._state.is_legal(PASS)
        # only the first move of a game has no reference piece
        return self._state.ply == 0 and self._state.is_legal(Move(Piece.parse(text), ORIGIN))

    def __repr__(self) -> str:
        moves = ", ".join(format_on(self._state, move) for move in self)
        return f"<LegalMoves: {moves or 'none'}>"


class LegalMovesJson:
    """The legal moves of one position as JSON. Unlike :class:`LegalMoves` they do not change with the board."""

    __slots__ = ("_centre", "_packed", "json")

    def __init__(self, json: bytes, packed: bytes, centre: Hex) -> None:
        """Take the JSON and the same moves in packed form, for the window around ``centre``."""
        self.json: Final = json
        """The destinations of each piece: ``{"wS1":[q,r,q,r],…}``; ``{}`` for a forced pass or a finished game."""
        self._packed = packed
        self._centre = centre

    @property
    def must_pass(self) -> bool:
        """Whether the only move is a pass."""
        return self._packed == _PACKED_PASS

    def __contains__(self, move: object) -> bool:
        """Return whether a move is one of them."""
        return isinstance(move, Move) and layout.lists_move(move, self._packed, self._centre)
