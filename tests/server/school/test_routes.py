"""The school routes: the course, its lessons, the rulebook, and puzzles."""

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
from skep.server.schemas.school import PuzzleBatch, PuzzleCollection
from tests.server.browsers import TestClient, running_server, settings_in

View = TypeVar("View")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with running_server(settings_in(tmp_path_factory.mktemp("school"), study_rate=1e6)) as client:
        yield client


def get(server: TestClient, path: str, view: type[View]) -> View:
    response = server.get(path)
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=view)


def get_batch(server: TestClient, query: str = "") -> list[PuzzleView]:
    return get(server, f"/api/puzzles?{query}", PuzzleBatch).puzzles


@pytest.mark.parametrize("language", Language)
def test_the_course_and_its_lessons_are_sent_in_both_languages(server: TestClient, language: Language) -> None:
    course = get(server, f"/api/lessons?language={language.value}", CourseView)
    assert course == build_course(language)
    first = course.chapters[0].lessons[0].id
    lesson = get(server, f"/api/lessons/{first}?language={language.value}", LessonView)
    assert lesson == build_lesson(first, language)


@pytest.mark.parametrize("language", Language)
def test_the_rulebook_is_sent_in_both_languages(server: TestClient, language: Language) -> None:
    book = get(server, f"/api/rulebook?language={language.value}", RulebookView)
    assert book == build_rulebook(language)


def test_a_cached_response_is_not_sent_again(server: TestClient) -> None:
    first = server.get("/api/rulebook")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = server.get("/api/rulebook", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    french = server.get("/api/rulebook?language=fr", headers={"If-None-Match": first.headers["etag"]})
    assert french.status_code == 200


@pytest.mark.parametrize("path", ["/api/lessons/nothing", "/api/puzzles/22222222"])
def test_unknown_ids_are_not_found(server: TestClient, path: str) -> None:
    response = server.get(path)
    assert response.status_code == 404
    assert response.json()["detail"].endswith("not found.")


@pytest.mark.parametrize(
    ("path", "mentioned"),
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
def test_invalid_parameters_are_named(server: TestClient, path: str, mentioned: str) -> None:
    response = server.get(path)
    assert response.status_code == 422
    assert mentioned in response.json()["detail"]


def test_puzzles_match_the_query(server: TestClient) -> None:
    throws = get_batch(server, "theme=throw&count=12")
    assert len(throws) == 12
    assert all("throw" in puzzle.themes for puzzle in throws)
    base = get_batch(server, "game_type=Base&rating=1000&count=5")
    assert {puzzle.scene.game_type for puzzle in base} == {"Base"}
    assert all(abs(puzzle.rating - 1000) < 150 for puzzle in base)


def test_excluded_puzzles_are_left_out(server: TestClient) -> None:
    query = "theme=gate&rating=1500&count=12"
    known = {puzzle.id for puzzle in get_batch(server, query)}
    others = {puzzle.id for puzzle in get_batch(server, f"{query}&without={','.join(known)}")}
    assert known
    assert not known & others


def test_a_puzzle_by_its_id_in_both_languages(server: TestClient) -> None:
    puzzle = next(iter(all_puzzles().values()))
    assert get(server, f"/api/puzzles/{puzzle.id}", PuzzleView) == puzzle_view(puzzle)
    french = get(server, f"/api/puzzles/{puzzle.id}?language=fr", PuzzleView)
    assert french == puzzle_view(puzzle, Language.FR)


def test_the_puzzle_of_the_day(server: TestClient) -> None:
    puzzle = get(server, "/api/puzzles/daily?date=2026-11-15", PuzzleView)
    assert puzzle.id == daily_puzzle(date(2026, 11, 15)).id
    assert get(server, "/api/puzzles/daily", PuzzleView).turns


def test_the_collection_counts_themes_and_game_types(server: TestClient) -> None:
    collection = get(server, "/api/puzzles/collection", PuzzleCollection)
    assert collection.total == len(all_puzzles()) == sum(collection.game_types.values())
    assert tuple(collection.themes) == THEMES
    assert collection.themes["throw"] == sum("throw" in puzzle.themes for puzzle in all_puzzles().values())


def test_requests_are_rate_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running_server(settings_in(tmp_path_factory.mktemp("limited"), study_rate=0.001)) as server:
        codes = [server.get("/api/lessons/aim").status_code for _ in range(205)]
    assert codes[0] == 200
    assert codes[-1] == 429
