"""What ``skep puzzles`` says, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skep.pieces import Color
from skep.rules import Language

__all__ = ["PUZZLE_WORDS", "PuzzleWords"]


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """One language's texts. ``{}`` fields are named alike in every language."""

    colors: Mapping[Color, str]
    win_now: str
    win: str
    save_now: str
    save: str
    about: str
    themes: Mapping[str, str]
    solution: str
    ask_solution: str
    mining: str
    checking: str
    found: str
    interrupted: str
    fails: str
    checked: str
    chosen: str


_ENGLISH: Final = PuzzleWords(
    colors={Color.WHITE: "White", Color.BLACK: "Black"},
    win_now="{side} to move wins at once.",
    win="{side} to move wins in {moves}, whatever the other side does.",
    save_now="{side} to move: one move alone does not lose at once.",
    save="{side} to move: one move alone does not lose within {moves} moves.",
    about="Puzzle {id}, rating {rating}: {themes}",
    themes={
        "surround": "surround",
        "pin": "pin",
        "gate": "gate",
        "throw": "throw",
        "drop": "beetle drop",
        "escape": "escape",
        "ring": "ring",
    },
    solution="Solution: {line}",
    ask_solution="To see the solution: skep puzzles show {id} --solution",
    mining="mining games",
    checking="proving puzzles",
    found="{games} games looked through, {new} of them now; {puzzles} puzzles in {file}",
    interrupted="interrupted; what was found is kept. The same command goes on from there",
    fails="{id} does not hold",
    checked="{count} puzzles, {failed} of them do not hold",
    chosen="{count} of {mined} puzzles are in {file}",
)

_FRENCH: Final = PuzzleWords(
    colors={Color.WHITE: "Les Blancs", Color.BLACK: "Les Noirs"},
    win_now="{side} jouent et gagnent tout de suite.",
    win="{side} jouent et gagnent en {moves} coups, quoi que fasse l'adversaire.",
    save_now="{side} jouent : un seul coup ne perd pas tout de suite.",
    save="{side} jouent : un seul coup ne perd pas en {moves} coups.",
    about="Problème {id}, cote {rating} : {themes}",
    themes={
        "surround": "encerclement",
        "pin": "clouage",
        "gate": "passage fermé",
        "throw": "lancer",
        "drop": "chute du scarabée",
        "escape": "fuite",
        "ring": "anneau",
    },
    solution="Solution : {line}",
    ask_solution="Pour voir la solution : skep puzzles show {id} --solution",
    mining="parties examinées",
    checking="problèmes prouvés",
    found="{games} parties examinées, dont {new} cette fois ; {puzzles} problèmes dans {file}",
    interrupted="interrompu ; ce qui a été trouvé est gardé. La même commande reprend de là",
    fails="{id} est faux",
    checked="{count} problèmes, dont {failed} faux",
    chosen="{count} des {mined} problèmes sont dans {file}",
)

PUZZLE_WORDS: Final = {Language.EN: _ENGLISH, Language.FR: _FRENCH}
