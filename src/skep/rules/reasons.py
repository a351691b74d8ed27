"""Reasons why a turn is illegal: the rule, its place in a rulebook, the evidence, and a text for people."""

from __future__ import annotations

from dataclasses import dataclass

from skep.editions import Edition
from skep.hexes import Hex
from skep.i18n import Language, PieceNames, catalog, copied_bug, piece_list, piece_name
from skep.moves import Move
from skep.pieces import Bug, Color, Piece
from skep.rules.sources import Source, source_of
from skep.rules.violations import Gate, Rule

__all__ = ["Reason", "rule_title"]


def rule_title(rule: Rule, language: Language = Language.EN) -> str:
    """Return the name of a rule, in lower case.

    >>> rule_title(Rule.ONE_HIVE), rule_title(Rule.ONE_HIVE, Language.FR)
    ('one hive rule', 'ruche unique')
    """
    return catalog("rules", language)[f"{rule.value}.title"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a turn is illegal. Evidence that does not apply is empty."""

    rule: Rule
    move: Move
    edition: Edition
    player: Color
    """The player to move."""
    bug: Bug | None = None
    """The bug that moves: the piece's own, or the one that a mosquito copies; None for a pass."""
    pieces: tuple[Piece, ...] = ()
    """The other pieces involved: enemies touched, the piece on top, the gate, the queen bee that is due."""
    spaces: tuple[Hex, ...] = ()
    """The hexes involved: the step that loses contact, the end of a jump, the spaces for the queen bee."""
    parts: tuple[frozenset[Hex], ...] = ()
    """The parts that the hive would split into, largest first."""
    gate: Gate | None = None
    alternatives: frozenset[Hex] = frozenset()
    """The legal destinations of the piece this turn."""

    @property
    def source(self) -> Source:
        """The rulebook and section that state the rule."""
        return source_of(self.rule, self.bug, self.edition)

    def title(self, language: Language = Language.EN) -> str:
        """Return the name of the rule, in lower case."""
        return rule_title(self.rule, language)

    def text(self, language: Language = Language.EN, names: PieceNames = PieceNames.NOTATION) -> str:
        """Return the explanation as a full sentence, which names the pieces involved."""
        texts = catalog("rules", language)
        piece = None if self.move.is_pass else self.move.piece
        text = texts.format(
            f"{self.rule.value}.text",
            piece="" if piece is None else self._piece_name(piece, language, names),
            pieces=piece_list(self.pieces, language, names, self.player, after=piece),
            parts=len(self.parts),
            step=self.gate.step if self.gate else 0,
            reach="" if self.bug is None else texts[f"reach.{self.bug.name.lower()}"],
        )
        return text[0].upper() + text[1:]

    def sentence(self, language: Language = Language.EN, names: PieceNames = PieceNames.NOTATION) -> str:
        """Return title and text in one line, for terminals."""
        title = self.title(language)
        return f"{title[0].upper()}{title[1:]}. {self.text(language, names)}"

    def __str__(self) -> str:
        text = self.text()
        return f"{text[0].lower()}{text[1:].removesuffix('.')} ({self.title()})"

    def _piece_name(self, piece: Piece, language: Language, names: PieceNames) -> str:
        name = piece_name(piece, language, names, self.player)
        if self.bug is None or self.bug is piece.bug:
            return name
        return f"{name} ({copied_bug(self.bug, language)})"
