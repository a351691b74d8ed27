"""The school in the browser: the whole course, with mistakes, by mouse, touch and keyboard.

The page's unit tests cover the lessons in French.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE, REDUCED_MOTION, settle
from tests.browser.conftest import PageOpener
from tests.browser.lesson_page import LessonPage, get_lesson, get_lessons, neighbouring_spaces
from tests.browser.server import ServerProcess


@pytest.mark.slow
def test_the_whole_course_can_be_taken(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school", **REDUCED_MOTION)
    lessons = get_lessons(page, server)
    page.get_by_test_id("go").click()
    steps = 0
    for head in lessons:
        expect(page).to_have_title(f"{head['title']} · skep")
        lesson = LessonPage(page, get_lesson(page, server, head["id"]))
        for number in range(1, head["steps"] + 1):
            steps += 1
            lesson.uses_keyboard = steps % 3 == 0
            lesson.take(number, mistake_first=steps % 2 == 0)
        expect(page.locator("main[data-ended]")).to_contain_text(head["title"])
        next_lesson = page.locator("main[data-ended] a").first
        if lesson.uses_keyboard:
            expect(next_lesson).to_be_focused()
            page.keyboard.press("Enter")
        else:
            next_lesson.click()
    expect(page).to_have_url(f"{server.address}/school")
    assert steps == sum(head["steps"] for head in lessons) >= 90
    expect(page.get_by_role("heading", level=1)).to_have_text("You know the whole game!")
    expect(page.locator(".lesson.whole")).to_have_count(len(lessons))
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(page.locator(".lesson.whole")).to_have_count(0)
    expect(page.get_by_test_id("go")).to_have_attribute("href", f"/school/{lessons[0]['id']}")


@pytest.mark.slow
@pytest.mark.parametrize("still", [True, False])
def test_a_finished_lesson_is_celebrated(server: ServerProcess, open_page: PageOpener, *, still: bool) -> None:
    page = open_page(f"{server.address}/school/aim", **(REDUCED_MOTION if still else {}))
    lesson = LessonPage(page, get_lesson(page, server, "aim"))
    for number in range(1, len(lesson.view["steps"]) + 1):
        expect(page.get_by_test_id("celebration")).to_have_count(0)
        lesson.take(number)
    celebration = page.locator("main[data-ended]").get_by_test_id("celebration")
    expect(celebration).to_have_attribute("data-still", str(still).lower())


def test_progress_survives_a_reload_and_is_shared_by_tabs(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/aim", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "aim"))
    for number in (1, 2, 3):
        lesson.take(number)
    lesson.expect_step(4)
    page.reload()
    lesson.expect_step(4)
    other = page.context.new_page()
    other.goto(f"{server.address}/school")
    expect(other.locator(".lesson").first).to_contain_text("3 of 5 steps done")
    expect(other.get_by_test_id("go")).to_contain_text("Continue")
    lesson.take(4)
    expect(other.locator(".lesson").first).to_contain_text("4 of 5 steps done")
    # invalid stored progress is ignored
    page.evaluate('localStorage.setItem(\'skep.school\', \'{"aim": {"done": "all"}, "x": 3\')')
    page.goto(f"{server.address}/school")
    expect(page.get_by_test_id("go")).to_contain_text("Start")


@pytest.mark.slow
def test_every_step_has_an_address(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/soldier-ant#3", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "soldier-ant"))
    lesson.expect_step(3)
    page.get_by_role("link", name="Step 2").click()
    lesson.expect_step(2)
    page.keyboard.press("ArrowRight")
    lesson.expect_step(3)
    page.keyboard.press("[")
    lesson.expect_step(2)
    page.evaluate("location.hash = '#4'")
    lesson.expect_step(4)
    page.goto(f"{server.address}/school/soldier-ant#99")
    lesson.expect_step(4)
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("School")
    page.go_back()
    lesson.expect_step(4)


@pytest.mark.slow
def test_a_lesson_links_to_the_rulebook(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/placing", **REDUCED_MOTION)
    for entry in get_lesson(page, server, "placing")["rulebook"]:
        link = page.get_by_role("link", name=entry["title"], exact=True)
        expect(link).to_have_attribute("href", f"/rules/{entry['id']}")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flying", "No-such lesson", "a--b"])
def test_an_unknown_lesson_says_so(server: ServerProcess, open_page: PageOpener, name: str) -> None:
    page = open_page(f"{server.address}/school/{name}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lesson not found")
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("School")


@pytest.mark.slow
@pytest.mark.parametrize(("path", "request_path"), [("/school", "lessons?"), ("/school/aim", "lessons/aim")])
def test_loading_a_lesson_can_be_retried(
    server: ServerProcess, open_page: PageOpener, path: str, request_path: str
) -> None:
    page = open_page(f"{server.address}/watch")
    unreachable = True

    def respond(route: Route) -> None:
        if unreachable and request_path in route.request.url:
            route.abort("connectionrefused")
        else:
            route.continue_()

    page.route("**/api/lessons*", respond)
    page.route("**/api/lessons/*", respond)
    page.goto(server.address + path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Can't reach the server")
    unreachable = False
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("School|The aim"))


@pytest.mark.slow
def test_the_language_can_be_changed_during_a_step(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/soldier-ant#1", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "soldier-ant"))
    lesson.expect_step(1)
    first, *rest = lesson.step["answers"]
    lesson.press(lesson.space(tuple(first)))
    expect(page.get_by_test_id("count")).to_have_text("1 of 11")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("fr")
    page.keyboard.press("Escape")
    lesson.view = get_lesson(page, server, "soldier-ant", "fr")
    lesson.expect_step(1)
    expect(page.get_by_test_id("count")).to_have_text("1 sur 11")
    for answer in rest:
        lesson.press(lesson.space(tuple(answer)))
    expect(lesson.feedback).to_contain_text(lesson.step["notice"])


@pytest.mark.slow
def test_the_remaining_answers_can_be_shown(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/soldier-ant#1", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "soldier-ant"))
    lesson.expect_step(1)
    for answer in lesson.step["answers"][:7]:
        lesson.press(lesson.space(tuple(answer)))
    page.get_by_role("button", name="Show the rest").click()
    expect(page.locator('[data-mark="found"]')).to_have_count(7)
    expect(page.locator('[data-mark="given"]')).to_have_count(4)
    expect(lesson.feedback).to_contain_text(lesson.step["notice"])
    # restarting the step removes the answers
    page.get_by_role("button", name="Restart this step").click()
    expect(page.locator("[data-mark]")).to_have_count(0)
    expect(page.get_by_test_id("count")).to_have_text("0 of 11")


@pytest.mark.slow
def test_the_next_lesson_is_loaded_in_advance(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/aim#5", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "aim"))
    page.wait_for_load_state("networkidle")
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    lesson.take(5)
    page.locator("main[data-ended] a").first.click()
    LessonPage(page, {"id": "placing", "steps": [{"kind": "play", "text": "", "task": "You are White"}]}).expect_step(1)


@pytest.mark.slow
def test_moves_are_animated_without_reduced_motion(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/surround#3")
    lesson = LessonPage(page, get_lesson(page, server, "surround"))
    lesson.take(3, mistake_first=True)
    lesson.expect_step(4)


@pytest.mark.slow
def test_a_lesson_can_be_taken_by_touch_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/one-hive", **PHONE, **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "one-hive"), touch=True)
    for number in range(1, len(lesson.view["steps"]) + 1):
        lesson.take(number, mistake_first=True)
    expect(page.locator("main[data-ended]")).to_be_visible()
    overflows = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not overflows


@pytest.mark.slow
def test_every_space_to_point_at_is_in_view_on_a_phone(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/soldier-ant#1", **PHONE, **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "soldier-ant"), touch=True)
    lesson.expect_step(1)
    settle(page)
    stage = page.get_by_role("application").bounding_box()
    assert stage is not None
    for place in neighbouring_spaces(lesson.step):
        space = lesson.space(place).bounding_box()
        assert space is not None
        assert stage["x"] <= space["x"], place
        assert space["x"] + space["width"] <= stage["x"] + stage["width"], place
        assert stage["y"] <= space["y"], place
        assert space["y"] + space["height"] <= stage["y"] + stage["height"], place


def move_focus_to(page: Page, key: str) -> None:
    """Move the focus to something on the board by arrow keys, always towards it."""
    focused = "document.activeElement?.dataset?.key"
    for _ in range(60):
        if page.evaluate(focused) == key:
            return
        dx, dy = page.evaluate(
            """(key) => {
              const middle = (element) => { const box = element.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2]; };
              const [x, y] = middle(document.activeElement);
              const [p, q] = middle(document.querySelector(`[data-key="${key}"]`));
              return [p - x, q - y];
            }""",
            key,
        )
        horizontal, vertical = ("ArrowRight" if dx > 0 else "ArrowLeft"), ("ArrowDown" if dy > 0 else "ArrowUp")
        before = page.evaluate(focused)
        for arrow in (vertical, horizontal) if abs(dy) > abs(dx) / 2 else (horizontal, vertical):
            page.keyboard.press(arrow)
            if page.evaluate(focused) != before:
                break
    pytest.fail(f"{key} is not reachable by arrow keys")


def test_steps_and_feedback_are_announced(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/aim#2", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "aim"))
    lesson.take(2)
    announcements = page.get_by_role("log")
    expect(announcements).to_contain_text("Step 3 of 5.")
    for answer in lesson.view["steps"][2]["answers"]:
        lesson.press(lesson.space(tuple(answer)))
    expect(announcements).to_contain_text("Right! 1 of 2.")
    expect(announcements).to_contain_text(lesson.view["steps"][2]["notice"])


@pytest.mark.slow
def test_a_lesson_can_be_taken_by_keyboard(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(f"{server.address}/school/soldier-ant", **REDUCED_MOTION)
    lesson = LessonPage(page, get_lesson(page, server, "soldier-ant"))
    find, judge, *_ = lesson.view["steps"]
    lesson.expect_step(1)
    lesson.main.focus()
    while page.evaluate("document.activeElement.dataset.key ?? ''") == "":
        page.keyboard.press("Tab")
    for q, r in find["answers"]:
        move_focus_to(page, f"space {q},{r}")
        page.keyboard.press("Enter")
    expect(lesson.feedback).to_contain_text(find["notice"])
    page.keyboard.press("Enter")
    lesson.expect_step(2)
    page.keyboard.press(str(judge["answer"] + 1))
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.testid ?? ''") != "name":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press(str(next(at for at, rule in enumerate(judge["because"], 1) if rule["right"])))
    expect(lesson.feedback).to_contain_text(judge["notice"])


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_in_the_school(
    server: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    page = open_page(f"{server.address}/school", **REDUCED_MOTION, **look)
    page.get_by_test_id("go").wait_for()
    check_accessibility(page, "the school")
    kinds = {
        "show": ("spider", 1),
        "find": ("soldier-ant", 1),
        "choose": ("one-hive", 2),
        "judge": ("soldier-ant", 2),
        "play": ("placing", 6),
        "win": ("surround", 3),
        "pass": ("passing", 1),
        "result": ("ending", 1),
    }
    for kind, (name, number) in kinds.items():
        page.goto(f"{server.address}/school/{name}#{number}")
        lesson = LessonPage(page, get_lesson(page, server, name), touch="is_mobile" in look)
        lesson.expect_step(number)
        if kind != "show":
            lesson.make_mistake()
        check_accessibility(page, f"a mistake in a {kind} step")
        lesson.dismiss_reason()
        lesson.take(number)
        page.keyboard.press("[")
    page.goto(f"{server.address}/school/aim#end")
    page.locator("main[data-ended]").wait_for()
    check_accessibility(page, "the end of a lesson")
