"""Reviews in the browser: by mouse, by keyboard and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from skep.game import Game
from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK, start_on_one_screen
from tests.browser.review_page import REVIEW_TIMEOUT, WRONG, ReviewPage, open_review, start_review
from tests.browser.server import ServerProcess

GAME = Game.parse("Base;;;" + ";".join(QUICK))


@pytest.mark.slow
def test_a_finished_game_can_be_reviewed_and_has_a_report(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    table = start_on_one_screen(page)
    table.play(*QUICK)
    table.result.get_by_role("button", name="Review this game").click()
    review = ReviewPage(page)
    assert [move["uhp"] for move in review.moves] == QUICK
    for side in ("white", "black"):
        accuracy = review.review[side]["accuracy"]
        expect(page.locator("dl.pair")).to_contain_text(f"{accuracy:.1f}")
    link = page.get_by_role("link", name="Save the report")
    report = page.request.get(server.address + str(link.get_attribute("href")))
    assert report.ok
    assert report.headers["content-type"].startswith("text/html")
    assert "<svg" in report.text()
    # the page of the game links to the same review
    page.go_back()
    page.get_by_role("main").get_by_role("button", name="Review this game").first.click()
    assert ReviewPage(page).review == review.review


def test_graph_moves_and_keys_show_the_same_positions(server: ServerProcess, open_page: PageOpener) -> None:
    review = open_review(open_page(server.address, notation=True), server, GAME)
    page, count = review.page, len(QUICK)
    review.expect_shown(review.heaviest())
    page.keyboard.press("Home")
    review.expect_shown(0)
    page.keyboard.press("ArrowRight")
    review.expect_shown(1)
    review.graph.focus()
    page.keyboard.press("End")
    review.expect_shown(count)
    expect(review.graph).to_have_attribute("aria-valuetext", re.compile(r"White's chances: 100"))
    page.keyboard.press("Home")
    wrong = [at for at, move in enumerate(review.moves, 1) if move["judgement"] in WRONG]
    for index in wrong:
        page.keyboard.press("PageDown")
        review.expect_shown(index)
    name = review.moves[wrong[-1] - 1]["judgement"].replace("-", " ")
    expect(review.graph).to_have_attribute("aria-valuetext", re.compile(name))
    box = review.graph.bounding_box()
    assert box
    review.graph.click(position={"x": box["width"] - 3, "y": 20})
    review.expect_shown(count)
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name=f"2, White: {QUICK[2]}").click()
    review.expect_shown(3)
    review.button("Previous turn").click()
    review.expect_shown(2)


@pytest.mark.slow
def test_a_turning_point_shows_the_better_line(server: ServerProcess, open_page: PageOpener) -> None:
    review = open_review(open_page(server.address, notation=True), server, GAME)
    page, index = review.page, review.heaviest()
    line = review.moves[index - 1]["line"]
    review.turning_points.first.click()
    review.expect_shown(index)
    review.button("Show better line").click()
    review.expect_shown(index - 1, "line")
    chips = page.locator("ol.line button")
    expect(chips.locator(".notation")).to_have_text(line)
    page.keyboard.press("ArrowRight")
    review.expect_shown(index, "line")
    expect(chips.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("End")
    review.expect_shown(index - 1 + len(line), "line")
    page.keyboard.press("Escape")
    review.expect_shown(index)


@pytest.mark.slow
def test_the_better_move_can_be_found(server: ServerProcess, open_page: PageOpener) -> None:
    review = open_review(open_page(server.address, notation=True), server, GAME)
    page, index = review.page, review.heaviest()
    played = review.moves[index - 1]
    review.turning_points.first.click()
    review.button("Find the better move").click()
    review.expect_shown(index - 1, "exercise")
    board = review.board_before(index)
    review.play(board, played["uhp"])
    expect(page.locator(".verdict")).to_contain_text("That's no better")
    review.button("Try another move").click()
    review.play(board, played["best"])
    expect(page.locator(".verdict")).to_contain_text("the best move")
    review.button("Try another move").click()
    other = next(
        uhp
        for uhp in (board.uhp(move) for move in board.legal_moves)
        if board.parse_uhp(uhp) not in (board.parse_uhp(played["uhp"]), board.parse_uhp(played["best"]))
    )
    review.play(board, other)
    expect(page.locator(".verdict:not(.thinking)")).to_be_visible(timeout=30_000)
    review.button("Back to the game").click()
    review.expect_shown(index)


@pytest.mark.slow
def test_trying_again_opens_the_position_before_the_move(server: ServerProcess, open_page: PageOpener) -> None:
    review = open_review(open_page(server.address, notation=True), server, GAME)
    page, index = review.page, review.heaviest()
    review.turning_points.first.click()
    review.button("Analyse from here").click()
    page.wait_for_url(re.compile(r"/study\?position="))
    top = review.board_before(index).position()
    # the board shows every stack of that position
    expect(page.locator('[role="application"] [data-key^="piece"]')).to_have_count(len(top.stacks))


@pytest.mark.slow
def test_the_reviewed_game_opens_on_the_analysis_board_with_its_judgements(
    server: ServerProcess, open_page: PageOpener
) -> None:
    review = open_review(open_page(server.address, notation=True), server, GAME)
    page, played = review.page, review.moves[review.heaviest() - 1]
    page.get_by_role("button", name=re.compile("^Open on the analysis board")).click()
    page.wait_for_url(re.compile("/study/"))
    tree = page.request.get(page.url.replace("/study/", "/api/studies/")).json()
    assert any(node["uhp"] == played["uhp"] and "?" in (node["glyph"] or "") for node in tree["nodes"])
    assert any(node["uhp"] == played["best"] and node["parent"] == played["ply"] - 1 for node in tree["nodes"])
    expect(page.get_by_role("button", name=played["best"]).first).to_be_visible()


@pytest.mark.slow
def test_a_review_works_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    review = open_review(open_page(server.address, **PHONE), server, GAME)
    page, index = review.page, review.heaviest()
    review.expect_shown(index)
    page.get_by_role("button", name="Overview").tap()
    review.turning_points.first.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    review.expect_shown(index)
    review.button("Find the better move").tap()
    review.expect_shown(index - 1, "exercise")
    review.play(review.board_before(index), review.moves[index - 1]["best"])
    expect(page.locator(".verdict")).to_contain_text("the best move")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_unfinished_and_missing_reviews_say_so(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address)
    unfinished: dict[str, Any] = {
        "review": "0123456789abcdef",
        "effort": "normal",
        "engine": "skep",
        "tree": None,
        "value": 0,
        "white_wins": 0.5,
        "moves": [],
        "white": None,
        "black": None,
        "turning_points": [],
        "problem": None,
        "done": 0,
        "total": 0,
    }
    states = iter(
        [
            {**unfinished, "state": "waiting"},
            {**unfinished, "state": "working", "done": 7, "total": 20},
            {**unfinished, "state": "failed", "problem": "The engine was stopped."},
        ]
    )
    last: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        last[:] = [next(states, last[0] if last else {})]
        route.fulfill(json=last[0])

    page.route("**/api/reviews/0123456789abcdef", answer)
    page.goto(f"{server.address}/review/0123456789abcdef")
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for the engine")
    expect(page.get_by_text("7 of 20 positions")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Couldn't finish the review")
    expect(page.get_by_text("The engine was stopped.")).to_be_visible()
    page.goto(f"{server.address}/review/fedcba9876543210")
    expect(page.get_by_role("heading", level=1)).to_have_text("Review not found")


@pytest.mark.slow
def test_a_review_is_available_in_french(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, locale="fr-FR")
    page.goto(start_review(page, server, GAME))
    expect(page.get_by_role("slider", name="Chances de gain des Blancs")).to_be_visible(timeout=REVIEW_TIMEOUT)
    page.get_by_role("region", name="Les tournants de la partie").get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Trouver le meilleur coup")).to_be_visible()
    link = str(page.get_by_role("link", name="Enregistrer le bilan").get_attribute("href"))
    assert 'lang="fr"' in page.request.get(server.address + link).text()


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_in_a_review(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    review = open_review(open_page(server.address, reduced_motion="reduce", **look), server, GAME)
    page = review.page
    check_accessibility(page, "a turning point")
    review.button("Find the better move").click()
    review.expect_shown(review.heaviest() - 1, "exercise")
    check_accessibility(page, "an exercise")
    review.button("Show better line").click()
    review.expect_shown(review.heaviest() - 1, "line")
    check_accessibility(page, "a better line")
    review.button("Back to the game").click()
    # on a phone, the overview and the moves are in a sheet
    page.get_by_role("tab", name="Moves").or_(page.get_by_role("button", name="Moves", exact=True)).click()
    check_accessibility(page, "judged moves")
