"""A match from beginning to end: begin or continue it, play, keep every game, stop when it is decided."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from skep.errors import SkepError
from skep.match.book import check_book
from skep.match.folder import MatchFolder
from skep.match.plan import Plan
from skep.match.progress import Watcher
from skep.match.records import GameRecord
from skep.match.report import Report
from skep.match.schedule import schedule
from skep.match.specs import Program, Spec, parse_player
from skep.match.workers import play_all
from skep.uhp.client import UhpClient

__all__ = ["Interrupted", "check_plan", "run_match"]


class Interrupted(Exception):
    """A match was stopped by Ctrl-C."""

    def __init__(self, report: Report) -> None:
        super().__init__("the match was interrupted")
        self.report = report
        """How it stands."""


def run_match(folder: Path, plan: Plan | None, *, concurrency: int = 1, watcher: Watcher | None = None) -> Report:
    """Play what is left of a match; without a plan, of the one that the folder holds.

    A KeyboardInterrupt drops the games that are running and is raised as Interrupted; every finished game
    is kept, and the same call goes on from there.
    """
    kept = MatchFolder(folder)
    plan, records = kept.open(plan)
    try:
        _play(plan, _within(plan, records), kept, concurrency, watcher or Watcher())
    except KeyboardInterrupt:
        # it may have come between the disk and us: only the journal knows what is kept
        raise Interrupted(_report(plan, kept)) from None
    else:
        return _report(plan, kept)
    finally:
        kept.close()


def _within(plan: Plan, records: Iterable[GameRecord]) -> dict[int, GameRecord]:
    """The games of the plan: a match may be continued as a shorter one."""
    return {record.number: record for record in records if record.number < plan.games}


def _report(plan: Plan, kept: MatchFolder) -> Report:
    """Write the report of the games that are kept."""
    report = Report.of(plan, _within(plan, kept.settle()).values())
    kept.write_report(report.to_json())
    return report


def _play(plan: Plan, finished: dict[int, GameRecord], kept: MatchFolder, concurrency: int, watcher: Watcher) -> None:
    """Play the games that are left, until the match is over or decided."""
    orders = [order for order in schedule(plan) if order.number not in finished]
    if not orders or Report.of(plan, finished.values()).is_decided:
        return
    check_plan(plan)
    with closing(play_all(plan, orders, concurrency)) as events:
        for event in events:
            if not isinstance(event, GameRecord):
                watcher.happened(event)
                continue
            kept.add(event)
            finished[event.number] = event
            report = Report.of(plan, finished.values())
            watcher.finished(event, report)
            if report.is_decided:
                return


def check_plan(plan: Plan) -> None:
    """Whether the match can be played at all: its openings are legal and its programs start."""
    check_book(plan.openings, plan.edition)
    for text, control in ((plan.a, plan.control_a), (plan.b, plan.control_b)):
        spec: Spec = parse_player(text)
        if not isinstance(spec, Program):
            continue
        limits = (control.limit(control.clock).time, control.nodes, control.depth)
        if sum(limit is not None for limit in limits) > 1:
            raise SkepError(f"{spec.name} speaks UHP, which has one limit a move, not {control}")
        with UhpClient.start(spec.command, timeout=120.0) as client:
            for name, value in spec.options:
                client.set_option(name, value)
