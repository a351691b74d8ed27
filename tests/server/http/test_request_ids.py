"""Every request has an id, in its response and in its lines of the log."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from skep.server.admin.logs import JsonFormatter, RequestFilter
from skep.server.http.request_ids import HEADER, current_request
from tests.server.browsers import Browser, TestClient, running_server, settings_in

OURS = re.compile(r"[0-9a-f]{16}")


def test_every_response_has_a_new_id(server: TestClient) -> None:
    ids = [server.get(path).headers[HEADER] for path in ("/api/health/live", "/api/nothing", "/", "/api/health/live")]
    assert all(OURS.fullmatch(id_) for id_ in ids)
    assert len(set(ids)) == len(ids)


def test_strangers_cannot_choose_the_id(server: TestClient) -> None:
    answer = server.get("/api/health/live", headers={HEADER: "chosen-by-a-stranger"})
    assert OURS.fullmatch(answer.headers[HEADER])


def test_a_trusted_proxy_chooses_the_id_and_the_address(tmp_path: Path) -> None:
    with running_server(settings_in(tmp_path, proxy="127.0.0.1")) as client:
        through = TestClient(client.app, base_url="http://hive.example", client=("127.0.0.1", 5000))
        answer = through.get("/api/health/live", headers={HEADER: "4bf92f3577b34da6", "X-Forwarded-Proto": "https"})
        assert answer.headers[HEADER] == "4bf92f3577b34da6"
        assert "Strict-Transport-Security" in answer.headers
        for invalid in ("short", "a" * 65, 'x" injected=1', "é" * 10):
            answer = through.get("/api/health/live", headers={HEADER: invalid.encode("latin1")})
            assert OURS.fullmatch(answer.headers[HEADER])
        stranger = TestClient(client.app, base_url="http://hive.example", client=("192.0.2.1", 5000))
        answer = stranger.get("/api/health/live", headers={HEADER: "4bf92f3577b34da6", "X-Forwarded-Proto": "https"})
        assert OURS.fullmatch(answer.headers[HEADER])
        assert "Strict-Transport-Security" not in answer.headers


def test_the_lines_of_a_request_have_its_id(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    filter_ = RequestFilter()
    caplog.handler.addFilter(filter_)
    monkeypatch.setattr("skep.server.lobby.lists.GameLists.live", _fail)
    monkeypatch.setattr("skep.server.sessions.Session.handle", _fail)
    try:
        with running_server(settings_in(tmp_path)) as client:
            answer = client.get("/api/games/live")
            anna = Browser(client)
            anna.make(opponent="here")
            with anna.live() as live:
                live.request("ping")
    finally:
        caplog.handler.removeFilter(filter_)
    said = {record.message: getattr(record, "request", None) for record in caplog.records}
    requests = [getattr(record, "request", None) for record in caplog.records if record.message == "failing"]
    assert requests[0] == answer.headers[HEADER]
    assert answer.status_code == 500
    assert said["GET /api/games/live failed"] == requests[0]
    assert re.fullmatch(r"socket-[0-9a-f]{16}", requests[1] or "")
    assert said["a request failed: Ping"] == requests[1]
    assert current_request() is None


async def _fail(*_arguments: object, **_named: object) -> None:
    logging.getLogger("skep.server").warning("failing")
    raise RuntimeError("on purpose")


def test_a_line_of_json_is_one_object() -> None:
    record = logging.LogRecord("skep.server", logging.INFO, __file__, 1, "two\nlines of %s", ("text",), None)
    RequestFilter().filter(record)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    assert '"message":"two\\nlines of text"' in text
    assert '"level":"info"' in text
    assert "request" not in text
