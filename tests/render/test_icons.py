"""The silhouettes of the bugs, and their credits."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from skep.pieces import Bug
from skep.render.icons import CREDITS, ICON_SIZE, engraving, icon
from skep.render.theme import PART_COLORS, Theme


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


@pytest.mark.parametrize("bug", Bug, ids=str)
def test_every_bug_has_an_engraving_within_its_tile(bug: Bug) -> None:
    middle, half, solid = engraving(bug)
    assert middle
    assert half
    for path in (middle, half, solid):
        assert re.fullmatch(r"[MLHVCQaz\d\s.-]*", path)
        points = re.findall(r"[MLCQ ](-?[\d.]+) (-?[\d.]+)", re.sub(r"a[^a-zA-Z]*", "", path))
        assert all(abs(float(x)) <= 32 and abs(float(y)) <= 32 for x, y in points)


def test_colours_are_valid() -> None:
    colors = [*PART_COLORS]
    for ground in (theme.value for theme in Theme):
        colors += [ground.centre, ground.rim, ground.ink, ground.ghost, ground.casing[0], ground.trace, ground.tray]
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in colors)
