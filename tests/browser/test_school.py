"""The school in the browser: the whole course in both languages, right and wrong, by pointer, touch and key."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opener
from tests.browser.driving import PHONE
from tests.browser.schooling import AtTheLesson, lesson_of, lessons_of
from tests.browser.serving import ServicesDep
from tests.browser.test_accessibility import LOOKS, check

CALM: dict[str, Any] = {"reduced_motion": "reduce"}


@pytest.mark.parametrize(("language", "locale"), [("en", "en-GB"), ("fr", "fr-FR")])
def test_the_whole_course_can_be_taken(served: ServicesDep, people: Opener, language: str, locale: str) -> None:
    page = people(f"{served.address}/school", locale=locale, **CALM)
    lessons = lessons_of(page, served, language)
    page.get_by_test_id("go").click()
    steps = 0
    for head in lessons:
        expect(page).to_have_title(f"{head['title']} · skep")
        lesson = AtTheLesson(page, lesson_of(page, served, head["id"], language))
        for number in range(1, head["steps"] + 1):
            steps += 1
            lesson.keys = steps % 3 == 0
            lesson.take(number, wrongly=steps % 2 == 0)
        expect(page.locator("main[data-ended]")).to_contain_text(head["title"])
        on = page.locator("main[data-ended] a").first
        if lesson.keys:
            expect(on).to_be_focused()
            page.keyboard.press("Enter")
        else:
            on.click()
    expect(page).to_have_url(f"{served.address}/school")
    assert steps == sum(head["steps"] for head in lessons) >= 90
    heading = {"en": "You know the whole game!", "fr": "Vous connaissez tout le jeu !"}[language]
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.locator(".lesson.whole")).to_have_count(len(lessons))
    # and all over again
    page.get_by_role("button", name={"en": "Start over", "fr": "Tout recommencer"}[language]).click()
    page.get_by_role("dialog").get_by_role("button", name={"en": "Yes", "fr": "Oui"}[language]).click()
    expect(page.locator(".lesson.whole")).to_have_count(0)
    expect(page.get_by_test_id("go")).to_have_attribute("href", f"/school/{lessons[0]['id']}")


def test_progress_survives_a_reload_and_is_shared_by_tabs(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/aim", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "aim"))
    for number in (1, 2, 3):
        lesson.take(number)
    lesson.expect_step(4)
    page.reload()
    lesson.expect_step(4)
    other = page.context.new_page()
    other.goto(f"{served.address}/school")
    expect(other.locator(".lesson").first).to_contain_text("3 of 5 steps done")
    expect(other.get_by_test_id("go")).to_contain_text("Continue")
    lesson.take(4)
    expect(other.locator(".lesson").first).to_contain_text("4 of 5 steps done")
    # what makes no sense is ignored
    page.evaluate('localStorage.setItem(\'skep.school\', \'{"aim": {"done": "all"}, "x": 3\')')
    page.goto(f"{served.address}/school")
    expect(page.get_by_test_id("go")).to_contain_text("Start")


def test_every_step_has_an_address(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/soldier-ant#3", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "soldier-ant"))
    lesson.expect_step(3)
    page.get_by_role("link", name="Step 2").click()
    lesson.expect_step(2)
    page.keyboard.press("ArrowRight")
    lesson.expect_step(3)
    page.keyboard.press("[")
    lesson.expect_step(2)
    page.evaluate("location.hash = '#4'")
    lesson.expect_step(4)
    page.goto(f"{served.address}/school/soldier-ant#99")
    lesson.expect_step(4)
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
    page.go_back()
    lesson.expect_step(4)


def test_a_lesson_leads_to_the_rulebook(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/placing", **CALM)
    for entry in lesson_of(page, served, "placing")["rulebook"]:
        link = page.get_by_role("link", name=entry["title"], exact=True)
        expect(link).to_have_attribute("href", f"/rules/{entry['id']}")


@pytest.mark.parametrize("name", ["flying", "No-such lesson", "a--b"])
def test_a_lesson_that_does_not_exist_is_kindly_not_found(served: ServicesDep, people: Opener, name: str) -> None:
    page = people(f"{served.address}/school/{name}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lesson not found")
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")


@pytest.mark.parametrize(("path", "asked"), [("/school", "lessons?"), ("/school/aim", "lessons/aim")])
def test_it_can_be_tried_again_when_the_server_does_not_answer(
    served: ServicesDep, people: Opener, path: str, asked: str
) -> None:
    page = people(f"{served.address}/watch")
    away = True

    def answer(route: Route) -> None:
        if away and asked in route.request.url:
            route.abort("connectionrefused")
        else:
            route.continue_()

    page.route("**/api/lessons*", answer)
    page.route("**/api/lessons/*", answer)
    page.goto(served.address + path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Can't reach the server")
    away = False
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Learn|The aim"))


def test_the_language_can_change_in_the_middle_of_a_step(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/soldier-ant#1", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "soldier-ant"))
    lesson.expect_step(1)
    first, *rest = lesson.step["answers"]
    lesson.press(lesson.place(tuple(first)))
    expect(page.get_by_test_id("count")).to_have_text("1 of 11")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("fr")
    page.keyboard.press("Escape")
    lesson.told = lesson_of(page, served, "soldier-ant", "fr")
    lesson.expect_step(1)
    expect(page.get_by_test_id("count")).to_have_text("1 sur 11")
    for answer in rest:
        lesson.press(lesson.place(tuple(answer)))
    expect(lesson.feedback).to_contain_text(lesson.step["notice"])


def test_the_rest_can_be_shown(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/soldier-ant#1", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "soldier-ant"))
    lesson.expect_step(1)
    for answer in lesson.step["answers"][:7]:
        lesson.press(lesson.place(tuple(answer)))
    page.get_by_role("button", name="Show the rest").click()
    expect(page.locator('[data-mark="found"]')).to_have_count(7)
    expect(page.locator('[data-mark="given"]')).to_have_count(4)
    expect(lesson.feedback).to_contain_text(lesson.step["notice"])
    # the same step again, from its beginning
    page.get_by_role("button", name="Restart this step").click()
    expect(page.locator("[data-mark]")).to_have_count(0)
    expect(page.get_by_test_id("count")).to_have_text("0 of 11")


def test_the_next_lesson_is_there_before_it_is_opened(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/aim#5", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "aim"))
    page.wait_for_load_state("networkidle")
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    lesson.take(5)
    page.locator("main[data-ended] a").first.click()
    AtTheLesson(page, {"id": "placing", "steps": [{"kind": "play", "text": "", "task": "You are White"}]}).expect_step(
        1
    )


def test_moves_are_seen_where_motion_is_wanted(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/surround#3")
    lesson = AtTheLesson(page, lesson_of(page, served, "surround"))
    lesson.take(3, wrongly=True)
    lesson.expect_step(4)


def test_a_lesson_on_a_phone(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/one-hive", **PHONE, **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "one-hive"), touch=True)
    for number in range(1, len(lesson.told["steps"]) + 1):
        lesson.take(number, wrongly=True)
    expect(page.locator("main[data-ended]")).to_be_visible()
    overflows = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not overflows


def walk_to(page: Page, key: str) -> None:
    """To something on the board by arrows alone, always towards it."""
    here = "document.activeElement?.dataset?.key"
    for _ in range(60):
        if page.evaluate(here) == key:
            return
        dx, dy = page.evaluate(
            """(key) => {
              const middle = (of) => { const box = of.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2]; };
              const [x, y] = middle(document.activeElement);
              const [p, q] = middle(document.querySelector(`[data-key="${key}"]`));
              return [p - x, q - y];
            }""",
            key,
        )
        across, along = ("ArrowRight" if dx > 0 else "ArrowLeft"), ("ArrowDown" if dy > 0 else "ArrowUp")
        before = page.evaluate(here)
        for arrow in (along, across) if abs(dy) > abs(dx) / 2 else (across, along):
            page.keyboard.press(arrow)
            if page.evaluate(here) != before:
                break
    pytest.fail(f"{key} cannot be walked to")


def test_who_hears_the_page_is_told_what_happens(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/aim#2", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "aim"))
    lesson.take(2)
    said = page.get_by_role("log")
    expect(said).to_contain_text("Step 3 of 5.")
    for answer in lesson.told["steps"][2]["answers"]:
        lesson.press(lesson.place(tuple(answer)))
    expect(said).to_contain_text("Right! 1 of 2.")
    expect(said).to_contain_text(lesson.told["steps"][2]["notice"])


def test_by_keyboard_alone(served: ServicesDep, people: Opener) -> None:
    page = people(f"{served.address}/school/soldier-ant", **CALM)
    lesson = AtTheLesson(page, lesson_of(page, served, "soldier-ant"))
    find, judge, *_ = lesson.told["steps"]
    lesson.expect_step(1)
    page.locator(".words").focus()
    while page.evaluate("document.activeElement.dataset.key ?? ''") == "":
        page.keyboard.press("Tab")
    for q, r in find["answers"]:
        walk_to(page, f"space {q},{r}")
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


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_is_content_with_the_school(served: ServicesDep, people: Opener, look: dict[str, Any]) -> None:
    page = people(f"{served.address}/school", **CALM, **look)
    page.get_by_test_id("go").wait_for()
    check(page, "the school")
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
        page.goto(f"{served.address}/school/{name}#{number}")
        lesson = AtTheLesson(page, lesson_of(page, served, name), touch="is_mobile" in look)
        lesson.expect_step(number)
        if kind != "show":
            lesson.err()
        check(page, f"{kind}, wrong")
        lesson.let_go()
        lesson.take(number)
        page.keyboard.press("[")
    page.goto(f"{served.address}/school/aim#end")
    page.locator("main[data-ended]").wait_for()
    check(page, "the end of a lesson")
