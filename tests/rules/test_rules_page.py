"""docs/rules.md agrees with the code: ids, tests, headings and editions exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from skep.editions import EDITIONS, Edition
from skep.pieces import Color
from skep.rules import SUBJECTS, Rule
from skep.rules.sources import INFERRED_HEADINGS, SECTIONS

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
INFERRED = " (inferred)"


def citations() -> set[tuple[str, str]]:
    """Return the editions and headings in the first column."""
    return {
        (edition, citation.rsplit("` ", 1)[1])
        for row in RULES
        for citation in row[0].split("; ")
        for edition in quoted(citation)
    }


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
    cited = {(edition, heading.removesuffix(INFERRED)) for edition, heading in citations()}
    assert {edition for edition, _ in cited} == ids
    headings = {(edition, heading) for edition, headings in SECTIONS.items() for heading in headings.values()}
    others = {
        ("pocket-2012", "The New Creatures"),
        ("pocket-fr", "Insectes supplémentaires"),
        ("hive-2016", "Also Available: Hive Expansions"),
    }
    assert cited == headings | others


def test_headings_that_the_texts_lost_are_marked_as_inferred() -> None:
    marked = {(edition, heading) for edition, heading in citations() if heading.endswith(INFERRED)}
    assert marked == {(edition, SECTIONS[edition][subject] + INFERRED) for edition, subject in INFERRED_HEADINGS}
    unmarked = citations() - marked
    assert not unmarked & {(edition, heading.removesuffix(INFERRED)) for edition, heading in marked}


@pytest.mark.parametrize(
    "fact",
    [
        "No rulebook | A player can resign",
        "No rulebook | Players can agree to a draw at any time, without a condition",
        "Ivory is White",
        "lie face up",
        "basis of the eight game types",
        "a white grasshopper cannot be placed next to a black spider",
        "(Fig. 3)",
        "(Fig. 4)",
        "That a resting pillbug cannot throw is a ruling",
        "That a gate on the ground still stops a sliding beetle is a ruling",
        "Does a gate of stacks stop a throw in the older books",
    ],
)
def test_page_states(fact: str) -> None:
    assert fact in PAGE


CLOSE_TO_A_BOOK = re.compile(
    r"over at least one piece|two (steps )?on top of the hive,? (then|and) one down|has its own way of moving",
    re.IGNORECASE,
)
TEXTS = [
    path
    for folder, suffixes in (("docs", {".md"}), ("src/skep", {".toml", ".py"}), ("web/src/lib/i18n", {".ts"}))
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in suffixes and "kernel" not in path.parts
]


def test_no_sentence_is_close_to_a_rulebook() -> None:
    assert len(TEXTS) > 100
    for path in TEXTS:
        assert CLOSE_TO_A_BOOK.search(path.read_text(encoding="utf-8")) is None, path


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
    stated = "gates_above" in SECTIONS[edition.id] or "climbing" in SECTIONS[edition.id]
    gates = "yes" if edition.gates_above_ground else "no"
    assert documented["gates above the ground"] == (gates if stated else f"not stated: {gates}")
    assert (documented["who starts"] == "not stated") is ("opening" not in SECTIONS[edition.id])
