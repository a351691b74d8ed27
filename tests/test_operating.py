"""docs/operating.md: its commands run against a real server, and its files are valid."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main

from skep.cli.app import app
from skep.server.metrics.prometheus import PrometheusMetrics
from skep.server.store.tables import metadata
from tests.server.processes import Player, Server
from tests.services import PostgresServer, RedisServer, free_port, missing

PAGE = (Path(__file__).parent.parent / "docs" / "operating.md").read_text(encoding="utf-8")
CONSOLE = [line for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
COMMANDS = [line.removeprefix("$ ") for line in CONSOLE if line.startswith("$ ")]
FILES = dict(re.findall(r"`(/etc/[^`]+)`[^`]*?```(?:ini|nginx)\n(.*?)```", PAGE, re.DOTALL))
UNITS = {path: text for path, text in FILES.items() if "systemd" in path}
SETTINGS = dict(line.split("=", 1) for line in FILES["/etc/skep/skep.env"].splitlines())
BIN = Path(sys.executable).parent
HAS_SANCTIONS = "sanctions" in metadata.tables


@dataclass(frozen=True)
class Site:
    """A running server, and what the page's names stand for."""

    environment: dict[str, str]
    names: dict[str, str]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    programs = PostgresServer.programs()
    if programs is None:
        missing("PostgreSQL")
    if not RedisServer.installed():
        missing("Redis")
    postgres, redis, metrics = PostgresServer(programs), RedisServer(), free_port()
    query = f"host={postgres.folder}&port={postgres.port}&user=skep"
    database, restored = (postgres.new_database().rpartition("/")[2] for _ in range(2))
    settings = {
        **SETTINGS,
        "SKEP_DATABASE": SETTINGS["SKEP_DATABASE"].replace(
            "///skep?host=/var/run/postgresql", f"///{database}?{query}"
        ),
        "SKEP_REDIS": redis.url,
        "SKEP_DATA_DIR": str(tmp_path),
        "SKEP_DRAIN": "0",
    }
    assert set(settings) == set(SETTINGS)
    environment = {**os.environ, **settings, "PATH": f"{BIN}:{programs}:{os.environ['PATH']}"}
    os.environ.update(settings)
    try:
        with Server(tmp_path, "--metrics", f"127.0.0.1:{metrics}") as server:
            players = {name: Player(server.url) for name in ("Anna", "Mallory")}
            for name, player in players.items():
                body = {"name": name, "password": "correct horse battery"}
                assert player.call("POST", "/api/accounts", body)
            game = Player(server.url).make(opponent="here")
            yield Site(
                environment,
                {
                    "127.0.0.1:8001": f"127.0.0.1:{server.port}",
                    "127.0.0.1:18001": f"127.0.0.1:{metrics}",
                    "h5xkq2m8vd": game,
                    "skep_restored?host=/var/run/postgresql": f"{restored}?{query}",
                },
            )
            assert "Traceback" not in server.log
    finally:
        for name in settings:
            del os.environ[name]
        redis.remove()
        postgres.remove()


@pytest.mark.slow
def test_the_commands_run_one_after_the_other(site: Site, tmp_path: Path) -> None:
    assert len(COMMANDS) >= 14
    for command in COMMANDS:
        words = command
        for name, real in site.names.items():
            words = words.replace(name, real)
        done = subprocess.run(
            shlex.split(words), cwd=tmp_path, env=site.environment, capture_output=True, text=True, timeout=120
        )
        needs_sanctions = command.startswith(("skep admin ban", "skep admin unban")) and not HAS_SANCTIONS
        assert done.returncode == (2 if needs_sanctions else 0), f"{command}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        if "/api/health" in command:
            assert done.stdout == re.search(r'is `(\{"version".*?\})`', PAGE)[1]  # type: ignore[index]
        elif "/metrics" in command:
            assert "skep_store_writes_total" in done.stdout


def test_other_commands_are_for_root() -> None:
    assert {line[:2] for line in CONSOLE} == {"# ", "$ "}


def commands() -> Iterator[tuple[str, list[str]]]:
    for path, text in UNITS.items():
        for line in re.findall(r"^ExecStart=/opt/skep/bin/skep (.*)$", text, re.MULTILINE):
            yield path, shlex.split(line.replace("%i", "8001"))


@pytest.mark.parametrize(("path", "words"), list(commands()))
def test_the_services_start_commands_that_exist(path: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    command.make_context(path, words)


def test_the_settings_exist() -> None:
    root: Any = typer.main.get_command(app)
    known = set[str]()
    for parameter in root.commands["serve"].params:
        names = parameter.envvar
        known.update([names] if isinstance(names, str) else names or ())
    assert set(SETTINGS) <= known


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    assert len(UNITS) == 4
    for path, text in UNITS.items():
        real = text.replace("/opt/skep/bin/skep", str(BIN / "skep")).replace("User=skep", "User=root")
        (tmp_path / Path(path).name.replace("@", "@8001")).write_text(real)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir())], capture_output=True, text=True
    )
    ours = [line for line in done.stderr.splitlines() if str(tmp_path) in line or re.match(r"skep[@.\w-]*: ", line)]
    assert ours == []


def test_the_table_has_every_metric() -> None:
    described = set(re.findall(r"`(skep_\w+)`", PAGE.split("## Metrics")[1].split("## Logs")[0]))
    measured = {
        metric.name + ("_total" if metric.type == "counter" else "")
        for metric in PrometheusMetrics().registry.collect()
    }
    assert described == measured


def test_nginx_and_the_services_agree() -> None:
    nginx = FILES["/etc/nginx/sites-available/skep"]
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)", nginx)
    assert re.findall(r"skep@(\d+)", "\n".join(line for line in CONSOLE if "enable --now" in line)) == ports
    targets = re.findall(r'"127\.0\.0\.1:(\d+)"', PAGE)
    assert targets == [f"1{port}" for port in ports]
    headers = set(re.findall(r"proxy_set_header (\S+)", nginx))
    assert {"Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Request-ID", "Upgrade", "Connection"} == headers
