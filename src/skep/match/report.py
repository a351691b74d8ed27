"""The report of a match: what was played, and what it says about A and B."""

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

__all__ = ["Report", "elo_text", "line_of", "table_of"]


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a match, from A's point of view."""

    plan: Plan
    tally: Tally
    endings: dict[str, int]
    """How often each ending occurred."""
    failures: dict[str, int]
    """How often each player lost by failing."""
    as_white: Tally
    """A's games with White; their pairs are empty."""
    plies: int
    """Of all games."""

    @classmethod
    def of(cls, plan: Plan, records: Iterable[GameRecord]) -> Report:
        """What the finished games say."""
        records = list(records)
        failed = Counter(record.evidence.player for record in records if record.evidence is not None)
        return cls(
            plan,
            Tally.of({record.number: record.points for record in records}),
            dict(Counter(record.ending.value for record in records).most_common()),
            {name: failed[name] for name in plan.names},
            Tally.of({record.number: record.points for record in records if record.a_is_white}),
            sum(record.game.count(";") - 2 for record in records),
        )

    @property
    def by_pairs(self) -> Estimate | None:
        """The estimate to trust: from colour-swapped pairs; None before the first whole pair."""
        return estimate(self.tally.pairs)

    @property
    def by_games(self) -> Estimate | None:
        """The estimate from single games, as if they were independent."""
        return estimate(self.tally.games)

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.llr(self.tally.pairs) + 0.0

    @property
    def verdict(self) -> Verdict | None:
        """What the sequential test says, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.verdict(self.tally.pairs)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test is over."""
        return self.verdict in (Verdict.H0, Verdict.H1)

    def to_json(self) -> dict[str, Any]:
        """The report as plain values; infinite Elo is null."""
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
            "pentanomial": _plain(self.by_pairs),
            "trinomial": _plain(self.by_games),
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


def _plain(found: Estimate | None) -> dict[str, float | None] | None:
    if found is None:
        return None
    values = {
        "score": found.score,
        "score_low": found.low,
        "score_high": found.high,
        "elo": found.elo,
        "elo_low": found.elo_low,
        "elo_high": found.elo_high,
        "superiority": found.superiority,
    }
    return {name: value if math.isfinite(value) else None for name, value in values.items()}


def elo_text(found: Estimate | None) -> str:
    """Elo with its error bar.

    >>> elo_text(estimate([0, 10, 40, 30, 20]))
    '+108 [+74, +143]'
    """
    if found is None:
        return "-"
    return f"{_signed(found.elo)} [{_signed(found.elo_low)}, {_signed(found.elo_high)}]"


def _signed(elo: float) -> str:
    return f"{round(elo):+d}" if math.isfinite(elo) else f"{'+' if elo > 0 else '-'}∞"


def _percent(found: Estimate | None) -> str:
    return "-" if found is None else f"{found.score:.1%}".replace("%", " %")


def line_of(report: Report) -> str:
    """The report in one line, for logs."""
    tally = report.tally
    best = report.by_pairs or report.by_games
    parts = [
        f"{tally.played} of {report.plan.games}",
        f"+{tally.wins} ={tally.draws} -{tally.losses}",
        _percent(best),
        f"Elo {elo_text(best)}",
    ]
    if report.plan.sprt is not None:
        sprt = report.plan.sprt
        parts.append(f"LLR {report.llr:+.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})")
    return "  ".join(parts)


def table_of(report: Report) -> Table:
    """The report as a table."""
    table = Table(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in _rows(report):
        table.add_row(name, value)
    return table


def _rows(report: Report) -> Iterator[tuple[str, str]]:
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
    best = report.by_pairs or report.by_games
    yield "score of A", _percent(best)
    yield "Elo, by pairs", f"{elo_text(report.by_pairs)}  (95 %)"
    yield "Elo, by games", f"{elo_text(report.by_games)}  (95 %)"
    if best is not None:
        yield "A is stronger", f"{best.superiority:.1%}".replace("%", " %")
    if plan.sprt is not None and report.verdict is not None:
        sprt = plan.sprt
        yield "SPRT", f"H0: {sprt.elo0:g} Elo, H1: {sprt.elo1:g} Elo; {report.verdict.value}"
        yield "LLR", f"{report.llr:+.2f} between {sprt.lower:.2f} and {sprt.upper:.2f}"
    yield "endings", ", ".join(f"{name} {count}" for name, count in report.endings.items()) or "-"
    for name, count in report.failures.items():
        if count:
            yield f"lost by failing: {name}", str(count)
