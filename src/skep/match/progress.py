"""How a match is going: a live table in a terminal, a line a pair anywhere else."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from skep.match.plan import Plan
from skep.match.records import GameOrder, GameRecord
from skep.match.report import Report, line_of, table_of
from skep.match.workers import Started, Thinking
from skep.notation.uhp import turn_of
from skep.pieces import Color

__all__ = ["LineWatcher", "LiveWatcher", "Watcher", "watcher_for"]


class Watcher:
    """Is told what happens in a match; this one says nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        pass

    def happened(self, event: Started | Thinking) -> None:
        """A game began, or a player is thinking."""

    def finished(self, record: GameRecord, report: Report) -> None:
        """A game is over and kept."""


def failure_line(record: GameRecord) -> str:
    """One line for a game that was lost off the board."""
    assert record.evidence is not None
    reason = record.evidence.reason.splitlines()[0] if record.evidence.reason else ""
    return f"game {record.number + 1}: {record.evidence.player} loses: {record.ending.value}: {reason}"


class LineWatcher(Watcher):
    """A line whenever a pair is whole, and one for every failure."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pairs = 0

    def finished(self, record: GameRecord, report: Report) -> None:
        if record.evidence is not None:
            self._console.print(failure_line(record), soft_wrap=True)
        pairs = sum(report.tally.pairs)
        if pairs != self._pairs or report.tally.played == report.plan.games:
            self._console.print(line_of(report), soft_wrap=True)
        self._pairs = pairs


class LiveWatcher(Watcher):
    """A table that changes as the match goes on, with the games that are running below it."""

    def __init__(self, console: Console, plan: Plan) -> None:
        self._console = console
        self._plan = plan
        self._orders: dict[int, GameOrder] = {}
        self._running: dict[int, Thinking | None] = {}
        self._report: Report | None = None
        self._begun = monotonic()
        self._done = 0
        self._live = Live(console=console, get_renderable=self._shown, refresh_per_second=4, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def happened(self, event: Started | Thinking) -> None:
        if isinstance(event, Started):
            self._orders[event.order.number] = event.order
            self._running[event.order.number] = None
        else:
            self._running[event.number] = event

    def finished(self, record: GameRecord, report: Report) -> None:
        self._running.pop(record.number, None)
        self._report = report
        self._done += 1
        if record.evidence is not None:
            self._console.print(failure_line(record))

    def refresh(self) -> None:
        """Show what is known now."""
        self._live.refresh()

    def _shown(self) -> Group:
        parts: list[Table | Text] = [] if self._report is None else [table_of(self._report)]
        return Group(*parts, Text(self._pace()), self._games())

    def _pace(self) -> str:
        minutes = (monotonic() - self._begun) / 60
        if not self._done:
            return f"\n{minutes:.1f} min, no game finished yet"
        rate = self._done / minutes
        played = 0 if self._report is None else self._report.tally.played
        return f"\n{minutes:.1f} min, {rate:.1f} games a minute, {(self._plan.games - played) / rate:.1f} min to go"

    def _games(self) -> Table:
        table = Table(box=None, pad_edge=False)
        for title in ("game", "White", "Black", "turn", "thinks"):
            table.add_column(title)
        for number, thinking in sorted(self._running.items()):
            a, b = self._plan.names
            white, black = (a, b) if self._orders[number].a_is_white else (b, a)
            if thinking is None:
                table.add_row(str(number + 1), white, black, "", "getting ready")
            else:
                turn = turn_of(thinking.game.count(";") - 2)
                table.add_row(str(number + 1), white, black, turn, white if thinking.color is Color.WHITE else black)
        return table


def watcher_for(console: Console, plan: Plan) -> Watcher:
    """A live table in a terminal, lines anywhere else."""
    return LiveWatcher(console, plan) if console.is_terminal else LineWatcher(console)
