"""The examples of docs/api.md run against a real server: the commands with curl, the programs with Python."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from skep.pieces import Color
from skep.server.accounts.names import name_key
from skep.server.accounts.statements import rename_account
from skep.server.http.api_examples import HOST, SAMPLES
from skep.server.store.records import Event, EventKind
from tests.cli.helpers import skep
from tests.server.processes import UNLIMITED, Server
from tests.server.ratings.helpers import rated_game, rating_store
from tests.server.store.helpers import ANN, RUNNING, START, after, move
from tests.services import missing

TEXT = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
]
PROGRAMS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


async def fill(url: str) -> str:
    """Store an account called Anna with a finished rated game, and return the game."""
    async with rating_store(url) as store:
        assert await store.write(partial(rename_account, ANN.id, "Anna", name_key("Anna"), 0.0, 0.0, START + 1)) is True
        now = time.time()
        game = replace(rated_game(), created=now)
        await store.create(game, RUNNING)
        for seq, text in enumerate(("wS1", "bS1 wS1-"), start=1):
            assert await store.append(move(game.id, seq, text, now + seq), after(seq))
        ended = after(2, ended=True, winner=Color.WHITE, ending="resignation")
        end = Event(game.id, 3, EventKind.END, Color.WHITE, "resignation", now + 3)
        assert await store.append(end, ended)
        return game.id


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server and the id of its game."""
    folder = tmp_path_factory.mktemp("site")
    database = f"sqlite:///{folder / 'games.sqlite'}"
    game = asyncio.run(fill(database))
    assert skep("admin", "dump", str(folder / "dumps"), "--database", database).code == 0
    with Server(folder, *UNLIMITED, "--dumps", str(folder / "dumps")) as process:
        yield process.url, game


def on(site: tuple[str, str], text: str) -> str:
    """Return an example as it is on a server."""
    url, game = site
    return text.replace(HOST, url).replace(SAMPLES["game"], game)


def test_the_page_has_examples() -> None:
    assert len(COMMANDS) >= 12
    assert len(PROGRAMS) == 2
    assert all(command.startswith("curl ") for command in COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works(command: str, site: tuple[str, str]) -> None:
    if shutil.which("curl") is None:
        missing("curl")
    done = subprocess.run(
        ["curl", "--fail", "--silent", "--show-error", *shlex.split(on(site, command))[1:]],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_works(program: str, site: tuple[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", on(site, program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"1 wS1 bS1 wS1-\n|20\d\d-\d\d 1 games\n", done.stdout)
