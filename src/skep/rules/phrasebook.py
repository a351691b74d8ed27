"""How a language says a reason: names of bugs, titles of rules, and one sentence pattern a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from skep.faults import FaultCode
from skep.pieces import Bug, Color, Piece
from skep.rules.objections import Rule

__all__ = ["Phrasebook"]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """One language's words.

    The patterns know these fields: ``{piece}`` the piece of the turn, ``{pieces}`` the pieces of the
    evidence, ``{parts}`` how many parts the hive would fall into, ``{step}`` the step a gate stops,
    ``{reach}`` how far the bug moves, ``{turn}`` the first turn for the queen bee.
    """

    bugs: Mapping[Bug, str]
    """With the definite article, as in «the spider»."""
    as_bugs: Mapping[Bug, str]
    """What a mosquito moves as."""
    reach: Mapping[Bug, str]
    last: str
    """The word before the last item of a list."""
    more: str
    """Instead of the rest of a long list."""
    colon: str
    titles: Mapping[Rule, str]
    sentences: Mapping[Rule, str]
    sides: Mapping[Color, str]
    faults: Mapping[FaultCode, str]
    """What makes a position impossible; the fields are those of :data:`skep.faults.FAULTS_IN_ENGLISH`."""

    def named(self, piece: Piece, copied: Bug | None = None) -> str:
        """A piece by bug and name, and what it moves as when it is a mosquito copying."""
        name = f"{self.bugs[piece.bug]} {piece}"
        return name if copied is None else f"{name} ({self.as_bugs[copied]})"

    def listed(self, pieces: Sequence[Piece]) -> str:
        """Up to three pieces by name, as a list."""
        names = [self.named(piece) for piece in pieces]
        if len(names) > 3:
            names = [*names[:2], self.more]
        return f" {self.last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
