"""Ten levels, from a child's first game to full strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """How strong the engine plays."""

    number: int
    name: str


LEVELS: Final = tuple(
    Level(number, name)
    for number, name in enumerate(
        ("egg", "larva", "pupa", "worker", "forager", "drone", "guard", "soldier", "princess", "queen bee"), 1
    )
)
