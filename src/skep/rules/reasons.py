"""Why a turn is illegal or a position impossible: the rule, where it stands, the evidence, a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass

from skep.editions import Edition
from skep.faults import Fault
from skep.hexes import Hex
from skep.i18n import Language
from skep.moves import Move
from skep.pieces import Bug, Piece
from skep.rules.english import ENGLISH
from skep.rules.french import FRENCH
from skep.rules.objections import Gate, Rule
from skep.rules.sources import Source, source_of

__all__ = ["Language", "Reason", "fault_sentence"]


_PHRASEBOOKS = {Language.EN: ENGLISH, Language.FR: FRENCH}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a turn is illegal. Evidence that does not apply is empty."""

    rule: Rule
    move: Move
    edition: Edition
    bug: Bug | None = None
    """The bug whose way of moving is meant: the piece's own, or the one a mosquito copies; None for a pass."""
    pieces: tuple[Piece, ...] = ()
    """The other pieces concerned: enemies touched, the piece on top, the gate, the queen bee that is due."""
    spaces: tuple[Hex, ...] = ()
    """The hexes concerned: the step that loses contact, where a jump lands, where the queen bee may be placed."""
    parts: tuple[frozenset[Hex], ...] = ()
    """The parts the hive would fall into, largest first."""
    gate: Gate | None = None
    instead: frozenset[Hex] = frozenset()
    """Where the piece may go this turn."""

    @property
    def source(self) -> Source:
        """Rulebook and section that state the rule."""
        return source_of(self.rule, self.bug, self.edition)

    def sentence(self, language: Language = Language.EN) -> str:
        """One plain sentence that names the rule and the pieces."""
        text = self._text(language)
        return f"{text[0].upper()}{text[1:]}."

    def __str__(self) -> str:
        return self._text(Language.EN)

    def _text(self, language: Language) -> str:
        book = _PHRASEBOOKS[language]
        piece = None if self.move.is_pass else self.move.piece
        copied = self.bug if piece is not None and self.bug is not piece.bug else None
        sentence = book.sentences[self.rule].format(
            piece="" if piece is None else book.named(piece, copied),
            pieces=book.listed(self.pieces),
            parts=len(self.parts),
            step=self.gate.step if self.gate else 0,
            reach=book.reach[self.bug] if self.bug is not None else "",
        )
        return f"{book.titles[self.rule]}{book.colon}{sentence}"


def fault_sentence(fault: Fault, language: Language = Language.EN) -> str:
    """What makes a position impossible, as one plain sentence.

    >>> from skep.position import Position
    >>> fault_sentence(Position({}, frozenset()).faults()[0], Language.FR)
    'La reine abeille wQ manque.'
    """
    book = _PHRASEBOOKS[language]
    pieces = [book.named(piece) for piece in fault.pieces] or [""]
    text = book.faults[fault.code].format(
        piece=pieces[0],
        other=pieces[-1],
        side="" if fault.color is None else book.sides[fault.color],
        hex=f"{fault.hexes[0].q},{fault.hexes[0].r}" if fault.hexes else "",
        turns=fault.turns,
        needed=fault.needed,
        game_type=fault.game_type,
    )
    return f"{text[0].upper()}{text[1:]}."
