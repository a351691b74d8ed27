"""Violations: the rule that a turn breaks, and the evidence. The texts are in :mod:`skep.rules.reasons`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from skep.hexes import Hex
from skep.pieces import Piece

__all__ = ["Gate", "Rule", "Violation"]


class Rule(Enum):
    """A rule that a turn can break. The values are stable, so programs can store and translate them."""

    GAME_OVER = "game-over"
    PASS_WITH_MOVES = "pass-while-a-move-exists"
    NOT_IN_GAME = "not-in-this-game"
    NOT_YOUR_PIECE = "not-your-piece"

    QUEEN_NOT_YET = "queen-bee-not-yet"
    QUEEN_DUE = "queen-bee-due"
    PLACED_ON_HIVE = "placed-on-the-hive"
    FIRST_IN_CENTRE = "first-piece-in-the-centre"
    PLACED_AWAY = "placed-away-from-the-hive"
    PLACED_NEXT_TO_ENEMY = "placed-next-to-the-enemy"
    LOWER_NUMBER_FIRST = "lower-number-first"

    STAYS = "stays-where-it-is"
    QUEEN_BEFORE_MOVING = "queen-bee-before-moving"
    COVERED = "covered"
    JUST_MOVED = "just-moved"
    ONE_HIVE = "one-hive"
    NOBODY_TO_COPY = "nobody-to-copy"

    SPACE_TAKEN = "space-taken"
    AWAY_FROM_HIVE = "away-from-the-hive"
    GATE = "gate"
    GATE_ABOVE = "gate-above-the-ground"
    CLOSED_IN = "closed-in"
    LOSES_CONTACT = "loses-contact"
    TOO_FAR = "too-far"
    NOT_FAR_ENOUGH = "not-far-enough"
    NOT_STRAIGHT = "not-in-a-straight-line"
    NOTHING_TO_JUMP = "nothing-to-jump"
    JUMPS_ACROSS_GAP = "jumps-across-a-gap"
    ENDS_ON_TOP = "ends-on-top"
    TWO_ON_TOP = "two-on-top"

    THROWER_JUST_MOVED = "thrower-just-moved"
    THROW_NOT_BESIDE = "throw-piece-not-beside"
    THROW_STACK = "throw-from-a-stack"
    THROW_JUST_MOVED = "throw-just-moved"
    THROW_SPLITS = "throw-splits-the-hive"
    THROW_TAKEN = "throw-to-a-taken-space"
    THROW_TO_NOT_BESIDE = "throw-to-a-space-not-beside"
    THROW_GATE = "throw-through-a-gate"


class Gate(NamedTuple):
    """Two pieces that are too close together to pass between them."""

    pieces: tuple[Piece, Piece]
    """The top pieces to the left and right of the step."""
    hexes: tuple[Hex, Hex]
    """The hexes of the two pieces."""
    start: Hex
    to: Hex
    step: int
    """The number of the step that it stops, counted from 1."""
    height: int
    """The height of the step: 0 on the ground, 1 over one piece."""


@dataclass(frozen=True, slots=True)
class Violation:
    """The rule that a turn would break, and the evidence on the table."""

    rule: Rule
    pieces: tuple[Piece, ...] = ()
    spaces: tuple[Hex, ...] = ()
    parts: tuple[frozenset[Hex], ...] = ()
    gate: Gate | None = None
