"""Taking a lesson in the page, by what the server tells of it: every task right, and some of them wrong first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import settle
from tests.browser.serving import ServicesDep

__all__ = ["AtTheLesson", "beside", "lesson_of", "lessons_of"]

Place = tuple[int, int]
_NEAR: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def lessons_of(page: Page, served: ServicesDep, language: str = "en") -> list[dict[str, Any]]:
    """All lessons of the course, in their order."""
    course = page.request.get(f"{served.address}/api/lessons?language={language}").json()
    return [lesson for chapter in course["chapters"] for lesson in chapter["lessons"]]


def lesson_of(page: Page, served: ServicesDep, name: str, language: str = "en") -> dict[str, Any]:
    """A lesson as the page is told it."""
    told: dict[str, Any] = page.request.get(f"{served.address}/api/lessons/{name}?language={language}").json()
    return told


def pairs(flat: list[int]) -> list[Place]:
    """Places from q, r, q, r, …."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def beside(step: dict[str, Any]) -> Iterator[Place]:
    """The spaces beside the hive."""
    taken = {tuple(stack["place"]) for stack in step["scene"]["stacks"]}
    seen = set[Place]()
    for q, r in taken:
        for dq, dr in _NEAR:
            near = (q + dq, r + dr)
            if near not in taken | seen:
                seen.add(near)
                yield near


