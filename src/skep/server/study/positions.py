"""Checking positions that a user has set up."""

from __future__ import annotations

from skep.errors import SkepError
from skep.notation.position import format_position, parse_position
from skep.rules import Language
from skep.server.schemas.records import PositionFaults

__all__ = ["check_position"]


def check_position(text: str, language: Language) -> PositionFaults:
    """Return the faults of a position string, one sentence each.

    >>> check_position("Base 0,0:wS1..bQ", Language.EN).faults
    ['The hive is in more than one part.']
    """
    try:
        position = parse_position(text, check=False)
        faults = [fault.text(language) for fault in position.faults()]
        doubts = [] if faults else [fault.text(language) for fault in position.history_faults()]
        return PositionFaults(faults=faults, doubts=doubts, position=None if faults else format_position(position))
    except SkepError as error:
        return PositionFaults(faults=[str(error)], doubts=[], position=None)
