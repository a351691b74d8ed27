"""The shared parts of pages with a board: spaces, pieces, reasons and animations."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

__all__ = ["PHONE", "REDUCED_MOTION", "BoardPage", "settle", "settled_view"]

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
REDUCED_MOTION: Final[dict[str, Any]] = {"reduced_motion": "reduce"}

_SETTLED: Final = """async () => {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const view = () => document.querySelector('[role="application"] > svg > g')?.getAttribute("transform") ?? "";
  const isFinite = (animation) => Number.isFinite(animation.effect.getComputedTiming().endTime);
  for (let still = 0, last = null; still < 4; ) {
    await frame();
    const running = document.getAnimations().filter(isFinite);
    await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
    still = view() === last && !running.length ? still + 1 : 0;
    last = view();
  }
  return view();
}"""
"""Waits until the board's view and all finite animations have been still for four frames."""


def settle(page: Page) -> None:
    """Wait until nothing on the page moves or changes colour."""
    page.evaluate(_SETTLED)


def settled_view(page: Page) -> str:
    """Wait until nothing moves, and return the pan and zoom of the board."""
    view: str = page.evaluate(_SETTLED)
    return view


class BoardPage:
    """A page with a board, used by mouse or touch."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.main = page.get_by_role("main")
        self._touch = touch

    @property
    def notice(self) -> Locator:
        """The reason why a move is not allowed."""
        return self.page.get_by_test_id("notice")

    def button(self, name: str) -> Locator:
        return self.main.get_by_role("button", name=name, exact=True)

    def space(self, place: tuple[int, int]) -> Locator:
        """The stack or the space at a place of the board."""
        return self.page.locator(f'[role="application"] [data-place="{place[0]},{place[1]}"]').last

    def piece_at(self, piece: str, place: tuple[int, int] | None) -> Locator:
        """The piece at a place, or in a hand if the place is None."""
        return self.page.locator(f'[data-piece="{piece}"]') if place is None else self.space(place)

    def tap(self, target: Locator) -> None:
        if self._touch:
            target.tap()
        else:
            target.click()

    def expect_landed(self) -> None:
        """Wait until no piece is moving."""
        expect(self.page.locator("g.flying")).to_have_count(0)
