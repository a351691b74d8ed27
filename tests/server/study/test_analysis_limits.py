"""Limits of analyses: one for each guest, a few for each network."""

from __future__ import annotations

from typing import Any

import pytest

from skep.server.engines.fair_queue import Client
from skep.server.engines.pool import EnginePool
from skep.server.engines.scheduler import Scheduler
from skep.server.schemas.study import Analyse, StudyPosition
from skep.server.study.analysis_limits import AnalysisLimits
from skep.server.study.study import Study, StudyContext
from tests.server.rooms import in_loop, until
from tests.server.study.test_lines import START, random_line

ANALYSE = Analyse(id=1, study=StudyPosition(start=START, moves=random_line(10)))


class Window:
    """A client's connection, and what it received."""

    def __init__(self, context: StudyContext, network: str, guest: str) -> None:
        self.sent = list[Any]()
        self.study = Study(context, self.sent.append, Client(network, guest))

    @property
    def codes(self) -> list[str]:
        return [message.code for message in self.sent if hasattr(message, "code")]


@in_loop
async def test_a_network_has_a_few_analyses_and_others_are_not_affected(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = EnginePool(1)
    context = StudyContext(pool, 1000, limits=AnalysisLimits(per_network=3))
    crowd = [Window(context, "1.1.1.1", f"guest {number}") for number in range(4)]
    refusals = [await window.study.answer(ANALYSE) for window in crowd]
    assert [None if refusal is None else refusal.code for refusal in refusals] == [None, None, None, "too-many"]
    assert "limited 1.1.1.1: too many analyses" in caplog.text
    with monkeypatch.context() as patch:
        patch.setattr(context.lines, "follow", None)  # the position is not even set up
        refusal = await crowd[3].study.answer(ANALYSE)
        assert refusal is not None
        assert refusal.code == "too-many"
    other = Window(context, "2.2.2.2", "guest")
    assert await other.study.answer(ANALYSE) is None
    await until(lambda: any(getattr(update, "state", "") == "thinking" for update in other.sent), "its turn")
    crowd[0].study.close()
    assert await crowd[3].study.answer(ANALYSE) is None, "a place is free again"
    assert await crowd[3].study.answer(ANALYSE) is None, "the new analysis takes the place of the old one"
    pool.close()


@in_loop
async def test_a_second_window_ends_the_analysis_of_the_first() -> None:
    pool = EnginePool(1)
    context = StudyContext(pool, 1000, limits=AnalysisLimits())
    first, second = Window(context, "1.1.1.1", "anna"), Window(context, "1.1.1.1", "anna")
    assert await first.study.answer(ANALYSE) is None
    assert await second.study.answer(ANALYSE) is None
    assert first.codes == ["other-window"]
    assert second.codes == []
    first.study.close()
    assert await first.study.answer(ANALYSE) is None
    assert second.codes == ["other-window"]
    pool.close()


@in_loop
async def test_an_analysis_that_is_over_does_not_count() -> None:
    pool = EnginePool(1)
    context = StudyContext(pool, 0.05, limits=AnalysisLimits(per_network=1))
    first, second = Window(context, "1.1.1.1", "anna"), Window(context, "1.1.1.1", "ben")
    assert await first.study.answer(ANALYSE) is None
    await until(lambda: first.sent and first.sent[-1].state == "resting", "the end")
    assert await second.study.answer(ANALYSE) is None
    pool.close()


@in_loop
async def test_a_client_that_loses_its_place_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scheduler, "add", lambda _self, job: job)
    pool = EnginePool(1)
    window = Window(StudyContext(pool, 1000, limits=AnalysisLimits()), "1.1.1.1", "anna")
    assert await window.study.answer(ANALYSE) is None
    await until(lambda: window.codes == ["busy"], "the refusal")
    pool.close()
