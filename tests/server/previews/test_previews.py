"""Previews of links: their texts, their pictures, and what they keep to themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest

from skep.board import Board
from skep.i18n import Language
from skep.learn.puzzles import all_puzzles
from skep.render.card import render_card
from skep.render.png import render_png
from skep.server.engines.executor import BoundedExecutor
from skep.server.http.pages import page_routes
from skep.server.http.preview_tags import LinkPreview, with_preview
from skep.server.previews.previews import LinkPreviews
from skep.server.store.records import StoreUnavailable
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.rooms import in_loop

INDEX = """<!doctype html><html><head>
    <!-- preview: replaced -->
    <title>skep</title>
    <!-- /preview -->
  </head><body><div id="page"></div></body></html>"""
HOSTILE = '"><script>alert(1)</script>&amp;<!-- /preview -->\\1\0\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("games")
    page = folder / "page"
    page.mkdir()
    (page / "index.html").write_text(INDEX)
    patch = pytest.MonkeyPatch()
    patch.setattr("skep.server.app.page_routes", partial(page_routes, page))
    with running_server(settings_in(folder, study_rate=1e6)) as client:
        yield client
    patch.undo()


class Head(HTMLParser):
    """The tags of a page's head."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.values: dict[str, str] = {}
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        name = values.get("property") or values.get("name")
        if tag == "meta" and name:
            self.values[name] = values["content"] or ""

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "title":
            self.title += data.strip()


def head_of(browser: Browser, path: str, **headers: str) -> Head:
    answer = browser.get(path, **headers)
    assert answer.status_code == 200
    return Head(answer.text)


