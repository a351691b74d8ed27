"""The puzzle trainer: right and wrong moves, the rating, the daily puzzle, themes, links and languages."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from skep.learn.puzzle_picker import daily_puzzle
from skep.learn.puzzles import find_puzzle
from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE, REDUCED_MOTION
from tests.browser.conftest import PageOpener
from tests.browser.puzzle_page import PuzzlePage, easy_puzzle
from tests.browser.server import ServerProcess
from tests.sizes import slow


@pytest.mark.parametrize(
    ("kind", "moves", "task"),
    [
        slow("win", 1, "Fill the last space next to the (black|white) queen bee."),
        slow("win", 2, "Surround the (black|white) queen bee in 2 moves, whatever (Black|White) replies."),
        ("win", 3, "Surround the (black|white) queen bee in 3 moves, whatever (Black|White) replies."),
        ("save", 1, "Only one move works."),
    ],
)
def test_right_moves_solve_a_puzzle(
    server: ServerProcess, open_page: PageOpener, kind: str, moves: int, task: str
) -> None:
    puzzle = easy_puzzle(kind, moves)
    page = open_page(f"{server.address}/puzzles/{puzzle.id}", **REDUCED_MOTION)
    trainer = PuzzlePage(page)
    expect(trainer.task).to_have_text(re.compile(task))
    expect(page).to_have_title(f"Puzzle {puzzle.id} · skep")
    # the themes would give the solution away
    expect(page.get_by_test_id("themes")).to_have_count(0)
    before = trainer.rating
    trainer.solve()
    expect(trainer.task).to_have_text("Solved!")
    assert trainer.rating > before
    expect(page.get_by_test_id("change")).to_have_text(f"+{trainer.rating - before} Your rating {trainer.rating}")
    expect(page.get_by_test_id("themes").locator("dt")).to_have_count(len(puzzle.themes))
    expect(trainer.main).to_contain_text(f"Rating {puzzle.rating} · From a game the engine played against itself")


@pytest.mark.slow
def test_a_wrong_move_is_refuted_and_can_be_taken_back(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}")
    trainer = PuzzlePage(page)
    before = trainer.rating
    answer = trainer.blunder()
    assert answer is not None
    expect(trainer.task).to_contain_text("Not quite.")
    expect(trainer.task).to_contain_text("2 moves aren't enough any more")
    trainer.expect_piece(answer)
    assert trainer.rating < before
    lost = trainer.rating
    # the reply can be stepped through
    trainer.button("Previous turn").click()
    expect(page.locator("g.flying")).to_have_count(0)
    trainer.button("Next turn").click()
    trainer.button("Try again").click()
    trainer.solve()
    expect(trainer.task).to_have_text("Found!")
    assert trainer.rating == lost, "only the first try counts"
    page.get_by_text("Your move", exact=True).click()
    trainer.expect_piece(answer)
    trainer.button("Try again").click()
    trainer.solve()
    assert trainer.rating == lost


@pytest.mark.slow
def test_a_wrong_defence_loses_the_queen_bee(server: ServerProcess, open_page: PageOpener) -> None:
    trainer = PuzzlePage(open_page(f"{server.address}/puzzles/{easy_puzzle('save', 1).id}", **REDUCED_MOTION))
    answer = trainer.blunder()
    assert answer is not None
    assert answer.ends
    expect(trainer.task).to_contain_text("surrounds your queen bee.")


@pytest.mark.slow
def test_the_last_move_must_surround_the_queen_bee(server: ServerProcess, open_page: PageOpener) -> None:
    trainer = PuzzlePage(open_page(f"{server.address}/puzzles/{easy_puzzle('win', 1).id}", **REDUCED_MOTION))
    assert trainer.blunder() is None
    expect(trainer.task).to_have_text("Not quite. That doesn't surround the queen bee.")
    trainer.button("Try again").click()
    trainer.solve()


@pytest.mark.slow
def test_an_immobile_piece_shows_the_reason_in_the_chosen_language(
    server: ServerProcess, open_page: PageOpener
) -> None:
    trainer = PuzzlePage(open_page(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}", **REDUCED_MOTION))
    view = trainer.view
    refused = view.turns[0].refused
    tops = {stack.pieces[-1]: stack.place for stack in view.scene.stacks}
    piece = next(piece for piece in refused.nowhere if piece in tops)
    trainer.tap(trainer.space(tops[piece]))
    page, notice = trainer.page, trainer.page.get_by_test_id("notice")
    expect(notice).to_contain_text(refused.whys[refused.nowhere[piece]].text)
    # the reason is translated while it is shown
    french = page.request.get(f"{server.address}/api/puzzles/{trainer.puzzle_id}?language=fr").json()["turns"][0][
        "refused"
    ]
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("fr")
    french_text = french["whys"][french["nowhere"][piece]]["text"]
    expect(notice).to_contain_text(french_text)
    page.keyboard.press("Escape")
    trainer.tap(trainer.space(tops[piece]))
    expect(notice).to_contain_text(french_text)


def test_a_hint_shows_the_piece_then_the_move_and_counts_as_missed(
    server: ServerProcess, open_page: PageOpener
) -> None:
    page = open_page(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}", **REDUCED_MOTION)
    trainer = PuzzlePage(page)
    before = trainer.rating
    expect(trainer.main).to_contain_text("A hint counts as a miss.")
    trainer.button("Hint").click()
    expect(page.get_by_test_id("hint")).to_contain_text("Look at")
    assert trainer.rating < before
    trainer.button("Show move").click()
    expect(page.locator("g.arrows").locator("line, .dream").first).to_be_attached()
    expect(trainer.button("Show move")).to_be_disabled()
    trainer.solve()
    expect(trainer.task).to_have_text("Found!")


@pytest.mark.slow
def test_giving_up_shows_the_solution(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}")
    trainer = PuzzlePage(page)
    trainer.button("Give up").click()
    trainer.expect("shown")
    expect(trainer.task).to_have_text("Here's the solution.")
    last = trainer.view.turns[-1].right[0]
    trainer.expect_piece(last)
    trainer.button("First position").click()
    expect(trainer.button("First position")).to_be_disabled()
    for _ in range(3):
        trainer.button("Next turn").click()
    expect(trainer.button("Next turn")).to_be_disabled()
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url(re.compile("/study"))
    page.locator("main[data-loaded=true]").wait_for()


def test_training_continues_and_the_rating_survives_a_reload(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles", **REDUCED_MOTION)
    expect(page.get_by_test_id("rating")).to_have_text("800")
    page.get_by_role("link", name="Start", exact=True).click()
    trainer = PuzzlePage(page)
    names = []
    for _ in range(3):
        names.append(trainer.puzzle_id)
        assert abs(find_puzzle(trainer.puzzle_id).rating - trainer.rating) < 450
        trainer.solve()
        trainer.button("Next puzzle").click()
        trainer.expect("trying")
    assert len({*names, trainer.puzzle_id}) == 4
    rating, name = trainer.rating, trainer.puzzle_id
    assert 900 < rating <= 980, "one puzzle changes the rating by at most 60 points"
    page.reload()
    trainer.expect("trying")
    assert (trainer.rating, trainer.puzzle_id) == (rating, name)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_test_id("rating")).to_have_text(str(rating))
    expect(page.get_by_test_id("counts")).to_have_text("3 of 3 solved on the first try")
    expect(page.get_by_test_id("streak")).to_have_text("Streak: 1 day")
    expect(page.get_by_role("img", name=re.compile("Your rating over 3 puzzles"))).to_be_visible()
    # a puzzle counts only once
    page.goto(f"{server.address}/puzzles/{names[0]}")
    trainer.expect("trying")
    expect(trainer.main).to_contain_text("doesn't count again")
    trainer.solve()
    assert trainer.rating == rating


@pytest.mark.slow
def test_two_tabs_share_one_rating(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles/{easy_puzzle('win', 1).id}", **REDUCED_MOTION)
    other = page.context.new_page()
    other.goto(f"{server.address}/puzzles")
    expect(other.get_by_test_id("rating")).to_have_text("800")
    trainer = PuzzlePage(page)
    trainer.solve()
    expect(other.get_by_test_id("rating")).to_have_text(str(trainer.rating))


@pytest.mark.slow
def test_invalid_stored_data_is_ignored(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles", **REDUCED_MOTION)
    page.get_by_test_id("rating").wait_for()
    for text in ("nonsense", '{"rating":null,"tried":[3]}', "[]"):
        page.evaluate(
            "(text) => ['skep.puzzles', 'skep.puzzle-stock'].forEach((name) => localStorage.setItem(name, text))",
            text,
        )
        page.goto(f"{server.address}/puzzles/rated")
        PuzzlePage(page)
        assert PuzzlePage(page).rating == 800


@pytest.mark.slow
def test_the_daily_puzzle_follows_the_local_date(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles", timezone_id="Pacific/Auckland", **REDUCED_MOTION)
    region = page.get_by_role("region", name="Puzzle of the day")
    region.get_by_role("link", name="Solve it").click()
    trainer = PuzzlePage(page)
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    year, month, day = map(int, today.split("-"))
    assert trainer.puzzle_id == daily_puzzle(date(year, month, day)).id
    trainer.solve()
    page.go_back()
    expect(region.get_by_role("link", name="Solved today")).to_be_visible()


@pytest.mark.slow
def test_training_can_be_limited_to_a_theme_or_to_bugs(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles", **REDUCED_MOTION)
    page.get_by_role("link", name=re.compile("^Throw")).click()
    trainer = PuzzlePage(page)
    assert page.url.endswith("/puzzles?theme=throw")
    for _ in range(2):
        assert "throw" in find_puzzle(trainer.puzzle_id).themes
        trainer.button("Give up").click()
        trainer.expect("shown")
        trainer.button("Next puzzle").click()
        trainer.expect("trying")
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_role("link", name=re.compile("^Mosquito, pillbug")).click()
    trainer.expect("trying")
    assert find_puzzle(trainer.puzzle_id).game_type == "Base+MP"


@pytest.mark.slow
def test_puzzles_have_links(server: ServerProcess, open_page: PageOpener) -> None:
    name = easy_puzzle("win", 1).id
    page = open_page(f"{server.address}/puzzles/{name}", **REDUCED_MOTION)
    trainer = PuzzlePage(page)
    trainer.solve()
    trainer.button("Share").click()
    expect(page.get_by_label("Link to the puzzle")).to_have_value(f"{server.address}/puzzles/{name}")
    for unknown in ("22222222", "nonsense-name", "DAILY"):
        page.goto(f"{server.address}/puzzles/{unknown}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle not found")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")


@pytest.mark.slow
def test_puzzles_are_available_in_french(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles", locale="fr-FR", **REDUCED_MOTION)
    expect(page.get_by_role("heading", level=1)).to_have_text("Problèmes")
    page.goto(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}")
    trainer = PuzzlePage(page)
    expect(trainer.task).to_have_text(re.compile("Encerclez la reine abeille (noire|blanche) en 2 coups."))
    refused = page.request.get(f"{server.address}/api/puzzles/{trainer.puzzle_id}?language=fr").json()["turns"][0][
        "refused"
    ]
    tops = {stack.pieces[-1]: stack.place for stack in trainer.view.scene.stacks}
    piece = next(piece for piece in refused["nowhere"] if piece in tops)
    trainer.tap(trainer.space(tops[piece]))
    expect(page.get_by_test_id("notice")).to_contain_text("Ultimate")
    expect(page.get_by_test_id("notice")).to_contain_text(refused["whys"][refused["nowhere"][piece]]["text"])
    trainer.blunder()
    expect(trainer.task).to_contain_text("Pas tout à fait.")
    trainer.button("Réessayer").click()
    trainer.solve()
    expect(trainer.task).to_have_text("Trouvé !")


@pytest.mark.slow
def test_puzzles_can_be_solved_by_touch_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles", **PHONE)
    page.get_by_role("link", name="Start", exact=True).tap()
    trainer = PuzzlePage(page, touch=True)
    page.goto(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}")
    trainer.expect("trying")
    trainer.blunder()
    trainer.button("Try again").tap()
    trainer.solve()
    for button in trainer.main.get_by_role("button").all():
        if button.evaluate("(element) => element.closest('[role=application]') === null"):
            box = button.bounding_box()
            assert box is None or box["height"] >= 40


@pytest.mark.slow
def test_puzzles_can_be_solved_by_keyboard(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/puzzles/{easy_puzzle('win', 1).id}", **REDUCED_MOTION)
    trainer = PuzzlePage(page)
    move = trainer.view.turns[0].right[0]
    assert move.to is not None
    wrong = next(
        (piece, (flat[at], flat[at + 1]))
        for piece, flat in trainer.view.turns[0].legal.items()
        for at in range(0, len(flat), 2)
        if (piece, (flat[at], flat[at + 1])) not in {(right.piece, right.to) for right in trainer.view.turns[0].right}
    )
    where = {piece: stack.place for stack in trainer.view.scene.stacks for piece in stack.pieces}

    def make(piece: str, to: tuple[int, int]) -> None:
        start = trainer.space(where[piece]) if piece in where else page.locator(f'[data-piece="{piece}"]')
        start.focus()
        page.keyboard.press("Enter")
        trainer.space(to).focus()
        page.keyboard.press("Enter")

    make(*wrong)
    trainer.expect("wrong")
    expect(trainer.button("Try again")).to_be_focused()
    page.keyboard.press("Enter")
    trainer.expect("trying")
    expect(page.locator('[role="application"] :focus')).to_have_count(1)
    make(str(move.piece), move.to)
    trainer.expect("solved")
    expect(trainer.button("Next puzzle")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("In a puzzle")
    page.keyboard.press("Escape")
    page.keyboard.press("[")
    expect(trainer.button("Previous turn")).to_be_disabled()
    page.keyboard.press("n")
    expect(trainer.main).to_have_attribute("data-phase", "trying")
    expect(page.get_by_role("log").or_(page.locator("[aria-live]")).first).to_be_attached()


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_in_puzzles(server: ServerProcess, open_page: PageOpener, look: dict[str, Any]) -> None:
    page = open_page(f"{server.address}/puzzles", **REDUCED_MOTION, **look)
    page.get_by_role("link", name=re.compile("^Mosquito, pillbug")).wait_for()
    check_accessibility(page, "the trainer's start")
    page.goto(f"{server.address}/puzzles/{easy_puzzle('win', 2).id}")
    trainer = PuzzlePage(page, touch="is_mobile" in look)
    check_accessibility(page, "a puzzle")
    trainer.button("Hint").click()
    check_accessibility(page, "a hint")
    trainer.blunder()
    check_accessibility(page, "a wrong move")
    trainer.button("Try again").click()
    trainer.solve()
    check_accessibility(page, "solved")
    if "is_mobile" in look:
        trainer.button("More").click()
        check_accessibility(page, "the details")
    page.get_by_role("button", name="Share", exact=True).click()
    check_accessibility(page, "sharing")
    page.goto(f"{server.address}/puzzles/history")
    page.get_by_role("cell", name="Missed").wait_for()
    check_accessibility(page, "the history")
    page.goto(f"{server.address}/puzzles/storm")
    trainer.expect("trying")
    check_accessibility(page, "a storm")
    page.goto(f"{server.address}/puzzles/22222222")
    page.get_by_role("heading", level=1).wait_for()
    check_accessibility(page, "no such puzzle")


def solve_run_puzzle(trainer: PuzzlePage) -> None:
    """Solve a puzzle of a run and wait for the next one."""
    before, turns = trainer.puzzle_id, trainer.view.turns
    for number, turn in enumerate(turns):
        trainer.expect("trying", number)
        trainer.make(turn.right[0])
    expect(trainer.main).not_to_have_attribute("data-puzzle", before)
    trainer.expect("trying")


@pytest.mark.slow
def test_a_streak_rises_until_the_first_miss_which_can_be_repeated(
    server: ServerProcess, open_page: PageOpener
) -> None:
    page = open_page(f"{server.address}/puzzles", **REDUCED_MOTION)
    page.get_by_test_id("streak-tile").click()
    trainer = PuzzlePage(page)
    expect(trainer.button("Hint")).to_have_count(0)
    ratings = []
    for _ in range(3):
        ratings.append(find_puzzle(trainer.puzzle_id).rating)
        solve_run_puzzle(trainer)
    assert ratings == sorted(ratings)
    expect(page.get_by_test_id("solved")).to_have_text("3")
    missed = trainer.puzzle_id
    trainer.blunder()
    result = page.get_by_test_id("run-result")
    expect(result).to_contain_text("3 puzzles solved")
    expect(result).to_contain_text("Your best so far!")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_test_id("streak-tile")).to_contain_text("Best: 3")
    expect(page.get_by_test_id("rating")).to_have_text("800")
    page.get_by_test_id("missed-tile").click()
    trainer.expect("trying")
    assert trainer.puzzle_id == missed
    trainer.solve()
    trainer.button("Next puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing to repeat")
    page.goto(f"{server.address}/puzzles/history")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text(missed)
    expect(rows.first).to_contain_text("Solved")
    expect(rows.nth(1)).to_contain_text("Missed")


@pytest.mark.slow
def test_a_storm_lasts_three_minutes_from_the_first_move(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/watch", **REDUCED_MOTION)
    # the page's clock, which the test advances
    page.add_init_script(
        "const real = performance.now.bind(performance); window.skipped = 0;"
        "performance.now = () => real() + window.skipped;"
    )
    page.goto(f"{server.address}/puzzles/storm")
    trainer = PuzzlePage(page)
    expect(page.get_by_test_id("left")).to_have_text("3:00")
    page.evaluate("window.skipped += 60_000")
    solve_run_puzzle(trainer)
    expect(page.get_by_test_id("combo")).to_have_text("1")
    expect(page.get_by_test_id("left")).to_have_text(re.compile(r"2:\d\d"))
    before = trainer.puzzle_id
    trainer.button("Skip").click()
    expect(trainer.main).not_to_have_attribute("data-puzzle", before)
    expect(page.get_by_test_id("combo")).to_have_text("0")
    page.evaluate("window.skipped += 180_000")
    expect(page.get_by_test_id("run-result")).to_contain_text("1 puzzle solved")
    expect(page.get_by_test_id("left")).to_have_text("0:00")
    trainer.button("Play again").click()
    trainer.expect("trying")
    expect(page.get_by_test_id("left")).to_have_text("3:00")
    expect(page.get_by_test_id("solved")).to_have_text("0")


@pytest.mark.slow
@pytest.mark.parametrize("still", [True, False])
def test_a_solved_puzzle_is_celebrated(server: ServerProcess, open_page: PageOpener, *, still: bool) -> None:
    look = REDUCED_MOTION if still else {}
    page = open_page(f"{server.address}/puzzles/{easy_puzzle('win', 1).id}", **look)
    trainer = PuzzlePage(page)
    expect(page.get_by_test_id("celebration")).to_have_count(0)
    trainer.solve()
    expect(page.get_by_test_id("celebration")).to_have_attribute("data-still", str(still).lower())
