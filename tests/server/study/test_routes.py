"""The routes of the study: records, positions, pictures, the game database, the explorer, reviews, shared studies."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import httpx
import pytest

from skep.game import Game
from skep.server.study.services import StudyServices
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.study.test_lines import START, random_line
from tests.server.study.test_study import finished_game

PGN = '[GameType "Base"]\n[White "Ann"]\n[Black "Bob"]\n[Date "2026.11.15"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("study")
    with running_server(settings_in(folder, message_rate=1e6, uploads=True, study_rate=1e6)) as client:
        yield client


def send(server: TestClient, path: str, body: bytes | str, **headers: str) -> httpx.Response:
    answer: httpx.Response = server.post(path, content=body, headers=headers)
    return answer


def tree(*moves: str, **more: Any) -> dict[str, Any]:
    nodes = [{"parent": number - 1, "uhp": move} for number, move in enumerate(moves)]
    return {"start": START, "nodes": nodes, **more}


def upload(server: TestClient, text: str, name: str = "games.pgn") -> dict[str, Any]:
    answer = send(server, f"/api/archive?name={name}", text)
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


def wait_for_review(anna: Browser, review: str) -> dict[str, Any]:
    for _ in range(600):
        view: dict[str, Any] = anna.get(f"/api/reviews/{review}").json()
        if view["state"] in ("done", "failed"):
            return view
        assert 0 <= view["done"] <= view["total"]
        time.sleep(0.1)
    raise AssertionError("the review does not finish")


# records


def test_reading_a_file_stores_nothing(server: TestClient) -> None:
    before = server.get("/api/archive").json()["total"]
    answer = send(server, "/api/records", PGN + "\n" + PGN.replace("3. wQ -wS1", "3. wQ bS1-"))
    assert answer.status_code == 200, answer.text
    result = answer.json()
    assert [len(game["nodes"]) for game in result["games"]] == [3, 2]
    assert result["games"][0]["tags"]["White"] == "Ann"
    assert result["games"][0]["nodes"][1]["to"] == [1, 0]
    assert [(one["number"], one["ply"]) for one in result["refused"]] == [(2, 3)]
    assert result["left_out"] == 0
    assert server.get("/api/archive").json()["total"] == before


def test_an_assumed_edition_is_remarked_unless_it_is_the_usual_one(server: TestClient) -> None:
    usual = send(server, "/api/records", PGN).json()
    assert usual["remarks"] == []
    # a queen bee on the first turn, which only older rulebooks allow
    older = send(server, "/api/records", "Base;;;wQ;bQ wQ-\n").json()
    assert older["remarks"] == ["game 1: the edition is not given; hive-2016 allows the moves"]


@pytest.mark.parametrize("body", [b" ", b"hello", bytes(range(256)), b"\x00" * 1000, b"PK\x03\x04 and so on"])
def test_a_file_without_games_is_reported_as_refused(server: TestClient, body: bytes) -> None:
    result = send(server, "/api/records", body).json()
    assert result["games"] == []
    assert len(result["refused"]) == 1


def test_a_position_string_is_a_game_without_moves(server: TestClient) -> None:
    result = send(server, "/api/records", "Base Black[3] 0,0:wS1bQ/wQbS1\n").json()
    assert [game["nodes"] for game in result["games"]] == [[]]
    assert result["refused"] == []


def test_games_beyond_the_limit_are_counted(server: TestClient) -> None:
    result = send(server, "/api/records", "Base;;;wS1;bS1 wS1-\n" * 250).json()
    assert len(result["games"]) == 200
    assert result["left_out"] == 50


def test_body_sizes_are_limited(server: TestClient) -> None:
    assert send(server, "/api/records", b"").status_code == 422
    assert send(server, "/api/records", b"x" * (8 * 1024 * 1024 + 1)).status_code == 413
    long = json.dumps(tree(comment="x" * 1_100_000)).encode()
    for path in ("/api/records/pgn", "/api/studies", "/api/reviews"):
        assert send(server, path, long, **{"Content-Type": "application/json"}).status_code == 413
    assert send(server, "/api/positions", b'"' + b"x" * 300_000 + b'"').status_code == 413
    assert send(server, "/api/studies", b"{}", **{"Content-Type": "text/plain"}).status_code == 415
    assert send(server, "/api/studies", b"{", **{"Content-Type": "application/json"}).status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("/api/studies", {}, "body: Object missing required field `start`"),
        ("/api/studies", {"start": START, "nodes": [{"parent": -1, "uhp": 7}]}, "body.nodes[0].uhp: Expected `str`"),
        ("/api/records/pgn", {"start": START, "glyph": "!"}, "body: Object contains unknown field `glyph`"),
        ("/api/reviews", {"archived": 0}, "body.archived: Expected `int` >= 1"),
        ("/api/explore", {"start": START, "moves": ["x" * 25]}, "body.moves[0]: Expected `str` of length <= 24"),
        ("/api/pictures", {"start": START, "form": "bmp"}, "body.form: Invalid enum value 'bmp'"),
        ("/api/positions", {"position": "base", "language": "english"}, "body.language: Expected `str` matching"),
        ("/api/positions", [], "body: Expected `object`, got `array`"),
    ],
)
def test_errors_in_bodies_name_the_field(anna: Browser, path: str, body: Any, error: str) -> None:
    answer = anna.post(path, body)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(error)


def test_a_tree_is_written_in_every_form(anna: Browser) -> None:
    moves = random_line(30)
    body = tree(*moves, tags={"White": "Ann"}, result="BlackWins", reason="resignation")
    pgn = anna.post("/api/records/pgn", body)
    assert pgn.headers["content-disposition"] == 'attachment; filename="hive.pgn"'
    game = Game.parse(pgn.text)
    assert len(game.mainline_moves()) == 30
    assert str(game.result) == "Black wins: resignation"
    uhp = anna.post("/api/records/uhp", body).text
    assert uhp.startswith("Base+MLP;BlackWins;")
    text = anna.post("/api/records/txt", body).text
    assert "Ann - ?" in text
    assert moves[-1] in text
    assert anna.post("/api/records/sgf", body).status_code == 422
    assert anna.post("/api/records/pgn", tree("wS1", "wQ wS1-")).status_code == 422
    assert "ply 2" in anna.post("/api/records/pgn", tree("wS1", "wQ wS1-")).json()["detail"]


# positions and pictures


def test_checking_positions(anna: Browser) -> None:
    good = anna.post("/api/positions", {"position": "base white -"}).json()
    assert good == {"faults": [], "doubts": [], "position": "ultimate-2024 Base White[1] -"}
    bad = anna.post("/api/positions", {"position": "Base 0,0:wS1..bQ"}).json()
    assert bad["position"] is None
    assert bad["faults"] == ["The hive is in more than one part."]
    french = anna.post("/api/positions", {"position": "Base 0,0:wS1..bQ", "language": "fr"}).json()
    assert french["faults"] != bad["faults"]
    assert anna.post("/api/positions", {"position": "chess"}).json()["faults"]


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg"), ("txt", b""), ("png", b"\x89PNG"), ("gif", b"GIF89a")])
def test_pictures(anna: Browser, form: str, begins: bytes) -> None:
    body = {
        "start": START,
        "moves": random_line(12),
        "form": form,
        "marks": [{"at": [0, 0], "to": [1, 0], "color": "red"}, {"at": [0, 1]}],
    }
    for theme in ("light", "dark"):
        answer = anna.post("/api/pictures", {**body, "theme": theme})
        assert answer.status_code == 200, answer.text
        assert answer.content.startswith(begins)
        assert len(answer.content) > 50
    assert anna.post("/api/pictures", {**body, "moves": ["wQ"]}).status_code == 422


def test_a_picture_that_would_be_too_large_is_refused(anna: Browser) -> None:
    far = {"start": START, "moves": ["wS1"], "form": "png", "marks": [{"at": [0, 0], "to": [5000, 9000]}]}
    refused = anna.post("/api/pictures", far)
    assert refused.status_code == 422
    assert "pixels" in refused.json()["detail"]
    long = {"start": START, "moves": random_line(700), "form": "gif"}
    assert anna.post("/api/pictures", long).status_code == 422


# the game database


def test_games_are_added_found_and_returned(server: TestClient) -> None:
    first = upload(server, PGN.replace("Ann", "Anna Archer"))
    assert (first["added"], first["known"], first["refused"]) == (1, 0, [])
    again = upload(server, PGN.replace("Ann", "Anna Archer"))
    assert (again["added"], again["known"], again["games"]) == (0, 1, first["games"])
    number = first["games"][0]
    listed = server.get("/api/archive?player=anna%20archer&side=white&game_type=Base&since=2026-11").json()
    assert listed["total"] == 1
    assert listed["games"][0]["id"] == number
    assert listed["games"][0]["source"] == "games.pgn"
    assert server.get("/api/archive?player=anna%20archer&side=black").json()["total"] == 0
    game = server.get(f"/api/archive/{number}").json()
    assert [node["uhp"] for node in game["nodes"]] == ["wS1", "bS1 wS1-", "wQ -wS1"]
    record = server.get(f"/api/archive/{number}/record.pgn")
    assert Game.parse(record.text).tags["White"] == "Anna Archer"
    assert server.get("/api/archive/999999").status_code == 404
    for odd in ("since=2026-13", "since=x", "edition=chess", "game_type=Chess", "limit=0", "offset=-1", "side=red"):
        assert server.get(f"/api/archive?{odd}").status_code == 422, odd


def test_an_import_of_several_files_can_be_undone(server: TestClient) -> None:
    upload(server, PGN.replace("Ann", "Ursula"))
    first = upload(server, PGN.replace("Ann", "Ulla"))
    path = f"/api/archive?name=more.pgn&import_id={first['import_id']}"
    again = send(server, path, PGN.replace("Ann", "Ursula") + "\n" + PGN.replace("Ann", "Uma")).json()
    assert (again["added"], again["known"], again["import_id"]) == (1, 1, first["import_id"])
    undone = server.delete(f"/api/archive/imports/{first['import_id']}")
    assert (undone.status_code, undone.json()) == (200, {"removed": 2})
    names = {name: server.get(f"/api/archive?name={name}").json()["total"] for name in ("ursu", "ulla", "uma")}
    assert names == {"ursu": 1, "ulla": 0, "uma": 0}
    assert server.delete("/api/archive/imports/a%20b").status_code == 422


def test_games_are_found_by_part_of_a_name_opening_and_origin(server: TestClient) -> None:
    upload(server, PGN.replace("Ann", "Octavia Ode").replace("wS1", "wG1"))
    for query, total in {"side=white&opening=GQ": 1, "side=black": 0, "opening=S": 0, "origin=imported": 1}.items():
        assert server.get(f"/api/archive?name=TAVIA&{query}").json()["total"] == total, query
    (game,) = server.get("/api/archive?name=octavia").json()["games"]
    assert (game["opening"], game["final"]) == ("GSQ", "-1,0,wQ;0,0,wG1;1,0,bS1")
    for odd in ("opening=sa", "opening=SAQ", "origin=moon"):
        assert server.get(f"/api/archive?{odd}").status_code == 422, odd


def test_the_starter_set_is_added_once_and_removed(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PGN.replace("Ann", "skep level 3") + "\n" + PGN.replace("Ann", "skep level 4")
    monkeypatch.setattr("skep.archive.archive.open_starter_set", lambda: io.BytesIO(text.encode()))
    assert server.get("/api/archive").json()["starter_games"] == 0
    report = send(server, "/api/starter-set", b"").json()
    assert (report["added"], report["import_id"]) == (2, "starter")
    listed = server.get("/api/archive?origin=starter").json()
    assert (listed["total"], listed["starter_games"], listed["may_import"]) == (2, 2, True)
    assert {game["source"] for game in listed["games"]} == {"skep starter set"}
    assert server.delete("/api/archive/imports/starter").json() == {"removed": 2}


def test_a_broken_game_is_refused_and_the_others_added(server: TestClient) -> None:
    report = upload(server, "Base;;;wS1;bS1 wS1-;wA1 -wS1\nBase;;;wS1;wS1\nBase;;;wS1;bS1 wS1-;wB1 -wS1\n", "a.uhp")
    assert report["added"] == 2
    assert [one["number"] for one in report["refused"]] == [2]


def test_uploads_are_refused_by_default(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path)) as server:
        assert send(server, "/api/archive", PGN).status_code == 403
        assert send(server, "/api/starter-set", b"").status_code == 403
        assert server.delete("/api/archive/imports/starter").status_code == 403
        assert server.get("/api/archive").json()["may_import"] is False


def test_requests_of_an_address_are_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, study_rate=0.001)) as server:
        codes = [send(server, "/api/records", b"x" * 2_000_000).status_code for _ in range(25)]
        assert codes[0] == 200
        assert codes[-1] == 429


def test_exploring(server: TestClient) -> None:
    line = ["wG1", "bA1 wG1-", "wQ -wG1"]
    upload(
        server,
        "".join(
            f'[GameType "Base+M"]\n[White "E{n}"]\n[Result "1-0"]\n\n1. wG1\n2. bA1 wG1-\n3. wQ -wG1\n\n'
            for n in range(3)
        ),
    )
    start = "ultimate-2024 Base+M White[1] -"
    result = server.post("/api/explore", json={"start": start, "moves": line[:1]}).json()
    assert result["games"] == 3
    assert result["white"] == 3
    assert result["moves"][0]["games"] == 3
    assert result["moves"][0]["piece"] == "bA1"
    assert len(result["latest_games"]) == 3
    mine = server.post("/api/explore", json={"start": start, "moves": [], "player": "e1", "side": "white"}).json()
    assert mine["games"] == 1
    assert server.post("/api/explore", json={"start": start, "moves": ["wQ"]}).status_code == 422
    assert server.post("/api/explore", json={"start": start, "since": "2026-99"}).status_code == 422


def test_a_finished_live_game_is_archived_automatically(server: TestClient, anna: Browser) -> None:
    game = anna.make(opponent="here", private=False)
    with anna.live() as live:
        live.watch(game)
        for ply, (piece, to) in enumerate([("wS1", [0, 0]), ("bS1", [1, 0]), ("wQ", [-1, 0])]):
            assert live.request("move", game=game, ply=ply, piece=piece, to=to)["kind"] == "done"
        assert anna.post("/api/reviews", {"game": game}).status_code == 409
        assert live.request("resign", game=game)["kind"] == "done"
    for _ in range(100):
        found = [one for one in server.get("/api/archive").json()["games"] if one["source"] == "table"]
        if found:
            break
        time.sleep(0.1)
    assert found[0]["plies"] == 3
    assert found[0]["reason"] == "resignation"
    job = anna.post("/api/reviews", {"game": game, "effort": "quick"})
    assert job.status_code == 200, job.text
    view = wait_for_review(anna, job.json()["review"])
    assert view["tree"]["nodes"][0]["spent"] is not None
    again = [one for one in server.get("/api/archive").json()["games"] if one["source"] == "table"]
    assert [one["reviewed"] for one in again] == [True]
    explored = server.post("/api/explore", json={"start": view["tree"]["start"], "moves": ["wS1"]}).json()
    assert [move["value"] for move in explored["moves"]] == [view["moves"][1]["value"]]


# reviews


def test_a_review_is_computed_once_and_stored(anna: Browser) -> None:
    moves = finished_game()[-400:]
    start = "ultimate-2024 Base White[1] -"
    short = {"start": start, "nodes": [{"parent": n - 1, "uhp": uhp} for n, uhp in enumerate(moves[:8])]}
    job = anna.post("/api/reviews", {"tree": short, "effort": "quick"})
    assert job.status_code == 200, job.text
    review = job.json()["review"]
    assert anna.get(f"/api/reviews/{review}/report.html").status_code == 404
    view = wait_for_review(anna, review)
    assert view["state"] == "done", view["problem"]
    assert [move["uhp"] for move in view["moves"]] == moves[:8]
    assert view["white"]["accuracy"] is not None
    assert sum(view["white"]["counts"].values()) == 4
    assert view["tree"]["nodes"][7]["uhp"] == moves[7]
    assert anna.post("/api/reviews", {"tree": short, "effort": "quick"}).json()["review"] == review
    report = anna.get(f"/api/reviews/{review}/report.html?language=fr")
    assert report.headers["content-type"].startswith("text/html")
    assert "sha256-" in report.headers["content-security-policy"]
    assert 'lang="fr"' in report.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"archived": 1, "tree": tree("wS1")}, 422),
        ({"tree": tree()}, 422),
        ({"tree": tree("wQ")}, 422),
        ({"archived": 99999}, 404),
        ({"game": "abcdefghij"}, 404),
        ({"game": "x"}, 422),
        ({"tree": tree("wS1"), "effort": "great"}, 422),
    ],
)
def test_invalid_review_requests(anna: Browser, body: dict[str, Any], status: int) -> None:
    assert anna.post("/api/reviews", body).status_code == status


def test_an_unknown_review(anna: Browser) -> None:
    assert anna.get("/api/reviews/0123456789abcdef").status_code == 404
    assert anna.get("/api/reviews/0123456789abcdef_request").status_code == 422


@pytest.mark.slow
def test_a_review_continues_after_a_restart(tmp_path: Path) -> None:
    body = {"tree": tree(*random_line(6)), "effort": "quick"}
    with running_server(settings_in(tmp_path, study_rate=1e6)) as server:
        review = Browser(server).post("/api/reviews", body).json()["review"]
    with running_server(settings_in(tmp_path, study_rate=1e6)) as server:
        view = wait_for_review(Browser(server), review)
        assert view["state"] == "done"


def test_limits_are_taken_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loops = list[asyncio.AbstractEventLoop]()
    monkeypatch.setattr(StudyServices, "charge", lambda *_: loops.append(asyncio.get_running_loop()))
    with running_server(settings_in(tmp_path)) as server:
        assert server.get("/api/archive").status_code == 200
    assert len(loops) == 1


def test_one_address_does_not_occupy_the_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("skep.server.engines.executor._MAX_WAITING", 2)
    gate = threading.Event()

    def draw(_request: Any) -> bytes:
        assert gate.wait(20)
        return b"drawn"

    monkeypatch.setattr("skep.server.study.routes.draw", draw)
    with running_server(settings_in(tmp_path, study_rate=1e6)) as server, ThreadPoolExecutor() as threads:
        body = {"start": START, "moves": [], "form": "svg"}
        answers = [threads.submit(server.post, "/api/pictures", json=body) for _ in range(3)]
        refused = next(as_completed(answers)).result()
        gate.set()
        assert sorted(answer.result().status_code for answer in answers) == [200, 200, 429]
    assert refused.status_code == 429
    assert "limited testclient: too many simultaneous requests for long work" in caplog.text


def test_unfinished_reviews_of_an_address_are_limited(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, study_rate=1e6)) as server:
        anna = Browser(server)
        codes = [
            anna.post("/api/reviews", {"tree": tree(*random_line(40, seed=number)), "effort": "deep"}).status_code
            for number in range(6)
        ]
        assert codes[:4] == [200] * 4
        assert codes[4:] == [429] * 2


# studies


def test_a_shared_study_is_returned_unchanged(anna: Browser, server: TestClient) -> None:
    body = tree(*random_line(10), comment="look here", tags={"Event": "A study"})
    body["nodes"][3] |= {"comment": "hm", "glyph": "?!"}
    answer = anna.post("/api/studies", body)
    assert answer.status_code == 201, answer.text
    study = answer.json()["study"]
    found = Browser(server).get(f"/api/studies/{study}").json()
    assert found["comment"] == "look here"
    assert found["nodes"][3]["glyph"] == "?!"
    assert found["nodes"][3]["to"] is not None
    assert anna.get("/api/studies/abcdefghij").status_code == 404
    assert anna.get("/api/studies/x").status_code == 422
    assert anna.post("/api/studies", tree("wQ")).status_code == 422


def test_requests_from_other_sites_are_refused(server: TestClient) -> None:
    for path in ("/api/records", "/api/archive", "/api/studies", "/api/reviews", "/api/explore"):
        assert send(server, path, b"{}", Origin="https://evil.example").status_code == 403
