"""Screenshots of the main screens, light and dark, desktop and phone, taken by ``make screenshots``."""

from __future__ import annotations

import random
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from skep.board import Board
from skep.game import Game, Result
from skep.review import EFFORTS, review
from skep.review.report import html_report
from tests.browser.board_page import PHONE
from tests.browser.conftest import FLAGS
from tests.browser.game_page import LONG_GAME, open_game, open_game_against_computer
from tests.browser.lesson_page import LessonPage, get_lesson, neighbouring_spaces
from tests.browser.people_screens import people_screens, register_people
from tests.browser.puzzle_page import PuzzlePage
from tests.browser.review_page import open_review
from tests.browser.screenshot_files import OTHERS, SCHEMES, screenshot_path, take
from tests.browser.server import ServerProcess
from tests.server.play.coach.positions import ABOUT_TO_LOSE, LOSING
from tests.services import find_chromium

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1366, "height": 800}}
REVIEWED: Final = (
    "wM;bP wM/;wQ /wM;bQ bP-;wP -wM;bA1 \\bP;wA1 -wQ;bM bA1-;wA2 /wQ;bA1 wM\\;wA2 bM/;bB1 bA1-;wQ \\wP;bA2 /bB1;"
    "wA1 bQ-;bA2 \\wQ;wB1 wA1-;wA2 bM-;wA3 wA2/;bQ \\bM;wL wA3\\;bB2 \\bA2;wA3 -bB2;bB1 bP\\;wA1 bA1\\;bB1 -bP;"
    "wB2 wA2/;bB1 wQ;wB2 bQ-;bS1 bA2-;wB2 bQ;bS2 -bB1;wS1 wB2/;bL -bS2;wA1 -wB2;bP bS1\\;wS2 -wS1;bB1 -wP"
).split(";")
"""A game between two middle levels, with mistakes."""
PUZZLE: Final = "haqkagdp"
"""White surrounds in two moves, with beetles that climb down."""


def _node(parent: int, uhp: str, **annotations: Any) -> dict[str, Any]:
    defaults = {"piece": None, "origin": None, "to": None, "clock": None, "spent": None}
    return {"parent": parent, "uhp": uhp, "comment": "", "glyph": None, "marks": [], **defaults, **annotations}


STUDY: Final[dict[str, Any]] = {
    "start": "ultimate-2024 Base+MLP White[1] -",
    "threefold": False,
    "tags": {"White": "Ada", "Black": "Grace"},
    "result": "InProgress",
    "reason": "",
    "comment": "",
    "marks": [],
    "nodes": [
        *(_node(ply - 1, uhp) for ply, uhp in enumerate(LONG_GAME)),
        _node(20, "bB1 bQ\\", comment="Keeps the queen bee company.", glyph="!?"),
        _node(24, "wA3 wM/"),
        _node(21, "wA3 -wS1", glyph="?!"),
    ],
}
"""The same game with two variations and comments."""
STUDY["nodes"][18].update(glyph="!", comment="The ant runs round the whole hive.")
STUDY["nodes"][23].update(
    marks=[{"at": [0, 0], "to": None, "color": "green"}, {"at": [1, 1], "to": [3, 0], "color": "blue"}]
)


def game_screens(page: Page, address: str, name: str) -> None:
    """The start page, a game, a picked piece, and a reason."""

    page.goto(address)
    page.get_by_role("button", name="Play").first.wait_for()
    take(page, "start", name)
    table = open_game(page, address, LONG_GAME)
    take(page, "game", name)
    board = table.board()
    table.pick(board, "wA2")
    page.locator('[data-key^="ghost"]').last.hover()
    take(page, "pick", name)
    page.keyboard.press("Escape")
    table.pick(board, "wB1")
    table.notice.get_by_role("paragraph").first.wait_for()
    take(page, "why-not", name)


def help_screens(page: Page, server: ServerProcess, name: str) -> None:
    """Threats, a hint with its move, and the offer to take a blunder back."""
    page.goto(server.address)
    table = open_game_against_computer(page, server, ABOUT_TO_LOSE)
    page.keyboard.press("t")
    page.locator("g.layers").wait_for()
    take(page, "threats", name)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.locator("g.arrows .dream").wait_for()
    take(page, "hint", name)
    table.play(LOSING)
    page.get_by_role("button", name="Take it back").wait_for()
    take(page, "takeback", name)


def game_to_review() -> Game:
    """Return the game with mistakes, with names and times."""
    board = Board("Base+MLP")
    board.push_line(REVIEWED)
    game = Game.from_board(board)
    game.tags["White"], game.tags["Black"], game.tags["Date"] = "Ann", "Ben", "2026.11.15"
    rng = random.Random(3)
    for node in game.mainline():
        node.seconds_spent = round(rng.expovariate(1 / 15) + 1, 1)
    return game


