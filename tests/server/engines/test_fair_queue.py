"""The fair queue: networks, then guests, then costs."""

from __future__ import annotations

from skep.server.engines.fair_queue import Client, FairQueue, Job

ANNA, BEN = Client("1.1.1.1", "anna"), Client("2.2.2.2", "ben")


def jobs(client: Client, count: int, cost: float = 1.0) -> list[Job]:
    return [Job(client=client, cost=cost) for _ in range(count)]


def filled(*added: Job) -> FairQueue[Job]:
    queue: FairQueue[Job] = FairQueue()
    for job in added:
        queue.add(job)
    return queue


def serve(queue: FairQueue[Job], count: int, seconds: float | None = None) -> list[Job]:
    """Do the next jobs one after the other, each in its expected time or in ``seconds``."""
    done = list[Job]()
    for _ in range(count):
        job = queue.pop()
        assert job is not None
        queue.finish(job, job.cost if seconds is None else seconds)
        done.append(job)
    return done


def test_one_guest_is_served_in_order_of_arrival() -> None:
    first = jobs(ANNA, 4)
    queue = filled(*first)
    assert serve(queue, 4) == first
    assert len(queue) == 0
    assert queue.pop() is None


def test_cheap_jobs_of_a_guest_come_first() -> None:
    slow, quick = Job(client=ANNA, cost=2), Job(client=ANNA, cost=0.1)
    assert serve(filled(slow, quick), 2) == [quick, slow]


def test_a_newcomer_does_not_wait_for_the_jobs_of_others() -> None:
    queue = filled(*jobs(ANNA, 55, cost=2))
    serve(queue, 20)
    running = queue.pop()
    assert running is not None
    (new,) = jobs(BEN, 1, cost=0.1)
    queue.add(new)
    queue.finish(running, 2)
    assert queue.pop() is new


def test_two_networks_get_half_of_the_time_each_however_many_jobs_and_guests_they_have() -> None:
    many = [Job(client=Client("1.1.1.1", f"guest {number}"), cost=0.7) for number in range(258)]
    queue = filled(*many, *jobs(BEN, 50, cost=0.7))
    served = [job.client.network for job in serve(queue, 40)]
    assert served.count("2.2.2.2") == 20


def test_guests_of_one_network_share_its_time() -> None:
    carl = Client("1.1.1.1", "carl")
    queue = filled(*jobs(ANNA, 20), *jobs(carl, 20), *jobs(BEN, 20))
    served = [job.client.guest for job in serve(queue, 20)]
    assert (served.count("anna"), served.count("carl"), served.count("ben")) == (5, 5, 10)


def test_the_actual_time_counts() -> None:
    queue = filled(*jobs(ANNA, 10))
    assert serve(queue, 1, seconds=5)[0].client is ANNA
    for job in jobs(BEN, 10):
        queue.add(job)
    assert [job.client.guest for job in serve(queue, 6)] == ["ben"] * 5 + ["anna"]


def test_no_one_saves_up_time() -> None:
    queue = filled(*jobs(ANNA, 40), *jobs(BEN, 1))
    serve(queue, 20)
    for job in jobs(BEN, 20):
        queue.add(job)
    served = [job.client.guest for job in serve(queue, 10)]
    assert served.count("ben") == 5


def test_a_job_that_returns_keeps_its_place() -> None:
    first, second = jobs(ANNA, 2)
    queue = filled(first, second)
    assert queue.pop() is first
    queue.finish(first, 0.1)
    queue.add(first)
    assert queue.pop() is first
    queue.finish(first, 1)
    first.number = 0
    queue.add(first)
    assert queue.pop() is second


def test_jobs_that_cannot_start_are_skipped() -> None:
    first, second = jobs(ANNA, 2)
    queue = filled(first, second)
    assert queue.pop(lambda job: job is not first) is second
    assert queue.pop(lambda job: job is not first) is None
    assert len(queue) == 1


def test_removed_jobs_are_forgotten() -> None:
    first, second = jobs(ANNA, 2)
    queue = filled(first, second)
    assert queue.remove(first)
    assert not queue.remove(first)
    assert (queue.active_of_guest(ANNA), queue.active_of_network("1.1.1.1")) == (1, 1)
    assert queue.pop() is second
    assert not queue.remove(second), "it no longer waits"
    assert queue.active_of_guest(ANNA) == 1
    queue.finish(second, 1)
    assert (queue.active_of_guest(ANNA), queue.active_of_network("1.1.1.1")) == (0, 0)


def test_the_largest_client_loses_its_newest_job() -> None:
    carl = Client("1.1.1.1", "carl")
    many = jobs(ANNA, 3)
    queue = filled(*many, *jobs(carl, 2), *jobs(BEN, 4))
    assert queue.newest_of_largest() is many[-1], "the network with the most jobs, then the guest"


def test_idle_accounts_are_forgotten() -> None:
    queue = filled(*jobs(ANNA, 500, cost=1))
    for number in range(200):
        queue.add(Job(client=Client(f"10.0.0.{number}", "guest"), cost=1))
        serve(queue, 2)
    assert len(queue._networks._accounts) < 10
    assert len(queue._guests) < 10
