"""The order of engine jobs, simulated with a clock that only the test moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from skep.server.engines.fair_queue import Client
from skep.server.engines.scheduler import Priority, ScheduledJob, Scheduler

SLICE = 0.7
ANNA, BEN, CARL = Client("1.1.1.1", "anna"), Client("2.2.2.2", "ben"), Client("3.3.3.3", "carl")


@dataclass(slots=True, eq=False, kw_only=True)
class FakeJob(ScheduledJob):
    """A job that takes some seconds, in several slices if it is preempted."""

    left: float
    started_at: float | None = None
    ended_at: float | None = None
    used: float = 0.0


class Simulation:
    """Threads that do nothing, in simulated time."""

    def __init__(self, threads: int = 1) -> None:
        self.now = 0.0
        self.scheduler: Scheduler[FakeJob] = Scheduler(threads, SLICE, clock=lambda: self.now)
        self.again: Callable[[FakeJob], FakeJob | None] = lambda _job: None
        """Returns the next job of the client whose job has ended."""

    def add(self, client: Client, priority: Priority, seconds: float, cost: float | None = None) -> FakeJob:
        cost = seconds if cost is None else cost
        job = FakeJob(client=client, priority=priority, cost=cost, left=seconds)
        assert self.scheduler.add(job) is None
        return job

    def run(self, seconds: float, step: float = 0.01) -> None:
        """Let the threads work."""
        end = self.now + seconds
        while self.now < end:
            while (job := self.scheduler.start_next()) is not None:
                job.began = self.now
                job.started_at = self.now if job.started_at is None else job.started_at
            for job in self.scheduler.preemptions().jobs:
                job.is_preempted = True
            self.now += step
            for job in list(self.scheduler.running):
                job.left -= step
                job.used += step
                if job.left <= 1e-9 or job.is_preempted:
                    self._end_slice(job)

    def _end_slice(self, job: FakeJob) -> None:
        self.scheduler.finish(job)
        if job.left > 1e-9:
            self.scheduler.add_again(job)
            return
        job.ended_at = self.now
        following = self.again(job)
        if following is not None:
            self.scheduler.add(following)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_weak_level_does_not_wait_for_55_games_of_another_guest(threads: int) -> None:
    simulation = Simulation(threads)
    games = [simulation.add(ANNA, Priority.MOVE, 2.0) for _ in range(55)]
    simulation.run(1.0)
    reply = simulation.add(BEN, Priority.QUICK_MOVE, 0.02)
    simulation.run(0.1)
    assert reply.ended_at is not None, "it is the next job, and a search of the strong level makes room"
    simulation.run(120)
    assert all(game.ended_at is not None for game in games), "the preempted search is finished too"
    assert all(game.used == pytest.approx(2.0) for game in games)


def test_a_strong_level_waits_for_one_game_of_another_guest_only() -> None:
    simulation = Simulation()
    games = [simulation.add(ANNA, Priority.MOVE, 2.0) for _ in range(55)]
    simulation.run(3.0)
    reply = simulation.add(BEN, Priority.MOVE, 2.0)
    simulation.run(3.1)
    assert reply.ended_at is not None
    assert sum(game.ended_at is not None for game in games) == 2


def test_a_weak_level_of_the_same_guest_does_not_wait_either() -> None:
    simulation = Simulation()
    for _ in range(5):
        simulation.add(ANNA, Priority.MOVE, 2.0)
    simulation.run(0.5)
    reply = simulation.add(ANNA, Priority.QUICK_MOVE, 0.02)
    simulation.run(0.1)
    assert reply.ended_at is not None


def test_analyses_of_one_network_leave_half_of_the_time_to_another() -> None:
    simulation = Simulation()
    crowd = [
        simulation.add(Client("1.1.1.1", f"guest {number}"), Priority.ANALYSIS, 1000, cost=SLICE)
        for number in range(250)
    ]
    simulation.run(7)
    other = simulation.add(BEN, Priority.ANALYSIS, 1000, cost=SLICE)
    simulation.run(1.5)
    assert other.started_at is not None
    used, begun = other.used, sum(job.used for job in crowd)
    simulation.run(70)
    assert other.used - used == pytest.approx(35, abs=1.5)
    assert sum(job.used for job in crowd) - begun == pytest.approx(35, abs=1.5)


def test_when_the_queue_is_full_the_largest_client_loses_its_newest_place() -> None:
    simulation = Simulation()
    crowd = [simulation.add(ANNA, Priority.ANALYSIS, 60) for _ in range(256)]
    newcomer = FakeJob(client=BEN, priority=Priority.ANALYSIS, cost=SLICE, left=60)
    assert simulation.scheduler.add(newcomer) is crowd[-1]
    own = FakeJob(client=ANNA, priority=Priority.ANALYSIS, cost=SLICE, left=60)
    assert simulation.scheduler.add(own) is own
    assert simulation.scheduler.waiting == 256


def saturate(simulation: Simulation, priority: Priority, seconds: float, count: int = 3) -> None:
    """Keep a guest's jobs coming: each one that ends is followed by another."""
    for _ in range(count):
        simulation.add(ANNA, priority, seconds)

    def again(job: FakeJob) -> FakeJob | None:
        return FakeJob(client=ANNA, priority=priority, cost=seconds, left=seconds) if job.client is ANNA else None

    simulation.again = again


