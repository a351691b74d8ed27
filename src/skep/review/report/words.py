"""What a report says, by name; one language each in ``english`` and ``french``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skep.hexes import Direction
from skep.i18n import Language
from skep.pieces import Color
from skep.review.efforts import EffortName
from skep.review.judging import Judgement

__all__ = ["ReportWords"]


@dataclass(frozen=True, slots=True)
class ReportWords:
    """One language's texts. ``{}`` fields are named alike in every language."""

    code: str
    """The language, as HTML names it."""
    language: Language
    decimal: str
    """The decimal sign."""
    percent: str

    colors: Mapping[Color, str]
    judgements: Mapping[Judgement, str]
    explained: Mapping[Judgement, str]
    """With the shares from which a move is called so as fields."""
    efforts: Mapping[EffortName, str]
    results: Mapping[str, str]
    """By the protocol's name of the score."""
    reasons: Mapping[str, str]
    """What led to a result; others are told as they are."""

    # a move
    turn: str
    placed: str
    moved: str
    thrown: str
    opened: str
    passed: str
    onto: str
    beside: Mapping[Direction, str]
    start: str

    # what is said of it
    title: str
    made_by: str
    accuracy: str
    no_choice: str
    all_moves: str
    no_moves: str
    gave_away: str
    white_wins: str
    wins_in: str
    won: str
    units: str
    better: str
    chances: str
    turning_points: str
    no_turning_points: str
    clock_left: str
    spent: str
    time_used: str
    longest: str

    # the page
    graph: str
    graph_words: str
    position_at: str
    first: str
    back: str
    forward: str
    last: str
    slider: str
    keys: str
    line_move: str
    legend: str
    how_told: str
    credits: str
    table_move: str
    table_judgement: str
    table_better: str
    progress: str
    written: str
