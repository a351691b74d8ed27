"""Shared studies over HTTP and the socket: roles, links, edits, copies, exports and deletion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from skep.server.http import client_limits
from tests.server.browsers import Browser, TestClient, running_server, settings_in

START = "ultimate-2024 Base+MLP White[1] -"
MOVES = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
TREE: dict[str, Any] = {
    "start": START,
    "tags": {"White": "Ann"},
    "comment": "the start",
    "nodes": [{"parent": number - 1, "uhp": move} for number, move in enumerate(MOVES)],
}
_numbers = count(1)
NewAccount = Callable[[], Browser]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server without a limit on requests to the study."""
    with running_server(settings_in(tmp_path_factory.mktemp("studies"), study_rate=1e6)) as client:
        yield client


@pytest.fixture
def account(server: TestClient) -> NewAccount:
    def make() -> Browser:
        browser = Browser(server)
        browser.register(f"Scholar {next(_numbers)}")
        return browser

    return make


def create(browser: Browser, **changes: Any) -> str:
    body = {"name": "Openings", "chapter": "Spiders", "tree": TREE, **changes}
    answer = browser.post("/api/shared-studies", body)
    assert answer.status_code == 201, answer.text
    study: str = answer.json()["study"]
    return study


def link(owner: Browser, study: str, role: str) -> str:
    secret: str = owner.post(f"/api/shared-studies/{study}/links", {"role": role}).json()["links"][role]
    return secret


def join(browser: Browser, study: str, secret: str) -> Any:
    return browser.post(f"/api/shared-studies/{study}/members", {"secret": secret})


def add(chapter: str, node: str, parent: str, uhp: str) -> dict[str, Any]:
    return {"op": "add-move", "id": f"edit-{node}", "chapter": chapter, "node": node, "parent": parent, "uhp": uhp}


def document(browser: Browser, study: str) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/api/shared-studies/{study}").json()
    return found


