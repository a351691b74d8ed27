"""A match from start to finish: start or continue it, play, store every game, stop when it is decided."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from skep.errors import SkepError
from skep.match.book import check_book
from skep.match.folder import MatchFolder
from skep.match.plan import Plan
from skep.match.players import start_program
from skep.match.progress import ProgressListener
from skep.match.records import GameRecord
from skep.match.report import MatchReport
from skep.match.schedule import schedule
from skep.match.specs import Program, Spec, parse_player
from skep.match.workers import PlayGames, play_all

__all__ = ["Interrupted", "check_plan", "run_match"]


class Interrupted(Exception):
    """A match was interrupted with Ctrl-C."""

    def __init__(self, report: MatchReport) -> None:
        super().__init__("the match was interrupted")
        self.report = report
        """The report of the games finished so far."""


def run_match(
    folder: Path,
    plan: Plan | None,
    *,
    concurrency: int = 1,
    play: PlayGames | None = None,
    listener: ProgressListener | None = None,
) -> MatchReport:
    """Play the remaining games of a match. Without a plan, continue the match in the folder.

    ``play`` plays the games, by default ``concurrency`` of them at a time in processes of this machine.

    KeyboardInterrupt discards the running games and is raised as Interrupted. All finished games are stored, and the
    same call continues the match.
    """
    play = play or (lambda plan, games: play_all(plan, games, concurrency))
    match_folder = MatchFolder(folder)
    plan, records = match_folder.open(plan)
    try:
        _play(plan, _games_of(plan, records), match_folder, play, listener or ProgressListener())
    except KeyboardInterrupt:
        # the interrupt may have come between writing a game and counting it, so only the journal is reliable
        raise Interrupted(_write_report(plan, match_folder)) from None
    else:
        return _write_report(plan, match_folder)
    finally:
        match_folder.close()


def _games_of(plan: Plan, records: Iterable[GameRecord]) -> dict[int, GameRecord]:
    """Return the records that belong to the plan, because a match can be continued as a shorter one."""
    return {record.number: record for record in records if record.number < plan.games}


def _write_report(plan: Plan, match_folder: MatchFolder) -> MatchReport:
    """Write and return the report of the stored games."""
    report = MatchReport.from_records(plan, _games_of(plan, match_folder.repair()).values())
    match_folder.write_report(report.to_json())
    return report


def _play(
    plan: Plan,
    finished: dict[int, GameRecord],
    match_folder: MatchFolder,
    play: PlayGames,
    listener: ProgressListener,
) -> None:
    """Play the remaining games until the match is over or decided."""
    remaining = [game for game in schedule(plan) if game.number not in finished]
    if not remaining or MatchReport.from_records(plan, finished.values()).is_decided:
        return
    check_plan(plan)
    with closing(play(plan, remaining)) as events:
        for event in events:
            if not isinstance(event, GameRecord):
                listener.on_event(event)
                continue
            match_folder.add(event)
            finished[event.number] = event
            report = MatchReport.from_records(plan, finished.values())
            listener.on_finish(event, report)
            if report.is_decided:
                return


def check_plan(plan: Plan) -> None:
    """Check that a match can be played. Raises SkepError if an opening is illegal or a program does not start."""
    check_book(plan.openings, plan.edition)
    for text, control in ((plan.a, plan.control_a), (plan.b, plan.control_b)):
        spec: Spec = parse_player(text)
        if not isinstance(spec, Program):
            continue
        limits = (control.limit(control.clock).time, control.nodes, control.depth)
        if sum(limit is not None for limit in limits) > 1:
            raise SkepError(f"{spec.name} uses UHP, which allows one limit per move, not {control}")
        start_program(spec).close()
