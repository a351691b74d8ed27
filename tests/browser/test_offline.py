"""The service worker: puzzles and lessons work offline, and a new build replaces an old one."""

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
from tests.browser.conftest import PageOpener
from tests.browser.puzzle_page import PuzzlePage
from tests.browser.server import ServerProcess
from tests.browser.waiting import wait_until
from tests.services import free_port, missing

ALLOWED: Final[dict[str, Any]] = {"service_workers": "allow", "reduced_motion": "reduce"}
_READY = "() => navigator.serviceWorker.ready.then((found) => found.active.state)"
_CONTROLLED = "() => navigator.serviceWorker.controller !== null"
_CACHES = "() => caches.keys()"
_CACHED = "(paths) => Promise.all(paths.map((path) => caches.match(path))).then((found) => found.every(Boolean))"
_CACHES_ARE = "(names) => caches.keys().then((keys) => keys.sort().join() === names.sort().join())"


def wait_for_worker(page: Page) -> None:
    """Wait until the worker has cached the page and controls it."""
    assert page.evaluate(_READY) in ("activating", "activated")
    wait_until(page, _CONTROLLED)


@pytest.mark.slow
def test_puzzles_continue_offline(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/puzzles", **ALLOWED)
    page.get_by_role("link", name="Mosquito, pillbug").wait_for()
    wait_for_worker(page)
    page.wait_for_load_state("networkidle")
    own_server.kill()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    expect(page.get_by_role("link", name="Mosquito, pillbug")).to_be_visible()
    page.get_by_role("link", name="Start", exact=True).click()
    trainer = PuzzlePage(page)
    names = set()
    for number in range(4):
        names.add(trainer.puzzle_id)
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
    # the puzzle of the day is cached too
    page.goto(f"{own_server.address}/puzzles/daily")
    trainer.expect("trying")
    trainer.solve()
    # puzzles that were never loaded are not available
    page.goto(f"{own_server.address}/puzzles?theme=gate")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    own_server.start()
    page.get_by_role("button", name="Try again").click()
    trainer.expect("trying")
    expect(page.get_by_test_id("offline")).to_have_count(0)
    page.goto(f"{own_server.address}/puzzles")
    expect(page.get_by_test_id("offline")).to_have_count(0)


def test_the_page_shows_when_the_browser_is_offline(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles/rated", **ALLOWED)
    trainer = PuzzlePage(page)
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline")).to_be_visible()
    trainer.solve()
    trainer.button("Next puzzle").click()
    trainer.expect("trying")
    page.context.set_offline(False)
    expect(page.get_by_test_id("offline")).to_have_count(0)


@pytest.mark.slow
def test_lessons_are_cached_and_games_are_not(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/puzzles", **ALLOWED)
    wait_for_worker(page)
    # a response whose body is not read does not end
    read = "async (response) => (await response.blob(), response.status)"
    ask = f"(path) => fetch(path).then({read}).catch(() => 'unreachable')"
    paths = ["/api/lessons?language=en", "/api/rulebook?language=en", "/api/puzzles/collection"]
    others = ["/api/me", "/api/games/live", "/api/health"]
    for path in [*paths, *others]:
        assert page.evaluate(ask, path) == 200
    wait_until(page, _CACHED, paths)
    page.wait_for_load_state("networkidle")
    own_server.kill()
    assert [page.evaluate(ask, path) for path in paths] == [200, 200, 200]
    assert [page.evaluate(ask, path) for path in others] == ["unreachable"] * 3


@pytest.fixture
def own_page(tmp_path: Path) -> Path:
    """A copy of the built page that a test can change."""
    if not (PAGE / "worker.js").exists():
        missing("the page (make page)")
    return shutil.copytree(PAGE, tmp_path / "page")


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """Serve the files of a page only, and yield the address."""
    port = free_port()
    server = Server(Config(Starlette(routes=page_routes(folder)), port=port, log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = server.force_exit = True
    thread.join()


@pytest.mark.slow
def test_a_new_build_replaces_the_cached_one_on_the_next_load(own_page: Path, open_page: PageOpener) -> None:
    with serve_files(own_page) as address:
        page = open_page(f"{address}/puzzles", **ALLOWED)
        wait_for_worker(page)
        index, worker = own_page / "index.html", own_page / "worker.js"
        index.write_text(index.read_text().replace("<title>", '<meta name="build" content="new" /><title>'))
        older = next(name for name in page.evaluate(_CACHES) if name.startswith("skep page "))
        worker.write_text(worker.read_text().replace(older.removeprefix("skep page "), "0123456789abcdef"))
        page.reload()
        # immediately, although the old one is still cached
        expect(page.locator('meta[name="build"]')).to_have_attribute("content", "new")
        newer = ["skep page 0123456789abcdef", "skep responses 0123456789abcdef"]
        wait_until(page, _CACHES_ARE, newer)
    page.reload()
    expect(page.locator('meta[name="build"]')).to_have_attribute("content", "new")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
