"""The contents of a chapter file of the rulebook. Legality, sources and editions are computed."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from skep.learn.position_source import PositionSource
from skep.learn.texts import LocalizedText

__all__ = ["BoardSource", "RuleEntry", "RulebookChapter", "Ruling", "Subject"]

Subject: TypeAlias = Literal["pieces", "expansions", "starts", "queen-bee", "gates", "passing"]
"""A subject on which to compare the editions."""


class BoardSource(PositionSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board that shows a rule."""

    caption: LocalizedText
    moves: tuple[str, ...] = ()
    """Moves to show with their path, or with the reason why they are illegal."""
    highlight: tuple[str, ...] = ()
    """Selectors of spaces and pieces, as in lessons."""
    every_edition: bool = False
    """Whether to judge the moves by all five rulebooks, side by side."""


class Ruling(PositionSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question that the books leave open, and a move that shows the answer."""

    question: LocalizedText
    answer: LocalizedText
    move: str | None = None


class RuleEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule."""

    id: Annotated[str, Meta(pattern=r"^[a-z]+(-[a-z]+)*\Z")]
    title: LocalizedText
    text: LocalizedText
    sections: tuple[str, ...] = ()
    """The subjects of ``skep.rules.sources.SECTIONS`` that state the rule in the five books."""
    source: LocalizedText | None = None
    """The source of the rule if it is not in the rulebooks."""
    modules: tuple[str, ...] = ()
    """The modules of :mod:`skep.rules` that implement the rule."""
    rules: tuple[str, ...] = ()
    """The reasons that link to this entry: values of :class:`skep.rules.Rule`."""
    bug: str | None = None
    """The letter of the bug whose reasons link to this entry, or None for all bugs."""
    compare: tuple[Subject, ...] = ()
    boards: tuple[BoardSource, ...] = ()
    rulings: tuple[Ruling, ...] = ()


class RulebookChapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of rules. ``id`` is the name of the file."""

    id: str = ""
    title: LocalizedText
    game_type: str = "Base"
    """The game type of the diagrams."""
    entries: Annotated[tuple[RuleEntry, ...], Meta(min_length=1)]
