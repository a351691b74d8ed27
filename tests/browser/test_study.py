"""The analysis board: variations, imports, the position editor, the engine, sharing and exports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import LONG_GAME, QUICK, start_on_one_screen
from tests.browser.layout_positions import POSITIONS
from tests.browser.server import ServerProcess
from tests.browser.study_page import StudyPage, open_study

PGN: Final = """[GameType "Base"]
[White "Ada"]
[Black "Grace"]
[Date "2026.11.15"]
[Result "*"]

1. wS1 2. bB1 /wS1 3. wB1 \\wS1 4. bQ -bB1
"""
BROKEN: Final = PGN.replace("4. bQ -bB1", "4. bQ wS1").replace("Ada", "Mary")


def test_variations_can_be_navigated_edited_and_undone(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    page = study.page
    study.play("wS1", "bG1 wS1-", "wQ -wS1")
    page.get_by_role("button", name="Previous turn").click()
    study.wait_for_ply(2)
    study.play("wA1 -wS1", before=("wS1", "bG1 wS1-"))
    expect(study.moves).to_have_text(["wS1", "bG1 wS1-", "wQ -wS1", "wA1 -wS1"])

    study.page.locator("section.tree").click(position={"x": 4, "y": 4})
    page.keyboard.press("ArrowUp")
    expect(study.current).to_contain_text("wQ -wS1")
    page.keyboard.press("ArrowDown")
    expect(study.current).to_contain_text("wA1 -wS1")
    page.keyboard.press("Home")
    study.wait_for_ply(0)
    page.keyboard.press("End")
    study.wait_for_ply(3)

    comment = study.annotate()
    page.get_by_role("button", name="Move this variation up").click()
    expect(study.moves).to_have_text(["wS1", "bG1 wS1-", "wA1 -wS1", "wQ -wS1"])
    page.get_by_role("button", name="!? interesting move").click()
    comment.fill("Quick, and into play.")
    expect(study.current).to_contain_text("!?")
    comment.press("Escape")
    remark = page.get_by_role("button", name="Quick, and into play.")
    expect(remark).to_be_visible()
    # a comment is edited where it stands
    remark.click()
    expect(comment).to_be_focused()
    page.get_by_role("button", name="Delete this move").click()
    expect(study.moves).to_have_text(["wS1", "bG1 wS1-", "wQ -wS1"])
    page.get_by_role("button", name="Undo").click()
    expect(study.current).to_contain_text("wA1 -wS1")
    expect(study.current).to_contain_text("!?")
    page.reload()
    study.wait_until_ready()
    expect(study.moves).to_have_count(4)
    expect(remark).to_be_visible()


@pytest.mark.slow
def test_illegal_moves_show_the_reason(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    study.paste(";".join(LONG_GAME))
    study.wait_for_ply(len(LONG_GAME))
    study.page.locator('[role="application"] [aria-label^="White\'s beetle 1"]').click()
    expect(study.page.get_by_test_id("notice")).to_contain_text("One hive rule")


@pytest.mark.slow
def test_a_piece_of_the_other_side_shows_where_it_could_go(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    study.paste(";".join(LONG_GAME))
    study.wait_for_ply(len(LONG_GAME))
    status = study.page.get_by_test_id("status")
    reach = study.page.locator("g.layers .reach")
    study.page.locator('[role="application"] [aria-label^="Black\'s beetle 2"]').click()
    expect(status).to_have_text("It's White's turn. Marked: where Black's beetle 2 could go.")
    expect(reach.first).to_be_attached()
    expect(study.page.get_by_test_id("notice")).to_be_empty()
    study.page.keyboard.press("Escape")
    expect(reach).to_have_count(0)
    expect(status).to_have_count(0)


@pytest.mark.slow
def test_moves_are_animated(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page, reduced_motion="no-preference")
    study.paste(";".join(LONG_GAME))
    study.wait_for_ply(len(LONG_GAME))
    # the animation is too short to be polled
    study.page.evaluate(
        """() => new MutationObserver(() => {
          if (document.querySelector("g.flying")) document.body.dataset.animated = "yes";
        }).observe(document.body, { subtree: true, childList: true })"""
    )
    study.page.get_by_role("button", name="Previous turn").click()
    study.wait_for_ply(len(LONG_GAME) - 1)
    # the last piece was placed and just disappears; the one before moved
    study.page.get_by_role("button", name="Previous turn").click()
    study.wait_for_ply(len(LONG_GAME) - 2)
    expect(study.page.locator("body")).to_have_attribute("data-animated", "yes")


@pytest.mark.slow
def test_a_game_can_be_chosen_from_a_file_with_several(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    page = study.page
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
    study.wait_for_ply(4)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada vs Grace")
    expect(page.get_by_role("button", name="Start of the study")).to_have_text("Ada vs Grace")
    expect(study.moves).to_have_count(4)


@pytest.mark.slow
def test_text_that_is_not_a_game_is_refused(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    study.paste("hello world")
    alert = study.page.get_by_role("alert")
    expect(alert).to_contain_text("This isn't a game or a position.")
    expect(alert).to_contain_text("You can open moves such as")
    expect(alert).not_to_contain_text("Game 0")
    study.page.get_by_role("dialog").get_by_label("Paste").fill("base white 0,0:wS1..bQ")
    study.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(study.page.get_by_role("alert")).to_contain_text("This position isn't possible")


def test_a_position_can_be_pasted(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    study.paste("hive-2016 Base Black 0,0:wS1bQ^wB1bS1/wQ")
    study.expect_turn("black")
    expect(study.page.locator('[role="application"] [data-place="1,0"]')).to_have_attribute(
        "aria-label", re.compile("beetle 1, on top of Black's queen bee")
    )


def test_a_position_can_be_set_up_and_faults_are_explained(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    page = study.page
    page.get_by_role("button", name="Set up", exact=True).click()
    verdict = page.get_by_test_id("faults")
    go = page.get_by_role("button", name="Analyse this position")

    def put(piece: str, x: float, y: float) -> None:
        """Drag a piece to a point of the board, given as fractions of its size."""
        box = page.get_by_role("application").bounding_box()
        assert box is not None
        page.locator(f'[data-piece="{piece}"]').hover()
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y, steps=6)
        page.mouse.up()

    put("wS1", 0.5, 0.5)
    expect(verdict).to_contain_text("but has no piece in play")
    page.locator('[data-piece="bS1"]').click()
    page.locator('[data-key^="ghost"]').first.click()
    expect(verdict).to_contain_text("This position is possible.")
    put("wA1", 0.1, 0.15)
    expect(verdict).to_contain_text("This position isn't possible")
    expect(verdict.get_by_role("listitem").first).to_contain_text("part")
    expect(go).to_be_disabled()

    # a piece dragged off the board is removed
    ant = page.locator('[role="application"] [aria-label^="White\'s ant"]')
    ant.hover()
    page.mouse.down()
    page.mouse.move(5, 5, steps=6)
    page.mouse.up()
    expect(ant).to_have_count(0)
    expect(verdict).to_contain_text("This position is possible.")
    page.locator('[data-piece="wB1"]').click()
    page.locator('[role="application"] [aria-label^="Here, on top of Black\'s spider"]').click()
    page.get_by_role("complementary").get_by_text("Black", exact=True).click()
    expect(verdict).to_contain_text("no real game could reach it")
    expect(verdict.get_by_role("listitem")).to_have_count(2)
    # all sentences are inside their box
    assert verdict.evaluate("box => box.scrollHeight <= box.clientHeight")
    expect(go).to_be_enabled()
    go.click()
    # Black's only piece is covered
    expect(page.get_by_test_id("status")).to_have_text("You can't place or move anything this turn.")
    page.get_by_role("button", name="Pass").click()
    study.wait_for_ply(1)
    expect(study.moves).to_have_text(["pass"])


@pytest.mark.slow
def test_the_positions_of_a_game_are_possible(server: ServerProcess, open_page: PageOpener) -> None:
    """The turn number comes along, so that there were enough turns to place and move the pieces."""
    study = open_study(server, open_page)
    page, moves = study.page, POSITIONS["engine 8"]
    study.paste(";".join(moves))
    study.wait_for_ply(len(moves))
    for ply in range(len(moves), 0, -6):
        page.get_by_role("button", name="Set up", exact=True).click()
        verdict = page.get_by_role("complementary")
        expect(verdict).to_contain_text("This position is possible.")
        page.get_by_role("button", name="Cancel", exact=True).click()
        for step in range(ply - 1, max(ply - 7, -1), -1):
            page.keyboard.press("ArrowLeft")
            study.wait_for_ply(step)


def test_the_engine_shows_lines_follows_moves_and_stops(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    page = study.page
    study.paste(";".join(LONG_GAME))
    study.wait_for_ply(len(LONG_GAME))
    page.keyboard.press("e")
    lines = page.locator("ol.lines > li")
    expect(lines).to_have_count(3, timeout=60_000)
    expect(page.locator("p[data-state]")).to_contain_text("depth")
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", re.compile("wins|Even"))
    expect(page.locator("g.arrows > g")).not_to_have_count(0)

    page.get_by_role("button", name="Options of the move list").click()
    page.get_by_label("Lines").select_option("1")
    page.keyboard.press("Escape")
    expect(lines).to_have_count(1, timeout=60_000)
    lines.first.hover()
    expect(page.locator("g.arrows g.label").first).to_be_visible()
    lines.first.get_by_role("button").nth(1).click()
    study.wait_for_ply(len(LONG_GAME) + 2)
    expect(study.moves).to_have_count(len(LONG_GAME) + 2)
    expect(lines).to_have_count(1, timeout=60_000)

    page.get_by_role("switch", name="Engine").click()
    expect(lines).to_have_count(0)
    expect(bar).to_have_count(0)
    expect(page.locator("g.arrows > g")).to_have_count(0)


@pytest.mark.slow
def test_a_forced_win_is_shown_in_moves(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    study.paste(";".join(QUICK[:8]))
    study.wait_for_ply(8)
    study.page.get_by_role("switch", name="Engine").click()
    expect(study.page.locator("ol.lines > li").first).to_contain_text("White wins in 1", timeout=60_000)


@pytest.mark.slow
def test_layers_are_drawn_over_the_board(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    page = study.page
    study.paste(";".join(LONG_GAME))
    study.wait_for_ply(len(LONG_GAME))
    page.keyboard.press("l")
    for name in ("Pinned pieces", "Spaces around the queen bees", "Gates", "Where each side can place"):
        page.get_by_label(name).check()
    layers = page.locator("g.layers")
    for selector in (".badge", ".count", ".gate", ".place.white", ".place.black", ".fill"):
        expect(layers.locator(selector).first).to_be_attached()
    page.get_by_label("Where a piece can go").check()
    page.keyboard.press("Escape")
    # a black piece, although it is White's turn
    study.space((2, 2)).click()
    page.locator('[role="application"] [aria-label^="Black\'s beetle 2"]').click()
    expect(layers.locator(".reach").first).to_be_attached()
    page.keyboard.press("l")
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    # close the panel, then put the inspected piece back
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(layers).to_have_count(0)


@pytest.mark.slow
def test_arrows_and_rings_can_be_drawn_by_mouse_and_keyboard(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    page = study.page
    study.paste(";".join(QUICK[:4]))
    study.wait_for_ply(4)
    marks = page.locator("g.arrows > g")
    one, two = (study.space(place).bounding_box() for place in ((0, 0), (-1, 1)))
    assert one is not None
    assert two is not None
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down(button="right")
    page.mouse.move(two["x"] + two["width"] / 2, two["y"] + two["height"] / 2, steps=4)
    page.mouse.up(button="right")
    expect(marks).to_have_count(1)
    page.keyboard.down("Shift")
    study.space((0, 0)).click(button="right")
    page.keyboard.up("Shift")
    expect(marks).to_have_count(2)

    page.get_by_role("button", name="Draw arrows and rings").click()
    page.get_by_role("button", name="Blue").click()
    study.space((0, 0)).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(marks).to_have_count(3)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Previous turn").click()
    study.wait_for_ply(3)
    expect(marks).to_have_count(0)
    page.get_by_role("button", name="Next turn").click()
    study.wait_for_ply(4)
    expect(marks).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(marks).to_have_count(2)


def test_a_study_can_be_shared_by_link(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    study.play("wS1", "bG1 wS1-", "wQ -wS1")
    study.annotate().fill("Early.")
    study.page.get_by_role("button", name="Share", exact=True).click()
    link = study.page.get_by_label("Link to this study")
    expect(link).to_have_value(re.compile("/study/.+"))
    shared = StudyPage(open_page(link.input_value(), reduced_motion="reduce", notation=True))
    shared.wait_for_ply(3)
    expect(shared.moves).to_have_text(["wS1", "bG1 wS1-", "wQ -wS1"])
    expect(shared.page.get_by_role("button", name="Early.")).to_be_visible()


@pytest.mark.parametrize(
    ("section", "name", "ending", "begins"),
    [
        ("The whole study", "Game (PGN)", "pgn", b"["),
        pytest.param("The whole study", "Moves (GameString)", "uhp", b"Base+MLP;", marks=pytest.mark.slow),
        pytest.param("The whole study", "Text", "txt", b"", marks=pytest.mark.slow),
        pytest.param("Current position", "Image (SVG)", "svg", b"<svg", marks=pytest.mark.slow),
        pytest.param("Current position", "Image (PNG)", "png", b"\x89PNG", marks=pytest.mark.slow),
        pytest.param("Current position", "Animation (GIF)", "gif", b"GIF8", marks=pytest.mark.slow),
        pytest.param("Current position", "Text diagram", "txt", b"", marks=pytest.mark.slow),
    ],
)
def test_a_study_can_be_exported(
    server: ServerProcess, open_page: PageOpener, tmp_path: Path, section: str, name: str, ending: str, begins: bytes
) -> None:
    study = open_study(server, open_page)
    study.play("wS1", "bG1 wS1-", "wQ -wS1")
    study.page.get_by_role("button", name="Export", exact=True).click()
    part = study.page.get_by_role("region", name=section)
    with study.page.expect_download() as download:
        part.get_by_role("button", name=name, exact=True).click()
    assert download.value.suggested_filename == f"skep-study.{ending}"
    download.value.save_as(tmp_path / "saved")
    saved = (tmp_path / "saved").read_bytes()
    assert saved.lstrip().startswith(begins)
    assert len(saved) > 10


@pytest.mark.slow
def test_only_finished_games_can_be_analysed(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, reduced_motion="reduce")
    table = start_on_one_screen(page)
    table.play(*QUICK[:2])
    expect(page.get_by_role("link", name="Analyse")).to_have_count(0)
    address = f"{server.address}/study?game={table.game}"
    other = open_page(address)
    expect(other.get_by_role("heading", level=1)).to_have_text("This game is still in progress")
    table.play(*QUICK[2:])
    table.result.get_by_role("link", name="Analyse").click()
    study = StudyPage(page)
    assert page.url == address
    study.wait_for_ply(len(QUICK))
    expect(page.get_by_test_id("status")).to_contain_text("White wins.")
    page.goto(f"{address}&ply=3")
    study.wait_for_ply(3)


@pytest.mark.slow
def test_unknown_studies_and_impossible_positions_say_so(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/study/nothing-here")
    expect(page.get_by_role("heading", level=1)).to_have_text("Study not found")
    page.goto(f"{server.address}/study?position=base+white+0,0:wS1..bQ")
    expect(page.get_by_role("heading", level=1)).to_have_text("This position isn't possible")


@pytest.mark.slow
def test_invalid_stored_studies_are_ignored(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page)
    impossible = {"start": "nowhere", "tags": {}, "comment": "", "marks": [], "nodes": []}
    for stored in ("nonsense", json.dumps({"tree": {"start": 3}}), json.dumps({"tree": impossible, "ply": 4})):
        # the page stores its study when it is left, so the value is replaced when the page is loaded
        study.page.add_init_script(f"localStorage.setItem('skep.study', {json.dumps(stored)})")
        study.page.reload()
        study.wait_until_ready()
        expect(study.moves).to_have_count(0)


def test_the_analysis_board_works_by_touch_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    study = open_study(server, open_page, **PHONE)
    page = study.page
    page.locator('[data-piece="wS1"]').tap()
    study.space((0, 0)).tap()
    study.wait_for_ply(1)
    page.get_by_role("button", name="Engine").tap()
    page.get_by_role("switch", name="Engine").tap()
    expect(page.locator("ol.lines > li")).to_have_count(3, timeout=60_000)
    page.locator("ol.lines button").first.tap()
    study.wait_for_ply(2)
    expect(page.locator(".engine-line")).to_be_visible()
    page.get_by_role("button", name="Moves", exact=True).tap()
    study.annotate().fill("By touch.")
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("button", name="By touch.")).to_be_visible()
