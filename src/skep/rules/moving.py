"""Moving: when a piece may leave its place, and how it moves."""

from __future__ import annotations

from collections.abc import Iterator

from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.position import Position
from skep.rules import one_hive
from skep.rules.lifted import Lifted, Route, lift
from skep.rules.mosquito import copied_bugs
from skep.rules.motions import MOTIONS
from skep.rules.violations import Rule, Violation

__all__ = ["bugs_of", "leaving_violation", "motion_violation", "movements", "queen_bee_violation", "routes"]


def queen_bee_violation(position: Position) -> Violation | None:
    """Return a violation until the player to move has placed their queen bee (ultimate-2024, Moving)."""
    queen = Piece(position.turn, Bug.QUEEN_BEE)
    return Violation(Rule.QUEEN_BEFORE_MOVING, pieces=(queen,)) if queen in position.hands else None


def leaving_violation(position: Position, piece: Piece) -> Violation | None:
    """Return what keeps a piece in its place, or None: a piece on top, its rest or the one hive rule.

    (ultimate-2024, Beetle, Pillbug and One Hive Rule.)
    """
    hex_ = position.where(piece)
    assert hex_ is not None
    if not position.is_top(piece):
        return Violation(Rule.COVERED, pieces=position.stack(hex_)[-1:])
    if piece == position.just_moved:
        return Violation(Rule.JUST_MOVED)
    return one_hive.violation(position, piece)


def bugs_of(lifted: Lifted) -> tuple[Bug, ...]:
    """Return the bugs whose motions a piece can use: its own, or those that a mosquito copies."""
    if lifted.piece.bug is Bug.MOSQUITO:
        return copied_bugs(lifted.position, lifted.start)
    return (lifted.piece.bug,)


def routes(lifted: Lifted) -> Iterator[tuple[Bug, Route]]:
    """Yield every route of a piece's own motion, with the bug that moves like this."""
    for bug in bugs_of(lifted):
        for route in MOTIONS[bug].routes(lifted):
            yield bug, route


def movements(position: Position) -> Iterator[Move]:
    """Yield the moves of the player's own pieces, throws aside (ultimate-2024, Playing the Game)."""
    if queen_bee_violation(position) is not None:
        return
    pinned = one_hive.pinned(position)
    for stack in position.stacks.values():
        piece = stack[-1]
        if piece.color is position.turn and piece != position.just_moved and piece not in pinned:
            for to in {route[-1] for _, route in routes(lift(position, piece))}:
                yield Move(piece, to)


def motion_violation(position: Position, piece: Piece, to: Hex) -> tuple[Bug, Violation] | None:
    """Return why no motion of a free piece ends there, with the bug whose motion comes closest, or None."""
    lifted = lift(position, piece)
    violations = []
    for bug in bugs_of(lifted):
        violation = MOTIONS[bug].violation(lifted, to)
        if violation is None:
            return None
        violations.append((bug, violation))
    if not violations:
        return Bug.MOSQUITO, Violation(Rule.NOBODY_TO_COPY)
    return min(violations, key=lambda pair: (_NEARNESS.get(pair[1].rule, len(_NEARNESS)), pair[0]))


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
"""The rule to report when a mosquito fails for several reasons: the closest to success first."""