def write_report(folder: Path) -> str:
    """Write the report of a review to a file and return its address."""
    game = game_to_review()
    file = folder / "report.html"
    file.write_text(html_report(game, review(game, EFFORTS["quick"])), encoding="utf-8")
    return file.as_uri()


def report_screen(page: Page, address: str, name: str) -> None:
    """The report, from its graph down to the board."""
    page.goto(address)
    page.locator(".course").evaluate("(course) => course.scrollIntoView()")
    page.screenshot(path=screenshot_path(f"report-{name}.jpg"), quality=86, type="jpeg")


def study_screens(page: Page, address: str, name: str) -> None:
    """The analysis board with the engine and two variations, with its layers, and the position editor."""
    shared = page.request.post(f"{address}/api/studies", data=STUDY).json()["study"]
    page.goto(f"{address}/study/{shared}")
    page.locator("main[data-loaded=true]").wait_for()
    page.keyboard.press("e")
    page.locator(".engine-line .value, ol.lines > li").first.wait_for(timeout=60_000)
    depth = page.locator("[data-state], .engine-line .depth")
    depth.filter(has_text=re.compile(r"^\s*(depth )?([6-9]|\d\d)")).wait_for(timeout=60_000)
    take(page, "study", name)
    page.keyboard.press("e")
    # on a phone, the layers are chosen in a sheet, which Escape closes
    close = "Escape" if "phone" in name else "l"
    page.keyboard.press("l")
    for layer in ("Pinned pieces", "Spaces around the queen bees", "Gates"):
        page.get_by_label(layer).check()
    page.keyboard.press(close)
    take(page, "layers", name)
    page.keyboard.press("l")
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    page.keyboard.press(close)
    if page.get_by_role("button", name="Tools", exact=True).is_visible():
        page.get_by_role("button", name="Tools", exact=True).click()
    page.get_by_role("button", name="Set up", exact=True).click()
    page.locator('[data-piece="wG1"]').click()
    page.get_by_text("possible").first.wait_for()
    take(page, "editor", name)


def rules_screens(page: Page, address: str, name: str) -> None:
    """The overview of the rulebook, and a rule in which the rulebooks differ."""
    page.goto(f"{address}/rules")
    page.get_by_role("heading", level=1).wait_for()
    take(page, "rules", name)
    page.goto(f"{address}/rules/gates-above-the-ground")
    page.get_by_role("list", name="Moves to try").get_by_role("button").last.click()
    figure = page.get_by_role("figure").first
    figure.evaluate("(figure) => scrollTo(0, figure.getBoundingClientRect().top + scrollY - 90)")
    take(page, "rule", name)


def collection() -> str:
    """Some games in PGN: the one with mistakes, and shorter ones that begin in different ways."""
    rng = random.Random(8)
    players = ["Ann", "Ben", "Cleo", "Dag", "Esi"]
    records = [game_to_review().text()]
    for number in range(40):
        board = Board("Base+MLP")
        for _ in range(14):
            # few different moves, so that many games share an opening
            board.push(rng.choice(board.legal_moves.list()[: 3 if board.ply < 3 else 12]))
        game = Game.from_board(board)
        game.tags["White"], game.tags["Black"] = rng.sample(players, 2)
        game.tags["Date"] = f"2026.{1 + number % 10:02}.{1 + number % 28:02}"
        game.result = Result.parse(rng.choice(["WhiteWins", "WhiteWins", "BlackWins", "Draw"]), "resignation")
        records.append(game.text())
    return "\n\n".join(records)


def review_screens(page: Page, server: ServerProcess, name: str) -> None:
    """A review: a turning point, the better line, and a solved exercise."""
    # it opens at the turning point, and showing the line would give the answer away
    reader = open_review(page, server, game_to_review())
    reader.expect_shown(reader.heaviest())
    take(page, "review", name)
    reader.button("Find the better move").click()
    reader.expect_shown(reader.heaviest() - 1, "exercise")
    board = reader.board_before(reader.heaviest())
    reader.play(board, reader.moves[reader.heaviest() - 1]["best"])
    page.locator(".verdict.best").wait_for()
    take(page, "review-found", name)
    reader.button("Show better line").click()
    take(page, "review-line", name)
    reader.button("Back to the game").click()
    page.get_by_role("tab", name="Moves").or_(page.get_by_role("button", name="Moves", exact=True)).first.click()
    take(page, "review-moves", name)


