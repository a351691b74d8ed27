"""The reasons, and the faults of positions, in English."""

from __future__ import annotations

from typing import Final

from skep.faults import FAULTS_IN_ENGLISH
from skep.pieces import Bug, Color
from skep.rules.objections import Rule
from skep.rules.phrasebook import Phrasebook

__all__ = ["ENGLISH"]

_TITLES: Final = {
    Rule.GAME_OVER: "end of the game",
    Rule.PASS_WITH_MOVES: "passing",
    Rule.NOT_IN_GAME: "pieces of this game",
    Rule.NOT_YOUR_PIECE: "your own pieces",
    Rule.QUEEN_NOT_YET: "placing the queen bee",
    Rule.QUEEN_DUE: "placing the queen bee",
    Rule.PLACED_ON_HIVE: "placing",
    Rule.FIRST_IN_CENTRE: "first piece",
    Rule.PLACED_AWAY: "placing",
    Rule.PLACED_NEXT_TO_ENEMY: "placing",
    Rule.LOWER_NUMBER_FIRST: "numbers of pieces",
    Rule.STAYS: "moving",
    Rule.QUEEN_BEFORE_MOVING: "queen bee before moving",
    Rule.COVERED: "covered piece",
    Rule.JUST_MOVED: "piece just moved",
    Rule.ONE_HIVE: "one hive rule",
    Rule.NOBODY_TO_COPY: "mosquito",
    Rule.SPACE_TAKEN: "taken space",
    Rule.AWAY_FROM_HIVE: "one hive rule",
    Rule.GATE: "freedom to move",
    Rule.GATE_ABOVE: "freedom to move",
    Rule.CLOSED_IN: "freedom to move",
    Rule.LOSES_CONTACT: "contact with the hive",
    Rule.TOO_FAR: "too far",
    Rule.NOT_FAR_ENOUGH: "not far enough",
    Rule.NOT_STRAIGHT: "jumping",
    Rule.NOTHING_TO_JUMP: "jumping",
    Rule.JUMPS_ACROSS_GAP: "jumping",
    Rule.ENDS_ON_TOP: "ladybug's way",
    Rule.TWO_ON_TOP: "ladybug's way",
    Rule.THROWER_JUST_MOVED: "pillbug's throw",
    Rule.THROW_NOT_BESIDE: "pillbug's throw",
    Rule.THROW_STACK: "pillbug's throw",
    Rule.THROW_JUST_MOVED: "pillbug's throw",
    Rule.THROW_SPLITS: "pillbug's throw and the one hive rule",
    Rule.THROW_TAKEN: "pillbug's throw",
    Rule.THROW_TO_NOT_BESIDE: "pillbug's throw",
    Rule.THROW_GATE: "pillbug's throw and freedom to move",
}

_SENTENCES: Final = {
    Rule.GAME_OVER: "the game is over, and no more turns are taken",
    Rule.PASS_WITH_MOVES: "you pass only when you can neither place nor move, but you can still play {pieces}",
    Rule.NOT_IN_GAME: "{piece} is not played with in this game",
    Rule.NOT_YOUR_PIECE: "{piece} belongs to the other player",
    Rule.QUEEN_NOT_YET: "{piece} may not be placed on your first turn",
    Rule.QUEEN_DUE: "{piece} has to wait: on your fourth turn at the latest you place {pieces}",
    Rule.PLACED_ON_HIVE: "{piece} comes into play on an empty space, not on top of {pieces}",
    Rule.FIRST_IN_CENTRE: "{piece} opens the game in the centre of the table",
    Rule.PLACED_AWAY: "{piece} has to touch the hive when it is placed",
    Rule.PLACED_NEXT_TO_ENEMY: "{piece} may not touch the other colour when it is placed, but here it touches {pieces}",
    Rule.LOWER_NUMBER_FIRST: "{piece} comes into play after {pieces}: of one kind, the lowest number is placed first",
    Rule.STAYS: "{piece} already stands there, and a move leads somewhere else",
    Rule.QUEEN_BEFORE_MOVING: "{piece} may not move before you have placed {pieces}",
    Rule.COVERED: "{piece} cannot move, since {pieces} stands on top of it",
    Rule.JUST_MOVED: "{piece} has to rest this turn, since the other player just moved it",
    Rule.ONE_HIVE: "{piece} has to stay, since the hive would fall into {parts} parts without it",
    Rule.NOBODY_TO_COPY: "{piece} touches no bug that it could copy, and another mosquito lends it nothing",
    Rule.SPACE_TAKEN: "{piece} cannot end there, since {pieces} is in that place",
    Rule.AWAY_FROM_HIVE: "{piece} would end away from the hive, touching no other piece",
    Rule.GATE: "{piece} cannot slide through the gate between {pieces} on step {step} of its way",
    Rule.GATE_ABOVE: "{piece} cannot climb through the gate between the stacks of {pieces} on step {step} of its way",
    Rule.CLOSED_IN: "{piece} cannot slide there, since pieces close off every way",
    Rule.LOSES_CONTACT: "{piece} would leave the hive on its way, with nothing to slide along",
    Rule.TOO_FAR: "{piece} moves {reach}, and this is further",
    Rule.NOT_FAR_ENOUGH: "{piece} moves {reach}, and this is nearer",
    Rule.NOT_STRAIGHT: "{piece} jumps in a straight line only",
    Rule.NOTHING_TO_JUMP: "{piece} has to jump over at least one piece, and there is none next to it on this side",
    Rule.JUMPS_ACROSS_GAP: "{piece} lands on the first empty space of the row and jumps no further",
    Rule.ENDS_ON_TOP: "{piece} has to come down from the hive on its third step and cannot stay on top of {pieces}",
    Rule.TWO_ON_TOP: "{piece} takes two steps on top of the hive and one down, and no such way leads there",
    Rule.THROWER_JUST_MOVED: "{piece} cannot be thrown by {pieces}, which was just moved and has to rest",
    Rule.THROW_NOT_BESIDE: "{piece} cannot be thrown by {pieces}, since the two do not touch",
    Rule.THROW_STACK: "{piece} cannot be thrown, since it shares a stack with {pieces}",
    Rule.THROW_JUST_MOVED: "{piece} cannot be thrown, since the other player just moved it",
    Rule.THROW_SPLITS: "{piece} cannot be thrown, since the hive would fall into {parts} parts without it",
    Rule.THROW_TAKEN: "{piece} cannot be thrown there, since {pieces} is in that place",
    Rule.THROW_TO_NOT_BESIDE: "{piece} comes down beside its thrower only, and this space does not touch {pieces}",
    Rule.THROW_GATE: "{piece} cannot be thrown through the gate between the stacks of {pieces} on step {step}",
}

ENGLISH: Final = Phrasebook(
    bugs={bug: f"the {bug}" for bug in Bug},
    as_bugs={bug: f"as {'an' if str(bug)[0] in 'aeiou' else 'a'} {bug}" for bug in Bug},
    reach={
        **dict.fromkeys(Bug, "one space a turn"),
        Bug.SPIDER: "exactly three spaces",
        Bug.LADYBUG: "three spaces, two on top of the hive and one down",
    },
    last="and",
    more="others",
    colon=": ",
    titles=_TITLES,
    sentences=_SENTENCES,
    sides={color: str(color) for color in Color},
    faults=FAULTS_IN_ENGLISH,
)
