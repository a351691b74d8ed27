"""A short load run, from clients over sockets to the database and back."""

from __future__ import annotations

import pytest
from bench import load


@pytest.mark.slow
def test_a_small_load_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    status = load.main("--clients 24 --seconds 0.6 --warm-up 0.3 --processes 1 --rounds 1".split())
    output = capsys.readouterr().out
    assert status == 0, output
    assert "each delivered to everyone in its room, once and in order" in output
    assert "SQLite" in output
