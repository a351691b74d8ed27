"""The school's routes: the course, its lessons, the rulebook, and puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TypeVar

import msgspec
import pytest

from skep.learn.lessons import CourseView, LessonView, build_course, build_lesson
from skep.learn.puzzle_picker import daily_puzzle
from skep.learn.puzzle_view import PuzzleView, puzzle_view
from skep.learn.puzzles import THEMES, all_puzzles
from skep.learn.rulebook import RulebookView, build_rulebook
from skep.rules import Language
from skep.server.school.models import PuzzleBatch, PuzzleCollection
from tests.server.browsers import TestClient, a_server, settings_in

Told = TypeVar("Told")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with a_server(settings_in(tmp_path_factory.mktemp("school"), study_rate=1e6)) as client:
        yield client


def told(server: TestClient, path: str, kind: type[Told]) -> Told:
    answer = server.get(path)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=kind)


def batch(server: TestClient, asked: str = "") -> list[PuzzleView]:
    return told(server, f"/api/puzzles?{asked}", PuzzleBatch).puzzles


@pytest.mark.parametrize("language", Language)
def test_the_course_and_its_lessons_are_told_in_both_languages(server: TestClient, language: Language) -> None:
    course = told(server, f"/api/lessons?language={language.value}", CourseView)
    assert course == build_course(language)
    first = course.chapters[0].lessons[0].id
    lesson = told(server, f"/api/lessons/{first}?language={language.value}", LessonView)
    assert lesson == build_lesson(first, language)


@pytest.mark.parametrize("language", Language)
def test_the_rulebook_is_told_in_both_languages(server: TestClient, language: Language) -> None:
    book = told(server, f"/api/rulebook?language={language.value}", RulebookView)
    assert book == build_rulebook(language)


def test_what_a_browser_has_is_not_sent_again(server: TestClient) -> None:
    first = server.get("/api/rulebook")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = server.get("/api/rulebook", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    french = server.get("/api/rulebook?language=fr", headers={"If-None-Match": first.headers["etag"]})
    assert french.status_code == 200


@pytest.mark.parametrize("path", ["/api/lessons/nothing", "/api/puzzles/22222222"])
def test_what_there_is_not_is_said(server: TestClient, path: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 404
    assert answer.json()["detail"].startswith("There is no such")


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/api/lessons?language=xx", "language"),
        ("/api/lessons/One_Hive", "lesson"),
        ("/api/puzzles/short", "puzzle"),
        ("/api/puzzles/daily?date=2026-13-01", "2026-13-01"),
        ("/api/puzzles/daily?date=today", "date"),
        ("/api/puzzles?theme=chess", "theme"),
        ("/api/puzzles?game_type=Base%2BX", "Base+X"),
        ("/api/puzzles?rating=nan", "rating"),
        ("/api/puzzles?count=51", "count"),
        ("/api/puzzles?count=0", "count"),
        ("/api/puzzles?without=;drop", "without"),
        ("/api/puzzles?without=" + ",".join(["abcdefgh"] * 500), "without"),
    ],
)
def test_what_cannot_be_asked_is_named(server: TestClient, path: str, named: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 422
    assert named in answer.json()["detail"]


def test_puzzles_are_picked_as_asked(server: TestClient) -> None:
    throws = batch(server, "theme=throw&count=12")
    assert len(throws) == 12
    assert all("throw" in puzzle.themes for puzzle in throws)
    base = batch(server, "game_type=Base&rating=1000&count=5")
    assert {puzzle.scene.game_type for puzzle in base} == {"Base"}
    assert all(abs(puzzle.rating - 1000) < 150 for puzzle in base)


def test_puzzles_that_are_known_are_left_out(server: TestClient) -> None:
    wanted = "theme=gate&rating=1500&count=12"
    known = {puzzle.id for puzzle in batch(server, wanted)}
    others = {puzzle.id for puzzle in batch(server, f"{wanted}&without={','.join(known)}")}
    assert known
    assert not known & others


def test_a_puzzle_by_its_name_and_in_french(server: TestClient) -> None:
    puzzle = next(iter(all_puzzles().values()))
    assert told(server, f"/api/puzzles/{puzzle.id}", PuzzleView) == puzzle_view(puzzle)
    french = told(server, f"/api/puzzles/{puzzle.id}?language=fr", PuzzleView)
    assert french == puzzle_view(puzzle, Language.FR)


def test_the_puzzle_of_the_day(server: TestClient) -> None:
    sheet = told(server, "/api/puzzles/daily?date=2026-11-15", PuzzleView)
    assert sheet.id == daily_puzzle(date(2026, 11, 15)).id
    assert told(server, "/api/puzzles/daily", PuzzleView).turns


def test_what_puzzles_there_are(server: TestClient) -> None:
    collection = told(server, "/api/puzzles/collection", PuzzleCollection)
    assert collection.total == len(all_puzzles()) == sum(collection.game_types.values())
    assert tuple(collection.themes) == THEMES
    assert collection.themes["throw"] == sum("throw" in puzzle.themes for puzzle in all_puzzles().values())


def test_nobody_may_ask_too_much(tmp_path_factory: pytest.TempPathFactory) -> None:
    with a_server(settings_in(tmp_path_factory.mktemp("asked"), study_rate=0.001)) as server:
        codes = [server.get("/api/lessons/aim").status_code for _ in range(205)]
    assert codes[0] == 200
    assert codes[-1] == 429
