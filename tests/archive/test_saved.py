"""Saved evaluations, reviews and studies."""

from __future__ import annotations

import time

import pytest

from skep import Board
from skep.archive import Archive
from skep.errors import SkepError
from skep.game import Game


def test_reviews_and_studies(archive: Archive) -> None:
    archive.save_study("s-1", '{"a": "é"}')
    archive.save_study("s-1", '{"a": 2}')
    archive.save_review("r_1", "[]")
    assert (archive.study("s-1"), archive.review("r_1")) == ('{"a": 2}', "[]")
    assert (archive.study("r_1"), archive.review("s-1")) == (None, None)
    for id_, content, message in (("no good", "", "not an id"), ("x", "x" * 4_000_001, "at most"), ("x", "\0", "NUL")):
        with pytest.raises(SkepError, match=message):
            archive.save_study(id_, content)


def test_deepest_evaluation_is_kept(archive: Archive) -> None:
    game = Game.parse("Base;;;wS1;bS1 wS1-")
    archive.add(game, source="test")
    after = Board.from_game_string("Base;;;wS1")
    assert archive.evaluation(after) is None
    archive.save_evaluation(after, 0.25, 7)
    archive.save_evaluation(after, -9.0, 3)
    assert archive.evaluation(after) == (0.25, 7)
    archive.save_evaluation(after, 0.5, 7)
    (move,) = archive.explore(Board("Base")).moves
    assert (move.value, move.depth) == (0.5, 7)
    with pytest.raises(ValueError, match="not a valid evaluation"):
        archive.save_evaluation(after, float("nan"), 1)


def test_reviews_are_deleted_by_id(archive: Archive) -> None:
    for id_ in ("one", "two", "three"):
        archive.save_review(id_, "{}")
    archive.delete_reviews(["one", "three", "unknown"])
    assert [archive.review(id_) for id_ in ("one", "two", "three")] == [None, "{}", None]


def test_old_reviews_are_deleted_by_suffix(archive: Archive) -> None:
    for id_ in ("one", "one_request", "onexrequest"):
        archive.save_review(id_, "{}")
    archive.delete_old_reviews(["_request"], before=time.time() - 3600)
    assert archive.review("one_request") == "{}"
    archive.delete_old_reviews(["_request", "_progress"], before=time.time() + 3600)
    assert [archive.review(id_) for id_ in ("one", "one_request", "onexrequest")] == ["{}", None, "{}"]
