"""The installed app: its manifest names icons that exist, in the sizes that browsers require."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.app_icons import ICONS, PUBLIC, draw_icon

MANIFEST = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))
WEB = Path(__file__).parent.parent / "web"


def size_of(picture: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert picture[:4] == b"\x89PNG"
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


@pytest.mark.parametrize("name", ICONS)
def test_the_icons_are_drawn_from_the_logo(name: str) -> None:
    size, fills = ICONS[name]
    assert size_of((PUBLIC / name).read_bytes()) == size_of(draw_icon(size, fills=fills)) == (size, size)


def test_the_manifest_has_what_browsers_require() -> None:
    icons = {(icon["sizes"], icon["purpose"]) for icon in MANIFEST["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= icons
    assert (MANIFEST["display"], MANIFEST["start_url"], MANIFEST["id"]) == ("standalone", "/", "/")
    pictures = [*MANIFEST["icons"], *(icon for shortcut in MANIFEST["shortcuts"] for icon in shortcut["icons"])]
    for icon in pictures:
        path = PUBLIC / icon["src"].removeprefix("/")
        assert path.is_file()
        if path.suffix == ".png":
            assert "x".join(map(str, size_of(path.read_bytes()))) == icon["sizes"]


def test_the_colours_are_those_of_the_header() -> None:
    index = (WEB / "index.html").read_text(encoding="utf-8")
    tokens = (WEB / "src/lib/styles/tokens.css").read_text(encoding="utf-8")
    bars = [line.split(":")[1].strip(" ;") for line in tokens.splitlines() if line.strip().startswith("--bar:")]
    assert MANIFEST["theme_color"] == bars[0]
    for color, theme in zip(bars[:2], ("light", "dark"), strict=True):
        assert f'<meta name="theme-color" content="{color}" media="(prefers-color-scheme: {theme})" />' in index