def database_screens(page: Page, address: str, name: str) -> None:
    """The game database after an import, and the explorer."""
    page.goto(f"{address}/archive")
    page.get_by_role("button", name="Import", exact=True).wait_for()
    broken = "Base;;;wS1;bG1 wS1-;wA1 -bQ\n"
    files = [("club.pgn", collection()), ("broken.uhp", broken)]
    page.locator('input[type="file"]').set_input_files(
        [FilePayload(name=file, mimeType="text/plain", buffer=text.encode()) for file, text in files]
    )
    page.get_by_role("region", name="Import").get_by_text("files read").wait_for(timeout=60_000)
    take(page, "archive", name)
    page.goto(f"{address}/study")
    if page.get_by_role("tab", name="Explorer").count() == 0:
        page.get_by_role("navigation").get_by_role("button", name="Engine").click()
    page.get_by_role("tab", name="Explorer").click()
    page.locator(".explorer .moves > li").first.wait_for()
    take(page, "explorer", name)


def school_screens(page: Page, server: ServerProcess, name: str) -> None:
    """The course, an unfinished task, and a wrong answer with its reason."""
    page.goto(f"{server.address}/school")
    page.get_by_test_id("go").wait_for()
    page.evaluate("""localStorage.setItem("skep.school", JSON.stringify({
      aim: { done: [1, 2, 3, 4, 5], last: 5 }, placing: { done: [1, 2, 3, 4, 5, 6], last: 6 },
      "queen-bee-deadline": { done: [1, 2, 3, 4, 5], last: 5 }, moving: { done: [1, 2, 3, 4], last: 4 },
      "queen-bee": { done: [1, 2], last: 3 } }))""")
    page.reload()
    page.get_by_test_id("go").wait_for()
    take(page, "school", name)
    lesson = LessonPage(page, get_lesson(page, server, "soldier-ant"))
    page.goto(f"{server.address}/school/soldier-ant#1")
    lesson.expect_step(1)
    for answer in lesson.step["answers"][:7]:
        lesson.press(lesson.space(tuple(answer)))
    take(page, "lesson-find", name)
    page.goto(f"{server.address}/school/freedom-to-move#4")
    lesson = LessonPage(page, get_lesson(page, server, "freedom-to-move"))
    lesson.expect_step(4)
    inside = next(place for place in neighbouring_spaces(lesson.step) if list(place) not in lesson.step["answers"])
    lesson.press(lesson.space(inside))
    lesson.notice.get_by_role("heading").wait_for()
    take(page, "lesson-wrong", name)


def puzzle_screens(page: Page, address: str, name: str) -> None:
    """The trainer's start, a puzzle, a wrong move with its refutation, and the solution."""
    ratings = [940, 1050, 990, 1080, 1150, 1110, 1170, 1210, 1190, 1230, 1260, 1245, 1220, 1250, 1275]
    solved = [True, True, False, True, True, False, True, True, False, True, True, False, False, True, True]
    tried = {f"puzzle{letter}2": [1100, done] for letter, done in zip("abcdefghijkmnpq", solved, strict=True)}
    record = {"rating": 1275, "deviation": 101, "volatility": 0.06, "history": ratings, "tried": tried}
    page.goto(f"{address}/puzzles")
    page.evaluate(
        """(record) => {
          const days = [0, 1, 2].map((ago) => new Date(Date.now() - ago * 864e5).toLocaleDateString("sv"));
          localStorage.setItem("skep.puzzles", JSON.stringify({ ...record, days, dailies: [] }));
        }""",
        record,
    )
    page.reload()
    page.get_by_role("link", name="Mosquito, pillbug").wait_for()
    take(page, "puzzles", name)
    page.goto(f"{address}/puzzles/{PUZZLE}")
    trainer = PuzzlePage(page, touch="phone" in name)
    take(page, "puzzle", name)
    trainer.blunder()
    take(page, "puzzle-wrong", name)
    trainer.button("Try again").click()
    trainer.solve()
    take(page, "puzzle-solved", name)


def main() -> None:
    """Take all screenshots with a new server."""
    program = find_chromium()
    if program is None:
        sys.exit("screenshots need chromium, which is not installed")
    OTHERS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser: Browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        report = write_report(Path(folder))
        for device, size in (("desktop", DESKTOP), ("phone", PHONE)):
            for scheme in SCHEMES:
                print(f"{device}, {scheme}", flush=True)
                context = browser.new_context(locale="en-GB", color_scheme=scheme, **size)
                game_screens(context.new_page(), server.address, f"{device}-{scheme}")
                help_screens(context.new_page(), server, f"{device}-{scheme}")
                study_screens(context.new_page(), server.address, f"{device}-{scheme}")
                rules_screens(context.new_page(), server.address, f"{device}-{scheme}")
                report_screen(context.new_page(), report, f"{device}-{scheme}")
                review_screens(context.new_page(), server, f"{device}-{scheme}")
                database_screens(context.new_page(), server.address, f"{device}-{scheme}")
                school_screens(context.new_page(), server, f"{device}-{scheme}")
                puzzle_screens(context.new_page(), server.address, f"{device}-{scheme}")
                context.close()
        people = register_people(browser, server)
        for scheme in SCHEMES:
            people_screens(browser, server, people, scheme)
        browser.close()


if __name__ == "__main__":
    main()