@pytest.mark.parametrize(
    ("above", "seconds"), [(Priority.QUICK_MOVE, 0.2), (Priority.MOVE, 2.0), (Priority.QUICK_MOVE, 0.02)]
)
def test_moves_without_end_leave_analyses_a_quarter(above: Priority, seconds: float) -> None:
    simulation = Simulation()
    saturate(simulation, above, seconds)
    analysis = simulation.add(BEN, Priority.ANALYSIS, 1000, cost=SLICE)
    simulation.run(100)
    assert 15 < analysis.used < 30


def test_quick_moves_without_end_leave_strong_levels_a_quarter() -> None:
    simulation = Simulation()
    saturate(simulation, Priority.QUICK_MOVE, 0.2)
    move = simulation.add(BEN, Priority.MOVE, 2.0)
    simulation.run(14)
    assert move.ended_at is not None


def test_nothing_starves_under_everything_at_once() -> None:
    simulation = Simulation()
    saturate(simulation, Priority.QUICK_MOVE, 0.1)
    move = simulation.add(BEN, Priority.MOVE, 1000)
    analysis = simulation.add(CARL, Priority.ANALYSIS, 1000, cost=SLICE)
    simulation.run(300)
    assert move.used > 30
    assert analysis.used > 5


def test_a_due_analysis_makes_room_for_quick_moves() -> None:
    simulation = Simulation()
    saturate(simulation, Priority.MOVE, 2.0)
    analysis = simulation.add(BEN, Priority.ANALYSIS, 1000, cost=SLICE)
    while analysis not in simulation.scheduler.running:
        simulation.run(0.01)
    quick = simulation.add(CARL, Priority.QUICK_MOVE, 0.02)
    simulation.run(0.05)
    assert quick.ended_at is not None


def test_quick_moves_are_preempted_by_nothing() -> None:
    simulation = Simulation()
    move = simulation.add(ANNA, Priority.QUICK_MOVE, 0.5)
    simulation.run(0.1)
    for priority in Priority:
        simulation.add(BEN, priority, 0.5)
    simulation.run(0.41)
    assert move.ended_at == pytest.approx(0.5)


def test_guests_with_the_same_work_get_the_same_time() -> None:
    simulation = Simulation(threads=2)
    clients = [Client(f"10.0.0.{number}", "guest") for number in range(5)]
    running = [simulation.add(client, Priority.ANALYSIS, 1000, cost=SLICE) for client in clients]
    simulation.run(100)
    shares = Counter({job.client.network: job.used for job in running})
    assert all(share == pytest.approx(40, abs=2) for share in shares.values()), shares
