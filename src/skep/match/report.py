"""The report of a match: the results, and the estimated difference between A and B."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from skep.match.plan import Plan
from skep.match.records import GameRecord
from skep.match.sprt import Verdict
from skep.match.statistics import Estimate, Tally, estimate

__all__ = ["MatchReport", "format_elo", "format_score", "report_line", "report_table"]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The state of a match, from A's point of view."""

    plan: Plan
    tally: Tally
    endings: dict[str, int]
    """The number of games per ending."""
    failures: dict[str, int]
    """The number of forfeits per player."""
    as_white: Tally
    """The results of A's games as White; there are no pairs among them."""
    plies: int
    """The total length of all games."""

    @classmethod
    def from_records(cls, plan: Plan, records: Iterable[GameRecord]) -> MatchReport:
        """Summarise the finished games."""
        records = list(records)
        forfeits = Counter(record.evidence.player for record in records if record.evidence is not None)
        return cls(
            plan,
            Tally.from_points({record.number: record.points for record in records}),
            dict(Counter(record.ending.value for record in records).most_common()),
            {name: forfeits[name] for name in plan.names},
            Tally.from_points({record.number: record.points for record in records if record.a_is_white}),
            sum(record.game.count(";") - 2 for record in records),
        )

    @property
    def by_pairs(self) -> Estimate | None:
        """The estimate from colour-swapped pairs, which is the reliable one; None before the first complete pair."""
        return estimate(self.tally.pairs)

    @property
    def by_games(self) -> Estimate | None:
        """The estimate from single games, as if they were independent."""
        return estimate(self.tally.games)

    @property
    def best_estimate(self) -> Estimate | None:
        """The estimate from pairs or, before the first complete pair, from single games."""
        return self.by_pairs or self.by_games

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.llr(self.tally.pairs) + 0.0

    @property
    def verdict(self) -> Verdict | None:
        """The outcome of the sequential test, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.verdict(self.tally.pairs)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test is over."""
        return self.verdict in (Verdict.H0, Verdict.H1)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values. Infinite Elo becomes null."""
        plan, tally, sprt = self.plan, self.tally, self.plan.sprt
        return {
            "a": {"name": plan.names[0], "player": plan.a, "control": str(plan.control_a)},
            "b": {"name": plan.names[1], "player": plan.b, "control": str(plan.control_b)},
            "edition": plan.edition,
            "seed": plan.seed,
            "games": tally.played,
            "planned": plan.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "as_white": {"wins": self.as_white.wins, "draws": self.as_white.draws, "losses": self.as_white.losses},
            "pairs": list(tally.pairs),
            "pentanomial": _estimate_json(self.by_pairs),
            "trinomial": _estimate_json(self.by_games),
            "sprt": None
            if sprt is None or self.verdict is None
            else {
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "alpha": sprt.alpha,
                "beta": sprt.beta,
                "llr": self.llr,
                "lower": sprt.lower,
                "upper": sprt.upper,
                "verdict": self.verdict.value,
            },
            "endings": self.endings,
            "failures": self.failures,
            "plies": self.plies,
        }


def _estimate_json(value: Estimate | None) -> dict[str, float | None] | None:
    if value is None:
        return None
    numbers = {
        "score": value.score,
        "score_low": value.low,
        "score_high": value.high,
        "elo": value.elo,
        "elo_low": value.elo_low,
        "elo_high": value.elo_high,
        "superiority": value.superiority,
    }
    return {name: number if math.isfinite(number) else None for name, number in numbers.items()}


def format_elo(value: Estimate | None) -> str:
    """Format an Elo difference with its error bars.

    >>> format_elo(estimate([0, 10, 40, 30, 20]))
    '+108 [+74, +143]'
    """
    if value is None:
        return "-"
    return f"{_format_elo(value.elo)} [{_format_elo(value.elo_low)}, {_format_elo(value.elo_high)}]"


def _format_elo(elo: float) -> str:
    return f"{round(elo):+d}" if math.isfinite(elo) else f"{'+' if elo > 0 else '-'}∞"


def _format_percent(share: float) -> str:
    """Format a share as a percentage.

    >>> _format_percent(0.625)
    '62.5 %'
    """
    return f"{100 * share:.1f} %"


def format_score(value: Estimate | None) -> str:
    """Format the score of an estimate as a percentage."""
    return "-" if value is None else _format_percent(value.score)


def report_line(report: MatchReport) -> str:
    """Return the report as one line, for logs."""
    tally = report.tally
    best = report.best_estimate
    parts = [
        f"{tally.played} of {report.plan.games}",
        f"+{tally.wins} ={tally.draws} -{tally.losses}",
        format_score(best),
        f"Elo {format_elo(best)}",
    ]
    if report.plan.sprt is not None:
        sprt = report.plan.sprt
        parts.append(f"LLR {report.llr:+.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})")
    return "  ".join(parts)


def report_table(report: MatchReport) -> Table:
    """Return the report as a table."""
    table = Table(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in _rows(report):
        table.add_row(name, value)
    return table


def _rows(report: MatchReport) -> Iterator[tuple[str, str]]:
    plan, tally, white = report.plan, report.tally, report.as_white
    for letter, name, player, control in zip(
        "AB", plan.names, (plan.a, plan.b), (plan.control_a, plan.control_b), strict=True
    ):
        yield letter, f"{name}  ({player}; {control})"
    yield "games", f"{tally.played} of {plan.games}, {report.plies / max(tally.played, 1):.0f} plies on average"
    yield "A won, drew, lost", f"{tally.wins}, {tally.draws}, {tally.losses}"
    with_black = [total - part for total, part in zip(tally.games, white.games, strict=True)]
    yield "  with White", f"{white.wins}, {white.draws}, {white.losses}"
    yield "  with Black", f"{with_black[2]}, {with_black[1]}, {with_black[0]}"
    yield "pairs 0 ½ 1 1½ 2", "  ".join(map(str, tally.pairs))
    best = report.best_estimate
    yield "score of A", format_score(best)
    yield "Elo, by pairs", f"{format_elo(report.by_pairs)}  (95 %)"
    yield "Elo, by games", f"{format_elo(report.by_games)}  (95 %)"
    if best is not None:
        yield "A is stronger", _format_percent(best.superiority)
    if plan.sprt is not None and report.verdict is not None:
        sprt = plan.sprt
        yield "SPRT", f"H0: {sprt.elo0:g} Elo, H1: {sprt.elo1:g} Elo; {report.verdict.value}"
        yield "LLR", f"{report.llr:+.2f} between {sprt.lower:.2f} and {sprt.upper:.2f}"
    yield "endings", ", ".join(f"{name} {count}" for name, count in report.endings.items()) or "-"
    for name, count in report.failures.items():
        if count:
            yield f"forfeits: {name}", str(count)
