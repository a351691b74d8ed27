"""Saved evaluations, reviews and studies."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from skep import Board
from skep.archive import Archive, ArchiveFull
from skep.archive.archive import SCHEMA
from skep.database.engines import read_url, writing_engine
from skep.database.migrate import Schema, prepare
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


def test_reviews_and_studies_share_a_limit_in_bytes(archive: Archive) -> None:
    archive.save_study("s", "é" * 30, limit=100)
    archive.save_review("r", "x" * 40, limit=100)
    with pytest.raises(ArchiveFull, match="limit of 100 bytes"):
        archive.save_study("t", "x", limit=100)
    archive.save_review("p", "without a limit")
    archive.delete_reviews(["p", "unknown"])
    archive.save_study("s", "é" * 29, limit=100)
    archive.save_study("t", "xx", limit=100)
    with pytest.raises(ArchiveFull):
        archive.save_review("u", "x", limit=100)
    archive.delete_old_reviews(["r"], before=time.time() + 3600)
    archive.save_review("u", "x" * 40, limit=100)
    assert (archive.study("t"), archive.review("r")) == ("xx", None)


def test_studies_of_an_older_version_count_towards_the_limit(tmp_path: Path, empty_database_url: str) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(SCHEMA.folder, folder, ignore=shutil.ignore_patterns("v0004*", "v0005*", "v0006*"))
    prepare(read_url(empty_database_url), Schema(SCHEMA.metadata, folder, SCHEMA.version_table))
    engine = writing_engine(read_url(empty_database_url))
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO archive_studies (id, text, created) VALUES ('s', 'éé', 1)"))
        connection.execute(text("INSERT INTO archive_reviews (id, text, created) VALUES ('r', 'xxx', 1)"))
    engine.dispose()
    with Archive.open(empty_database_url) as archive:
        with pytest.raises(ArchiveFull):
            archive.save_study("t", "x", limit=7)
        archive.save_study("t", "x", limit=8)
