"""Boards on other sites: a page of another origin shows a running game in a frame."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from skep.board import Board
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK_MLP, open_game
from tests.browser.server import ServerProcess

MOVE = """async ([game, ply, move]) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  await new Promise((resolve) => (socket.onopen = resolve));
  socket.send(JSON.stringify({ kind: "move", id: 1, game, ply, ...move }));
  await new Promise((resolve) => (socket.onmessage = resolve));
  socket.close();
}"""


@pytest.fixture
def other_site() -> Iterator[ThreadingHTTPServer]:
    """A site whose page is the attribute ``page``."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = getattr(self.server, "page", "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        thread = threading.Thread(target=site.serve_forever, daemon=True)
        thread.start()
        yield site
        site.shutdown()


@pytest.mark.slow
def test_a_running_game_is_shown_on_another_site(
    server: ServerProcess, open_page: PageOpener, other_site: ThreadingHTTPServer
) -> None:
    player = open_page(server.address)
    moves = QUICK_MLP[:2]
    open_game(player, server.address, moves)
    game = player.url.rpartition("/")[2]
    player.get_by_role("button", name="Options of the move list").click()
    player.get_by_role("button", name="Share", exact=False).first.click()
    dialog = player.get_by_role("dialog")
    dialog.get_by_text("Embed").click()
    code = dialog.get_by_role("textbox", name="Code to embed").input_value()
    assert f"/embed/game/{game}?theme=light" in code

    other_site.page = f"<!doctype html><title>A blog</title>{code}"  # type: ignore[attr-defined]
    blog = open_page(f"http://localhost:{other_site.server_port}/")
    frame = blog.frame_locator("iframe")
    expect(frame.get_by_role("status")).to_have_text("White to move")
    assert frame.locator("#picture").evaluate("async (image) => (await image.decode(), image.naturalWidth > 0)")

    board = Board("Base+MLP")
    for text in moves:
        board.push_uhp(text)
    move = board.push_uhp(QUICK_MLP[2])
    player.evaluate(MOVE, [game, 2, {"piece": str(move.piece), "to": list(move.to)}])
    expect(frame.get_by_role("status")).to_have_text("Black to move")
    frame.get_by_role("button", name="One turn back").click()
    expect(frame.get_by_role("status")).to_have_text("Turn 2 of 3")
    frame.get_by_role("button", name="To the start").click()
    expect(frame.get_by_role("button", name="One turn back")).to_be_disabled()
    expect(frame.get_by_role("link", name="Open on skep")).to_have_attribute("href", f"/game/{game}")
