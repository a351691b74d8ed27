"""The page's copy of the shared texts is up to date."""

from __future__ import annotations

from pathlib import Path

from skep.editions import EDITIONS
from skep.i18n import Language, catalog
from skep.i18n.typescript import typescript
from skep.learn.puzzles import THEMES
from skep.pieces import Bug, Color
from skep.review.judgement import JUDGEMENTS

GENERATED = Path(__file__).parents[2] / "web" / "src" / "lib" / "i18n" / "fromPython.ts"


def test_the_page_has_the_texts_of_the_catalogues() -> None:
    assert GENERATED.read_text(encoding="utf-8") == typescript(), "run `make types`"


def test_every_piece_and_every_edition_has_a_name_in_every_language() -> None:
    for language in Language:
        pieces = catalog("pieces", language)
        assert set(pieces.table("bug")) == {bug.name.lower() for bug in Bug}
        assert set(pieces.table("side")) == {color.name.lower() for color in Color}
        assert set(catalog("editions", language)) == {edition.id for edition in EDITIONS}


def test_every_theme_and_every_judgement_has_a_name_in_every_language() -> None:
    for language in Language:
        themes = catalog("themes", language)
        assert set(themes.table("name")) == set(themes.table("description")) == set(THEMES)
        assert set(catalog("judgements", language).table("name")) == set(JUDGEMENTS)
