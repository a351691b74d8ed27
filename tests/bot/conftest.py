"""A fake server for every test that wants one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.fake_server import FakeServer


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as server:
        yield server
