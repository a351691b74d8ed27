"""Taking lessons on the page, with the answers from the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.board_page import BoardPage, settle
from tests.browser.server import ServerProcess

__all__ = ["LessonPage", "get_lesson", "get_lessons", "neighbouring_spaces"]

Place = tuple[int, int]
_DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def get_lessons(page: Page, server: ServerProcess, language: str = "en") -> list[dict[str, Any]]:
    """Return the heads of all lessons of the course, in order."""
    course = page.request.get(f"{server.address}/api/lessons?language={language}").json()
    return [lesson for chapter in course["chapters"] for lesson in chapter["lessons"]]


def get_lesson(page: Page, server: ServerProcess, name: str, language: str = "en") -> dict[str, Any]:
    """Return a lesson as the server sends it to the page."""
    view: dict[str, Any] = page.request.get(f"{server.address}/api/lessons/{name}?language={language}").json()
    return view


def pairs(flat: list[int]) -> list[Place]:
    """Return the places in a flat list of q, r, q, r, …."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def neighbouring_spaces(step: dict[str, Any]) -> Iterator[Place]:
    """Yield the empty spaces beside the hive."""
    occupied = {tuple(stack["place"]) for stack in step["scene"]["stacks"]}
    seen = set[Place]()
    for q, r in occupied:
        for dq, dr in _DIRECTIONS:
            space = (q + dq, r + dr)
            if space not in occupied | seen:
                seen.add(space)
                yield space


