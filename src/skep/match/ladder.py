"""The ladder of levels: each level plays the one below, and a table shows the difference in strength."""

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
from skep.match.progress import ProgressListener
from skep.match.report import MatchReport, format_elo, format_score
from skep.match.runner import run_match
from skep.match.workers import PlayGames

__all__ = ["Ladder", "markdown", "parse_levels", "parse_range", "play_ladder"]

_RANGE: Final = re.compile(r"\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?", re.ASCII)


def parse_range(text: str) -> tuple[int, int]:
    """Parse two numbers separated by a dash, or one number for both.

    >>> parse_range("4-8"), parse_range("6")
    ((4, 8), (6, 6))
    """
    match = _RANGE.fullmatch(text)
    if match is None:
        raise SkepError(f"{text}: expected two numbers, for example 4-8")
    return int(match[1]), int(match[2] or match[1])


def parse_levels(text: str) -> tuple[int, int]:
    """Parse the lowest and the highest level of a ladder.

    >>> parse_levels("3-7")
    (3, 7)
    """
    low, high = parse_range(text)
    if not 1 <= low < high <= len(LEVELS):
        raise SkepError(f"--levels {text}: expected at least two levels, from 1 to {len(LEVELS)}")
    return low, high


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels that play, and the settings of their matches."""

    levels: tuple[int, int]
    games: int
    control: Control
    openings: tuple[str, ...]
    seed: int = 0

    def plan(self, level: int) -> Plan:
        """Return the match of a level against the one below."""
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
    folder: Path,
    ladder: Ladder,
    *,
    concurrency: int = 1,
    play: PlayGames | None = None,
    listener_for: Callable[[Plan], ProgressListener] = lambda _plan: ProgressListener(),
) -> list[MatchReport]:
    """Play every level against the one below, from the bottom up. Games already finished are not replayed.

    ``play`` plays the games, as in :func:`skep.match.runner.run_match`.
    """
    reports = []
    low, high = ladder.levels
    for level in range(low + 1, high + 1):
        plan = ladder.plan(level)
        with listener_for(plan) as listener:
            match_folder = folder / f"{level}-{level - 1}"
            reports.append(run_match(match_folder, plan, concurrency=concurrency, play=play, listener=listener))
    return reports


def markdown(reports: Sequence[MatchReport]) -> str:
    """Return the ladder as a Markdown table."""
    lines = ["| level | against | games | won, drawn, lost | score | Elo [95 %] |", "|---:|---:|---:|---:|---:|---:|"]
    for report in reports:
        tally, (upper, lower) = report.tally, report.plan.names
        estimate = report.best_estimate
        results = f"{tally.wins}, {tally.draws}, {tally.losses}"
        cells = (
            upper.split()[-1],
            lower.split()[-1],
            str(tally.played),
            results,
            format_score(estimate),
            format_elo(estimate),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
