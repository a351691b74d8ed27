"""The files of screenshots.

Those that the README or a page of docs/ shows are in docs/screens, the others in build/screens, which git ignores.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Page

from tests.browser.board_page import settle

__all__ = ["OTHERS", "SCHEMES", "Scheme", "screenshot_path", "take"]

ROOT: Final = Path(__file__).parents[2]
DOCUMENTED: Final = ROOT / "docs" / "screens"
OTHERS: Final = ROOT / "build" / "screens"
Scheme: TypeAlias = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")


@cache
def documented_screenshots() -> frozenset[str]:
    """Return the file names of the screenshots that the README or a page of docs/ shows."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    return frozenset(
        name for page in pages for name in re.findall(r"screens/([\w-]+\.jpg)", page.read_text(encoding="utf-8"))
    )


def screenshot_path(name: str) -> Path:
    """Return the path to write a screenshot to."""
    return (DOCUMENTED if name in documented_screenshots() else OTHERS) / name


def take(page: Page, screen: str, name: str) -> None:
    """Take a screenshot once nothing moves."""
    settle(page)
    page.screenshot(path=screenshot_path(f"{screen}-{name}.jpg"), quality=86, type="jpeg")
