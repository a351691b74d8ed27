"""Self-play, matches and reviews with Ray: a killed worker neither loses nor repeats a finished game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from skep import SkepError
from skep.cluster import run_on_cluster
from skep.lab.data import read_folder
from skep.lab.selfplay import SelfPlayOptions, continue_games
from skep.match.controls import Control
from skep.match.records import GameRecord
from skep.match.report import MatchReport
from skep.match.runner import run_match
from skep.review import Review
from tests.cli.helpers import skep
from tests.match.helpers import OPENINGS, plan
from tests.match.test_runner import check_files, stored_games
from tests.review.helpers import GLANCE, SHORT, WIN_AT_HAND
from tests.services import free_port

pytestmark = [
    pytest.mark.slow,
    # Ray leaves its logs and its connections open when it stops
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


def log_call(folder: Path, item: int) -> int:
    """Write when a call begins and ends. The third waits to be killed, unless it was killed before."""
    with (folder / "log").open("a") as log:
        log.write(f"begin {item} {os.getpid()}\n")
    if item == 3 and (folder / "log").read_text().count("begin 3 ") == 1:
        time.sleep(600)
    with (folder / "log").open("a") as log:
        log.write(f"end {item} {os.getpid()}\n")
    return item * item


def fail(item: int) -> int:
    raise SkepError(f"item {item} is impossible")


def end_process(_item: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def calls(folder: Path) -> list[list[str]]:
    return [line.split() for line in (folder / "log").read_text().splitlines()]


def wait_for_call(folder: Path, item: int) -> int:
    """Return the process of a call once it has begun."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if (folder / "log").exists():
            for what, number, process in calls(folder):
                if (what, number) == ("begin", str(item)):
                    return int(process)
        time.sleep(0.01)
    raise AssertionError(f"call {item} has not begun")


def workers() -> list[int]:
    """Return the processes that work for Ray and descend from this one."""
    parents: dict[int, int] = {}
    named: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat, command = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
            if command.startswith(b"ray::_call"):
                named.append(int(folder.name))

    def is_ours(process: int) -> bool:
        while process > 1 and process != os.getpid():
            process = parents.get(process, 0)
        return process == os.getpid()

    return [process for process in named if is_ours(process)]


def kill_a_worker() -> None:
    """Kill a process in the middle of a call."""
    end = time.monotonic() + 120
    while not (found := workers()):
        assert time.monotonic() < end, "no worker is busy"
        time.sleep(0.005)
    os.kill(found[0], signal.SIGKILL)


def test_a_call_of_a_killed_worker_is_repeated_and_no_other(tmp_path: Path) -> None:
    results = run_on_cluster(partial(log_call, tmp_path), range(12), workers=2)
    found = dict([next(results)])
    os.kill(wait_for_call(tmp_path, 3), signal.SIGKILL)
    found.update(results)
    assert found == {item: item * item for item in range(12)}
    begun = [int(item) for what, item, _process in calls(tmp_path) if what == "begin"]
    ended = [int(item) for what, item, _process in calls(tmp_path) if what == "end"]
    assert sorted(begun) == sorted([*range(12), 3])
    assert sorted(ended) == list(range(12))


def test_errors_are_raised_and_endless_crashes_end() -> None:
    with pytest.raises(SkepError, match="item 1 is impossible"):
        list(run_on_cluster(fail, [1], workers=1))
    with pytest.raises(SkepError, match="Ray gave up a task"):
        list(run_on_cluster(end_process, [1], workers=1))
    with pytest.raises(SkepError, match="cannot be reached"):
        list(run_on_cluster(fail, [1], address="127.0.0.1:1"))


@contextmanager
def cluster(environment: dict[str, str]) -> Iterator[str]:
    """Start Ray as an administrator does, and yield its address."""
    port = free_port()
    # the names of Ray's sockets are long, so their folder needs a short one
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        command = [str(Path(sys.executable).parent / "ray"), "start", "--head", "--block", "--num-cpus=2"]
        command += [f"--port={port}", "--include-dashboard=false", f"--temp-dir={folder}"]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            try:
                assert any("Ray runtime started" in line for line in process.stdout)
                yield f"127.0.0.1:{port}"
            finally:
                process.terminate()


