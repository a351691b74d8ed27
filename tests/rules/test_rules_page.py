"""docs/rules.md agrees with the code: ids, tests, headings and editions exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Color
from skep.rules import SUBJECTS, Rule
from skep.rules.sources import SECTIONS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without the table's own head."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


RULES = rows("Every rule, and where it is tested")


def test_ids_are_those_of_the_code() -> None:
    documented = {name for row in RULES for name in quoted(row[2])}
    assert documented == {rule.value for rule in Rule} | set(SUBJECTS)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_subjects_are_modules(subject: str) -> None:
    assert importlib.import_module(f"skep.rules.{subject}").__doc__


def test_every_test_named_exists() -> None:
    named = set(re.findall(r"`(tests/[^`]+)`", PAGE))
    assert named
    for test in named:
        file, _, function = test.partition("::")
        assert f"def {function}(" in (ROOT / file).read_text(encoding="utf-8"), test


def test_every_section_of_every_rulebook_is_cited() -> None:
    ids = {edition.id for edition in EDITIONS}
    cited = {
        (edition, citation.rsplit("` ", 1)[1])
        for row in RULES
        for citation in row[0].split("; ")
        for edition in quoted(citation)
    }
    assert {edition for edition, _ in cited} == ids
    headings = {(edition, heading) for edition, headings in SECTIONS.items() for heading in headings.values()}
    others = {
        ("hive-2016", "The Hive"),
        ("pocket-fr", "La Ruche"),
        ("hive-classic", "Ending on a draw"),
    }
    assert cited == headings | others


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_editions_are_those_of_the_code(edition: Edition) -> None:
    head = next(line for line in PAGE.splitlines() if line.startswith("| |"))
    column = quoted(head).index(edition.id) + 1
    documented = {row[0]: row[column] for row in rows("The editions")}
    bugs = ", ".join(str(bug) for bug in edition.box.expansions)
    assert documented["pieces of each player"] == str(len(edition.box.pieces(Color.WHITE)))
    assert documented["expansion bugs in the box"] == (bugs or "none")
    assert (documented["who starts"] == "White") is edition.white_starts
    assert documented["queen bee placed on turns"] == f"{edition.queen_from_turn}–4"
    assert documented["gates above the ground"] == ("yes" if edition.gates_above_ground else "no")
