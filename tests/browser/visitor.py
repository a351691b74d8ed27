"""A person who finds things on the page by the texts of their language, with a mouse or a finger."""

from __future__ import annotations

import functools
import os
import re
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.french import FRENCH
from tests.browser.screenshot_files import SCHEMES, take
from tests.browser.server import ServerProcess
from tests.browser.variants import Variant

__all__ = ["Visitor"]

Role: TypeAlias = Literal["button", "checkbox", "link", "tab"]
SCREENSHOTS: Final = "SKEP_SCREENS" in os.environ
"""Whether the screens that tests check are also stored as pictures, light and dark, in build/screens."""

_TEXTS: Final = """(place) => {
  const language = document.documentElement.lang;
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest("[lang]").lang === language;
  const texts = [];
  const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode())
    if (nodes.currentNode.data.trim() && isShown(nodes.currentNode.parentElement)) texts.push(nodes.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of place.querySelectorAll(`[${name}]`))
      if (isShown(element)) texts.push(element.getAttribute(name));
  return texts.map((text) => text.trim().replace(/\\s+/g, " "));
}"""
"""All texts in an element, for eyes and for screen readers, except those that are marked as in another language."""
_TOO_WIDE: Final = """() =>
  [document.documentElement, ...document.querySelectorAll("main, dialog[open], dialog[open] .inside")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.localName}: ${element.scrollWidth} in ${element.clientWidth} pixels`)
"""
_OTHER_LANGUAGE: Final = {
    "fr": re.compile(r"\b(the|your?|with|this|and|of|is|are|for|from|to|it|has|have|will|they|when|can)\b", re.I),
    "en": re.compile(r"\b(les?|la|des|une?|est|et|vous|votre|vos|pour|dans|avec|sur|qui|que|ne|pas|cette|aux)\b", re.I),
}
"""Words that occur in sentences of the other language only, by the language of the page."""
_OTHER_TEXTS: Final = {
    "fr": {english for english, french in FRENCH.items() if english != french},
    "en": {french for english, french in FRENCH.items() if english != french},
}


class Visitor:
    """A page in one variant of the site, and the person who uses it."""

    def __init__(self, page: Page, variant: Variant, server: ServerProcess, *, address: str = "") -> None:
        self.page = page
        self.variant = variant
        self.address = address or server.address
        self._server = server

    def open(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.address + path)

    def text(self, english: str, **values: object) -> str:
        """Return a text in the visitor's language."""
        return self.variant.text(english, **values)

    def find(self, english: str, *, role: Role = "button", within: Locator | None = None, **values: object) -> Locator:
        """Return the element with a role and a name in the visitor's language."""
        return (within or self.page).get_by_role(role, name=self.text(english, **values), exact=True)

    def tap(self, target: Locator) -> None:
        """Tap, or click on a desktop."""
        if self.variant.is_phone:
            target.tap()
        else:
            target.click()

    def press(self, english: str, *, role: Role = "button", within: Locator | None = None, **values: object) -> None:
        """Tap or click what has a text."""
        self.tap(self.find(english, role=role, within=within, **values))

    def fill(self, english: str, value: str, *, within: Locator | None = None) -> None:
        """Type into the field with a label."""
        (within or self.page).get_by_label(self.text(english), exact=True).fill(value)

    def dialog(self, english: str, **values: object) -> Locator:
        """Return the dialog with a title."""
        return self.page.get_by_role("dialog", name=self.text(english, **values), exact=True)

    def sees(self, english: str, *, within: Locator | None = None, **values: object) -> None:
        """Wait until a text is visible."""
        expect((within or self.page).get_by_text(self.text(english, **values)).first).to_be_visible()

    def press_in_header(self, english: str, *, role: Role = "button") -> None:
        """Press what is in the header, or on a phone in the menu."""
        header = self.page.get_by_role("banner")
        if self.variant.is_phone:
            self.press("Menu", within=header)
            self.press(english, role=role, within=self.dialog("Menu"))
        else:
            self.press(english, role=role, within=header)

    def check(self, screen: str, *, within: Locator | None = None) -> None:
        """Assert that a screen is accessible, in the visitor's language, and not wider than the window.

        The language is checked within a part of the page if others can show what people wrote in another language.
        """
        check_accessibility(self.page, screen)
        foreign, wide = self._texts_in_another_language(within), self.page.evaluate(_TOO_WIDE)
        assert not foreign, f"{screen}: {foreign}"
        assert not wide, f"{screen}: {wide}"
        if SCREENSHOTS:
            self._take_screenshots(screen)

    def _texts_in_another_language(self, within: Locator | None) -> list[str]:
        language = self.variant.language
        assert self.page.locator("html").get_attribute("lang") == language
        names = self._server.names()
        found = []
        for text in (within or self.page.locator("body")).evaluate(_TEXTS):
            # live games show the names of other tests' players
            nameless = functools.reduce(lambda rest, name: rest.replace(name, ""), names, text)
            if text in _OTHER_TEXTS[language] or _OTHER_LANGUAGE[language].search(nameless):
                found.append(text)
        return found

    def _take_screenshots(self, screen: str) -> None:
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            take(self.page, screen.replace(" ", "-"), f"{self.variant.id}-{scheme}")
        self.page.emulate_media(color_scheme=self.variant.scheme)
