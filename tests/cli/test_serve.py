"""``skep serve``: the names of the server."""

from __future__ import annotations

import pytest

from skep.server.settings import Settings
from tests.cli.helpers import skep


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of the servers that would run."""
    seen = list[Settings]()
    monkeypatch.setattr("skep.server.run.serve", lambda settings, **_options: seen.append(settings))
    monkeypatch.setattr("socket.gethostname", lambda: "Beehive.lan.example")
    return seen


OWN = ("beehive.lan.example", "beehive.local")


def test_the_machines_own_names_are_accepted(settings: list[Settings]) -> None:
    assert skep("serve").code == 0
    assert settings[0].hosts == OWN


def test_names_are_options_or_a_list_in_the_environment(
    settings: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert skep("serve", "--host-name", "Hive.example", "--host-name", "hive.test.").code == 0
    monkeypatch.setenv("SKEP_HOST_NAMES", "hive.example hive.test")
    assert skep("serve").code == 0
    assert [one.hosts for one in settings] == 2 * [("hive.example", "hive.test", *OWN)]