def test_a_running_cluster_is_used_by_its_address(tmp_path: Path) -> None:
    # Ray remembers in a process whether it asked for a token, so the command needs one of its own
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    command = [sys.executable, "-m", "skep", "lab", "selfplay", str(tmp_path / "ray"), "--games", "20", "--nodes", "5"]
    with cluster(environment) as address:
        subprocess.run([*command, "--game-type", "Base", "--ray-address", address], env=environment, check=True)
    continue_games(tmp_path / "here", 20, SelfPlayOptions(nodes=5, game_types=("Base",)))
    ours, theirs = read_folder(tmp_path / "ray"), read_folder(tmp_path / "here")
    assert (ours.key == theirs.key).all()


def test_self_play_survives_a_killed_worker(tmp_path: Path) -> None:
    from skep.lab.ray_selfplay import on_cluster

    options = SelfPlayOptions(nodes=300, game_types=("Base",))
    killed: list[int] = []

    def on_progress(games: int) -> None:
        if games in (3, 25):
            kill_a_worker()
            killed.append(games)

    play = on_cluster(workers=2)
    total = continue_games(tmp_path / "ray", 40, options, play=play, progress=on_progress)
    assert killed == [3, 25]
    assert total == continue_games(tmp_path / "here", 40, options, threads=2)
    ours, theirs = read_folder(tmp_path / "ray"), read_folder(tmp_path / "here")
    assert (ours.key == theirs.key).all()
    assert (ours.actions == theirs.actions).all()


def test_a_match_survives_a_killed_worker(tmp_path: Path) -> None:
    from skep.match.progress import ProgressListener
    from skep.match.ray_workers import on_cluster

    class Killer(ProgressListener):
        def on_finish(self, record: GameRecord, report: MatchReport) -> None:  # noqa: ARG002
            if report.tally.played in (1, 5):
                kill_a_worker()

    match = plan(games=8, openings=OPENINGS, control_a=Control(nodes=2000))
    report = run_match(tmp_path / "ray", match, play=on_cluster(workers=2), listener=Killer())
    assert report.tally.played == 8
    check_files(tmp_path / "ray", match)
    run_match(tmp_path / "here", match, concurrency=2)
    ours, theirs = (
        {record.number: record.game for record in stored_games(tmp_path / name)} for name in ("ray", "here")
    )
    assert ours == theirs


def test_reviews_survive_a_killed_worker(tmp_path: Path) -> None:
    from skep.game import Game
    from skep.review.bulk import GameToReview, in_this_process, review_folder
    from skep.review.ray_reviews import on_cluster

    def games() -> Iterator[GameToReview]:
        for number in range(1, 7):
            yield GameToReview(number, Game.parse(SHORT if number % 2 else WIN_AT_HAND))

    def on_progress(done: int) -> None:
        if done == 2:
            kill_a_worker()

    def encode(_game: Game, review: Review) -> str:
        return review.to_json()

    ray = on_cluster(workers=2)
    assert review_folder(tmp_path / "ray", games(), GLANCE, run=ray, encode=encode, progress=on_progress) == (6, 6)
    assert review_folder(tmp_path / "here", games(), GLANCE, run=in_this_process(1), encode=encode) == (6, 6)
    ours, theirs = ({path.name: path.read_text() for path in (tmp_path / name).iterdir()} for name in ("ray", "here"))
    assert ours == theirs


def test_the_commands_use_ray(tmp_path: Path) -> None:
    games = tmp_path / "games"
    ran = skep("lab", "selfplay", str(games), "--games", "20", "--nodes", "5", "--game-type", "Base", "--ray")
    assert (ran.code, ran.out) == (0, f"{games}: {len(read_folder(games))} games\n")
    ran = skep(
        "match", "level:1", "level:2", "--games", "2", "--nodes", "50", "--ray", "--out", str(tmp_path / "match")
    )
    assert ran.code == 0, ran.err
    assert len(stored_games(tmp_path / "match")) == 2
    ladder = tmp_path / "ladder"
    ran = skep("match", "ladder", "--levels", "1-2", "--games", "2", "--nodes", "50", "--ray", "--out", str(ladder))
    assert (ran.code, len(ran.out.splitlines())) == (0, 3)
    assert len(stored_games(ladder / "2-1")) == 2
    reviews = tmp_path / "reviews"
    command = ["review", str(tmp_path / "match" / "games.pgn"), "--effort", "quick", "--folder", str(reviews), "--ray"]
    assert skep(*command).out == f"{reviews}: 2 games, 2 of them reviewed now\n"
    assert skep(*command).out == f"{reviews}: 2 games, 0 of them reviewed now\n"
    ran = skep("lab", "selfplay", str(games), "--games", "40", "--nodes", "5", "--ray-address", "127.0.0.1:1")
    assert ran.code == 2
