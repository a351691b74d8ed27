"""The game database: games from many sources, searched with filters and explored by position."""

from __future__ import annotations

from skep.archive.archive import Archive, ArchiveNotFound, ArchiveUnavailable
from skep.archive.explorer import ExploredMove, ExplorerResult
from skep.archive.filters import Filters
from skep.archive.importing import RejectedGame, Report
from skep.archive.queries import ArchiveEntry
from skep.archive.saved import ArchiveFull
from skep.archive.sources import Origin
from skep.archive.starter import STARTER_IMPORT
from skep.archive.writer import AddResult

__all__ = [
    "STARTER_IMPORT",
    "AddResult",
    "Archive",
    "ArchiveEntry",
    "ArchiveFull",
    "ArchiveNotFound",
    "ArchiveUnavailable",
    "ExploredMove",
    "ExplorerResult",
    "Filters",
    "Origin",
    "RejectedGame",
    "Report",
]
