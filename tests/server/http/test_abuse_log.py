"""The log names limited clients, and they cannot fill it."""

from __future__ import annotations

import pytest

from skep.server.http.abuse_log import AbuseLog


def test_each_client_gets_a_few_lines_and_all_together_a_bounded_number(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    log = AbuseLog(clock=lambda: now)
    for _ in range(100):
        log.warn("203.0.113.9", "too many frames")
    assert caplog.messages == ["limited 203.0.113.9: too many frames"] * 3
    for number in range(1000):
        log.warn(f"10.0.{number // 250}.{number % 250}", "too many frames")
    assert len(caplog.messages) == 60
    now = 120.0
    log.warn("203.0.113.9", "reads too slowly")
    assert caplog.messages[-1] == "limited 203.0.113.9: reads too slowly (943 similar lines left out)"
    log.warn(None, "too many frames")
    assert caplog.messages[-1] == "limited unknown address: too many frames"
