"""Waiting for a condition in the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import TIMEOUT

__all__ = ["wait_until"]

_WAIT = """async (arg) => {
  const isMet = %s;
  const end = performance.now() + %d;
  while (!(await isMet(arg))) {
    if (performance.now() > end) throw new Error("the condition was not met in time");
    await new Promise((next) => requestAnimationFrame(next));
  }
}"""


def wait_until(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until a JavaScript function of ``arg`` returns true. Unlike in Playwright, it can return a promise."""
    page.evaluate(_WAIT % (condition, TIMEOUT), arg)
