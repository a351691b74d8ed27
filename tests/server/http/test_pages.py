"""The page's files."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from skep.server.http.pages import PAGE, page_routes
from skep.server.http.security import CONTENT_POLICY
from tests.server.browsers import TestClient
from tests.services import missing


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>" + "x" * 2000)
    (page / "assets" / "index-abc123.js").write_text("let a = 1;" * 500)
    (page / "worker.js").write_text("let b = 1;" * 500)
    (page / ".secret").write_text("no")
    (page / "built-from.txt").write_text("no")
    (tmp_path / "outside.html").write_text("no")
    return page


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=page_routes(folder))) as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/game/abcdefghij",
        "/join",
        "/seat",
        "/join/x",
        "/seat/x",
        "/watch",
        "/account",
        "/oauth",
        "/player/Mira",
        "/leaderboard",
        "/leaderboard/blitz/base",
        "/tv",
        "/tournaments",
        "/tournaments/new",
        "/tournament/abcdefghij",
        "/teams",
        "/team/abcdefgh",
        "/moderation",
        "/moderation/log",
        "/moderation/players/abc",
        "/games",
        "/school/aim",
        "/rules/gate",
        "/puzzles/daily",
    ],
)
def test_every_address_of_the_page_is_its_index(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.text.startswith("<!doctype html>")
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")


def test_assets_are_kept_forever_and_packed(client: TestClient) -> None:
    answer = client.get("/assets/index-abc123.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    plain = client.get("/assets/index-abc123.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    assert int(answer.headers["content-length"]) == len(gzip.compress(plain.content, mtime=0))


def test_the_worker_is_asked_for_anew_each_time(client: TestClient) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "worker-src 'self'" in CONTENT_POLICY


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../outside.html", "/%2e%2e/outside.html", "/assets/../../outside.html", "/.secret",
     "/built-from.txt", "/assets", "/game", "/assets/%00", "/" + "x" * 3000],
)  # fmt: skip
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_page_that_was_not_built_says_how(tmp_path: Path) -> None:
    with TestClient(Starlette(routes=page_routes(tmp_path / "none"))) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "make page" in answer.text


def test_the_built_page_is_small_and_its_addresses_exist() -> None:
    if not (PAGE / "index.html").exists():
        missing("the page (make page)")
    scripts = {path.name: len(gzip.compress(path.read_bytes())) for path in (PAGE / "assets").glob("*.js")}
    index = (PAGE / "index.html").read_text()
    # what is loaded before anything is seen: all that the page names, and one language
    at_once = {name: size for name, size in scripts.items() if name in index}
    assert at_once
    at_once["language"] = max(size for name, size in scripts.items() if re.match(r"[a-z]{2}-", name))
    assert sum(at_once.values()) < 140_000, at_once
    assert sum(scripts.values()) < 475_000, scripts
    later = {
        name for name in scripts if re.match("(Game|Games|Study|Review|Archive|School|Lesson|Rules|Puzzles)Page-", name)
    }
    assert len({name.partition("-")[0] for name in later}) == 9
    assert not later & set(at_once), "the board, the study and the school are not part of the first load"
    for address in re.findall(r'(?:src|href)="/([^"]+)"', index):
        assert (PAGE / address).is_file(), address
    assert "style=" not in index, "the content security policy forbids inline styles"
    assert "<script>" not in index, "the content security policy forbids inline scripts"


def test_the_built_worker_keeps_the_whole_page() -> None:
    if not (PAGE / "worker.js").exists():
        missing("the page (make page)")
    worker = (PAGE / "worker.js").read_text()
    assert "__FILES__" not in worker
    assert "__VERSION__" not in worker
    assert not re.search(r"\b(import|export)\b", worker), "not every browser has workers that are modules"
    kept = set(re.findall(r'"(/[^"]*)"', worker))
    there = {f"/{path.relative_to(PAGE).as_posix()}" for path in PAGE.rglob("*") if path.is_file()}
    assert kept == there - {"/index.html", "/worker.js", "/built-from.txt"} | {"/"}
