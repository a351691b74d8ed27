"""The ladder of levels: each plays the one below it, and the table says by how much it is stronger."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from skep.editions import DEFAULT_EDITION
from skep.engine.levels import LEVELS
from skep.errors import SkepError
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.progress import Watcher
from skep.match.report import Report, elo_text
from skep.match.runner import run_match

__all__ = ["Ladder", "markdown", "parse_levels", "parse_range", "play_ladder"]

_RANGE: Final = re.compile(r"\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?", re.ASCII)


def parse_range(text: str) -> tuple[int, int]:
    """Two numbers with a dash between them, or one for both.

    >>> parse_range("4-8"), parse_range("6")
    ((4, 8), (6, 6))
    """
    match = _RANGE.fullmatch(text)
    if match is None:
        raise SkepError(f"{text}: expected two numbers, as in 4-8")
    return int(match[1]), int(match[2] or match[1])


def parse_levels(text: str) -> tuple[int, int]:
    """The lowest and the highest level of a ladder.

    >>> parse_levels("3-7")
    (3, 7)
    """
    low, high = parse_range(text)
    if not 1 <= low < high <= len(LEVELS):
        raise SkepError(f"--levels {text}: a ladder has two levels or more, from 1 to {len(LEVELS)}")
    return low, high


@dataclass(frozen=True, slots=True)
class Ladder:
    """Which levels play, and how."""

    levels: tuple[int, int]
    games: int
    control: Control
    openings: tuple[str, ...]
    seed: int = 0

    def plan(self, level: int) -> Plan:
        """The match of a level against the one below."""
        return Plan(
            a=f"level:{level}",
            b=f"level:{level - 1}",
            control_a=self.control,
            control_b=self.control,
            games=self.games,
            openings=self.openings,
            edition=DEFAULT_EDITION.id,
            seed=self.seed,
        )


def play_ladder(
    folder: Path, ladder: Ladder, *, concurrency: int = 1, watch: Callable[[Plan], Watcher] = lambda _plan: Watcher()
) -> list[Report]:
    """Every level against the one below, from the bottom; finished games in the folder are not played again."""
    reports = []
    low, high = ladder.levels
    for level in range(low + 1, high + 1):
        plan = ladder.plan(level)
        with watch(plan) as watcher:
            reports.append(run_match(folder / f"{level}-{level - 1}", plan, concurrency=concurrency, watcher=watcher))
    return reports


def markdown(reports: Sequence[Report]) -> str:
    """The ladder as a table in Markdown."""
    lines = ["| level | against | games | won, drawn, lost | score | Elo [95 %] |", "|---:|---:|---:|---:|---:|---:|"]
    for report in reports:
        tally, (upper, lower) = report.tally, report.plan.names
        found = report.by_pairs or report.by_games
        score = "-" if found is None else f"{100 * found.score:.1f} %"
        results = f"{tally.wins}, {tally.draws}, {tally.losses}"
        cells = (upper.split()[-1], lower.split()[-1], str(tally.played), results, score, elo_text(found))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