class AtTheLesson:
    """Somebody who takes a lesson: by pointer, by touch, or by key."""

    def __init__(self, page: Page, told: dict[str, Any], *, touch: bool = False) -> None:
        self.page = page
        self.told = told
        self.keys = False
        self._touch = touch

    # what is seen

    @property
    def main(self) -> Locator:
        return self.page.locator("main")

    @property
    def notice(self) -> Locator:
        """Where the reason stands why something is not allowed."""
        return self.page.get_by_test_id("notice")

    @property
    def feedback(self) -> Locator:
        return self.page.get_by_test_id("feedback").last

    def expect_step(self, number: int) -> None:
        """The step is there, with its words."""
        step = self.told["steps"][number - 1]
        expect(self.main).to_have_attribute("data-step", str(number))
        expect(self.main).to_have_attribute("data-kind", step["kind"])
        expect(self.page.locator(".words")).to_contain_text(step.get("task") or step["text"])
        assert self.page.url.endswith(f"/school/{self.told['id']}#{number}")

    def expect_reason(self, why: dict[str, Any]) -> None:
        """Expect the text of a reason in the notice."""
        expect(self.notice).to_contain_text(why["text"])

    def expect_wrong(self, step: dict[str, Any]) -> None:
        expect(self.feedback).to_have_attribute("data-tone", "wrong")
        expect(self.feedback).to_contain_text(step["wrong"])

    # what is done

    def press(self, what: Locator, *, force: bool = False) -> None:
        """Press something, as this person does; by force although it says that nothing can be done with it."""
        if self.keys:
            what.focus()
            self.page.keyboard.press("Enter")
        elif self._touch:
            what.tap(force=force)
        else:
            what.click(force=force)

    def let_go(self) -> None:
        """Put a reason away. The view goes back then."""
        self.page.keyboard.press("Escape")
        self.page.mouse.move(1, 1)  # where a pointer rests on a stack, it is fanned out
        expect(self.notice).to_have_text("")
        settle(self.page)

    def option(self, number: int) -> None:
        """Choose one of those beside the board, counted from 1."""
        if self.keys:
            self.page.keyboard.press(str(number))
        else:
            self.press(self.page.locator(f'[data-option="{number}"]'))

    def place(self, place: Place) -> Locator:
        return self.page.locator(f'[role="application"] [data-place="{place[0]},{place[1]}"]').last

    def standing(self, piece: str) -> Place | None:
        """Where a piece stands at the beginning of the step; None while it is in a hand."""
        stacks = self.step["scene"]["stacks"]
        return next((tuple(stack["place"]) for stack in stacks if piece in stack["pieces"]), None)

    def piece(self, piece: str) -> Locator:
        place = self.standing(piece)
        return self.page.locator(f'[data-piece="{piece}"]') if place is None else self.place(place)

    @property
    def step(self) -> dict[str, Any]:
        number = int(self.main.get_attribute("data-step") or 0)
        step: dict[str, Any] = self.told["steps"][number - 1]
        return step

    def move(self, piece: str, to: Place) -> None:
        self.press(self.piece(piece))
        self.press(self.place(to))

    def go_on(self) -> None:
        """To the next step, once this one is done."""
        expect(self.main).to_have_attribute("data-solved", "true")
        if self.keys:
            # what was done gives the focus to the way on; where one only looks, it may be on a move to be shown again
            self.page.keyboard.press("ArrowRight" if self.step["kind"] == "show" else "Enter")
        else:
            self.press(self.page.get_by_test_id("next"))

    def take(self, number: int, *, wrongly: bool = False) -> None:
        """Do a step as it should be done; or wrongly first, and see what is said."""
        self.expect_step(number)
        self._do(self.step, wrongly=wrongly)
        self.go_on()

    def err(self) -> None:
        """Answer the step wrongly, and see what is said."""
        getattr(self, f"_{self.step['kind']}_wrongly")(self.step)

    def _do(self, step: dict[str, Any], *, wrongly: bool) -> None:
        kind = step["kind"]
        if wrongly and kind != "show":
            self.err()
            self.let_go()
        getattr(self, f"_{kind}")(step)
        if kind != "show":
            expect(self.feedback).to_have_attribute("data-tone", "right")
            expect(self.feedback).to_contain_text(step["notice"])

    # one kind after the other

    def _show(self, step: dict[str, Any]) -> None:
        for index, move in enumerate(step["moves"]):
            self.option(index + 1)
            if move["legal"]:
                expect(self.page.locator(".way")).to_have_count(1)
            else:
                self.expect_reason(move["why"])

    def _find(self, step: dict[str, Any]) -> None:
        for answer in step["answers"]:
            self.press(self.place(tuple(answer)))
        expect(self.page.locator('[data-mark="found"]')).to_have_count(len(step["answers"]))

    def _find_wrongly(self, step: dict[str, Any]) -> None:
        answers = {tuple(answer) for answer in step["answers"]}
        wrong = next((place for place in beside(step) if place not in answers), None)
        if wrong is None:
            return
        self.press(self.place(wrong))
        flat = step["refused"]["places"].get(step["piece"], [])
        told = {(q, r): index for q, r, index in zip(flat[::3], flat[1::3], flat[2::3], strict=True)}
        if wrong in told:
            self.expect_reason(step["refused"]["whys"][told[wrong]])
        else:
            self.expect_wrong(step)

    def _choose(self, step: dict[str, Any]) -> None:
        for piece in step["answers"]:
            self.press(self.piece(piece))
            if step["notes"][piece]["why"]:
                self.let_go()
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
        held = [piece for piece in step["refused"]["nowhere"] if piece not in step["legal"]["moves"]]
        for piece in held[:1]:
            self.press(self.piece(piece), force=self.standing(piece) is None)
            self.expect_reason(step["refused"]["whys"][step["refused"]["nowhere"][piece]])
            self.let_go()
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
        node, of, moved = step["start"], step["start"]["moves"], dict[str, Place]()
        for number in range(1, of + 1):
            if of > 1:
                expect(self.page.get_by_test_id("count")).to_contain_text(re.compile(rf"{number}\D+{of}"))
                settle(self.page)  # the view may have followed the answer
            best = node["best"][0]
            piece = best["piece"]
            self.press(self.place(moved[piece]) if piece in moved else self.piece(piece))
            self.press(self.place(tuple(best["to"])))
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
            self.let_go()  # a stack that is fanned out may lie over the next piece
        expect(self.page.locator('[data-mark="tried"]')).to_have_count(len(refused["nowhere"]))

    def _result(self, step: dict[str, Any]) -> None:
        self.press(self.page.locator(f'[data-result="{step["answer"]}"]'))

    def _result_wrongly(self, step: dict[str, Any]) -> None:
        wrong = "draw" if step["answer"] != "draw" else "nobody"
        self.press(self.page.locator(f'[data-result="{wrong}"]'))
        self.expect_wrong(step)
