"""Bounds on what clients can store: studies, reviews, uploads."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from skep.server.http import client_limits
from tests.server.browsers import running_server, settings_in
from tests.server.study.test_lines import START

PGN = '[GameType "Base"]\n[White "Ann"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n'


def long_study(size: int) -> dict[str, Any]:
    first, second = {"parent": -1, "uhp": "wS1"}, {"parent": 0, "uhp": "bS1 wS1-"}
    return {
        "start": START,
        "comment": "x" * (size // 3),
        "nodes": [{**n, "comment": "x" * (size // 3)} for n in (first, second)],
    }


def test_bytes_per_address_and_day_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_limits, "_BYTES_PER_DAY", 50_000.0)
    with running_server(settings_in(tmp_path, study_rate=1e6, uploads=True)) as client:
        codes = [client.post("/api/studies", json=long_study(9_000)).status_code for _ in range(7)]
        assert codes == [201] * 5 + [429] * 2
        answer = client.post("/api/studies", json=long_study(9_000))
        assert "Your address has stored too much in the last 24 hours. Try again in" in answer.json()["detail"]
        assert client.post("/api/reviews", json={"tree": long_study(9_000), "effort": "quick"}).status_code == 429
        assert client.post("/api/archive?name=x", content=(PGN + "\n{" + "x" * 9_000 + "}")).status_code == 429
        assert client.post("/api/studies", json=long_study(100)).status_code == 201


def test_studies_and_reviews_have_a_bound_in_total(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running_server(settings_in(tmp_path, study_rate=1e6, study_storage=0.02)) as client:
        first = client.post("/api/studies", json=long_study(9_000))
        assert first.status_code == 201
        assert client.post("/api/studies", json=long_study(9_000)).status_code == 201
        with caplog.at_level(logging.WARNING):
            answer = client.post("/api/studies", json=long_study(9_000))
        assert answer.status_code == 507
        assert answer.json()["detail"] == "The server has no space left for studies and reviews."
        assert "the limit of 20000 bytes for reviews and studies is reached" in caplog.text
        review = client.post("/api/reviews", json={"tree": long_study(9_000), "effort": "quick"})
        assert review.status_code == 507
        assert client.get(f"/api/studies/{first.json()['study']}").status_code == 200