def test_a_study_is_created_listed_and_private(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    found = document(anna, study)
    assert (found["name"], found["role"], found["seq"], found["public"]) == ("Openings", "owner", 0, False)
    (chapter,) = found["chapters"]
    assert (chapter["name"], chapter["tags"], len(chapter["nodes"])) == ("Spiders", {"White": "Ann"}, 5)
    (own,) = anna.get("/api/shared-studies").json()["yours"]
    assert (own["study"], own["chapters"], len(own["stacks"])) == (study, 1, 4)
    assert ben.get(f"/api/shared-studies/{study}").status_code == 404
    assert ben.get(f"/api/shared-studies/{study}/record.pgn").status_code == 404
    assert (
        Browser(ben._client).post("/api/shared-studies", {"name": "x", "chapter": "y", "tree": TREE}).status_code == 401
    )
    assert anna.post("/api/shared-studies", {"name": " ", "chapter": "y", "tree": TREE}).status_code == 422


def test_links_give_roles_that_the_owner_changes_and_revokes(account: NewAccount, server: TestClient) -> None:
    anna, ben, guest = account(), account(), Browser(server)
    study = create(anna)
    view, edit = link(anna, study, "view"), link(anna, study, "edit")
    assert join(ben, study, "wrong").json()["code"] == "unknown-link"
    assert join(ben, study, view).json()["role"] == "view"
    assert join(ben, study, edit).json()["role"] == "edit"
    assert join(ben, study, view).json()["role"] == "edit"  # a link to view takes nothing away
    assert join(guest, study, edit).json()["role"] == "view"  # until they have an account
    guest.register(f"Scholar {next(_numbers)}")
    assert document(guest, study)["role"] == "edit"
    newer = link(anna, study, "edit")
    assert join(account(), study, edit).status_code == 404
    anna.post(f"/api/shared-studies/{study}/links", {"role": "edit", "revoke": True})
    assert join(account(), study, newer).status_code == 404
    assert ben.get(f"/api/shared-studies/{study}/access").status_code == 403
    members = anna.get(f"/api/shared-studies/{study}/access").json()["members"]
    assert [(member["role"], member["registered"]) for member in members] == [("edit", True), ("edit", True)]
    first = f"/api/shared-studies/{study}/members/{members[0]['id']}"
    assert anna.change(first, {"role": "view"}).json()["members"][0]["role"] == "view"
    assert len(anna.delete(first).json()["members"]) == 1
    assert ben.get(f"/api/shared-studies/{study}").status_code == 404
    assert ben.get("/api/shared-studies").json()["joined"] == []


def test_edits_are_checked_stored_once_and_broadcast(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    join(ben, study, link(anna, study, "edit"))
    (chapter,) = document(anna, study)["chapters"]
    last = f"{chapter['id']}-3"
    with anna.live() as one, ben.live() as two:
        assert one.request("study-join", study=study, seq=0)["role"] == "owner"
        assert two.request("study-join", study=study, seq=0)["role"] == "edit"
        edits = [
            add(chapter["id"], "node-a", last, "wA1 -wQ"),
            add(chapter["id"], "node-b", last, "wA1 wS1"),
            {"op": "set-comment", "id": "comment1", "chapter": chapter["id"], "node": "node-a", "text": "good"},
        ]
        answer = one.request("study-edit", study=study, client="anna-tab", edits=edits)
        assert [refused["edit"] for refused in answer["refused"]] == ["edit-node-b"]
        assert answer["refused"][0]["code"] in ("illegal", "malformed")
        changes = two.until("study-edits")["changes"]
        assert [change["edit"]["id"] for change in changes] == ["edit-node-a", "comment1"]
        assert (changes[0]["edit"]["piece"], changes[0]["seq"]) == ("wA1", 1)
        again = one.request("study-edit", study=study, client="anna-tab", edits=[edits[0], edits[2]])
        assert again["refused"] == []
        assert document(anna, study)["seq"] == 2
        missed = two.request("study-join", study=study, seq=1)
        assert [change["edit"]["id"] for change in missed["changes"]] == ["comment1"]
        assert one.request("study-join", study=study, seq=99)["behind"] is True


def test_a_viewer_cannot_edit_and_roles_change_on_open_connections(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    join(ben, study, link(anna, study, "view"))
    (chapter,) = document(anna, study)["chapters"]
    edit = [{"op": "set-glyph", "id": "glyph-01", "chapter": chapter["id"], "node": f"{chapter['id']}-0", "glyph": "!"}]
    (member,) = anna.get(f"/api/shared-studies/{study}/access").json()["members"]
    with ben.live() as two:
        two.request("study-join", study=study, seq=0)
        assert two.request("study-edit", study=study, client="bens-tab", edits=edit)["code"] == "view-only"
        anna.change(f"/api/shared-studies/{study}/members/{member['id']}", {"role": "edit"})
        assert two.until("study-role")["role"] == "edit"
        assert two.request("study-edit", study=study, client="bens-tab", edits=edit)["refused"] == []
        anna.delete(f"/api/shared-studies/{study}/members/{member['id']}")
        assert two.until("study-role")["role"] is None
        assert two.request("study-edit", study=study, client="bens-tab", edits=edit)["code"] == "unknown-study"


def test_a_public_study_is_open_to_everyone_until_it_is_not(account: NewAccount, server: TestClient) -> None:
    anna, guest = account(), Browser(server)
    study = create(anna)
    assert anna.change(f"/api/shared-studies/{study}", {"public": True, "name": "Pins"}).json()["public"] is True
    assert document(guest, study)["role"] == "view"
    assert study in [one["study"] for one in guest.get("/api/shared-studies").json()["public"]]
    with guest.live() as live:
        assert live.request("study-join", study=study, seq=0)["role"] == "view"
        anna.change(f"/api/shared-studies/{study}", {"public": False})
        assert live.until("study-role")["role"] is None
    assert guest.get(f"/api/shared-studies/{study}").status_code == 404
    assert guest.change(f"/api/shared-studies/{study}", {"public": True}).status_code == 401


def test_people_see_who_looks_where(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    join(ben, study, link(anna, study, "view"))
    look = {"study": study, "chapter": document(anna, study)["chapters"][0]["id"]}
    with anna.live() as one, ben.live() as two:
        one.request("study-join", study=study, seq=0)
        two.request("study-join", study=study, seq=0)
        two.request("study-look", client="bens-tab", node="root", **look)
        people = one.until("study-people")
        while not people["people"]:
            people = one.until("study-people")
        (person,) = people["people"]
        assert (person["client"], person["role"], person["node"]) == ("bens-tab", "view", "root")
        two.request("study-leave", study=study)
        assert one.until("study-people")["people"] == []


def test_blocked_players_neither_join_nor_stay(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    edit = link(anna, study, "edit")
    assert join(ben, study, edit).status_code == 200
    name = ben.get("/api/me").json()["name"]
    assert anna.post("/api/blocks", {"player": {"name": name}, "kind": "block"}).status_code in (200, 201)
    assert ben.get(f"/api/shared-studies/{study}").status_code == 404
    assert ben.get("/api/shared-studies").json()["joined"] == []
    assert join(ben, study, edit).status_code == 404


def test_a_copy_belongs_to_whoever_made_it(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    chapter = document(anna, study)["chapters"][0]["id"]
    delete = {"op": "delete-moves", "id": "delete-01", "chapter": chapter, "node": f"{chapter}-2", "seen": 0}
    with anna.live() as live:
        live.request("study-edit", study=study, client="anna-tab", edits=[delete])
    assert ben.post(f"/api/shared-studies/{study}/copy").status_code == 404
    join(ben, study, link(anna, study, "view"))
    copy = ben.post(f"/api/shared-studies/{study}/copy").json()["study"]
    found = document(ben, copy)
    assert (found["role"], len(found["chapters"][0]["nodes"])) == ("owner", 3)
    assert anna.get(f"/api/shared-studies/{copy}").status_code == 404


def test_chapters_are_added_and_exported(account: NewAccount) -> None:
    anna = account()
    study = create(anna)
    edit = {
        "id": "chapter-edit",
        "chapter": "chapter-two",
        "name": "Ants",
        "tree": {**TREE, "nodes": []},
        "op": "add-chapter",
    }
    address = f"/api/shared-studies/{study}"
    assert anna.post(f"{address}/chapters", {"client": "anna-tab", "edit": edit}).status_code == 201
    assert anna.post(f"{address}/chapters", {"client": "anna-tab", "edit": edit}).status_code == 201
    chapters = document(anna, study)["chapters"]
    assert [chapter["name"] for chapter in chapters] == ["Spiders", "Ants"]
    pgn = anna.get(f"{address}/record.pgn").text
    assert pgn.count("[Event ") == 2
    assert '[Event "Openings: Ants"]' in pgn
    one = anna.get(f"{address}/record.pgn?chapter={chapters[0]['id']}").text
    assert "wQ -wS1" in one
    assert "Ants" not in one
    assert anna.get(f"{address}/record.uhp?chapter={chapters[0]['id']}").text.startswith("Base+MLP;")
    assert anna.get(f"{address}/record.pgn?chapter=unknown").status_code == 404
    read = anna._client.post("/api/records", content=pgn.encode(), headers=anna.headers)
    assert len(read.json()["games"]) == 2


def test_a_deleted_study_is_gone_for_everyone(account: NewAccount) -> None:
    anna, ben = account(), account()
    study = create(anna)
    join(ben, study, link(anna, study, "edit"))
    with ben.live() as live:
        live.request("study-join", study=study, seq=0)
        assert ben.delete(f"/api/shared-studies/{study}").status_code == 403
        assert anna.delete(f"/api/shared-studies/{study}").json()["yours"] == []
        assert live.until("study-role")["role"] is None
    assert anna.get(f"/api/shared-studies/{study}").status_code == 404


def test_the_studies_of_a_deleted_account_are_deleted(account: NewAccount) -> None:
    anna, ben = account(), account()
    (study, other) = create(anna), create(ben)
    join(ben, study, link(anna, study, "edit"))
    join(anna, other, link(ben, other, "edit"))
    chapter = document(anna, other)["chapters"][0]["id"]
    comment = {"op": "set-comment", "id": "comment1", "chapter": chapter, "node": "root", "text": "mine"}
    with anna.live() as live:
        assert live.request("study-edit", study=other, client="anna-tab", edits=[comment])["refused"] == []
    exported = anna.get("/api/account/export").json()["studies"]
    assert exported["owned"][0]["id"] == study
    assert exported["edits"][0]["edit"]["text"] == "mine"
    with ben.live() as live:
        live.request("study-join", study=study, seq=0)
        anna._keep_session(anna.post("/api/session/confirmation", {"password": "correct horse battery"}), 200)
        gone = anna.delete("/api/account")
        assert gone.status_code < 300, gone.text
        assert live.until("study-role")["role"] is None
    assert ben.get("/api/shared-studies").json()["joined"] == []
    assert [part["text"] for part in document(ben, other)["chapters"][0]["nodes"]["root"]["comments"]] == [
        "the start",
        "mine",
    ]
    assert ben.get(f"/api/shared-studies/{other}/access").json()["members"] == []


def test_forbidden_words_are_refused_and_the_rest_is_stored(account: NewAccount) -> None:
    anna = account()
    study = create(anna)
    chapter = document(anna, study)["chapters"][0]["id"]
    edits = [
        {"op": "rename-chapter", "id": "rename-1", "chapter": chapter, "name": "fuck"},
        {"op": "rename-chapter", "id": "rename-2", "chapter": chapter, "name": "Polite"},
    ]
    with anna.live() as live:
        answer = live.request("study-edit", study=study, client="anna-tab", edits=edits)
    assert [(refused["edit"], refused["code"]) for refused in answer["refused"]] == [("rename-1", "forbidden-word")]
    assert document(anna, study)["chapters"][0]["name"] == "Polite"


def test_a_chapter_can_be_longer_than_a_message_on_the_socket(account: NewAccount) -> None:
    anna = account()
    study = create(anna)
    tree: dict[str, Any] = {**TREE, "comment": "x" * 3000, "tags": {f"Tag{number}": "y" * 150 for number in range(30)}}
    tree["nodes"] = [{**node, "comment": "z" * 3500} for node in TREE["nodes"]]
    edit = {"op": "add-chapter", "id": "long-edit", "chapter": "long-chapter", "name": "Long", "tree": tree}
    answer = anna.post(f"/api/shared-studies/{study}/chapters", {"client": "tab1", "edit": edit})
    assert answer.status_code == 201, answer.text
    assert [chapter["name"] for chapter in document(anna, study)["chapters"]] == ["Spiders", "Long"]
    answer = anna.post(f"/api/shared-studies/{study}/links", {"role": "view", "x": "y" * 17_000})
    assert answer.status_code == 413


def test_reading_a_long_study_costs_more_than_reading_a_short_one(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, study_rate=1e-6)) as client:
        anna = Browser(client)
        anna.register("Scholar")
        nodes = [{"parent": 0, "uhp": f"b{bug} {place}", "comment": "x" * 4000} for bug, place in long_variations()]
        study = create(anna, tree={"start": START, "nodes": [TREE["nodes"][0], *nodes]})
        statuses = [anna.get(f"/api/shared-studies/{study}").status_code for _ in range(120)]
        assert statuses[:50] == [200] * 50
        assert 429 in statuses  # 190 cost units would be enough if every request cost one
        answer = anna.get(f"/api/shared-studies/{study}/record.pgn")
        assert answer.status_code == 429


def test_long_requests_are_charged_before_they_are_read(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, study_rate=1e-6)) as client:
        anna = Browser(client)
        anna.register("Scholar")
        study = create(anna)
        paths = ("/api/shared-studies", f"/api/shared-studies/{study}/chapters", "/api/pictures")
        statuses = [anna.post(path, {"unreadable": True}).status_code for path in paths for _ in range(2)]
        assert statuses == [422] * 6
        for _ in range(200):
            anna.get("/api/shared-studies")
        assert [anna.post(path, {"unreadable": True}).status_code for path in paths] == [429] * 3


def test_loading_a_long_study_is_charged_and_joining_an_open_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skep.server.study.services.BYTES_PER_UNIT", 10.0)
    with running_server(settings_in(tmp_path, study_rate=1e-6)) as client:
        anna = Browser(client)
        anna.register("Scholar")
        study = create(anna)
        edit = {"op": "set-comment", "id": "edit1", "chapter": "none", "node": "root", "text": "x"}
        with anna.live() as live, anna.live() as other:

            def join() -> str:
                answer = live.request("study-join", study=study, seq=0)
                live.request("study-leave", study=study)
                return str(answer.get("code", answer["kind"]))

            first = other.request("study-join", study=study, seq=0)
            assert first["kind"] == "study-joined"
            assert {join() for _ in range(10)} == {"study-joined"}
            other.request("study-leave", study=study)
            answers = [join() for _ in range(10)]
            assert answers[-1] == "too-fast"
            refused = live.request("study-edit", study=study, client="tab1", edits=[edit])
            assert refused["code"] == "too-fast"


def long_variations() -> list[tuple[str, str]]:
    """Return Black's first moves after wS1, as bugs and places."""
    places = ("wS1-", "wS1/", "wS1\\", "-wS1", "/wS1", "\\wS1")
    return [(bug, place) for bug in ("A1", "B1", "G1", "S1", "M", "L", "P") for place in places]


def test_copies_count_towards_the_bytes_that_an_address_may_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_limits, "_BYTES_PER_DAY", 100_000)
    with running_server(settings_in(tmp_path, study_rate=1e6)) as client:
        anna, ben = Browser(client), Browser(client)
        anna.register("Scholar One")
        ben.register("Scholar Two")
        study = create(anna, tree={**TREE, "nodes": [{**node, "comment": "x" * 3500} for node in TREE["nodes"]]})
        anna.change(f"/api/shared-studies/{study}", {"public": True})
        statuses = [
            each.post(f"/api/shared-studies/{study}/copy").status_code for each in (anna, ben) for _ in range(5)
        ]
        assert statuses[:3] == [201] * 3
        assert statuses[-1] == 429
