"""Quotas of games per guest."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.server.accounts import quotas
from skep.server.accounts.networks import GuestNetworks
from skep.server.accounts.quotas import TournamentQuota
from skep.server.http.limits import RateLimit
from tests.server.browsers import Browser, running_server, settings_in


def test_open_invitations_and_unfinished_games_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_INVITATIONS", 3)
    monkeypatch.setattr(quotas, "MAX_UNFINISHED", 5)
    with running_server(settings_in(tmp_path)) as client:
        anna, ben = Browser(client), Browser(client)
        games = [anna.make(opponent="friend") for _ in range(3)]
        answer = anna.post("/api/games", {"opponent": "friend"})
        assert answer.status_code == 409
        assert answer.json()["detail"] == "You have 3 open invitations. Cancel one of them first."
        games += [anna.make(opponent="here") for _ in range(2)]
        answer = anna.post("/api/games", {"opponent": "computer"})
        assert answer.status_code == 409
        assert answer.json()["detail"] == "You have 5 unfinished games. Finish or abort one of them first."
        with anna.live() as live:
            assert live.request("resign", game=games[-1])["kind"] == "done"
            assert live.request("propose", game=games[-1], what="rematch")["kind"] == "done"
            assert live.request("resign", game=games[-2])["kind"] == "done"
            anna.make(opponent="here")
            answer_of_rematch = live.request("propose", game=games[-2], what="rematch")
            assert answer_of_rematch["code"] == "too-many-games"
            assert live.request("abort", game=games[0])["kind"] == "done"
        assert anna.post("/api/games", {"opponent": "friend"}).status_code == 201
        assert ben.post("/api/games", {"opponent": "friend"}).status_code == 201


def test_a_guest_keeps_the_limit_at_another_address(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, games_per_hour=0.001)) as client:
        anna = Browser(client)
        transport = client._transport
        codes = []
        for number in range(65):
            transport.client = (f"192.0.2.{number}", 1)
            codes.append(anna.put("/api/me", {"name": f"Anna {number}"}).status_code)
        assert codes == [200] * 60 + [429] * 5
        answer = anna.put("/api/me", {"name": "Anna"})
        assert answer.json()["detail"].startswith(
            "Too many new games and names of yours in the last hour. Try again in"
        )
        assert int(answer.headers["retry-after"]) > 1000


def test_players_of_arenas_have_an_allowance_of_their_own() -> None:
    networks = GuestNetworks()
    networks.note("anna", "2001:db8::1")
    networks.note("ben", "2001:db8::2")
    quota = TournamentQuota(RateLimit("tournament games", rate=1e-9, burst=3, per_address=1.5), networks)
    for _ in range(3):
        assert quota.allows("anna")
        quota.charge("anna")
    assert not quota.allows("anna")
    assert quota.allows("ben")
    quota.charge("ben")
    assert not quota.allows("ben")  # both are in one network
    assert quota.allows("someone elsewhere")
    assert TournamentQuota().allows("anna")
