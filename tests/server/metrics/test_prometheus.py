"""The measurements of the server, in one process and summed over several."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from skep.errors import SkepError
from skep.server.metrics.prometheus import PrometheusMetrics, parse_address
from tests.server.browsers import Browser, running_server, settings_in
from tests.server.processes import Player, Server
from tests.services import free_port


def values_of(text: str) -> dict[str, float]:
    """Return the samples of Prometheus's text format by name and labels."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            found[name] = float(value)
    return found


def test_what_a_game_measures(tmp_path: Path) -> None:
    metrics = PrometheusMetrics()
    with running_server(settings_in(tmp_path), metrics=metrics) as client:
        anna = Browser(client)
        game = anna.make(opponent="here")
        with anna.live() as live:
            live.watch(game)
            assert live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
            assert live.request("ping")["kind"] == "pong"
            live.session.send_text("nonsense")
            live.until("refused")
            now = values_of(generate_latest(metrics.registry).decode())
            assert now["skep_sockets"] == 1
        anna.get("/api/games/zzzzzzzzzz")
        anna.get("/api/nothing/here")
        anna.get("/game/1234")
    found = values_of(generate_latest(metrics.registry).decode())
    assert found["skep_sockets"] == 0
    assert found['skep_games_created_total{opponent="here"}'] == 1
    assert found["skep_moves_total"] == 1
    assert found['skep_messages_total{kind="make-move"}'] == 1
    assert found['skep_messages_total{kind="watch"}'] == 1
    assert found["skep_messages_refused_total"] == 1
    assert found['skep_http_requests_total{method="POST",route="/api/games",status="201"}'] == 1
    assert found['skep_http_requests_total{method="GET",route="/api/games/{game}",status="404"}'] == 1
    assert found['skep_http_requests_total{method="GET",route="unknown",status="404"}'] == 1
    assert found['skep_http_requests_total{method="GET",route="page",status="200"}'] == 1
    assert found["skep_store_writes_total"] >= 2
    assert found["skep_store_write_seconds_count"] >= 1


def test_the_computer_waits_for_an_engine(tmp_path: Path) -> None:
    metrics = PrometheusMetrics()
    with running_server(settings_in(tmp_path), metrics=metrics) as client:
        anna = Browser(client)
        game = anna.make(opponent="computer", level=1)
        with anna.live() as live:
            live.watch(game)
            live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
            live.until("moved", ply=2)
    found = values_of(generate_latest(metrics.registry).decode())
    assert found["skep_moves_total"] == 2
    assert found['skep_engine_wait_seconds_count{priority="quick_move"}'] >= 1


def test_what_the_pairing_pools_report() -> None:
    metrics = PrometheusMetrics()
    metrics.pool_size("blitz/base", 3)
    metrics.pool_wait("blitz/base", 4.0)
    found = values_of(generate_latest(metrics.registry).decode())
    assert found['skep_pool_players{pool="blitz/base"}'] == 3
    assert found['skep_pool_wait_seconds_bucket{le="5.0",pool="blitz/base"}'] == 1
    assert found['skep_pool_wait_seconds_bucket{le="2.5",pool="blitz/base"}'] == 0


@pytest.mark.parametrize("text", ["9464", ":9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:99999"])
def test_addresses_that_are_refused(text: str) -> None:
    with pytest.raises(SkepError, match="not an address for metrics"):
        parse_address(text)


SUMS = """
import os, subprocess, sys, urllib.request
from skep.server.metrics.prometheus import PrometheusMetrics, serve_metrics
port = sys.argv[1]
child = '''
import sys
from skep.server.metrics.prometheus import PrometheusMetrics
metrics = PrometheusMetrics()
metrics.move(); metrics.socket_opened()
print("ready", flush=True)
sys.stdin.read()
'''
def read():
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as response:
        return {line.split()[0]: float(line.split()[1]) for line in response.read().decode().splitlines()
                if line.startswith(("skep_moves_total", "skep_sockets"))}
with serve_metrics(f"127.0.0.1:{port}"):
    children = [subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                for _ in range(2)]
    for one in children:
        one.stdout.readline()
    print(read())
    children[0].kill()
    children[0].wait()
    print(read())
    children[1].communicate(b"")
    print(read())
"""


def test_processes_are_summed_and_the_gauges_of_dead_ones_disappear() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SUMS, str(free_port())], capture_output=True, text=True, check=True, timeout=60
    )
    both, one, none = (json.loads(line.replace("'", '"')) for line in done.stdout.splitlines())
    assert both == {"skep_moves_total": 2, "skep_sockets": 2}
    assert one == {"skep_moves_total": 2, "skep_sockets": 1}
    assert none.get("skep_moves_total") == 2
    assert not none.get("skep_sockets")


@pytest.mark.slow
def test_the_metrics_have_an_address_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path, "--metrics", f"127.0.0.1:{port}", "--log-format", "json") as server:
        Player(server.url).make(opponent="here")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as response:
            found = values_of(response.read().decode())
        assert found['skep_games_created_total{opponent="here"}'] == 1
        with pytest.raises(urllib.error.HTTPError) as refused, urllib.request.urlopen(f"{server.url}/api/metrics"):
            pass
        with refused.value:
            assert refused.value.code == 404
        assert server.stop() in (0, -15)
        lines = [json.loads(line) for line in server.log.splitlines()]
        assert {"time", "level", "logger", "message", "process"} <= set(lines[0])
        assert not [line for line in server.log.splitlines() if re.search("Traceback", line)]
