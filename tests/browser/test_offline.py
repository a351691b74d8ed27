"""Without a network: puzzles and lessons that were loaded once go on, and nothing old is kept alive with one."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from uvicorn import Config, Server

from skep.server.http.pages import PAGE, page_routes
from tests.browser.conftest import Opener
from tests.browser.serving import ServicesDep
from tests.browser.solving import AtThePuzzle
from tests.services import free_port, missing

ALLOWED: Final[dict[str, Any]] = {"service_workers": "allow", "reduced_motion": "reduce"}
_READY = "() => navigator.serviceWorker.ready.then((found) => found.active.state)"
_CONTROLLED = "() => navigator.serviceWorker.controller !== null"
_CACHES = "() => caches.keys()"


def wait_for_worker(page: Page) -> None:
    """Until everything is kept and the page is in the worker's hands."""
    assert page.evaluate(_READY) in ("activating", "activated")
    for _ in range(100):
        if page.evaluate(_CONTROLLED):
            return
        page.wait_for_timeout(100)
    pytest.fail("the worker does not take the page over")


def test_puzzles_go_on_without_a_network(own_server: ServicesDep, people: Opener) -> None:
    page = people(f"{own_server.address}/puzzles", **ALLOWED)
    page.get_by_role("link", name="Mosquito, pillbug").wait_for()
    wait_for_worker(page)
    page.wait_for_load_state("networkidle")
    own_server.kill()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    expect(page.get_by_role("link", name="Mosquito, pillbug")).to_be_visible()
    page.get_by_role("link", name="Start", exact=True).click()
    trainer = AtThePuzzle(page)
    names = set()
    for number in range(4):
        names.add(trainer.name)
        if number == 1:
            trainer.blunder()
            trainer.button("Try again").click()
        trainer.solve()
        trainer.button("Next puzzle").click()
        trainer.expect("trying")
    assert len(names) == 4
    expect(page.get_by_test_id("offline")).to_have_text("You're offline, but you can keep solving.")
    rating = trainer.rating
    page.reload()
    trainer.expect("trying")
    assert trainer.rating == rating
    # the puzzle of the day as well
    page.goto(f"{own_server.address}/puzzles/daily")
    trainer.expect("trying")
    trainer.solve()
    # one that never came says so kindly
    page.goto(f"{own_server.address}/puzzles?theme=gate")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    own_server.start()
    page.get_by_role("button", name="Try again").click()
    trainer.expect("trying")
    expect(page.get_by_test_id("offline")).to_have_count(0)
    page.goto(f"{own_server.address}/puzzles")
    expect(page.get_by_test_id("offline")).to_have_count(0)


def test_what_the_browser_says_of_its_network_is_told(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/puzzles/rated", **ALLOWED)
    trainer = AtThePuzzle(page)
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline")).to_be_visible()
    trainer.solve()
    trainer.button("Next puzzle").click()
    trainer.expect("trying")
    page.context.set_offline(False)
    expect(page.get_by_test_id("offline")).to_have_count(0)


def test_a_lesson_that_was_read_is_there_and_games_are_not_touched(own_server: ServicesDep, people: Opener) -> None:
    page = people(f"{own_server.address}/puzzles", **ALLOWED)
    wait_for_worker(page)
    ask = "(path) => fetch(path).then((answer) => answer.status, () => 'nobody')"
    paths = ["/api/lessons?language=en", "/api/rulebook?language=en", "/api/puzzles/collection"]
    others = ["/api/me", "/api/games/live", "/api/health"]
    for path in [*paths, *others]:
        assert page.evaluate(ask, path) == 200
    page.wait_for_timeout(500)
    own_server.kill()
    assert [page.evaluate(ask, path) for path in paths] == [200, 200, 200]
    assert [page.evaluate(ask, path) for path in others] == ["nobody"] * 3


@pytest.fixture
def own_page(tmp_path: Path) -> Path:
    """A copy of the built page, to be changed."""
    if not (PAGE / "worker.js").exists():
        missing("the page (make page)")
    return shutil.copytree(PAGE, tmp_path / "page")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of a page's files alone; its address."""
    port = free_port()
    server = Server(Config(Starlette(routes=page_routes(folder)), port=port, log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = server.force_exit = True
    thread.join()


def test_a_new_build_is_taken_up_at_the_next_load(own_page: Path, people: Opener) -> None:
    with serving(own_page) as address:
        page = people(f"{address}/puzzles", **ALLOWED)
        wait_for_worker(page)
        index, worker = own_page / "index.html", own_page / "worker.js"
        index.write_text(index.read_text().replace("<title>", '<meta name="build" content="new" /><title>'))
        older = next(name for name in page.evaluate(_CACHES) if name.startswith("skep page "))
        worker.write_text(worker.read_text().replace(older.removeprefix("skep page "), "0123456789abcdef"))
        page.reload()
        # at once, though the old one is kept
        expect(page.locator('meta[name="build"]')).to_have_attribute("content", "new")
        newer = {"skep page 0123456789abcdef", "skep responses 0123456789abcdef"}
        for _ in range(100):
            if set(page.evaluate(_CACHES)) == newer:
                break
            page.wait_for_timeout(100)
        assert set(page.evaluate(_CACHES)) == newer, "older versions stay"
    page.reload()
    expect(page.locator('meta[name="build"]')).to_have_attribute("content", "new")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
