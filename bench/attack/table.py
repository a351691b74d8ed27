"""The results of a run as a table, for the terminal and for documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.table import Table

from bench.attack.measurement import Baseline, Latencies, Result

__all__ = ["markdown", "rich_table", "summary", "write_markdown"]

BEGIN: Final = "<!-- the table of make attack begins -->\n"
END: Final = "<!-- the table of make attack ends -->\n"
"""The marks of a document, between which the table is replaced."""

COLUMNS: Final = (
    "attack",
    "median",
    "99 %",
    "relative",
    "reply, 99 %",
    "MB before, peak, after",
    "lost on time",
    "errors",
    "accepted",
    "refused",
    "in the log",
    "result",
)
Row = tuple[str, ...]


def rich_table(undisturbed: Sequence[tuple[str, Baseline]], baseline: Baseline, results: Sequence[Result]) -> Table:
    """Return the table for the terminal."""
    table = Table()
    for column in COLUMNS:
        table.add_column(
            column, justify="left" if column in ("attack", "result") else "right", no_wrap=column == "attack"
        )
    for row in _rows(undisturbed, baseline, results):
        table.add_row(*row)
    return table


def markdown(undisturbed: Sequence[tuple[str, Baseline]], baseline: Baseline, results: Sequence[Result]) -> str:
    """Return the table in Markdown."""
    separator = ["---", *["---:"] * (len(COLUMNS) - 2), "---"]
    rows = [COLUMNS, *_rows(undisturbed, baseline, results)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], f"|{'|'.join(separator)}|", *lines[1:]]) + "\n"


def write_markdown(path: Path, table: str) -> None:
    """Write a table to a file. In a document with the two marks, replace what is between them."""
    document = path.read_text(encoding="utf-8") if path.exists() else ""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    text = f"{before}{begin}\n{table}\n{end}{after}" if end else table
    path.write_text(text, encoding="utf-8")


def _rows(undisturbed: Sequence[tuple[str, Baseline]], baseline: Baseline, results: Sequence[Result]) -> list[Row]:
    empty = ("",) * (len(COLUMNS) - 5)
    rows: list[Row] = []
    for name, measured in undisturbed:
        rows.append((name, *_latencies(measured.moves), "", _time(measured.replies.percentile_99), *empty))
    return rows + [_row(baseline, result) for result in results]


def _row(baseline: Baseline, result: Result) -> Row:
    memory = result.memory
    allowed = "" if result.allowed is None else f"{result.accepted:,} of {result.allowed:,.0f}"
    return (
        result.attack,
        *_latencies(result.moves),
        f"{result.ratio(baseline):.1f}",
        _time(result.replies.percentile_99),
        f"{memory.before:,.0f}, {memory.peak:,.0f}, {memory.after:,.0f}",
        str(result.lost_on_time),
        str(result.errors.total() + result.disconnected),
        allowed,
        f"{result.refused.total():,}",
        ("yes" if result.is_logged else "no") if result.refused else "",
        "exceeded" if result.problems(baseline) else "ok",
    )


def summary(baseline: Baseline, result: Result) -> str:
    """Return one line about an attack."""
    memory = result.memory
    return (
        f"moves {_time(result.moves.percentile_99)} ({result.ratio(baseline):.1f}×), "
        f"replies {_time(result.replies.percentile_99)}, "
        f"memory {memory.before:,.0f} MB, peak {memory.peak:,.0f} MB, after {memory.after:,.0f} MB, "
        f"attacker refused {_counts(result.refused)}, other programs {result.others:.0%} of the processors"
    )


def _counts(counter: Counter[str]) -> str:
    """Return the most frequent entries of a counter.

    >>> _counts(Counter({"429": 3, "closed": 1}))
    '4 times (3 429, 1 closed)'
    """
    most = ", ".join(f"{count:,} {what}" for what, count in counter.most_common(4))
    return f"{counter.total():,} times{f' ({most})' if most else ''}"


def _latencies(latencies: Latencies) -> tuple[str, str]:
    return _time(latencies.median), _time(latencies.percentile_99)


def _time(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms" if seconds < 10 else f"{seconds:,.0f} s"
