"""Hostile requests and messages cause no internal error and store nothing unreadable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.server.settings import Settings
from tests.fuzz.in_process import fuzz_messages, fuzz_rest
from tests.server.browsers import TestClient, running_server, settings_in
from tests.sizes import first_and_all


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    settings = settings_in(folder, message_rate=1e6, study_rate=1e6, uploads=True)
    with running_server(settings) as client:
        yield client


@first_and_all("seed", *range(4))
def test_rest(server: TestClient, folder: Path, seed: int) -> None:
    fuzz_rest(server, folder, seed, 150)


@first_and_all("seed", *range(3))
def test_messages(server: TestClient, folder: Path, seed: int) -> None:
    fuzz_messages(server, folder, seed, 200)


@pytest.mark.slow
def test_postgresql(postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(
        database=postgres_url,
        hosts=("hive.example",),
        message_rate=1e6,
        study_rate=1e6,
        games_per_hour=1e9,
        request_rate=0.0,
        uploads=True,
    )
    with running_server(settings) as client:
        fuzz_rest(client, tmp_path, 1, 400)
        fuzz_messages(client, tmp_path, 1, 400)
