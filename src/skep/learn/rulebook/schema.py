"""What an author writes in a chapter of the rulebook. What is legal is computed, and so are sources and editions."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.learn.position_source import PositionSource
from skep.learn.texts import LocalizedText

__all__ = ["BoardSource", "Chapter", "Compared", "RuleEntry", "Ruling"]

Compared: TypeAlias = Literal["pieces", "expansions", "starts", "queen-bee", "gates", "passing"]
"""In what the editions may be compared; see ``skep.learn.rulebook.comparison``."""


class BoardSource(PositionSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board that shows a rule."""

    caption: LocalizedText
    moves: tuple[str, ...] = ()
    """Told with their ways, or with the reasons against them."""
    highlight: tuple[str, ...] = ()
    """Spaces and pieces, as lessons name them."""
    every_edition: bool = False
    """Whether the moves are judged by all five rulebooks, side by side."""


class Ruling(PositionSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the books leave open: a question, and a move that the rules decide."""

    question: LocalizedText
    answer: LocalizedText
    move: str | None = None


class RuleEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule."""

    id: Annotated[str, Meta(pattern="^[a-z]+(-[a-z]+)*$")]
    title: LocalizedText
    text: LocalizedText
    sections: tuple[str, ...] = ()
    """Subjects of :data:`skep.rules.sources.SECTIONS`: where the five books tell it."""
    source: LocalizedText | None = None
    """Where it comes from when that is no rulebook."""
    modules: tuple[str, ...] = ()
    """Modules of :mod:`skep.rules` that say what is allowed."""
    rules: tuple[str, ...] = ()
    """Reasons that lead here: values of :class:`skep.rules.Rule`."""
    bug: str | None = None
    """The letter of the bug whose reasons are meant; None for all."""
    compare: tuple[Compared, ...] = ()
    boards: tuple[BoardSource, ...] = ()
    rulings: tuple[Ruling, ...] = ()


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some rules that belong together; ``id`` is the name of the file."""

    id: str = ""
    title: LocalizedText
    game_type: str = "Base"
    """What the drawn positions are of."""
    entries: Annotated[tuple[RuleEntry, ...], Meta(min_length=1)]
