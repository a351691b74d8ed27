"""Pictures of the main screens, light and dark, desktop and phone: ``make screenshots`` writes them to docs/screens."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from skep.board import Board
from tests.browser.conftest import FLAGS
from tests.browser.driving import PHONE, AtTheTable
from tests.browser.serving import Served

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screens"
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
GAME: Final = (
    "wB1;bA1 wB1/;wS1 -wB1;bP \\bA1;wQ wB1\\;bM bP-;wP -wQ;bQ bP/;wA1 wQ-;bM wA1-;wM /wA1;bA2 bQ\\;wM bA2-;"
    "bS1 bM-;wM bS1/;bA3 -bP;wS1 -bA3;bA2 /wA1;wA2 -wB1;bB1 bA1-;wA2 bQ/;bL /bS1;wP -wB1;bB2 /bA2"
).split(";")
"""A game of the engine against itself, to its twelfth turn."""

_SEND: Final = """async ([game, moves]) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  const next = () => new Promise((heard) => (socket.onmessage = heard));
  await new Promise((open) => (socket.onopen = open));
  for (const [ply, move] of moves.entries()) {
    socket.send(JSON.stringify({ kind: "move", id: ply, game, ply, ...move }));
    await next();
  }
  socket.close();
}"""


def set_up(page: Page, address: str, moves: list[str], **choices: Any) -> AtTheTable:
    """A game for two at one screen in which these moves have been made."""
    page.wait_for_load_state("networkidle")  # two first answers at once would make two guests of one person
    made = page.request.post(f"{address}/api/games", data={"opponent": "here", "expansions": "MLP", **choices})
    game = made.json()["game"]
    board = Board("Base+MLP")
    played = [board.push_uhp(move) for move in moves]
    page.evaluate(_SEND, [game, [{"piece": str(move.piece), "to": list(move.to)} for move in played]])
    page.goto(f"{address}/game/{game}")
    table = AtTheTable(page)
    table.wait_for_ply(len(moves))
    return table


def screens(page: Page, address: str, name: str) -> None:
    """Walk through the page and take its pictures."""

    def take(screen: str) -> None:
        page.wait_for_timeout(900)  # until what moves has come to rest
        page.screenshot(path=FOLDER / f"{screen}-{name}.jpg", quality=86, type="jpeg")

    page.goto(address)
    page.get_by_role("button", name="Play").first.wait_for()
    take("start")
    table = set_up(page, address, GAME)
    take("game")
    board = table.board()
    table.pick(board, "wA2")
    page.locator('[data-key^="ghost"]').last.hover()
    take("pick")
    page.keyboard.press("Escape")
    table.pick(board, "wB1")
    table.notice.get_by_role("paragraph").first.wait_for()
    take("why-not")


def main() -> None:
    """Take all pictures, with a server of our own."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("screenshots are taken with Debian's chromium, which is not installed here")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as served, sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        for device, size in (("desktop", DESKTOP), ("phone", PHONE)):
            for scheme in ("light", "dark"):
                print(f"{device}, {scheme}", flush=True)
                context = browser.new_context(locale="en-GB", color_scheme=scheme, **size)
                screens(context.new_page(), served.address, f"{device}-{scheme}")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
