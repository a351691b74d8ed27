"""BaseBoard: the present position of a board, without its history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from skep import rules
from skep.editions import Edition, GameType
from skep.errors import SkepError
from skep.hexes import Hex
from skep.kernel.state import KernelState
from skep.legal_moves import LegalMoves
from skep.move_strings import format_line, format_on
from skep.moves import Move
from skep.notation.diagram import format_diagram
from skep.notation.position import format_position
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import MovePath, PathKind

__all__ = ["BaseBoard"]

_MAX_PERFT_DEPTH: Final = 30
_PATH_JSON: Final = b'{"kind":"%b","hexes":%b,"thrower":%b,"copied":%b}'
_PATH_KINDS: Final = tuple(PathKind)
"""In the order in which skep.kernel.paths numbers them."""


class BaseBoard:
    """The part of :class:`skep.Board` that depends on the present position only: its pieces, legal moves and keys."""

    start: Position
    """The position before the first move made on this board."""
    kernel_state: KernelState
    """The position in the form that the engine searches. Only the board changes it."""

    def __init__(self, position: Position) -> None:
        self.start = position
        self.kernel_state = KernelState(position)

    # the rules and the turn

    @property
    def edition(self) -> Edition:
        """The edition whose rules apply."""
        return self.start.edition

    @property
    def game_type(self) -> GameType:
        """The expansion bugs in the game."""
        return self.start.game_type

    @property
    def ply(self) -> int:
        """The number of turns taken, including passes."""
        return self.start.ply + len(self.kernel_state.moves)

    @property
    def turn(self) -> Color:
        """The player whose turn it is."""
        return Color(self.ply % 2)

    @property
    def turn_number(self) -> int:
        """The number of that player's turn, starting at 1."""
        return self.ply // 2 + 1

    @property
    def just_moved(self) -> Piece | None:
        """The piece that may not move this turn, in games with the pillbug."""
        return self.kernel_state.just_moved

    # the pieces

    def where(self, piece: Piece | str) -> Hex | None:
        """Return the hex of a piece, or None if it is not in play. Raises NotationError for text that is not a piece.

        >>> from skep import Board
        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> board.where("bS1"), board.where("wQ")
        (Hex(q=1, r=0), None)
        """
        return self.kernel_state.where(Piece.parse(piece) if isinstance(piece, str) else piece)

    def stack(self, hex_: Hex | tuple[int, int]) -> tuple[Piece, ...]:
        """Return the pieces on a hex, bottom first; empty for a space."""
        return self.kernel_state.stack(Hex(*hex_))

    def top(self, hex_: Hex | tuple[int, int]) -> Piece | None:
        """Return the uppermost piece on a hex, or None for a space."""
        stack = self.stack(hex_)
        return stack[-1] if stack else None

    def height(self, hex_: Hex | tuple[int, int]) -> int:
        """Return the number of pieces on a hex."""
        return len(self.stack(hex_))

    @property
    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """The pieces in play by hex, each stack bottom first."""
        return self.kernel_state.stacks()

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """Return the pieces a player has not placed yet, ordered by bug."""
        return self.kernel_state.hand(color)

    def position(self) -> Position:
        """Return the present position as a value."""
        return Position(
            self.stacks,
            self.kernel_state.hands(),
            self.ply,
            self.just_moved,
            self.game_type,
            self.edition,
        )

    # moves

    @property
    def legal_moves(self) -> LegalMoves:
        """A view of the legal moves, for iterating, counting and testing membership."""
        return LegalMoves(self.kernel_state)

    def is_legal(self, move: Move) -> bool:
        """Return whether a move is legal in the present position."""
        return self.kernel_state.is_legal(move)

    def pinned(self) -> frozenset[Piece]:
        """Return the pieces that may not move because the hive would split without them."""
        return rules.pinned(self.position())

    def reachable(self, piece: Piece) -> frozenset[Hex]:
        """Return where a piece can be placed, moved or thrown this turn."""
        return frozenset(move.to for move in self.legal_moves if not move.is_pass and move.piece == piece)

    def path(self, move: Move) -> MovePath:
        """Return the path of a legal move: the hexes it passes, how, and which piece throws.

        Raises IllegalMove with the reason if the move is illegal.
        """
        if move not in self.legal_moves:
            return rules.path(self.position(), move)  # which raises
        return self.paths([move])[0]

    def paths(self, moves: Iterable[Move]) -> list[MovePath]:
        """Return the paths of moves taken from ``legal_moves``, which are not checked again."""
        found = map(self.kernel_state.find_path, moves)
        return [MovePath(_PATH_KINDS[kind], hexes, thrower, copied) for hexes, kind, copied, thrower in found]

    def path_json(self, move: Move) -> bytes:
        """Return the path of a move taken from ``legal_moves`` as JSON, which a server sends with every move.

        >>> from skep import Board
        >>> board = Board.from_game_string("Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wG2 -wQ;bG2 bQ-")
        >>> board.path_json(board.parse_uhp("wG2 bG2-")).decode()
        '{"kind":"jump","hexes":[[-2,0],[-1,0],[0,0],[1,0],[2,0],[3,0],[4,0]],"thrower":null,"copied":null}'
        """
        hexes, kind, copied, thrower = self.kernel_state.path_json(move)
        return _PATH_JSON % (
            _PATH_KINDS[kind].value.encode(),
            hexes,
            b"null" if thrower is None else b'"%b"' % str(thrower).encode(),
            b"null" if copied is None else b'"%b"' % copied.letter.encode(),
        )

    def uhp(self, move: Move) -> str:
        """Return the canonical MoveString of a move in the present position.

        >>> from skep import Board
        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> sorted(board.uhp(move) for move in board.legal_moves)[:3]
        ['wA1 -wS1', 'wA1 /wS1', 'wA1 \\\\wS1']
        """
        return format_on(self.kernel_state, move)

    def uhp_line(self, moves: Iterable[Move]) -> list[str]:
        """Return the canonical MoveStrings of a line that starts here. The moves are not made on this board.

        >>> from skep import Board
        >>> game = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> Board("Base").uhp_line(game.moves)
        ['wS1', 'bS1 wS1-']
        """
        return format_line(self.kernel_state.copy(), moves)

    def perft(self, depth: int, *, bulk: bool = True) -> int:
        """Return the number of lines of ``depth`` plies; ``bulk`` counts the last ply without making it.

        >>> from skep import Board
        >>> [Board("Base").perft(depth) for depth in range(5)]
        [1, 4, 96, 1440, 21600]

        Only a surrounded queen bee ends a line. As usual for perft, repetitions and agreements do not.
        """
        if not 0 <= depth <= _MAX_PERFT_DEPTH:
            raise SkepError(f"perft counts 0 to {_MAX_PERFT_DEPTH} plies, not {depth}")
        return self.kernel_state.perft(depth, bulk=bulk)

    # keys and text

    def key(self) -> int:
        """Return a 64-bit key of the pieces, the side to move and the piece that may not move.

        Pieces of one kind are interchangeable. Boards of different editions or game types can share keys.
        """
        return self.kernel_state.key()

    def symmetric_key(self) -> int:
        """Return a 64-bit key shared by the twelve rotated and mirrored images of the position, at any place."""
        return self.kernel_state.symmetric_key()

    def keys_along(self, moves: Iterable[Move]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Return the symmetric keys and the numbers of pieces in play, here and after each move of a legal line.

        The moves are not made on this board.

        >>> from skep import Board
        >>> keys, pieces = Board("Base").keys_along(Board.from_game_string("Base;;;wS1;bS1 wS1-").moves)
        >>> len(set(keys)), pieces.tolist()
        (3, [0, 1, 2])
        """
        return self.kernel_state.keys_along(moves)

    def keys_ahead(self) -> list[tuple[Move, int]]:
        """Return each legal move with the symmetric key of the position it leads to.

        >>> from skep import Board
        >>> len(Board("Base").keys_ahead())
        4
        """
        return self.kernel_state.keys_ahead()

    def position_string(self) -> str:
        """Return the present position as one line of text."""
        return format_position(self.position())

    def __str__(self) -> str:
        return format_diagram(self.position())
