"""KernelState: a position that the kernel works on. Python code uses the kernel through this class."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from skep.errors import IllegalMove
from skep.hexes import ORIGIN, Hex
from skep.kernel import entry, layout
from skep.kernel.decoding import decoder
from skep.kernel.layout import CELLS, IN_HAND, RelativeMove
from skep.kernel.move_json import MAX_LENGTH, MAX_PATH_JSON
from skep.kernel.paths import MAX_PATH_LENGTH
from skep.kernel.tables import WORD_BLACK_TO_MOVE
from skep.moves import Move
from skep.pieces import PIECES, Bug, Color, Piece
from skep.position import Position

__all__ = ["KernelState"]

_REACH: Final = 12
"""The distance from the centre of the window, in columns or rows, beyond which a move recentres it."""
_START_CELL: Final = 2047
"""The bits of an undo value that hold the cell a piece came from."""


class KernelState:
    """A position in the kernel's form, with the moves made since it was set up.

    The kernel stores hexes as cells of a ring. ``centre`` is the middle of the window in which cells are read as
    hexes. The window follows the hive, so coordinates stay true however far the hive moves.

    >>> state = KernelState(Position.start())
    >>> state.make(state.legal_moves()[0])
    >>> state.moves
    [Move(Piece.parse('wS1'), Hex(q=0, r=0))]
    """

    __slots__ = (
        "_hands",
        "_just_moved",
        "_move_list",
        "_undo",
        "array",
        "below",
        "centre",
        "has_ended",
        "moves",
        "place",
        "top",
    )

    array: NDArray[Any]
    """One record of :data:`skep.kernel.layout.STATE`, as the compiled functions take it."""
    place: NDArray[np.uint32]
    """The cell of each piece, by piece number."""
    top: NDArray[np.uint32]
    """The number of the uppermost piece on each cell."""
    below: NDArray[np.uint32]
    """The number of the piece under each piece."""
    centre: Hex
    moves: list[Move]
    """The moves made, first to last. Only :meth:`make`, :meth:`replay` and :meth:`unmake` change it."""
    has_ended: bool
    """Whether the game has ended for a reason other than a surrounded queen bee. There are no legal moves then.

    The owner of the state sets it. Making or taking back a move clears it."""

    def __init__(self, position: Position) -> None:
        entry.load()
        self._attach(layout.new_state())
        state = self.array[0]
        for color in Color:
            state["hand"][color] = sum(1 << (layout.piece_number(p) & 15) for p in position.hand(color))
        state["ply"] = position.ply
        state["queen_not_first"] = position.edition.queen_from_turn > 1
        state["gates_above_ground"] = position.edition.gates_above_ground
        state["has_pillbug"] = Bug.PILLBUG in position.game_type
        for hex_, stack in position.stacks.items():
            for piece in stack:
                entry.put(self.array, layout.piece_number(piece), layout.cell_of(hex_))
        if position.just_moved is not None:
            state["just_moved"] = layout.piece_number(position.just_moved)
        if position.ply % 2:
            state["key"] ^= WORD_BLACK_TO_MOVE
        self.centre = _middle(position.stacks)
        self.moves = []
        self._undo: list[tuple[int, int, Hex]] = []  # packed move, undo value and centre for each move
        self.has_ended = False

    def _attach(self, array: NDArray[Any]) -> None:
        """Use an array, with views of the fields that Python reads most."""
        self.array = array
        self.place = array["place"][0]
        self._hands = array["hand"][0]
        self._just_moved = array["just_moved"]
        self.top = array["top"][0]
        self.below = array["below"][0]
        self._move_list = np.empty(layout.MAX_MOVES, np.int64)

    def copy(self) -> KernelState:
        """Return an independent state with the same position and moves."""
        twin = KernelState.__new__(KernelState)
        twin._attach(layout.copy_states(self.array))
        twin.centre = self.centre
        twin.moves = self.moves.copy()
        twin._undo = self._undo.copy()
        twin.has_ended = self.has_ended
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> KernelState:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a KernelState cannot be pickled; pickle the Board it belongs to")

    # the pieces

    def where(self, piece: Piece) -> Hex | None:
        """Return the hex of a piece, or None if it is not in play."""
        cell = self.place.item(layout.piece_number(piece))
        return None if cell == IN_HAND else layout.hex_near(cell, self.centre)

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """Return the pieces on a hex, bottom first; empty for a space."""
        cell = layout.cell_of(hex_)
        number = self.top.item(cell)
        if not number or not layout.is_near(hex_, self.centre):
            return ()
        pieces = []
        while number:
            pieces.append(layout.piece_of(number))
            number = self.below.item(number)
        return tuple(reversed(pieces))

    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """Return the pieces in play by hex, each stack bottom first."""
        hexes, top, below = _window(self.centre), self.top.item, self.below.tolist()
        stacks: dict[Hex, tuple[Piece, ...]] = {}
        for cell in sorted(set(self.place.tolist()) - {IN_HAND}):
            number = top(cell)
            stack = _ALONE[number]
            while number := below[number]:
                stack = _ALONE[number] + stack
            stacks[hexes[cell]] = stack
        return stacks

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """Return the pieces a player has not placed yet, ordered by bug."""
        return _hand(color, self._hands.item(color))

    def hands(self) -> frozenset[Piece]:
        """Return the pieces that neither player has placed yet."""
        return _both_hands(*self._hands.tolist())

    @property
    def ply(self) -> int:
        """The number of turns taken, including passes."""
        return int(self.array[0]["ply"])

    @property
    def just_moved(self) -> Piece | None:
        """The piece that may not move this turn, in games with the pillbug."""
        number = self._just_moved.item(0)
        return layout.piece_of(number) if number else None

    def surrounded(self) -> int:
        """Return whose queen bees are surrounded: bit 0 White's, bit 1 Black's."""
        return entry.surrounded(self.array)

    # legal moves

    def packed_moves(self) -> NDArray[np.int64]:
        """Return the legal moves in packed form, in an array that the next call overwrites."""
        return self._move_list[:0] if self.has_ended else self._move_list[: entry.generate(self.array, self._move_list)]

    def legal_moves(self) -> list[Move]:
        """Return the legal moves: moves of pieces in play, throws, placements."""
        if self.has_ended:
            return []
        return decoder.all(self._move_list[: entry.generate(self.array, self._move_list)], self.centre)

    def legal_json(self) -> tuple[bytes, bytes]:
        """Return the legal destinations of each piece as JSON, and the legal moves in packed form."""
        if self.has_ended:
            return b"{}", b""
        text = np.empty(MAX_LENGTH, np.uint8)
        column, row = self.centre
        sizes = entry.generate_json(self.array, self._move_list, text, column, row)
        return text[: sizes >> 20].tobytes(), self._move_list[: sizes & 0xFFFFF].tobytes()

    def count_moves(self) -> int:
        """Return the number of legal moves. A forced pass counts as one."""
        return 0 if self.has_ended else entry.generate(self.array, self._move_list)

    def is_legal(self, move: Move) -> bool:
        """Return whether a move is legal."""
        return layout.lists_move(move, self.packed_moves().tobytes(), self.centre)

    def find_legal(self, move: RelativeMove) -> int:
        """Return the packed form of a move relative to a piece, or 0 if it is illegal."""
        piece, reference, offset = move
        cell = self.place.item(reference)
        packed = piece | (cell + offset) % CELLS
        if cell != IN_HAND and layout.is_listed(packed, self.packed_moves().tobytes()):
            return packed
        return 0

    def decode(self, packed: int) -> Move:
        """Return the move that has this packed form in the present window."""
        return decoder.one(packed, self.centre)

    def decode_line(self, packed: Iterable[int]) -> tuple[Move, ...]:
        """Return the moves of a packed line that starts here. The moves are not made on this state."""
        ahead = self.copy()
        for one in packed:
            ahead.make(layout.unpack(one, ahead.centre), one)
        return tuple(ahead.moves[len(self.moves) :])

    def find_path(self, move: Move) -> tuple[tuple[Hex, ...], int, Bug | None, Piece | None]:
        """Return the path of a legal move: its hexes, its kind, the bug a mosquito copies and the throwing piece.

        Kinds are numbered as in :mod:`skep.kernel.paths`.
        """
        cells, _, found = self._find_path(move)
        centre = self.centre
        hexes = tuple([layout.hex_near(cell, centre) for cell in cells[: found & 255].tolist()])
        return hexes, *_path_details(found)

    def path_json(self, move: Move) -> tuple[bytes, int, Bug | None, Piece | None]:
        """Do the same as :meth:`find_path`, with the hexes as JSON: ``[[q,r],[q,r],…]``."""
        _, text, found = self._find_path(move)
        return text[: found >> 24].tobytes(), *_path_details(found)

    def _find_path(self, move: Move) -> tuple[NDArray[np.int64], NDArray[np.uint8], int]:
        cells, text = np.empty(2 * MAX_PATH_LENGTH, np.int64), np.empty(MAX_PATH_JSON, np.uint8)
        column, row = self.centre
        return cells, text, entry.find_path(self.array, layout.pack(move), self._move_list, cells, text, column, row)

    # making moves

    def make(self, move: Move, packed: int | None = None) -> None:
        """Make a move without checking it. ``packed`` is its packed form, where the caller has it."""
        if packed is None:
            packed = layout.pack(move)
        centre = self.centre
        must_recentre = False
        if packed:
            q, r = move.to
            column, row = centre
            must_recentre = abs(q - column) > _REACH or abs(r - row) > _REACH
            if must_recentre and not layout.is_near(move.to, centre):
                raise IllegalMove(f"{move}: the hex is too far away from the hive", move=move)
        self._undo.append((packed, entry.make(self.array, packed), centre))
        self.moves.append(move)
        self.has_ended = False
        if must_recentre:
            self.centre = _middle(self.stacks())

    def unmake(self) -> Move:
        """Take the last move back and return it. Raises IndexError if there is none."""
        packed, undo, self.centre = self._undo.pop()
        entry.unmake(self.array, packed, undo)
        self.has_ended = False
        return self.moves.pop()

    def replay(self, line: Sequence[RelativeMove]) -> int:
        """Make the moves of a line as long as they are legal and return how many were made.

        Also stops after a move that recentres the window: call it again with the rest of the line.
        """
        from skep.kernel.replay import replay

        centre = self.centre
        moves = np.array(line, np.int64)
        made = np.empty((len(line), 2), np.int64)
        count: int = replay(self.array, self._move_list, moves, made, layout.cell_of(centre), _REACH)
        if count:
            self.moves += decoder.all(made[:count, 0], centre)
            packed, undo = made[:count].T.tolist()
            self._undo += zip(packed, undo, repeat(centre), strict=False)
            self.has_ended = False
            last = self.moves[-1]
            if not last.is_pass and max(abs(last.to.q - centre.q), abs(last.to.r - centre.r)) > _REACH:
                self.centre = _middle(self.stacks())
        return count

    def references(self) -> list[list[int]]:
        """Return the moving piece, the reference piece and the side of it for the MoveString of each move made.

        Pieces are numbers. Both are 0 for a pass; the reference is 0 if no piece was next to the destination.
        """
        made = np.array([(packed, undo) for packed, undo, _ in self._undo], np.int64).reshape(-1, 2)
        found = np.empty((len(made), 3), np.int64)
        entry.references(layout.copy_states(self.array), made, found)
        references: list[list[int]] = found.tolist()
        return references

    @property
    def last_origin(self) -> Hex | None:
        """The hex that the last move left; None for a placement, a pass, or without moves."""
        if not self.moves:
            return None
        _, undo, centre = self._undo[-1]
        cell = undo & _START_CELL
        return None if cell == IN_HAND else layout.hex_near(cell, centre)

    @property
    def last_placed(self) -> bool:
        """Whether the last move placed a piece, so that no earlier position can equal the present one."""
        if not self.moves:
            return False
        packed, undo, _ = self._undo[-1]
        return packed != 0 and undo & _START_CELL == IN_HAND

    # keys and counts

    def key(self) -> int:
        """Return the key of the pieces, the side to move and the piece that may not move."""
        key: int = entry.key(self.array)
        return key

    def symmetric_key(self) -> int:
        """Return the key that rotations, mirror images and translations of the position share."""
        key: int = entry.symmetric_key(self.array)
        return key

    def keys_along(self, moves: Iterable[Move]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Return the symmetric keys and the numbers of pieces in play, here and after each move of a line."""
        from skep.kernel.lines import keys_along

        packed = np.array([layout.pack(move) for move in moves], np.int64)
        keys, pieces = np.empty(len(packed) + 1, np.uint64), np.empty(len(packed) + 1, np.int64)
        keys_along(layout.copy_states(self.array), packed, keys, pieces)
        return keys, pieces

    def keys_ahead(self) -> list[tuple[Move, int]]:
        """Return each legal move with the symmetric key of the position it leads to."""
        from skep.kernel.lines import keys_ahead

        packed = self.packed_moves().copy()
        keys = np.empty(len(packed), np.uint64)
        keys_ahead(layout.copy_states(self.array), packed, keys)
        return list(zip(decoder.all(packed, self.centre), keys.tolist(), strict=True))

    def perft(self, depth: int, *, bulk: bool) -> int:
        """Return the number of lines of ``depth`` plies; ``bulk`` counts the last ply without making it."""
        return entry.perft(self.array, np.zeros(layout.MOVES_ROOM, np.int64), depth, bulk)


