"""Importing games into the database, finding them, and exploring positions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK, start_on_one_screen
from tests.browser.review_page import ReviewPage
from tests.browser.server import ServerProcess
from tests.browser.waiting import wait_until

RECORD = """[Event "Club evening"]
[Date "{date}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[GameType "Base"]

{moves}
"""
OPENINGS = (
    ("2025.03.01", "Ada", "Grace", "WhiteWins", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-"),
    ("2025.04.02", "Grace", "Ada", "BlackWins", "wS1;bS1 wS1-;wQ \\wS1;bQ bS1-"),
    ("2026.01.05", "Ada", "Kit", "Draw", "wS1;bG1 wS1-;wQ -wS1;bQ bG1-"),
    ("2026.02.06", "Kit", "Grace", "WhiteWins", "wA1;bS1 wA1-;wQ -wA1;bQ bS1-"),
)
BROKEN = "Base;;;wS1;bG1 wS1-;wA1 bX\n\nBase;;;wS1;bB1 wS1-;wQ -wS1;bQ bB1-\n"


def pgn(date: str, white: str, black: str, result: str, moves: str) -> str:
    numbered = " ".join(f"{number}. {move}" for number, move in enumerate(moves.split(";"), 1))
    return RECORD.format(date=date, white=white, black=black, result=result, moves=numbered)


COLLECTION = "\n".join(pgn(*opening) for opening in OPENINGS)


def import_files(page: Page, *files: tuple[str, str | bytes]) -> None:
    """Choose files to import."""
    payloads = [
        FilePayload(name=name, mimeType="text/plain", buffer=text if isinstance(text, bytes) else text.encode())
        for name, text in files
    ]
    page.locator('input[type="file"]').set_input_files(payloads)


def outcome(page: Page) -> Locator:
    """Return the card with the outcome of an import."""
    return page.get_by_role("region", name="Import")


def rows(page: Page) -> Locator:
    return page.locator(".games > li")


@pytest.mark.slow
def test_imports_take_one_line_and_can_be_undone(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/archive")
    expect(page.get_by_text("No games here yet.")).to_be_visible()
    import_files(page, ("club.pgn", COLLECTION))
    expect(outcome(page)).to_contain_text("4 games added")
    expect(rows(page)).to_have_count(4)
    files = ("again.pgn", COLLECTION), ("broken.uhp", BROKEN), ("picture.pgn", bytes(range(256)) * 20)
    import_files(page, *files)
    expect(outcome(page)).to_contain_text("3 files read")
    expect(outcome(page)).to_contain_text("1 game added, 4 already here, 2 skipped")
    expect(outcome(page)).not_to_contain_text("bX")
    outcome(page).get_by_role("button", name="Details").click()
    expect(outcome(page)).to_contain_text("Game 1, line 1, turn 3")
    expect(outcome(page)).to_contain_text("bX")
    expect(outcome(page)).to_contain_text("not a text file")
    expect(rows(page)).to_have_count(5)
    outcome(page).get_by_role("button", name="Undo").click()
    expect(outcome(page)).to_contain_text("1 game removed")
    expect(rows(page)).to_have_count(4)
    outcome(page).get_by_role("button", name="Dismiss").click()
    expect(outcome(page)).to_have_count(0)


@pytest.mark.slow
def test_the_starter_set_is_added_filtered_and_removed(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/archive")
    expect(page.get_by_text("Games of skep's own engine, levels 3 to 10")).to_be_visible()
    page.get_by_role("button", name="Add the starter set").click()
    expect(outcome(page)).to_contain_text("games added", timeout=60_000)
    import_files(page, ("club.pgn", COLLECTION))
    expect(outcome(page)).to_contain_text("4 games added")
    page.get_by_role("button", name="Starter set", exact=True).click()
    expect(page.get_by_text("Games of skep's own engine, levels 3 to 10")).to_be_visible()
    expect(rows(page).first).to_contain_text("skep level")
    page.get_by_role("button", name="Remove the starter set").click()
    expect(rows(page)).to_have_count(4, timeout=60_000)


@pytest.mark.slow
def test_a_dropped_file_is_imported(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/archive")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_visible()
    transfer = page.evaluate_handle(
        """(text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "dropped.pgn", { type: "text/plain" }));
          return transfer;
        }""",
        COLLECTION,
    )
    main = page.get_by_role("main")
    main.dispatch_event("dragenter", {"dataTransfer": transfer})
    expect(page.get_by_text("Drop files to import their games")).to_be_visible()
    main.dispatch_event("drop", {"dataTransfer": transfer})
    expect(outcome(page)).to_contain_text("4 games added")


@pytest.mark.slow
def test_games_can_be_filtered_downloaded_studied_and_reviewed(
    own_server: ServerProcess, open_page: PageOpener, tmp_path: Path
) -> None:
    page = open_page(f"{own_server.address}/archive", notation=True)
    import_files(page, ("club.pgn", COLLECTION))
    expect(rows(page)).to_have_count(4)
    expect(rows(page).locator("svg[class~=felt]")).to_have_count(4)
    search = page.get_by_role("searchbox", name="Find games")
    search.fill("ad")
    expect(rows(page)).to_have_count(3)
    colour = page.get_by_role("group", name="Colour")
    colour.get_by_role("button", name="Black").click()
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("2 Apr 2025")
    colour.get_by_role("button", name="Black").click()
    search.fill("ant queen")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Ant, then queen bee")
    expect(colour).to_have_count(0)
    search.fill("ada")
    page.get_by_text("Dates and rulebook").click()
    page.get_by_label("From", exact=True).fill("2026")
    expect(rows(page)).to_have_count(1)
    page.get_by_label("From", exact=True).fill("last year")
    expect(page.get_by_text("Enter a year, month or day")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(rows(page)).to_have_count(4)
    page.get_by_role("group", name="Winner").get_by_role("button", name="Draw").click()
    expect(rows(page)).to_have_count(1)
    menu = page.get_by_role("button", name="More for Ada vs Kit")
    menu.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download as PGN").click()
    download.value.save_as(tmp_path / "game.pgn")
    assert "bG1 wS1-" in (tmp_path / "game.pgn").read_text()
    menu.click()
    with page.expect_download() as picture:
        page.get_by_role("menuitem", name="Picture (PNG)").click()
    picture.value.save_as(tmp_path / "game.png")
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")
    page.get_by_role("link", name="Study Ada vs Kit").click()
    page.wait_for_url(re.compile(r"/study\?archived=\d+$"))
    page.go_back()
    page.get_by_role("button", name="More for Grace vs Ada").click()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Review")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="More for Grace vs Ada")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Review").click()
    assert ReviewPage(page).review["tree"]["tags"]["White"] == "Grace"


@pytest.mark.slow
def test_finished_games_are_archived_automatically(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(own_server.address)
    table = start_on_one_screen(page, private=False)
    table.play(*QUICK)
    table.result.wait_for()
    wait_until(page, "() => fetch('/api/archive').then((response) => response.json()).then(({ total }) => total > 0)")
    page.goto(f"{own_server.address}/archive")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("White won")
    expect(rows(page)).to_contain_text("9 turns")


def open_explorer(page: Page, phone: bool = False) -> Locator:
    """Open the explorer of the analysis board."""
    if phone:
        page.get_by_role("navigation").get_by_role("button", name="Engine").tap()
    page.get_by_role("tab", name="Explorer").click()
    found = page.get_by_role("region", name="Games that reached this position")
    expect(found).to_be_visible()
    return found


def test_the_explorer_lists_and_plays_the_moves_of_a_position(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/archive", notation=True)
    import_files(page, ("club.pgn", COLLECTION))
    expect(rows(page)).to_have_count(4)
    page.goto(f"{own_server.address}/study?position=ultimate-2024 Base White[1] -")
    found = open_explorer(page)
    expect(found).to_contain_text("4 games")
    moves = found.locator(".moves > li")
    expect(moves).to_have_count(2)
    expect(moves.first).to_contain_text("wS1")
    expect(moves.first).to_contain_text("75%")
    expect(moves.first).to_contain_text("by Ada")
    expect(moves.first.get_by_role("img")).to_have_attribute("aria-label", "White wins 33%, draws 33%, Black wins 33%")
    moves.first.get_by_role("button").click()
    expect(found).to_contain_text("3 games")
    expect(moves).to_have_count(2)
    moves.filter(has_text="bG1").get_by_role("button").click()
    expect(found).to_contain_text("1 game")
    behind = found.get_by_role("link", name=re.compile("Ada – Kit"))
    expect(behind).to_have_attribute("href", re.compile(r"^/study\?archived=\d+&ply=2$"))
    found.get_by_text("Filters", exact=True).click()
    found.get_by_label("Player").fill("Grace")
    expect(found).to_contain_text("No games with these filters reached this position.")
    found.get_by_role("button", name="Clear filters").click()
    expect(found).to_contain_text("1 game")
    behind.click()
    page.wait_for_url(re.compile(r"ply=2"))
    expect(page.get_by_role("button", name="bQ bG1-")).to_be_visible()


@pytest.mark.slow
def test_an_unknown_position_links_to_the_import(own_server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{own_server.address}/study", **PHONE)
    found = open_explorer(page, phone=True)
    expect(found).to_contain_text("No games have reached this position yet.")
    found.get_by_role("link", name="Import games").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Games")


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_in_the_database(
    own_server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_page(f"{own_server.address}/archive", reduced_motion="reduce", **look)
    import_files(page, ("club.pgn", COLLECTION), ("broken.uhp", BROKEN), ("picture.pgn", bytes(range(256))))
    expect(outcome(page)).to_contain_text("files read")
    outcome(page).get_by_role("button", name="Details").click()
    if "has_touch" in look:
        page.get_by_role("button", name="Filters").tap()
    rows(page).first.get_by_role("button").click()
    check_accessibility(page, "the database")
    page.get_by_role("searchbox", name="Find games").fill("nobody at all")
    expect(page.get_by_text("No games match these filters.")).to_be_visible()
    check_accessibility(page, "nothing found")
    page.goto(f"{own_server.address}/study?position=ultimate-2024 Base White[1] -")
    found = open_explorer(page, phone="has_touch" in look)
    expect(found.locator(".moves > li").first).to_be_visible()
    found.get_by_text("Filters", exact=True).click()
    check_accessibility(page, "the explorer")
