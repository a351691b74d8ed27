"""Battles of teams: who can create and join them, that teammates never meet, and whose points count."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from skep.server.tournaments.arena import WaitingPlayer, pair_waiting
from skep.server.tournaments.battles import BattleMember, team_standings
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.teams.test_teams import make_team, player, problem
from tests.server.tournaments.test_routes import act, create, refusal

NOW = 1_000.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("battles")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder)) as client:
        yield client


def view_of(browser: Browser, tournament: str) -> dict[str, Any]:
    view: dict[str, Any] = browser.get(f"/api/tournament/{tournament}").json()
    return view


def test_a_battle_needs_several_teams_of_which_the_organiser_leads_one(server: TestClient) -> None:
    (ann, _), (ben, _) = player(server, "Ann"), player(server, "Ben")
    bees, ants = make_team(ann), make_team(ben)

    def refused(browser: Browser, **settings: Any) -> tuple[int, str]:
        return problem(browser.post("/api/tournaments", {"name": "Derby", **settings}))

    assert refused(ann, teams=[bees]) == (422, "battle-teams")
    assert refused(ann, teams=[bees, bees]) == (422, "battle-teams")
    assert refused(ann, teams=[bees, ants], system="round-robin") == (422, "battle-teams")
    assert refused(ann, teams=[bees, ants], team=bees) == (422, "battle-teams")
    assert refused(ann, teams=[bees, "ABCDEFGH"]) == (422, "unknown-team")
    cid, _ = player(server, "Cid")
    assert refused(cid, teams=[bees, ants]) == (403, "not-team-leader")
    tournament = create(ann, teams=[bees, ants])
    for team in (bees, ants):
        listed = cid.get(f"/api/tournaments?team={team}").json()["tournaments"]
        assert [(each["tournament"], each["teams"]) for each in listed] == [(tournament, 2)]


def test_members_join_for_one_of_their_teams(server: TestClient) -> None:
    (ann, ann_name), (ben, ben_name), (cid, _) = player(server, "Ann"), player(server, "Ben"), player(server, "Cid")
    bees, ants, wasps = make_team(ann), make_team(ben), make_team(ben)
    tournament = create(ann, teams=[bees, ants, wasps])
    assert view_of(cid, tournament)["why_not"] == refusal(cid, tournament, "join") == "teams-only"
    assert view_of(ann, tournament)["own_teams"] == [bees]
    assert act(ann, tournament, "join")["you"]["team"] == bees
    assert view_of(ben, tournament)["own_teams"] == [ants, wasps]
    assert refusal(ben, tournament, "join") == refusal(ben, tournament, f"join?team={bees}") == "choose-team"
    assert act(ben, tournament, f"join?team={wasps}")["you"]["team"] == wasps
    scores = cid.get(f"/api/tournament/{tournament}/standings").json()["scores"]
    assert {score["name"]: score["team"] for score in scores} == {ann_name: bees, ben_name: wasps}
    settings = {"name": "Derby", "teams": [bees, ants]}
    assert problem(ann.put(f"/api/tournament/{tournament}", settings)) == (409, "players-joined")
    (entry,) = ben.get("/api/account/export").json()["tournaments"]["entries"]
    assert entry["team"] == wasps
    # whoever pauses comes back for the same team
    act(ann, tournament, "start")
    act(ben, tournament, "pause")
    assert act(ben, tournament, "join")["you"]["team"] == wasps


def test_the_page_shows_the_points_of_the_teams(server: TestClient, folder: Path) -> None:
    (ann, ann_name), (ben, ben_name), (cid, cid_name) = (player(server, name) for name in ("Ann", "Ben", "Cid"))
    bees, ants = make_team(ann), make_team(ben)
    cid.post(f"/api/teams/{ants}/join", {})
    tournament = create(ann, teams=[bees, ants], best_players=1)
    for browser in (ann, ben, cid):
        act(browser, tournament, "join")
    act(ann, tournament, "start")
    with closing(sqlite3.connect(folder / "games.sqlite", timeout=30)) as store, store:
        for name, score in ((ann_name, 3.0), (ben_name, 4.0), (cid_name, 2.0)):
            store.execute(
                "UPDATE tournament_players SET score = ? WHERE player = (SELECT id FROM guests WHERE name = ?)",
                (score, name),
            )
    view = view_of(cid, tournament)
    assert view["best_players"] == 1
    assert [(team["team"], team["rank"], team["score"], team["players"]) for team in view["teams"]] == [
        (ants, 1, 4.0, 2),
        (bees, 2, 3.0, 1),
    ]
    assert view["teams"][0]["best"] == [{"name": ben_name, "score": 4.0}]
    # the points of a player who is removed do not count
    act(ann, tournament, "remove", {"name": ben_name})
    assert [(team["team"], team["score"]) for team in view_of(cid, tournament)["teams"]] == [(bees, 3.0), (ants, 2.0)]


def test_teams_with_the_same_points_share_a_rank() -> None:
    members = [BattleMember("b", "Bo", 2.0), BattleMember("a", "Ada", 2.0)]
    found = team_standings({"a": "Ants", "b": "Bees", "c": "Cicadas"}, members, 5)
    assert [(team.team, team.rank, team.score, team.players) for team in found] == [
        ("a", 1, 2.0, 1),
        ("b", 1, 2.0, 1),
        ("c", 3, 0.0, 0),
    ]


@pytest.mark.parametrize("waited", [0.0, 60.0])
def test_teammates_never_meet(waited: float) -> None:
    teams = {f"{team}{number}": team for team in "ab" for number in range(20)} | {"c0": "c"}
    waiting = [
        WaitingPlayer(name, place, NOW - waited, team=team) for place, (name, team) in enumerate(teams.items(), start=1)
    ]
    pairs = [pairing.players for pairing in pair_waiting(waiting, NOW, 1)]
    assert all(teams[white] != teams[black] for white, black in pairs)
    # the teams are apart in the standings, so that most wait a little; then only one of 41 is left over
    assert len(pairs) == 20 if waited else len(pairs) > 0


def test_a_pair_is_exchanged_for_two_teammates() -> None:
    teams = {"a1": "a", "a2": "a", "b": "b", "c": "c"}
    places = {"b": 1, "c": 2, "a1": 3, "a2": 4}
    waiting = [WaitingPlayer(name, places[name], NOW, team=team) for name, team in teams.items()]
    pairs = {frozenset(pairing.players) for pairing in pair_waiting(waiting, NOW, 1)}
    assert len(pairs) == 2
    assert frozenset(("a1", "a2")) not in pairs
