"""Surrogates and control characters from clients do not reach databases, logs or responses."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fuzz.oracle import check_stored_texts, logged_errors
from tests.server.browsers import Browser, TestClient, running_server, settings_in

PGN = '[White "Ann"]\n\n1. wS1 { a [%u d800] b [%u 0] c [%u 1b] }\n2. bS1 wS1-\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("text")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder, uploads=True, study_rate=1e6)) as client:
        yield client


@pytest.fixture(autouse=True)
def nothing_fails() -> Iterator[None]:
    with logged_errors() as errors:
        yield
        assert not errors


def test_a_comment_with_codes_of_no_characters_is_served(server: TestClient, folder: Path) -> None:
    report = server.post("/api/archive", content=PGN).json()
    game = server.get(f"/api/archive/{report['games'][0]}")
    assert game.status_code == 200
    assert game.json()["nodes"][0]["comment"] == "a [%u d800] b \ufffd c \ufffd"
    assert server.get(f"/api/archive/{report['games'][0]}/record.pgn").status_code == 200
    [read] = server.post("/api/records", content=PGN).json()["games"]
    assert read["nodes"][0]["comment"] == "a [%u d800] b \ufffd c \ufffd"
    check_stored_texts(folder)


def test_a_record_that_was_stored_with_a_surrogate_is_served(server: TestClient, folder: Path) -> None:
    text = "1. wG1\n{ then }\n2. bB1 wG1-\n"
    [number] = server.post("/api/archive", content=text).json()["games"]
    with closing(sqlite3.connect(folder / "archive.sqlite")) as connection:
        connection.execute("UPDATE archive_records SET text = replace(text, 'then', '[%u d800]')")
        connection.commit()
    assert server.get(f"/api/archive/{number}").json()["nodes"][0]["comment"] == "[%u d800]"
    started = Browser(server).post("/api/reviews", {"archived": number, "effort": "quick"})
    assert started.status_code == 200, started.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games", b'{"\\ud800": 1}'),
        ("/api/games", b'{"opponent": "\\ud800"}'),
        ("/api/games", b'{"opponent": "\xed\xa0\x80"}'),
        ("/api/games", b'{"expansions": "M\\n"}'),
        ("/api/studies", b'{"start": "\\ud800"}'),
        ("/api/studies", b'{"start": "\\u0000"}'),
        ("/api/studies", b'{"start": "Base White[1] -", "\\ud800": 1}'),
        ("/api/studies", b'{"start": "Base White[1] -", "tags": {"White": "\\u0000"}}'),
        ("/api/studies", b'{"start": "Base White[1] -", "reason": "\\u001b"}'),
    ],
)
def test_bodies_with_broken_text_are_refused(server: TestClient, path: str, body: bytes) -> None:
    answer = server.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert isinstance(answer.json()["detail"], str)


def test_a_study_with_control_characters_in_a_comment_is_cleaned(server: TestClient) -> None:
    body = b'{"start": "Base White[1] -", "comment": "a\\u0000\\r\\nb\\u001b"}'
    shared = server.post("/api/studies", content=body, headers={"Content-Type": "application/json"}).json()
    assert server.get(f"/api/studies/{shared['study']}").json()["comment"] == "a\ufffd\nb\ufffd"


@pytest.mark.parametrize(
    "path",
    ["/api/games/abcdefghij%0A", "/api/studies/abcdefghij%0A", "/api/reviews/0123456789abcdef%0A", "/api/games/%00"],
)
def test_ids_end_where_they_seem_to(server: TestClient, path: str) -> None:
    assert server.get(path).status_code == 422


@pytest.mark.parametrize(
    "query", ["since=2020%0A", "since=%D9%A2%D9%A0%D9%A2%D9%A0", "player=%00%ED%A0%80", "until=%00"]
)
def test_queries_with_broken_text(server: TestClient, query: str) -> None:
    assert server.get(f"/api/archive?{query}").status_code in (200, 422)


def test_a_piece_with_a_newline_is_malformed(server: TestClient) -> None:
    anna = Browser(server)
    game = anna.make(opponent="here")
    with anna.live() as live:
        live.watch(game)
        for kind in ("paths", "why", "move"):
            refusal = live.request(kind, game=game, ply=0, piece="wQ\n")
            assert (refusal["kind"], refusal["code"]) == ("refused", "malformed")
        assert live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
