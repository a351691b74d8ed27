"""A game is reviewed to its report, and the review is read: by pointer, by keys, on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from skep.game import Game
from tests.browser.conftest import Opener
from tests.browser.driving import PHONE, QUICK, same_screen
from tests.browser.reviewing import PATIENCE, WRONG, AtTheReview, begin_review, reviewed
from tests.browser.serving import ServicesDep
from tests.browser.test_accessibility import LOOKS, check

GAME = Game.parse("Base;;;" + ";".join(QUICK))


def test_a_finished_game_is_reviewed_to_its_report(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    table = same_screen(page)
    for move in QUICK:
        table.play(move)
    table.result().get_by_role("button", name="Review this game").click()
    review = AtTheReview(page)
    assert [move["uhp"] for move in review.moves] == QUICK
    for side in ("white", "black"):
        accuracy = review.told[side]["accuracy"]
        expect(page.locator("dl.pair")).to_contain_text(f"{accuracy:.1f}")
    link = page.get_by_role("link", name="Save the report")
    report = page.request.get(served.address + str(link.get_attribute("href")))
    assert report.ok
    assert report.headers["content-type"].startswith("text/html")
    assert "<svg" in report.text()
    # the table offers it too, and it is there already
    page.go_back()
    page.get_by_role("main").get_by_role("button", name="Review this game").first.click()
    assert AtTheReview(page).told == review.told


def test_the_graph_the_moves_and_the_keys_lead_to_the_same_positions(served: ServicesDep, people: Opener) -> None:
    review = reviewed(people(served.address), served, GAME)
    page, count = review.page, len(QUICK)
    review.expect_shown(0)
    page.keyboard.press("ArrowRight")
    review.expect_shown(1)
    review.graph.focus()
    page.keyboard.press("End")
    review.expect_shown(count)
    expect(review.graph).to_have_attribute("aria-valuetext", re.compile(r"White wins 100"))
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
    page.get_by_text("Moves", exact=True).click()
    page.get_by_role("button", name=f"2, White: {QUICK[2]}").click()
    review.expect_shown(3)
    review.button("One turn back").click()
    review.expect_shown(2)


def test_a_turning_point_shows_the_better_line_and_leads_back(served: ServicesDep, people: Opener) -> None:
    review = reviewed(people(served.address), served, GAME)
    page, index = review.page, review.heaviest()
    line = review.moves[index - 1]["line"]
    page.get_by_role("region", name="Here it turned").get_by_role("button").first.click()
    review.expect_shown(index)
    review.button("Better line").click()
    review.expect_shown(index - 1, "line")
    chips = page.locator("ol.line button")
    expect(chips).to_have_text(line)
    page.keyboard.press("ArrowRight")
    review.expect_shown(index, "line")
    expect(chips.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("End")
    review.expect_shown(index - 1 + len(line), "line")
    page.keyboard.press("Escape")
    review.expect_shown(index)


def test_the_better_move_is_looked_for_and_found(served: ServicesDep, people: Opener) -> None:
    review = reviewed(people(served.address), served, GAME)
    page, index = review.page, review.heaviest()
    played = review.moves[index - 1]
    page.get_by_role("region", name="Here it turned").get_by_role("button").first.click()
    review.button("Find the better move").click()
    review.expect_shown(index - 1, "exercise")
    board = review.board_before(index)
    review.play(board, played["uhp"])
    expect(page.locator(".verdict")).to_contain_text("That does not help")
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


def test_trying_again_opens_the_position_before_the_move(served: ServicesDep, people: Opener) -> None:
    review = reviewed(people(served.address), served, GAME)
    page, index = review.page, review.heaviest()
    page.get_by_role("region", name="Here it turned").get_by_role("button").first.click()
    review.button("Try again from here").click()
    page.wait_for_url(re.compile(r"/study\?position="))
    top = review.board_before(index).position()
    # who looks at the board finds every stack of that position
    expect(page.locator('[role="application"] [data-key^="piece"]')).to_have_count(len(top.stacks))


def test_the_reviewed_game_opens_on_the_analysis_board_with_its_judgements(served: ServicesDep, people: Opener) -> None:
    review = reviewed(people(served.address), served, GAME)
    page, played = review.page, review.moves[review.heaviest() - 1]
    page.get_by_role("button", name=re.compile("^Open in the study")).click()
    page.wait_for_url(re.compile("/study/"))
    tree = page.request.get(page.url.replace("/study/", "/api/studies/")).json()
    assert any(node["uhp"] == played["uhp"] and "?" in (node["glyph"] or "") for node in tree["nodes"])
    assert any(node["uhp"] == played["best"] and node["parent"] == played["ply"] - 1 for node in tree["nodes"])
    expect(page.get_by_role("button", name=played["best"]).first).to_be_visible()


def test_a_phone_has_it_all(served: ServicesDep, people: Opener) -> None:
    review = reviewed(people(served.address, **PHONE), served, GAME)
    page, index = review.page, review.heaviest()
    page.get_by_role("region", name="Here it turned").get_by_role("button").first.tap()
    review.expect_shown(index)
    review.button("Find the better move").tap()
    review.expect_shown(index - 1, "exercise")
    review.play(review.board_before(index), review.moves[index - 1]["best"])
    expect(page.locator(".verdict")).to_contain_text("the best move")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_review_that_is_not_done_says_so_kindly(served: ServicesDep, people: Opener) -> None:
    page = people(served.address)
    told: dict[str, Any] = {
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
            {**told, "state": "waiting"},
            {**told, "state": "working", "done": 7, "total": 20},
            {**told, "state": "failed", "problem": "The engine was stopped."},
        ]
    )
    last: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        last[:] = [next(states, last[0] if last else {})]
        route.fulfill(json=last[0])

    page.route("**/api/reviews/0123456789abcdef", answer)
    page.goto(f"{served.address}/review/0123456789abcdef")
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for the engine")
    expect(page.get_by_text("7 of 20 positions")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("The review could not be finished")
    expect(page.get_by_text("The engine was stopped.")).to_be_visible()
    page.goto(f"{served.address}/review/fedcba9876543210")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such review")


def test_a_review_is_read_in_french(served: ServicesDep, people: Opener) -> None:
    page = people(served.address, locale="fr-FR")
    page.goto(begin_review(page, served, GAME))
    expect(page.get_by_role("slider", name="Chances de gain de Blanc")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("region", name="Ici, elle a tourné").get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Trouver le meilleur coup")).to_be_visible()
    link = str(page.get_by_role("link", name="Enregistrer le bilan").get_attribute("href"))
    assert 'lang="fr"' in page.request.get(served.address + link).text()


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_is_content_with_a_review(served: ServicesDep, people: Opener, look: dict[str, Any]) -> None:
    review = reviewed(people(served.address, reduced_motion="reduce", **look), served, GAME)
    page = review.page
    check(page, "a review")
    page.get_by_role("region", name="Here it turned").get_by_role("button").first.click()
    check(page, "a turning point")
    review.button("Better line").click()
    review.expect_shown(review.heaviest() - 1, "line")
    check(page, "a better line")
    review.button("Back to the game").click()
    review.button("Find the better move").click()
    review.expect_shown(review.heaviest() - 1, "exercise")
    check(page, "a riddle")
    review.button("Back to the game").click()
    page.get_by_text("Moves", exact=True).click()
    check(page, "judged moves")