def picture_size(browser: Browser, address: str) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    path = address.removeprefix("http://hive.example")
    assert path.startswith("/api/previews/")
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.content[:4] == b"\x89PNG"
    again = browser.get(path, **{"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    return int.from_bytes(answer.content[16:20]), int.from_bytes(answer.content[20:24])


def test_a_game_shows_its_players_and_its_position(anna: Browser) -> None:
    anna.put("/api/me", {"name": "Anna"})
    game = anna.make(opponent="computer", level=3, side="white")
    head = head_of(anna, f"/game/{game}")
    assert (head.title, head.values["og:title"]) == ("Anna vs Computer, level 3",) * 2
    assert head.values["og:description"] == "A game of Hive, turn 1. Open the link to watch."
    assert head.values["og:url"] == f"http://hive.example/game/{game}"
    assert head.values["twitter:card"] == "summary_large_image"
    assert picture_size(anna, head.values["og:image"]) == (1200, 630)


def test_the_picture_changes_with_the_game(anna: Browser) -> None:
    game = anna.make(opponent="here")
    before = head_of(anna, f"/game/{game}").values["og:image"]
    first = anna.get(before.removeprefix("http://hive.example")).content
    with anna.live() as live:
        live.watch(game)
        live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
    after = head_of(anna, f"/game/{game}").values["og:image"]
    assert before != after
    assert anna.get(after.removeprefix("http://hive.example")).content != first


@in_loop
async def test_only_the_names_of_a_study_are_kept() -> None:
    study = {"tags": {"White": "Anna", "Notes": "x" * 1000}, "comment": "y" * 4000}
    services = Mock()
    services.quick = BoundedExecutor()
    services.archive.study.return_value = json.dumps(study)
    previews = LinkPreviews(Mock(), services)
    for number in range(3):
        await previews.find(f"/study/study{number:05}", Language.EN)
    kept = [msgspec.json.encode(head) for head in previews._studies.values()]
    await services.quick.close()
    assert kept == [b'{"tags":{"White":"Anna","Black":""}}'] * 3


def test_an_invitation_reveals_nothing(anna: Browser) -> None:
    head = head_of(anna, "/join")
    assert head.values["og:title"] == "You're invited to a game of Hive"
    assert picture_size(anna, head.values["og:image"]) == (1200, 630)
    anna.put("/api/me", {"name": "Anna"})
    game = anna.make(opponent="friend")
    state = anna.get(f"/api/games/{game}").json()
    page = anna.get(f"/game/{game}").text
    assert "Anna vs Open seat" in page
    assert not any(secret in page for secret in (state["invite"], *state["seat_links"].values()))


def test_names_and_players_at_one_screen_are_not_confused(anna: Browser) -> None:
    anna.put("/api/me", {"name": "Anna"})
    assert head_of(anna, f"/game/{anna.make(opponent='here')}").title == "White vs Black"


def test_a_study_shows_its_players(anna: Browser) -> None:
    start = Board("Base").position_string()
    nodes = [{"uhp": "wS1", "parent": -1}, {"uhp": "bS1 wS1-", "parent": 0}, {"uhp": "bG1 wS1-", "parent": 0}]
    tags = {"White": "Ann <b>", "Black": HOSTILE.replace("\0", "")}
    tree = {"start": start, "tags": tags, "nodes": nodes}
    shared = anna.post("/api/studies", tree)
    assert shared.status_code == 201, shared.text
    head = head_of(anna, f"/study/{shared.json()['study']}")
    assert head.title.startswith('Ann <b> vs "><script>alert(1)</script>&amp;')
    assert "script" not in head.tags
    assert picture_size(anna, head.values["og:image"]) == (1200, 630)


def test_a_puzzle_shows_its_position(anna: Browser) -> None:
    puzzle = next(iter(all_puzzles().values()))
    head = head_of(anna, f"/puzzles/{puzzle.id}", **{"Accept-Language": "fr-CA,fr;q=0.9"})
    assert head.values["og:title"].startswith("Problème de Hive : les ")
    assert head.values["og:locale"] == "fr_FR"
    assert picture_size(anna, head.values["og:image"]) == (1200, 630)


@pytest.mark.parametrize("path", ["/", "/watch", "/game/0000000000", "/study/0000000000", "/puzzles/none", "/study"])
def test_every_other_page_shows_the_site(anna: Browser, path: str) -> None:
    assert head_of(anna, path).values["og:title"] == "skep: play Hive in your browser"


def test_pages_are_revalidated_and_pictures_of_nothing_are_missing(anna: Browser) -> None:
    answer = anna.get("/watch")
    assert answer.headers["cache-control"] == "no-cache"
    assert "accept-language" in answer.headers["vary"].lower()
    assert anna.get("/watch", **{"If-None-Match": answer.headers["etag"]}).status_code == 304
    for path in ("game/0000000000", "study/0000000000", "puzzle/zzzz"):
        assert anna.get(f"/api/previews/{path}.png").status_code == 404
    assert anna.get("/api/previews/game/short.png").status_code == 422


@in_loop
async def test_a_page_is_sent_even_if_the_database_is_down() -> None:
    store, study = Mock(), Mock()
    store.load = AsyncMock(side_effect=StoreUnavailable("down"))
    preview = await LinkPreviews(store, study).find("/game/abcdefghij", Language.EN)
    assert preview.title == "skep: play Hive in your browser"


@pytest.mark.parametrize("text", [HOSTILE, "a" * 5000, "\u202e<b>", "'\"&<>"])
def test_texts_by_anyone_are_escaped(text: str) -> None:
    preview = LinkPreview(text, text, "/x.png")
    page = with_preview(INDEX.encode(), preview, origin="http://hive.example", path=f"/game/{text}").decode()
    head = Head(page)
    assert set(head.tags) == {"html", "head", "title", "meta", "body", "div"}
    assert head.tags.count("title") == 1
    assert len(head.title) <= 200
    assert head.values["og:description"] == head.title
    assert page.endswith("</body></html>")


def test_a_page_without_the_marked_lines_is_sent_as_it_is() -> None:
    assert with_preview(b"<html>", LinkPreview("a", "b", "/c"), origin="", path="/") == b"<html>"


def test_a_long_hive_fits_on_its_card() -> None:
    board = Board("Base")
    for text in ("wS1", "bS1 wS1-", "wS2 -wS1", "bS2 bS1-", "wQ -wS2", "bQ bS2-", "wG1 -wQ", "bG1 bQ-"):
        board.push_uhp(text)
    picture = render_card(board.position())
    assert picture == render_card(board.position())
    assert int.from_bytes(render_png(picture)[16:20]) == 1200
