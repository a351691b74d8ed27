"""The progress of a match: a live table in a terminal, otherwise one line per pair."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from skep.match.plan import Plan
from skep.match.records import GameRecord, ScheduledGame
from skep.match.report import MatchReport, report_line, report_table
from skep.match.workers import GameStarted, TurnStarted
from skep.notation.uhp import turn_of
from skep.pieces import Color

__all__ = ["LineProgress", "LiveProgress", "ProgressListener", "progress_for"]


class ProgressListener:
    """Receives the events of a match. This base class ignores them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        pass

    def on_event(self, event: GameStarted | TurnStarted) -> None:
        """Handle the start of a game or of a turn."""

    def on_finish(self, record: GameRecord, report: MatchReport) -> None:
        """Handle a finished and stored game."""


def failure_line(record: GameRecord) -> str:
    """Return one line about a forfeited game."""
    assert record.evidence is not None
    reason = record.evidence.reason.splitlines()[0] if record.evidence.reason else ""
    return f"game {record.number + 1}: {record.evidence.player} loses: {record.ending.value}: {reason}"


class LineProgress(ProgressListener):
    """Prints a line after every complete pair and after every failure."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pairs = 0

    def on_finish(self, record: GameRecord, report: MatchReport) -> None:
        if record.evidence is not None:
            self._console.print(failure_line(record), soft_wrap=True)
        pairs = sum(report.tally.pairs)
        if pairs != self._pairs or report.tally.played == report.plan.games:
            self._console.print(report_line(report), soft_wrap=True)
        self._pairs = pairs


class LiveProgress(ProgressListener):
    """Shows a live table of the results, with the running games below."""

    def __init__(self, console: Console, plan: Plan) -> None:
        self._console = console
        self._plan = plan
        self._games: dict[int, ScheduledGame] = {}
        self._turns: dict[int, TurnStarted | None] = {}
        self._report: MatchReport | None = None
        self._started = monotonic()
        self._finished = 0
        self._live = Live(console=console, get_renderable=self._render, refresh_per_second=4, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def on_event(self, event: GameStarted | TurnStarted) -> None:
        if isinstance(event, GameStarted):
            self._games[event.game.number] = event.game
            self._turns[event.game.number] = None
        else:
            self._turns[event.number] = event

    def on_finish(self, record: GameRecord, report: MatchReport) -> None:
        self._turns.pop(record.number, None)
        self._report = report
        self._finished += 1
        if record.evidence is not None:
            self._console.print(failure_line(record))

    def refresh(self) -> None:
        """Redraw the table now."""
        self._live.refresh()

    def _render(self) -> Group:
        parts: list[Table | Text] = [] if self._report is None else [report_table(self._report)]
        return Group(*parts, Text(self._pace()), self._running_games())

    def _pace(self) -> str:
        minutes = (monotonic() - self._started) / 60
        if not self._finished:
            return f"\n{minutes:.1f} min, no game finished yet"
        rate = self._finished / minutes
        played = 0 if self._report is None else self._report.tally.played
        return f"\n{minutes:.1f} min, {rate:.1f} games per minute, {(self._plan.games - played) / rate:.1f} min left"

    def _running_games(self) -> Table:
        table = Table(box=None, pad_edge=False)
        for title in ("game", "White", "Black", "turn", "thinking"):
            table.add_column(title)
        for number, turn in sorted(self._turns.items()):
            a, b = self._plan.names
            white, black = (a, b) if self._games[number].a_is_white else (b, a)
            if turn is None:
                table.add_row(str(number + 1), white, black, "", "starting")
            else:
                thinking = white if turn.color is Color.WHITE else black
                table.add_row(str(number + 1), white, black, turn_of(turn.position.count(";") - 2), thinking)
        return table


def progress_for(console: Console, plan: Plan) -> ProgressListener:
    """Return a live table for a terminal, otherwise lines."""
    return LiveProgress(console, plan) if console.is_terminal else LineProgress(console)
