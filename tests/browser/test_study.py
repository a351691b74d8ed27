"""The analysis board as a person uses it: step, try, paste, set up, ask the engine, share, export."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from skep.board import Board
from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, QUICK, AtTheTable, same_screen
from tests.browser.screenshots import GAME
from tests.browser.serving import ServicesDep

PGN: Final = """[GameType "Base"]
[White "Ada"]
[Black "Grace"]
[Date "2026.11.15"]
[Result "*"]

1. wS1 2. bB1 /wS1 3. wB1 \\wS1 4. bQ -bB1
"""
BROKEN: Final = PGN.replace("4. bQ -bB1", "4. bQ wS1").replace("Ada", "Mary")


class AtTheStudy:
    """A person at the analysis board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ready()

    def ready(self) -> None:
        """Until the position is told, so that it can be played in."""
        expect(self.page.get_by_role("main")).to_have_attribute("data-seen", "true")

    def at(self, ply: int) -> None:
        expect(self.page.get_by_role("main")).to_have_attribute("data-shown", str(ply))
        expect(self.page.locator("g.flying")).to_have_count(0)
        self.ready()

    def space(self, place: tuple[int, int]) -> Locator:
        return self.page.locator(f'[role="application"] [data-place="{place[0]},{place[1]}"]').last

    def play(self, *moves: str, before: tuple[str, ...] = (), game_type: str = "Base+MLP") -> None:
        """Play moves from the position that `before` leads to."""
        board = Board(game_type)
        for uhp in before:
            board.push_uhp(uhp)
        for uhp in moves:
            move = board.parse_uhp(uhp)
            at = None if move.piece is None else board.where(move.piece)
            (self.page.locator(f'[data-piece="{move.piece}"]') if at is None else self.space(at)).click()
            self.space(move.to).click()
            board.push(move)
            self.at(board.ply)

    @property
    def moves(self) -> Locator:
        """All moves of the tree, in the order they are read."""
        return self.page.locator("button[data-node]:not(.start)")

    @property
    def current(self) -> Locator:
        return self.page.locator('button[data-node][aria-current="step"]')

    def paste(self, text: str) -> None:
        self.page.get_by_role("button", name="Open", exact=True).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Paste a game or a position").fill(text)
        dialog.get_by_role("button", name="Open", exact=True).click()


def study(served: ServicesDep, people: Opener, **options: object) -> AtTheStudy:
    """An empty analysis board, in which nothing flies unless a test wants it to."""
    options.setdefault("reduced_motion", "reduce")
    return AtTheStudy(people(f"{served.address}/study", **options))


