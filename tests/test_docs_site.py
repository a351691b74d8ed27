"""The documentation builds as a site: complete, and without a broken link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.public_api import PAGES, find_undocumented, public_names

from skep import Board, find_edition
from tests.docs_build import build, docs_site

__all__ = ["docs_site"]

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"


def test_every_public_name_has_a_docstring() -> None:
    assert list(find_undocumented()) == []


def test_missing_docstrings_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board.push, "__doc__", None)
    monkeypatch.setattr(find_edition, "__doc__", None)
    monkeypatch.setattr(Board, "__doc__", None)
    assert list(find_undocumented()) == ["skep.Board", "skep.Board.push", "skep.find_edition"]


def test_every_public_package_is_in_the_reference() -> None:
    packages = "skep engine uhp rules game match bot archive review learn lab render notation i18n layers".split()
    assert set(PAGES) == set(packages)
    pages = {path.stem for path in REFERENCE.glob("*.rst")} - {"index"}
    assert pages == set(PAGES)
    index = (REFERENCE / "index.rst").read_text(encoding="utf-8")
    assert set(re.findall(r"^   (\w+)$", index, re.MULTILINE)) == pages


@pytest.mark.slow
def test_the_reference_has_every_public_name(docs_site: Path) -> None:
    from sphinx.util.inventory import InventoryFile

    with (docs_site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, path: base + path)
    listed = {name for kind, names in inventory.items() if kind.startswith("py:") for name in names}
    assert {public.documented_as for public in public_names()} <= listed
    assert {f"skep.Board.{name}" for name in ("push", "pop", "legal_moves", "explain", "turn")} <= listed
    members = {
        f"{public.full_name}.{name}"
        for public in public_names()
        if public.is_class and public.documented_as == public.full_name
        for name, value in vars(public.value).items()
        if not name.startswith("_") and (callable(value) or isinstance(value, property))
    }
    assert members <= listed


@pytest.mark.slow
def test_the_site_is_complete_and_loads_nothing_from_elsewhere(docs_site: Path) -> None:
    for name in ("index", "tutorial", "guides/index", "reference/index", "rules", "search", "genindex"):
        assert (docs_site / f"{name}.html").is_file(), name
    for page in docs_site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="(?:https?:)?//', text), page
    assert not list(docs_site.rglob("*.py")), "tests would collect them"
    assert "/blob/main/src/skep/learn/puzzle_view.py" in (docs_site / "puzzles.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("[a page](missing.md)", "missing.md"),
        ("[a heading](other.md#missing)", "missing"),
        ("![a picture](missing.png)", "missing.png"),
        ("{py:class}`skep.Missing`", "skep.Missing"),
        ("```{public-names} missing\n```", "missing"),
    ],
)
def test_what_is_missing_fails_the_build(text: str, warning: str, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text(f"# Index\n\n```{{toctree}}\nother\n```\n\n{text}\n", encoding="utf-8")
    (source / "other.md").write_text("# Other\n", encoding="utf-8")
    done = build(tmp_path / "site", source=source)
    assert done.returncode != 0
    assert warning in done.stderr
