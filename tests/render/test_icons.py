"""The silhouettes of the bugs, and their credits."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from skep.pieces import PIECES, Bug
from skep.render.icons import CREDITS, ICON_SIZE, icon
from skep.render.theme import MATERIALS, PART_COLORS, Theme, bug_color


@pytest.mark.parametrize("bug", Bug, ids=str)
def test_every_bug_has_a_silhouette(bug: Bug) -> None:
    path = icon(bug).path
    assert re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz\d\s.,-]+", path)
    start = re.match(r"[Mm](-?[\d.]+)[\s,]?(-?[\d.]+)", path)
    assert start is not None
    assert all(0 <= float(value) <= ICON_SIZE for value in start.groups())
    assert len(path) < 5_000


@pytest.mark.parametrize("bug", Bug, ids=str)
def test_every_author_is_credited(bug: Bug) -> None:
    table = files("skep.render").joinpath("ICONS.md").read_text(encoding="utf-8")
    row = next(line for line in table.splitlines() if line.startswith(f"| {bug} |"))
    assert icon(bug).name in row or bug is Bug.MOSQUITO
    assert f"| {icon(bug).author} |" in row
    assert icon(bug).author in CREDITS


def test_colours_are_valid() -> None:
    colors = [*PART_COLORS, *(bug_color(piece) for piece in PIECES)]
    for ground in (theme.value for theme in Theme):
        colors += [ground.centre, ground.rim, ground.ink, ground.ghost, ground.trace, ground.tray]
    for material in MATERIALS.values():
        colors += [*material.face, *material.bevel, material.edge, material.left, material.right, material.ink]
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in colors)