class LessonPage(BoardPage):
    """The page of a lesson, taken by mouse, touch or keyboard."""

    def __init__(self, page: Page, view: dict[str, Any], *, touch: bool = False) -> None:
        super().__init__(page, touch=touch)
        self.view = view
        self.uses_keyboard = False

    # reading the page

    @property
    def feedback(self) -> Locator:
        return self.page.get_by_test_id("feedback").last

    def expect_step(self, number: int) -> None:
        """Wait until a step is shown with its texts."""
        step = self.view["steps"][number - 1]
        expect(self.main).to_have_attribute("data-step", str(number))
        expect(self.main).to_have_attribute("data-kind", step["kind"])
        expect(self.main).to_contain_text(step.get("task") or step["text"])
        assert self.page.url.endswith(f"/school/{self.view['id']}#{number}")

    def expect_reason(self, why: dict[str, Any]) -> None:
        """Wait until a reason is shown."""
        expect(self.notice).to_contain_text(why["text"])

    def expect_wrong(self, step: dict[str, Any]) -> None:
        expect(self.feedback).to_have_attribute("data-tone", "wrong")
        expect(self.feedback).to_contain_text(step["wrong"])

    # using the page

    def press(self, target: Locator, *, force: bool = False) -> None:
        """Press something; ``force`` also presses what is marked as disabled."""
        if self.uses_keyboard:
            target.focus()
            self.page.keyboard.press("Enter")
        elif self._touch:
            target.tap(force=force)
        else:
            target.click(force=force)

    def dismiss_reason(self) -> None:
        """Close a reason and wait until the view is back."""
        self.page.keyboard.press("Escape")
        self.page.mouse.move(1, 1)  # a stack under the pointer fans out
        if self.notice.inner_text():
            self.page.keyboard.press("Escape")  # the first one closed a stack that was fanned out
        expect(self.notice).to_have_text("")
        settle(self.page)

    def option(self, number: int) -> None:
        """Choose an option of the panel, counted from 1."""
        if self.uses_keyboard:
            self.page.keyboard.press(str(number))
        else:
            self.press(self.page.locator(f'[data-option="{number}"]'))

    def place_of(self, piece: str) -> Place | None:
        """Return the place of a piece at the start of the step, or None if it is in a hand."""
        stacks = self.step["scene"]["stacks"]
        return next((tuple(stack["place"]) for stack in stacks if piece in stack["pieces"]), None)

    def piece(self, piece: str) -> Locator:
        return self.piece_at(piece, self.place_of(piece))

    @property
    def step(self) -> dict[str, Any]:
        number = int(self.main.get_attribute("data-step") or 0)
        step: dict[str, Any] = self.view["steps"][number - 1]
        return step

    def move(self, piece: str, to: Place) -> None:
        self.press(self.piece(piece))
        self.press(self.space(to))

    def go_to_next(self) -> None:
        """Go to the next step once this one is solved."""
        expect(self.main).to_have_attribute("data-solved", "true")
        if self.uses_keyboard:
            # a solved task focuses the next button; in a step without a task, the focus can be on a move
            self.page.keyboard.press("ArrowRight" if self.step["kind"] == "show" else "Enter")
        else:
            self.press(self.page.get_by_test_id("next"))

    def take(self, number: int, *, mistake_first: bool = False) -> None:
        """Solve a step, after a mistake if requested, and check the feedback."""
        self.expect_step(number)
        self._solve(self.step, mistake_first=mistake_first)
        self.go_to_next()

    def make_mistake(self) -> None:
        """Answer the step wrongly and check the feedback."""
        getattr(self, f"_{self.step['kind']}_wrongly")(self.step)

    def _solve(self, step: dict[str, Any], *, mistake_first: bool) -> None:
        kind = step["kind"]
        if mistake_first and kind != "show":
            self.make_mistake()
            self.dismiss_reason()
        getattr(self, f"_{kind}")(step)
        if kind != "show":
            expect(self.feedback).to_have_attribute("data-tone", "right")
            expect(self.feedback).to_contain_text(step["notice"])

    # one method per kind of step, and one for a mistake in it

    def _show(self, step: dict[str, Any]) -> None:
        for index, move in enumerate(step["moves"]):
            self.option(index + 1)
            if move["legal"]:
                expect(self.page.locator("g.path")).to_have_count(1)
            else:
                self.expect_reason(move["why"])

    def _find(self, step: dict[str, Any]) -> None:
        for answer in step["answers"]:
            self.press(self.space(tuple(answer)))
        expect(self.page.locator('[data-mark="found"]')).to_have_count(len(step["answers"]))

    def _find_wrongly(self, step: dict[str, Any]) -> None:
        answers = {tuple(answer) for answer in step["answers"]}
        wrong = next((place for place in neighbouring_spaces(step) if place not in answers), None)
        if wrong is None:
            return
        self.press(self.space(wrong))
        flat = step["refused"]["places"].get(step["piece"], [])
        reasons = {(q, r): index for q, r, index in zip(flat[::3], flat[1::3], flat[2::3], strict=True)}
        if wrong in reasons:
            self.expect_reason(step["refused"]["whys"][reasons[wrong]])
        else:
            self.expect_wrong(step)

    def _choose(self, step: dict[str, Any]) -> None:
        for piece in step["answers"]:
            self.press(self.piece(piece))
            if step["notes"][piece]["why"]:
                self.dismiss_reason()
        expect(self.page.locator('[data-mark="found"]')).to_have_count(len(step["answers"]))

    def _choose_wrongly(self, step: dict[str, Any]) -> None:
        piece, note = next((piece, note) for piece, note in step["notes"].items() if not note["right"])
        self.press(self.piece(piece))
        if note["why"]:
            self.expect_reason(note["why"])
        else:
            expect(self.feedback).to_contain_text(note["sentence"])

    def _judge(self, step: dict[str, Any]) -> None:
        self.option(step["answer"] + 1)
        self.press(self.page.get_by_test_id("name"))
        if step["because"]:
            right = next(index for index, choice in enumerate(step["because"]) if choice["right"])
            expect(self.page.locator("[data-rule]")).to_have_count(len(step["because"]))
            self.option(right + 1)
        why = step["moves"][step["answer"]]["why"]
        if why:
            self.expect_reason(why)

    def _judge_wrongly(self, step: dict[str, Any]) -> None:
        wrong = (step["answer"] + 1) % len(step["moves"])
        self.option(wrong + 1)
        self.press(self.page.get_by_test_id("name"))
        why = step["moves"][wrong]["why"]
        if why:
            self.expect_reason(why)
        else:
            self.expect_wrong(step)

    def _play(self, step: dict[str, Any]) -> None:
        piece, flat = next(iter(step["answers"].items()))
        self.move(piece, pairs(flat)[0])

    def _play_wrongly(self, step: dict[str, Any]) -> None:
        immobile = [piece for piece in step["refused"]["nowhere"] if piece not in step["legal"]["moves"]]
        for piece in immobile[:1]:
            self.press(self.piece(piece), force=self.place_of(piece) is None)
            self.expect_reason(step["refused"]["whys"][step["refused"]["nowhere"][piece]])
            self.dismiss_reason()
        slip = next(self._other_moves(step), None)
        if slip is not None:
            self.move(*slip)
            self.expect_wrong(step)
            self.press(self.page.get_by_test_id("again"))
            expect(self.page.get_by_test_id("feedback")).to_have_count(0)

    def _other_moves(self, step: dict[str, Any]) -> Iterator[tuple[str, Place]]:
        for piece, flat in step["legal"]["moves"].items():
            right = pairs(step["answers"].get(piece, []))
            yield from ((piece, to) for to in pairs(flat) if to not in right)

    def _win(self, step: dict[str, Any]) -> None:
        node, count, moved = step["start"], step["start"]["moves"], dict[str, Place]()
        for number in range(1, count + 1):
            if count > 1:
                expect(self.page.get_by_test_id("count")).to_contain_text(re.compile(rf"{number}\D+{count}"))
                settle(self.page)  # the view can follow the reply
            best = node["best"][0]
            piece = best["piece"]
            self.press(self.space(moved[piece]) if piece in moved else self.piece(piece))
            self.press(self.space(tuple(best["to"])))
            moved[piece] = tuple(best["to"])
            node = best["then"]

    def _win_wrongly(self, step: dict[str, Any]) -> None:
        slip = step["start"]["wrong_moves"][0]
        self.move(slip["piece"], tuple(slip["to"]))
        self.expect_wrong(step)
        if slip["reply"] and slip["reply"]["to"]:
            q, r = slip["reply"]["to"]
            expect(self.page.locator(f'[data-key="piece {q},{r}"]')).to_have_count(1)
        self.press(self.page.get_by_test_id("again"))
        expect(self.page.get_by_test_id("feedback")).to_have_count(0)

    def _pass(self, _step: dict[str, Any]) -> None:
        self.press(self.page.get_by_test_id("pass"))

    def _pass_wrongly(self, step: dict[str, Any]) -> None:
        refused = step["refused"]
        for piece, index in refused["nowhere"].items():
            self.press(self.piece(piece))
            self.expect_reason(refused["whys"][index])
            self.dismiss_reason()  # a stack that fans out can cover the next piece
        expect(self.page.locator('[data-mark="tried"]')).to_have_count(len(refused["nowhere"]))

    def _result(self, step: dict[str, Any]) -> None:
        self.press(self.page.locator(f'[data-result="{step["answer"]}"]'))

    def _result_wrongly(self, step: dict[str, Any]) -> None:
        wrong = "draw" if step["answer"] != "draw" else "nobody"
        self.press(self.page.locator(f'[data-result="{wrong}"]'))
        self.expect_wrong(step)
