"""The numbers of moves: one action per legal move, the same in every version.

An action is ``(slot * 28 + reference) * 7 + side``. Slots 0 to 13 are the pieces of the side to move in the order
Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P, slots 14 to 27 are the enemy's. The side is 0 on top of the reference piece and
1 to 6 for E, NE, NW, W, SW and SE of it. The reference is the uppermost piece on the destination or, if that is a
space, the uppermost piece beside it with the lowest slot; the moving piece itself does not count. The first piece of a
game is its own reference, with side 0. The last action is a pass.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skep.board import Board
from skep.errors import IllegalMove, SkepError
from skep.hexes import ORIGIN, Direction
from skep.kernel import layout
from skep.lab.kernels import entries
from skep.lab.kernels.actions import ACTIONS, KINDS, PASS, PIECES
from skep.lab.kernels.records import GAME, LAB, MAX_MOVES
from skep.moves import PASS as PASS_MOVE
from skep.moves import Move
from skep.pieces import Bug, Color, Piece

__all__ = [
    "ACTIONS",
    "PASS_ACTION",
    "ActionParts",
    "action_of",
    "action_of_openspiel",
    "action_of_uhp",
    "join_action",
    "legal_actions",
    "move_of",
    "openspiel_action",
    "piece_in",
    "slot_of",
    "split_action",
    "uhp_of",
]

PASS_ACTION: Final = PASS
"""The action of a pass."""

_OPENSPIEL_BUGS: Final = (
    Bug.QUEEN_BEE,
    Bug.SOLDIER_ANT,
    Bug.GRASSHOPPER,
    Bug.SPIDER,
    Bug.BEETLE,
    Bug.MOSQUITO,
    Bug.LADYBUG,
    Bug.PILLBUG,
)
_OPENSPIEL_PIECES: Final = [
    Piece(color, bug, number) for color in Color for bug in _OPENSPIEL_BUGS for number in range(1, bug.count + 1)
]
_OPENSPIEL_SIDES: Final = (2, 1, 6, 5, 4, 3, 0)
"""Our side for each of OpenSpiel's directions: NE, E, SE, SW, W, NW and on top."""


class ActionParts(NamedTuple):
    """The parts of an action other than a pass."""

    slot: int
    reference: int
    """The slot of the reference piece."""
    side: int
    """0 on top of the reference piece, otherwise one more than the :class:`~skep.hexes.Direction` from it."""

    @property
    def direction(self) -> Direction | None:
        """The side of the reference piece, or None on top of it."""
        return Direction(self.side - 1) if self.side else None


def slot_of(piece: Piece, mover: Color) -> int:
    """Return the slot of a piece for the side to move.

    >>> slot_of(Piece.parse("bA1"), Color.WHITE), slot_of(Piece.parse("bA1"), Color.BLACK)
    (22, 8)
    """
    return (layout.piece_number(piece) & 15) - 1 + (KINDS if piece.color is not mover else 0)


def piece_in(slot: int, mover: Color) -> Piece:
    """Return the piece in a slot for the side to move.

    >>> piece_in(14, Color.BLACK)
    Piece.parse('wQ')
    """
    if not 0 <= slot < PIECES:
        raise SkepError(f"{slot} is not a slot: those are 0 to {PIECES - 1}")
    color = mover if slot < KINDS else mover.other
    return layout.piece_of(color.value << 4 | (slot % KINDS + 1))


def split_action(action: int) -> ActionParts:
    """Return the parts of an action. A pass has none, so it raises SkepError.

    >>> split_action(joined := join_action(ActionParts(slot=8, reference=14, side=1))), joined
    (ActionParts(slot=8, reference=14, side=1), 1667)
    """
    if not 0 <= action < PASS:
        raise SkepError(f"{action} is not an action with parts: those are 0 to {PASS - 1}")
    return ActionParts(action // (7 * PIECES), action // 7 % PIECES, action % 7)


def join_action(parts: ActionParts) -> int:
    """Return the action with these parts."""
    return (parts.slot * PIECES + parts.reference) * 7 + parts.side


def legal_actions(board: Board) -> NDArray[np.int16]:
    """Return the actions of the legal moves of a board, in the order of ``board.legal_moves``.

    >>> legal_actions(Board("Base")).tolist()
    [203, 609, 1015, 1624]
    """
    LAB.load()
    moves = board.kernel_state.packed_moves().astype(np.uint16)
    games = np.zeros(1, GAME)
    games["moves"] = len(moves)
    listed, flags = np.zeros(MAX_MOVES, np.int16), np.zeros(ACTIONS, np.uint8)
    entries.mask(board.kernel_state.array, games, moves, listed, flags, 0, 1)
    return listed[: len(moves)]


def move_of(board: Board, action: int) -> Move:
    """Return the legal move of an action on a board. Raises IllegalMove if the action is illegal.

    >>> move_of(Board("Base"), 203)
    Move(Piece.parse('wS1'), Hex(q=0, r=0))
    """
    found = np.flatnonzero(legal_actions(board) == action)
    if not found.size:
        raise IllegalMove(f"action {action} is illegal", position=board.position())
    return board.kernel_state.decode(int(board.kernel_state.packed_moves()[found[0]]))


def action_of(board: Board, move: Move) -> int:
    """Return the action of a legal move. Raises IllegalMove with the reason if the move is illegal."""
    found = np.flatnonzero(board.kernel_state.packed_moves() == layout.pack(move))
    if not found.size or not board.is_legal(move):
        reason = board.explain(move)
        raise IllegalMove(f"{move}: {reason}", move=move, reason=reason, position=board.position())
    return int(legal_actions(board)[found[0]])


def uhp_of(board: Board, action: int) -> str:
    """Return the canonical MoveString of a legal action.

    >>> uhp_of(Board("Base"), 203)
    'wS1'
    """
    return board.uhp(move_of(board, action))


def action_of_uhp(board: Board, text: str) -> int:
    """Return the action of a legal MoveString."""
    return action_of(board, board.parse_uhp(text))


def openspiel_action(board: Board, action: int) -> int:
    """Return the action of OpenSpiel's Hive with the same piece, reference piece and side.

    >>> openspiel_action(Board("Base"), 203)
    1427
    """
    if action == PASS:
        return PASS
    slot, reference, side = split_action(action)
    first, second = (_OPENSPIEL_PIECES.index(piece_in(one, board.turn)) for one in (slot, reference))
    return (first * PIECES + second) * 7 + _OPENSPIEL_SIDES.index(side)


def action_of_openspiel(board: Board, action: int) -> int:
    """Return our action for a legal action of OpenSpiel's Hive, which has one for every reference piece.

    Raises IllegalMove if the move is illegal. OpenSpiel also lists the placements of a piece whose twin with a lower
    number is still in hand. They lead to the same position, so they get the action of the lower number.
    """
    if action == PASS:
        return action_of(board, PASS_MOVE)
    if not 0 <= action < PASS:
        raise SkepError(f"{action} is not an action of OpenSpiel's Hive")
    listed, reference = (_OPENSPIEL_PIECES[one] for one in (action // (7 * PIECES), action // 7 % PIECES))
    twins = [piece for piece in board.hand(board.turn) if piece.bug is listed.bug]
    piece = twins[0] if listed in twins else listed
    side, at = _OPENSPIEL_SIDES[action % 7], ORIGIN if listed == reference else board.where(reference)
    if at is None:
        raise IllegalMove(f"OpenSpiel's action {action}: {reference} is not in play", position=board.position())
    return action_of(board, Move(piece, at.neighbour(Direction(side - 1)) if side else at))
