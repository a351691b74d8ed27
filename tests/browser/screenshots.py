"""Pictures of the main screens, light and dark, desktop and phone: ``make screenshots`` writes them to docs/screens."""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from skep.board import Board
from skep.game import Game
from skep.review import EFFORTS, review
from skep.review.report import html_report
from tests.browser.conftest import FLAGS
from tests.browser.driving import PHONE, AtTheTable
from tests.browser.helping import against_the_computer
from tests.browser.serving import Served
from tests.server.help.positions import ABOUT_TO_LOSE, LOSING

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screens"
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
GAME: Final = (
    "wB1;bA1 wB1/;wS1 -wB1;bP \\bA1;wQ wB1\\;bM bP-;wP -wQ;bQ bP/;wA1 wQ-;bM wA1-;wM /wA1;bA2 bQ\\;wM bA2-;"
    "bS1 bM-;wM bS1/;bA3 -bP;wS1 -bA3;bA2 /wA1;wA2 -wB1;bB1 bA1-;wA2 bQ/;bL /bS1;wP -wB1;bB2 /bA2"
).split(";")
"""A game of the engine against itself, to its twelfth turn."""
REVIEWED: Final = (
    "wM;bP wM/;wQ /wM;bQ bP-;wP -wM;bA1 \\bP;wA1 -wQ;bM bA1-;wA2 /wQ;bA1 wM\\;wA2 bM/;bB1 bA1-;wQ \\wP;bA2 /bB1;"
    "wA1 bQ-;bA2 \\wQ;wB1 wA1-;wA2 bM-;wA3 wA2/;bQ \\bM;wL wA3\\;bB2 \\bA2;wA3 -bB2;bB1 bP\\;wA1 bA1\\;bB1 -bP;"
    "wB2 wA2/;bB1 wQ;wB2 bQ-;bS1 bA2-;wB2 bQ;bS2 -bB1;wS1 wB2/;bL -bS2;wA1 -wB2;bP bS1\\;wS2 -wS1;bB1 -wP"
).split(";")
"""A game of two middling levels, with mistakes to be found."""

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


def help_screens(page: Page, served: Served, name: str) -> None:
    """What is threatened, a hint with its move, and the offer to take a blunder back."""

    def take(screen: str) -> None:
        page.wait_for_timeout(900)
        page.screenshot(path=FOLDER / f"{screen}-{name}.jpg", quality=86, type="jpeg")

    page.goto(served.address)
    table = against_the_computer(page, served, ABOUT_TO_LOSE)
    page.keyboard.press("t")
    page.locator("g.layers").wait_for()
    take("threats")
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.locator("g.arrows .dream").wait_for()
    take("hint")
    table.play(LOSING)
    page.get_by_role("button", name="Take it back").wait_for()
    take("takeback")


def write_report(folder: Path) -> str:
    """A review's report in a file; its address."""
    board = Board("Base+MLP")
    board.push_line(REVIEWED)
    game = Game.from_board(board)
    game.tags["White"], game.tags["Black"] = "Ann", "Ben"
    chance = random.Random(3)
    for node in game.mainline():
        node.spent = round(chance.expovariate(1 / 15) + 1, 1)
    file = folder / "report.html"
    file.write_text(html_report(game, review(game, EFFORTS["quick"])), encoding="utf-8")
    return file.as_uri()


def report_screen(page: Page, address: str, name: str) -> None:
    """The report, from its graph down to the table."""
    page.goto(address)
    page.locator(".course").evaluate("(course) => course.scrollIntoView()")
    page.screenshot(path=FOLDER / f"report-{name}.jpg", quality=86, type="jpeg")


def main() -> None:
    """Take all pictures, with a server of our own."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("screenshots are taken with Debian's chromium, which is not installed here")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as served, sync_playwright() as playwright:
        browser: Browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        report = write_report(Path(folder))
        for device, size in (("desktop", DESKTOP), ("phone", PHONE)):
            for scheme in ("light", "dark"):
                print(f"{device}, {scheme}", flush=True)
                context = browser.new_context(locale="en-GB", color_scheme=scheme, **size)
                screens(context.new_page(), served.address, f"{device}-{scheme}")
                help_screens(context.new_page(), served, f"{device}-{scheme}")
                report_screen(context.new_page(), report, f"{device}-{scheme}")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
