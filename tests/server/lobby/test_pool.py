"""The pairing pool on a running server: seeking, meeting, cancelling and returning."""

from __future__ import annotations

from typing import Any

from tests.server.browsers import Browser, TestClient

BLITZ: dict[str, Any] = {"clock": {"kind": "minutes", "minutes": 3, "increment": 2}}


def test_two_players_with_the_same_terms_meet(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    with anna.live() as one, ben.live() as two:
        waiting = one.request("seek", **BLITZ)
        assert waiting["matched"] is None
        assert (waiting["seek"]["clock"]["minutes"], waiting["seek"]["rated"], waiting["waiting"]) == (3, False, 1)
        found = two.request("seek", **BLITZ)
        assert found["seek"] is None
        match = one.until("seek-matched")
        assert match["seek"] == waiting["seek"]["seek"]
        assert match["game"] == found["matched"]["game"] == two.until("seek-matched")["game"]
        assert {match["side"], found["matched"]["side"]} == {"white", "black"}
        state = one.watch(match["game"])
        assert (state["yours"], state["started"], state["private"]) == ([match["side"]], True, False)
        assert state["clock_rule"]["first_move"] == 30
        assert two.watch(match["game"])["yours"] == [found["matched"]["side"]]
        # neither waits any longer, and both can ask what became of the seek
        again = one.request("my-seek", seek=match["seek"])
        assert again["seek"] is None
        assert again["matched"] == {"seek": match["seek"], "game": match["game"], "side": match["side"]}


def test_other_terms_do_not_match(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    with anna.live() as one, ben.live() as two:
        one.request("seek", **BLITZ)
        assert two.request("seek", **BLITZ, expansions="M")["matched"] is None
        assert two.request("seek", clock={"kind": "minutes", "minutes": 3, "increment": 0})["matched"] is None
        assert two.request("unseek")["seek"] is None
        assert one.request("unseek")["seek"] is None
        assert one.request("my-seek")["seek"] is None


def test_the_same_terms_keep_the_place_and_all_tabs_know(server: TestClient) -> None:
    anna = Browser(server)
    with anna.live() as tab, anna.live() as other:
        first = tab.request("seek", **BLITZ)["seek"]
        assert other.request("my-seek")["seek"]["seek"] == first["seek"]
        second = other.request("seek", **BLITZ)["seek"]
        assert (second["seek"], second["since"]) == (first["seek"], first["since"])
        assert other.request("unseek", seek="A" * 16)["seek"]["seek"] == first["seek"]
        other.request("unseek", seek=first["seek"])
        assert tab.until("seeking", seek=None)["matched"] is None


def test_a_player_who_left_is_not_paired(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    with ben.live() as two:
        with anna.live() as one:
            one.request("seek", **BLITZ, expansions="L")
        # a pause, so that the seek ends: nobody renews it
        while two.request("my-seek")["waiting"]:
            two.request("ping")
        assert two.request("seek", **BLITZ, expansions="L")["matched"] is None
        two.request("unseek")


def test_a_seek_survives_a_short_absence(server: TestClient) -> None:
    anna = Browser(server)
    with anna.live() as one:
        seek = one.request("seek", **BLITZ, expansions="P")["seek"]["seek"]
    with anna.live() as one:
        assert one.request("my-seek", seek=seek)["seek"]["seek"] == seek
        one.request("unseek")


def test_rated_seeks_take_an_account(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    with anna.live() as one:
        assert one.request("seek", **BLITZ, rated=True)["code"] == "sign-in"
    anna.register("Anna Pool")
    ben.register("Ben Pool")
    with anna.live() as one, ben.live() as two:
        one.request("seek", **BLITZ, rated=True)
        game = two.request("seek", **BLITZ, rated=True)["matched"]["game"]
        match = one.until("seek-matched")
        assert (match["game"], match["opponent"]) == (game, "Ben Pool")


def test_seeks_that_make_no_sense_are_refused(server: TestClient) -> None:
    anna = Browser(server)
    with anna.live() as one:
        assert one.request("seek", clock={"kind": "days", "days": 2})["code"] == "not-possible"
        assert one.request("seek", clock={"kind": "none"})["code"] == "not-possible"
        assert one.request("seek", **BLITZ, lowest=1800, highest=1700)["code"] == "malformed"
        assert one.request("seek", **BLITZ, lowest=-1)["code"] == "malformed"


def test_a_range_of_ratings_is_kept(server: TestClient) -> None:
    anna, ben, carla = Browser(server), Browser(server), Browser(server)
    with anna.live() as one, ben.live() as two, carla.live() as three:
        assert one.request("seek", **BLITZ, lowest=1600)["matched"] is None
        assert two.request("seek", **BLITZ, highest=1500)["matched"] is None
        found = three.request("seek", **BLITZ)["matched"]
        assert two.until("seek-matched")["game"] == found["game"]
        one.request("unseek")


def test_a_browser_without_a_cookie_is_told_what_to_do(server: TestClient) -> None:
    anna = Browser(server)
    anna.headers = {}
    with anna.live() as one:
        refused = one.request("seek", **BLITZ)
        assert (refused["code"], "/api/me" in refused["text"]) == ("not-possible", True)
        assert one.request("my-seek")["seek"] is None
        assert one.request("unseek")["seek"] is None


def test_waiting_players_are_listed(server: TestClient) -> None:
    anna = Browser(server)
    with anna.live() as one:
        seek = one.request("seek", **BLITZ, expansions="MP", lowest=1400)["seek"]
        while not (listed := anna.get("/api/seeks").json())["seeks"]:
            one.request("ping")
        assert listed["waiting"] == 1
        [shown] = listed["seeks"]
        assert (shown["seek"], shown["game_type"], shown["rated"], shown["rating"], shown["lowest"]) == (
            seek["seek"],
            "Base+MP",
            False,
            None,
            1400,
        )
        one.request("unseek")
