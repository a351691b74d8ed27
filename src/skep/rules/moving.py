"""Moving one's own pieces: when a piece may leave its place, and which motion is its own."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules import one_hive
from skep.rules.lifted import Lifted, Way, lift
from skep.rules.mosquito import copied_bugs
from skep.rules.motions import MOTIONS
from skep.rules.objections import Objection, Rule

__all__ = ["bugs_of", "leaving_objection", "motion_objection", "movements", "queen_bee_objection", "ways"]


def queen_bee_objection(position: Position) -> Objection | None:
    """Nobody moves a piece before placing the own queen bee (ultimate-2024, Moving)."""
    queen = Piece(position.to_move, Bug.QUEEN_BEE)
    return Objection(Rule.QUEEN_BEFORE_MOVING, pieces=(queen,)) if queen in position.hands else None


def leaving_objection(position: Position, piece: Piece) -> Objection | None:
    """A covered, just moved or pinned piece stays (ultimate-2024, Beetle, Pillbug and One Hive Rule)."""
    hex_ = position.where(piece)
    assert hex_ is not None
    if not position.is_top(piece):
        return Objection(Rule.COVERED, pieces=position.stack(hex_)[-1:])
    if piece == position.just_moved:
        return Objection(Rule.JUST_MOVED)
    return one_hive.objection(position, piece)


def bugs_of(lifted: Lifted) -> tuple[Bug, ...]:
    """Whose motions a piece may use: its own, or those a mosquito copies."""
    if lifted.piece.bug is Bug.MOSQUITO:
        return copied_bugs(lifted.position, lifted.start)
    return (lifted.piece.bug,)


def ways(lifted: Lifted) -> Iterator[tuple[Bug, Way]]:
    """All ways a piece may go by its own motion, with the bug that moves so."""
    for bug in bugs_of(lifted):
        for way in MOTIONS[bug].ways(lifted):
            yield bug, way


def movements(position: Position) -> Iterator[Move]:
    """A turn may move one of the player's own pieces (ultimate-2024, Playing the Game)."""
    if queen_bee_objection(position) is not None:
        return
    held = one_hive.pinned(position)
    for stack in position.stacks.values():
        piece = stack[-1]
        if piece.color is position.to_move and piece != position.just_moved and piece not in held:
            for to in {way[-1] for _, way in ways(lift(position, piece))}:
                yield Move(piece, to)


def motion_objection(position: Position, piece: Piece, to: Hex) -> tuple[Bug, Objection] | None:
    """Why no motion of a free piece leads there, and the bug whose motion comes nearest to it."""
    lifted = lift(position, piece)
    found = []
    for bug in bugs_of(lifted):
        objection = MOTIONS[bug].objection(lifted, to)
        if objection is None:
            return None
        found.append((bug, objection))
    if not found:
        return Bug.MOSQUITO, Objection(Rule.NOBODY_TO_COPY)
    return min(found, key=lambda pair: (_NEARNESS.get(pair[1].rule, len(_NEARNESS)), pair[0]))


_NEARNESS = {
    rule: rank
    for rank, rule in enumerate(
        (
            Rule.GATE_ABOVE,
            Rule.GATE,
            Rule.LOSES_CONTACT,
            Rule.NOT_FAR_ENOUGH,
            Rule.JUMPS_ACROSS_GAP,
            Rule.CLOSED_IN,
            Rule.TWO_ON_TOP,
            Rule.TOO_FAR,
            Rule.ENDS_ON_TOP,
        )
    )
}
"""When a mosquito fails in several ways, the one to name: the nearest to success first."""
