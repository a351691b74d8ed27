"""Three clients that edit at the same time, lose connections and send again, end with the same chapters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skep.server.schemas.study_edits import StudyChange, StudyChapter
from skep.server.shared_studies.documents import apply, visible
from tests.server.shared_studies.replicas import Log, simulate

CASES = Path(__file__).parents[3] / "web" / "src" / "features" / "study" / "shared" / "cases.json"
"""Recorded logs with the chapters that they lead to, which the page's own implementation has to reproduce."""
SEEDS = range(25)


def shown(chapters: list[StudyChapter]) -> Any:
    return json.loads(msgspec.json.encode(chapters))


@pytest.mark.parametrize("seed", SEEDS)
def test_everyone_ends_with_the_same_chapters(seed: int) -> None:
    log, replicas, _ = simulate(seed)
    first, *others = (shown(replica.shown) for replica in replicas)
    assert all(other == first for other in others)
    again: list[StudyChapter] = []
    for change in log.changes:
        apply(again, change)
    assert shown(again) == first
    assert len({change.edit.id for change in log.changes}) == len(log.changes)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_that_nobody_saw_and_deleted(seed: int) -> None:
    log, replicas, witness = simulate(seed)
    stored = {change.edit.id for change in log.changes}
    chapters = {chapter.id: chapter for chapter in replicas[0].shown}
    there = {chapter.id: {node.id: node for node in visible(chapter)} for chapter in chapters.values()}
    for move in witness.added:
        assert move.id in stored
        chapter = chapters[move.chapter]
        node = chapter.aliases.get(move.node, move.node)
        names = {alias for alias, real in chapter.aliases.items() if real == node} | {node}
        if not any((chapter.id, name) in witness.moves for name in names):
            assert node in there[chapter.id], f"move {move.node} is missing"
    for comment in witness.written:
        if comment.text and comment.id not in witness.texts:
            texts = {part.id for node in there[comment.chapter].values() for part in node.comments}
            assert comment.id in texts, f"text {comment.id} is missing"
    for chapter in chapters.values():
        assert chapter.deleted is None or chapter.id in witness.chapters


@pytest.mark.parametrize("seed", SEEDS)
def test_edits_that_arrive_twice_change_nothing_for_a_client_that_sends_again(seed: int) -> None:
    """A client that has loaded a study with its own edits shows the same with these edits still pending."""
    log, _, _ = simulate(seed, rounds=20)
    chapters: list[StudyChapter] = []
    for change in log.changes:
        apply(chapters, change)
    before = [list(visible(chapter)) for chapter in chapters]
    additions = [change for change in log.changes if change.edit.__struct_config__.tag in ("add-move", "add-chapter")]
    for change in additions:
        apply(chapters, change)
    assert [list(visible(chapter)) for chapter in chapters] == before


def case_of(log: Log) -> dict[str, Any]:
    chapters: list[StudyChapter] = []
    for change in log.changes:
        apply(chapters, change)
    return {"changes": json.loads(msgspec.json.encode(log.changes)), "chapters": shown(chapters)}


def test_the_recorded_cases_are_those_of_this_implementation() -> None:
    cases = json.loads(CASES.read_text())
    for case in cases:
        chapters: list[StudyChapter] = []
        for change in msgspec.convert(case["changes"], list[StudyChange]):
            apply(chapters, change)
        assert shown(chapters) == case["chapters"]
    assert len(cases) == 12


if __name__ == "__main__":
    recorded = [case_of(simulate(seed, rounds=40)[0]) for seed in range(12)]
    CASES.write_text(json.dumps(recorded) + "\n")
