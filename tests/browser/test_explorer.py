"""Games are brought into the database, found there, opened, and explored beside the analysis board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, QUICK, same_screen
from tests.browser.reviewing import AtTheReview
from tests.browser.serving import ServicesDep
from tests.browser.test_accessibility import LOOKS, check

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


def bring(page: Page, *files: tuple[str, str | bytes]) -> None:
    """Choose some files to be imported."""
    payloads = [
        FilePayload(name=name, mimeType="text/plain", buffer=text if isinstance(text, bytes) else text.encode())
        for name, text in files
    ]
    page.locator('input[type="file"]').set_input_files(payloads)


def report(page: Page, name: str) -> Locator:
    return page.locator(".reports > li").filter(has_text=name)


def rows(page: Page) -> Locator:
    return page.locator(".games > li")


def test_files_are_imported_and_what_was_refused_is_told(own_server: ServicesDep, people: Opener) -> None:
    page = people(f"{own_server.address}/archive")
    expect(page.get_by_text("No games here yet.")).to_be_visible()
    bring(page, ("club.pgn", COLLECTION), ("broken.uhp", BROKEN), ("picture.pgn", bytes(range(256)) * 20))
    expect(report(page, "club.pgn")).to_contain_text("4 added")
    expect(report(page, "broken.uhp")).to_contain_text("1 added, 1 skipped")
    expect(report(page, "broken.uhp")).to_contain_text("Game 1, line 1, turn 3")
    expect(report(page, "broken.uhp")).to_contain_text("bX")
    expect(report(page, "picture.pgn")).to_contain_text("not a text file")
    expect(rows(page)).to_have_count(5)
    bring(page, ("again.pgn", COLLECTION))
    expect(report(page, "again.pgn")).to_contain_text("0 added, 4 already here")
    expect(rows(page)).to_have_count(5)
    page.get_by_role("button", name="Dismiss: again.pgn").click()
    expect(report(page, "again.pgn")).to_have_count(0)


def test_a_file_can_be_dropped(own_server: ServicesDep, people: Opener) -> None:
    page = people(f"{own_server.address}/archive")
    box = page.get_by_role("region", name="Import games")
    carried = page.evaluate_handle(
        """(text) => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], "dropped.pgn", { type: "text/plain" }));
          return carried;
        }""",
        COLLECTION,
    )
    box.dispatch_event("dragenter", {"dataTransfer": carried})
    expect(box).to_have_class(re.compile("over"))
    box.dispatch_event("drop", {"dataTransfer": carried})
    expect(report(page, "dropped.pgn")).to_contain_text("4 added")


def test_the_list_is_filtered_and_its_games_are_opened_reviewed_and_downloaded(
    own_server: ServicesDep, people: Opener, tmp_path: Path
) -> None:
    page = people(f"{own_server.address}/archive")
    bring(page, ("club.pgn", COLLECTION))
    expect(rows(page)).to_have_count(4)
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Player").fill("ada")
    expect(rows(page)).to_have_count(3)
    page.get_by_label("Playing as").select_option("black")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("2025-04-02")
    page.get_by_label("Playing as").select_option("")
    page.get_by_label("From").fill("2026")
    expect(rows(page)).to_have_count(1)
    page.get_by_label("From").fill("last year")
    expect(page.get_by_text("Enter a year, month or day")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(rows(page)).to_have_count(4)
    page.get_by_label("Result").select_option("Draw")
    expect(rows(page)).to_have_count(1)
    with page.expect_download() as begun:
        page.get_by_role("link", name="Download Ada vs Kit as PGN").click()
    begun.value.save_as(tmp_path / "game.pgn")
    assert "bG1 wS1-" in (tmp_path / "game.pgn").read_text()
    page.get_by_role("link", name="Study Ada vs Kit").click()
    page.wait_for_url(re.compile(r"/study\?archived=\d+$"))
    expect(page.get_by_role("button", name="bG1 wS1-")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Review Grace vs Ada").click()
    assert AtTheReview(page).told["tree"]["tags"]["White"] == "Grace"


def test_what_is_played_at_the_table_is_there_by_itself(own_server: ServicesDep, people: Opener) -> None:
    page = people(own_server.address)
    table = same_screen(page)
    for move in QUICK:
        table.play(move)
    table.result().wait_for()
    for _ in range(50):  # it is archived soon, not at once
        if page.request.get(f"{own_server.address}/api/archive").json()["total"]:
            break
        page.wait_for_timeout(300)
    page.goto(f"{own_server.address}/archive")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("White won")
    expect(rows(page)).to_contain_text("9 turns")


def explorer(page: Page, phone: bool = False) -> Locator:
    """The explorer beside the analysis board."""
    if phone:
        page.get_by_role("navigation").get_by_role("button", name="Engine").tap()
    page.get_by_role("tab", name="Explorer").click()
    found = page.get_by_role("region", name="Games that reached this position")
    expect(found).to_be_visible()
    return found


def test_a_position_is_explored_and_played_on(own_server: ServicesDep, people: Opener) -> None:
    page = people(f"{own_server.address}/archive")
    bring(page, ("club.pgn", COLLECTION))
    expect(rows(page)).to_have_count(4)
    page.goto(f"{own_server.address}/study?position=ultimate-2024 Base White[1] -")
    found = explorer(page)
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


def test_a_position_that_nobody_played_says_so_and_leads_to_the_import(own_server: ServicesDep, people: Opener) -> None:
    page = people(f"{own_server.address}/study", **PHONE)
    found = explorer(page, phone=True)
    expect(found).to_contain_text("No games have reached this position yet.")
    found.get_by_role("link", name="Import games").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game database")


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_is_content_with_the_database(served: ServicesDep, people: Opener, look: dict[str, Any]) -> None:
    page = people(f"{served.address}/archive", reduced_motion="reduce", **look)
    bring(page, ("club.pgn", COLLECTION), ("broken.uhp", BROKEN), ("picture.pgn", bytes(range(256))))
    expect(report(page, "picture.pgn")).to_be_visible()
    page.get_by_text("Filters", exact=True).click()
    check(page, "the database")
    page.get_by_label("Player").fill("nobody at all")
    expect(page.get_by_text("No games match these filters.")).to_be_visible()
    check(page, "nothing found")
    page.goto(f"{served.address}/study?position=ultimate-2024 Base White[1] -")
    found = explorer(page, phone="has_touch" in look)
    expect(found.locator(".moves > li").first).to_be_visible()
    found.get_by_text("Filters", exact=True).click()
    check(page, "the explorer")