def test_moves_make_variations_that_are_walked_edited_and_undone(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    page = here.page
    here.play("wS1", "bG1 wS1-", "wQ -wS1")
    page.get_by_role("button", name="Previous turn").click()
    here.at(2)
    here.play("wA1 -wS1", before=("wS1", "bG1 wS1-"))
    expect(here.moves).to_have_text(["wS1", "bG1 wS1-", "wQ -wS1", "wA1 -wS1"])

    page.get_by_role("heading", level=1).click()
    page.keyboard.press("ArrowUp")
    expect(here.current).to_have_text("wQ -wS1")
    page.keyboard.press("ArrowDown")
    expect(here.current).to_have_text("wA1 -wS1")
    page.keyboard.press("Home")
    here.at(0)
    page.keyboard.press("End")
    here.at(3)

    page.get_by_role("button", name="Move this variation up").click()
    expect(here.moves).to_have_text(["wS1", "bG1 wS1-", "wA1 -wS1", "wQ -wS1"])
    page.get_by_role("button", name="!? interesting move").click()
    page.get_by_label("Comment").fill("Quick, and into play.")
    expect(here.current).to_contain_text("!?")
    expect(page.locator(".remark").filter(has_text="Quick, and into play.")).to_be_visible()
    page.get_by_role("button", name="Delete this move").click()
    expect(here.moves).to_have_text(["wS1", "bG1 wS1-", "wQ -wS1"])
    page.keyboard.press("Control+z")
    expect(here.current).to_contain_text("wA1 -wS1!?")
    page.reload()
    here.ready()
    expect(here.moves).to_have_count(4)
    expect(page.get_by_label("Comment")).to_have_value("Quick, and into play.")


def test_why_not_is_told_as_at_the_table(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    here.paste(";".join(GAME))
    here.at(len(GAME))
    here.page.locator('[role="application"] [aria-label^="White\'s beetle 1"]').click()
    expect(here.page.get_by_test_id("notice")).to_contain_text("One hive rule")
    here.page.locator('[data-piece="bS2"]').click(force=True)
    expect(here.page.get_by_test_id("notice")).to_contain_text("other player")


def test_pieces_fly_along_their_ways(served: ServicesDep, people: Opener) -> None:
    here = study(served, people, reduced_motion="no-preference")
    here.paste(";".join(GAME))
    here.at(len(GAME))
    # too short a flight to be caught by looking now and then
    here.page.evaluate(
        """() => new MutationObserver(() => {
          if (document.querySelector("g.flying")) document.body.dataset.flew = "yes";
        }).observe(document.body, { subtree: true, childList: true })"""
    )
    here.page.get_by_role("button", name="Previous turn").click()
    here.at(len(GAME) - 1)
    # the last piece came from a hand and is simply gone; the one before walked
    here.page.get_by_role("button", name="Previous turn").click()
    here.at(len(GAME) - 2)
    expect(here.page.locator("body")).to_have_attribute("data-flew", "yes")


def test_a_file_with_several_games_is_chosen_from(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    page = here.page
    data = page.evaluate_handle(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "games.pgn"));
          return data;
        }""",
        PGN + "\n" + BROKEN,
    )
    page.dispatch_event("main", "dragover", {"dataTransfer": data})
    expect(page.get_by_text("Drop to open this file")).to_be_visible()
    page.dispatch_event("main", "drop", {"dataTransfer": data})
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 games found")
    expect(dialog).to_contain_text("Game 2, line")
    dialog.get_by_role("button", name="Ada – Grace").click()
    here.at(4)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada vs Grace")
    expect(here.moves).to_have_count(4)


def test_text_that_is_no_game_is_refused_kindly(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    here.paste("to be or not to be")
    expect(here.page.get_by_role("alert")).to_contain_text("Couldn't find a game in this.")
    here.page.get_by_role("dialog").get_by_label("Paste").fill("base white 0,0:wS1..bQ")
    here.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(here.page.get_by_role("alert")).to_contain_text("This position isn't possible")


def test_a_position_is_pasted(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    here.paste("hive-2016 Base Black 0,0:wS1bQ^wB1bS1/wQ")
    expect(here.page.get_by_test_id("status")).to_have_text("Black to move")
    expect(here.page.locator('[role="application"] [data-place="1,0"]')).to_have_attribute(
        "aria-label", re.compile("beetle 1, on top of Black's queen bee")
    )


def test_a_position_is_set_up_and_an_impossible_one_is_explained(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    page = here.page
    page.get_by_role("button", name="Set up", exact=True).click()
    verdict = page.get_by_test_id("faults")
    go = page.get_by_role("button", name="Analyse this position")

    def put(piece: str, x: float, y: float) -> None:
        box = page.get_by_role("application").bounding_box()
        assert box is not None
        page.locator(f'[data-piece="{piece}"]').hover()
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y, steps=6)
        page.mouse.up()

    put("wS1", 0.5, 0.5)
    expect(verdict).to_contain_text("Black has no piece in play")
    page.locator('[data-piece="bS1"]').click()
    page.locator('[data-key^="ghost"]').first.click()
    expect(verdict).to_contain_text("This position is possible.")
    put("wA1", 0.1, 0.15)
    expect(verdict).to_contain_text("This position isn't possible")
    expect(verdict.get_by_role("listitem").first).to_contain_text("part")
    expect(go).to_be_disabled()

    # off the board again
    ant = page.locator('[role="application"] [aria-label^="White\'s ant"]')
    ant.hover()
    page.mouse.down()
    page.mouse.move(5, 5, steps=6)
    page.mouse.up()
    expect(ant).to_have_count(0)
    expect(verdict).to_contain_text("This position is possible.")
    page.locator('[data-piece="wB1"]').click()
    page.locator('[role="application"] [aria-label^="Here, on top of Black\'s spider"]').click()
    page.get_by_text("Black", exact=True).click()
    expect(verdict).to_contain_text("no real game could reach it")
    expect(go).to_be_enabled()
    go.click()
    # Black's only piece is covered
    expect(page.get_by_test_id("status")).to_have_text("You can't place or move anything this turn.")
    page.get_by_role("button", name="Pass").click()
    here.at(1)
    expect(here.moves).to_have_text(["pass"])


def test_the_engine_shows_lines_follows_and_stops(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    page = here.page
    here.paste(";".join(GAME))
    here.at(len(GAME))
    page.keyboard.press("e")
    lines = page.locator("ol.lines > li")
    expect(lines).to_have_count(3, timeout=60_000)
    expect(page.locator("[data-state]")).to_contain_text("depth")
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", re.compile("wins|Even"))
    expect(page.locator("g.arrows > g")).not_to_have_count(0)

    page.get_by_label("Lines").select_option("1")
    expect(lines).to_have_count(1, timeout=60_000)
    lines.first.hover()
    expect(page.locator("g.arrows g.label").first).to_be_visible()
    lines.first.get_by_role("button").nth(1).click()
    here.at(len(GAME) + 2)
    expect(here.moves).to_have_count(len(GAME) + 2)
    expect(lines).to_have_count(1, timeout=60_000)

    page.get_by_role("switch", name="Engine").click()
    expect(lines).to_have_count(0)
    expect(bar).to_have_count(0)
    expect(page.locator("g.arrows > g")).to_have_count(0)


def test_a_won_game_is_told_in_moves(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    here.paste(";".join(QUICK[:8]))
    here.at(8)
    here.page.get_by_role("switch", name="Engine").click()
    expect(here.page.locator("ol.lines > li").first).to_contain_text("White wins in 1", timeout=60_000)


def test_layers_are_laid_over_the_board(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    page = here.page
    here.paste(";".join(GAME))
    here.at(len(GAME))
    page.keyboard.press("l")
    for name in ("Pinned pieces", "Spaces around the queen bees", "Gates", "Where each side can place"):
        page.get_by_label(name).check()
    layers = page.locator("g.layers")
    for sign in (".badge", ".count", ".gate", ".place.white", ".place.black", ".fill"):
        expect(layers.locator(sign).first).to_be_attached()
    page.get_by_label("Where a piece can go").check()
    page.keyboard.press("Escape")
    # Black's ant, though it is White's turn
    here.space((2, 2)).click()
    page.locator('[role="application"] [aria-label^="Black\'s beetle 2"]').click()
    expect(layers.locator(".reach").first).to_be_attached()
    page.keyboard.press("l")
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    expect(layers).to_have_count(0)


def test_arrows_and_rings_are_drawn_by_every_means(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    page = here.page
    here.paste(";".join(QUICK[:4]))
    here.at(4)
    marks = page.locator("g.arrows > g")
    one, two = (here.space(place).bounding_box() for place in ((0, 0), (-1, 1)))
    assert one is not None
    assert two is not None
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down(button="right")
    page.mouse.move(two["x"] + two["width"] / 2, two["y"] + two["height"] / 2, steps=4)
    page.mouse.up(button="right")
    expect(marks).to_have_count(1)
    page.keyboard.down("Shift")
    here.space((0, 0)).click(button="right")
    page.keyboard.up("Shift")
    expect(marks).to_have_count(2)

    page.get_by_role("button", name="Draw arrows and rings").click()
    page.get_by_role("button", name="Blue").click()
    here.space((0, 0)).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(marks).to_have_count(3)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Previous turn").click()
    here.at(3)
    expect(marks).to_have_count(0)
    page.get_by_role("button", name="Next turn").click()
    here.at(4)
    expect(marks).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(marks).to_have_count(2)


def test_a_study_is_shared_by_a_link(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    here.play("wS1", "bG1 wS1-", "wQ -wS1")
    here.page.get_by_label("Comment").fill("Early.")
    here.page.get_by_role("button", name="Share", exact=True).click()
    link = here.page.get_by_label("Link to this study")
    expect(link).to_have_value(re.compile("/study/.+"))
    there = AtTheStudy(people(link.input_value(), reduced_motion="reduce"))
    there.at(3)
    expect(there.moves).to_have_text(["wS1", "bG1 wS1-", "wQ -wS1"])
    expect(there.page.get_by_label("Comment")).to_have_value("Early.")


@pytest.mark.parametrize(
    ("section", "name", "ending", "begins"),
    [
        ("The whole study", "Game (PGN)", "pgn", b"["),
        ("The whole study", "Moves (GameString)", "uhp", b"Base+MLP;"),
        ("The whole study", "Text", "txt", b""),
        ("Current position", "Image (SVG)", "svg", b"<svg"),
        ("Current position", "Image (PNG)", "png", b"\x89PNG"),
        ("Current position", "Animation (GIF)", "gif", b"GIF8"),
        ("Current position", "Text diagram", "txt", b""),
    ],
)
def test_a_study_is_exported(
    served: ServicesDep, people: Opener, tmp_path: Path, section: str, name: str, ending: str, begins: bytes
) -> None:
    here = study(served, people)
    here.play("wS1", "bG1 wS1-", "wQ -wS1")
    here.page.get_by_role("button", name="Export", exact=True).click()
    part = here.page.get_by_role("region", name=section)
    with here.page.expect_download() as download:
        part.get_by_role("button", name=name, exact=True).click()
    assert download.value.suggested_filename == f"skep-study.{ending}"
    download.value.save_as(tmp_path / "saved")
    saved = (tmp_path / "saved").read_bytes()
    assert saved.lstrip().startswith(begins)
    assert len(saved) > 10


def test_a_finished_game_is_analysed_and_one_that_goes_on_is_not(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, reduced_motion="reduce")
    table: AtTheTable = same_screen(page)
    for move in QUICK[:2]:
        table.play(move)
    expect(page.get_by_role("link", name="Analyse")).to_have_count(0)
    address = f"{served.address}/study?game={table.game}"
    other = people(address)
    expect(other.get_by_role("heading", level=1)).to_have_text("This game is still in progress")
    for move in QUICK[2:]:
        table.play(move)
    table.result().get_by_role("link", name="Analyse").click()
    here = AtTheStudy(page)
    assert page.url == address
    here.at(len(QUICK))
    expect(page.get_by_test_id("status")).to_contain_text("White wins.")
    page.goto(f"{address}&ply=3")
    here.at(3)


def test_addresses_that_lead_nowhere_say_so(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/study/nothing-here")
    expect(page.get_by_role("heading", level=1)).to_have_text("Study not found")
    page.goto(f"{served.address}/study?position=base+white+0,0:wS1..bQ")
    expect(page.get_by_role("heading", level=1)).to_have_text("This position isn't possible")


def test_what_is_kept_in_the_browser_and_makes_no_sense_does_no_harm(served: ServicesDep, people: Opener) -> None:
    here = study(served, people)
    odd = {"start": "nowhere", "tags": {}, "comment": "", "marks": [], "nodes": []}
    for kept in ("nonsense", json.dumps({"tree": {"start": 3}}), json.dumps({"tree": odd, "ply": 4})):
        # when the page goes it keeps what it has: this comes after
        here.page.add_init_script(f"localStorage.setItem('skep.study', {json.dumps(kept)})")
        here.page.reload()
        here.ready()
        expect(here.moves).to_have_count(0)


def test_on_a_phone_by_touch(served: ServicesDep, people: Opener) -> None:
    here = study(served, people, **PHONE)
    page = here.page
    page.locator('[data-piece="wS1"]').tap()
    here.space((0, 0)).tap()
    here.at(1)
    page.get_by_role("button", name="Engine").tap()
    page.get_by_role("switch", name="Engine").tap()
    expect(page.locator("ol.lines > li")).to_have_count(3, timeout=60_000)
    page.locator("ol.lines button").first.tap()
    here.at(2)
    expect(page.locator(".engine-line")).to_be_visible()
    page.get_by_role("button", name="Moves").tap()
    page.get_by_label("Comment").fill("By touch.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="By touch.")).to_be_visible()
