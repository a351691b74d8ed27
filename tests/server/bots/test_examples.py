"""The examples of docs/bots.md run against a server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.bots.berserk_bots import new_bot, register, token_of
from tests.server.processes import UNLIMITED, Server
from tests.services import missing

DOCS = Path("docs/bots.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), *UNLIMITED) as process:
        yield process


@pytest.mark.slow
def test_the_examples_with_curl_work(process: Server) -> None:
    if shutil.which("curl") is None:
        missing("curl")
    register(process.url, "Ben")
    token = token_of(register(process.url, "Curl Bot"), "bot:play", "challenge:read", "challenge:write")
    blocks = re.findall(r"```console\n(.*?)```", DOCS, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            command = command.replace("https://hive.example", process.url).replace("curl ", "curl --silent ")
            done = subprocess.run(
                ["bash", "-c", command],
                env={**os.environ, "TOKEN": token, "no_proxy": "127.0.0.1"},
                capture_output=True,
                text=True,
                timeout=60,
            )
            pattern = re.escape(expected.strip()).replace(r"\.\.\.", ".*")
            assert re.fullmatch(pattern, done.stdout.strip()), (command, done.stdout, done.stderr)


@pytest.mark.slow
def test_the_bot_of_the_example_plays(process: Server, tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    script = tmp_path / "bot.py"
    script.write_text(program.replace("https://hive.example", process.url))
    example, rival = new_bot(process.url, "Example Bot"), new_bot(process.url, "Rival Bot")
    running = subprocess.Popen([sys.executable, script], env={**os.environ, "TOKEN": example.token})
    try:
        events = rival.events()
        rival.client.challenges.create("Example Bot", rated=False, clock_limit=300, clock_increment=3, color="white")
        game = next(event["game"]["id"] for event in events if event["type"] == "gameStart")
        state = rival.play(game, 1, plies=10)
        assert len(state["moveList"]) == 10
        rival.client.bots.resign_game(game)
        assert next(event["game"]["winner"] for event in events if event["type"] == "gameFinish") == "black"
        assert running.poll() is None
    finally:
        running.kill()
        running.wait()
