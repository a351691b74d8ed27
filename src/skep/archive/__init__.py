"""The game database: games from everywhere, found by filters and explored by position."""

from __future__ import annotations

from skep.archive.adding import Added
from skep.archive.archive import Archive, ArchiveUnavailable
from skep.archive.exploring import Explored, ExploredMove
from skep.archive.filters import Filters
from skep.archive.finding import Entry
from skep.archive.importing import Refused, Report

__all__ = [
    "Added",
    "Archive",
    "ArchiveUnavailable",
    "Entry",
    "Explored",
    "ExploredMove",
    "Filters",
    "Refused",
    "Report",
]