_ALONE: Final[dict[int, tuple[Piece, ...]]] = {layout.piece_number(piece): (piece,) for piece in PIECES}
"""Each piece as a stack of its own, by number."""


@lru_cache(maxsize=256)
def _window(centre: Hex) -> tuple[Hex, ...]:
    """Return the hex of every cell in the window around a centre."""
    return tuple(layout.hex_near(cell, centre) for cell in range(CELLS))


@lru_cache(maxsize=4096)
def _hand(color: Color, bits: int) -> tuple[Piece, ...]:
    """Return the pieces of a hand; bit ``n`` stands for the piece with number ``n`` of the colour."""
    return tuple(layout.piece_of(color.value << 4 | kind) for kind in range(16) if bits >> kind & 1)


@lru_cache(maxsize=4096)
def _both_hands(white: int, black: int) -> frozenset[Piece]:
    return frozenset(_hand(Color.WHITE, white) + _hand(Color.BLACK, black))


def _path_details(found: int) -> tuple[int, Bug | None, Piece | None]:
    """Return the kind of a path, the bug a mosquito copies and the throwing piece."""
    copied, thrower = found >> 12 & 15, found >> 16 & 255
    return (
        found >> 8 & 15,
        Bug(copied - 1) if copied else None,
        layout.piece_of(thrower) if thrower else None,
    )


def _middle(hexes: Collection[Hex]) -> Hex:
    """Return the middle of the columns and rows that the hexes span."""
    if not hexes:
        return ORIGIN
    columns = [hex_.q for hex_ in hexes]
    rows = [hex_.r for hex_ in hexes]
    return Hex((min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2)
