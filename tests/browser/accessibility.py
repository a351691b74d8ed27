"""Accessibility checks with axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.board_page import PHONE, settle
from tests.services import missing

__all__ = ["check_accessibility", "every_look"]

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
every_look: Final = pytest.mark.parametrize(
    "look",
    [
        pytest.param({"color_scheme": "light"}, id="light"),
        pytest.param({"color_scheme": "dark"}, id="dark", marks=pytest.mark.slow),
        pytest.param({"color_scheme": "light", **PHONE}, id="phone", marks=pytest.mark.slow),
    ],
)
"""Runs a test in light, dark and on a phone. The last two belong to the slow tests, because axe-core takes long."""


def check_accessibility(page: Page, screen: str) -> None:
    """Assert that axe-core finds no violations once the page has settled."""
    if not AXE.exists():
        missing("axe-core (make page)")
    settle(page)  # colours in transition can have too little contrast
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    violations = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)")
    messages = [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    assert not messages, f"{screen}: " + "\n".join(messages)
