"""The four variants of the page that people see: in English or in French, on a desktop or on a phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import pytest

from tests.browser.board_page import PHONE, REDUCED_MOTION
from tests.browser.french import FRENCH
from tests.browser.screenshot_files import Scheme

__all__ = ["VARIANTS", "Variant", "in_variants"]

Id: TypeAlias = Literal["en-desktop", "en-phone", "fr-desktop", "fr-phone"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A language and a device. Each has a colour scheme, so that both schemes occur in both languages and devices."""

    language: Literal["en", "fr"]
    device: Literal["desktop", "phone"]
    scheme: Scheme

    @property
    def id(self) -> str:
        return f"{self.language}-{self.device}"

    @property
    def is_phone(self) -> bool:
        return self.device == "phone"

    @property
    def options(self) -> dict[str, Any]:
        """The options of a browser context."""
        locale = {"en": "en-GB", "fr": "fr-FR"}[self.language]
        return {"locale": locale, "color_scheme": self.scheme, **REDUCED_MOTION, **(PHONE if self.is_phone else {})}

    def text(self, english: str, **values: object) -> str:
        """Return a text of the page in the variant's language, with values in place of its fields."""
        text = english if self.language == "en" else FRENCH[english]
        return text.format(**values) if values else text

    def name(self, name: str) -> str:
        """Return the name of a player, which differs between the variants, because they use the same server.

        >>> VARIANTS["fr-phone"].name("Ada")
        'Ada FP'
        """
        return f"{name} {(self.language[0] + self.device[0]).upper()}"


VARIANTS: Final[dict[str, Variant]] = {
    variant.id: variant
    for variant in (
        Variant("en", "desktop", "light"),
        Variant("en", "phone", "dark"),
        Variant("fr", "desktop", "dark"),
        Variant("fr", "phone", "light"),
    )
}


def in_variants(*, fast: Id) -> pytest.MarkDecorator:
    """Run a test in all variants. All but one belong to the slow tests, because they differ only in looks and texts."""
    return pytest.mark.parametrize(
        "variant",
        [
            pytest.param(variant, id=name, marks=() if name == fast else pytest.mark.slow)
            for name, variant in VARIANTS.items()
        ],
    )
