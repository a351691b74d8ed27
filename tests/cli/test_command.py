"""Old names of options, which keep working for one more release."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from skep.cli.app import app
from skep.cli.command import RENAMED_OPTIONS
from skep.server.settings import Settings
from tests.cli.helpers import skep


def options(command: Any) -> Iterator[str]:
    for child in getattr(command, "commands", {}).values():
        yield from options(child)
    for parameter in command.params:
        yield from parameter.opts


def test_new_names_exist_and_old_names_do_not() -> None:
    names = set(options(typer.main.get_command(app)))
    assert set(RENAMED_OPTIONS.values()) <= names
    assert not set(RENAMED_OPTIONS) & names


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of the servers that would run."""
    seen = list[Settings]()
    monkeypatch.setattr("skep.server.run.serve", lambda settings, **_options: seen.append(settings))
    return seen


def test_the_server_limits_how_often_passwords_are_tried(settings: list[Settings]) -> None:
    assert skep("serve", "--sign-ins-per-hour", "7").code == 0
    assert settings[0].sign_ins_per_hour == 7


@pytest.mark.parametrize(
    "arguments",
    [
        "--move-time 3 --analysis-time 4 --games-per-hour 5 --data-dir DIR --log-level error",
        "--thinking 3 --analysing 4 --games-an-hour 5 --data DIR --log error",
        "--thinking=3 --analysing=4 --games-an-hour=5 --data=DIR --log=error",
    ],
)
def test_the_server_accepts_old_and_new_names(arguments: str, tmp_path: Any, settings: list[Settings]) -> None:
    assert skep("serve", *arguments.replace("DIR", str(tmp_path / "new")).split()).code == 0
    assert [(one.move_seconds, one.analysis_seconds, one.games_per_hour) for one in settings] == [(3, 4, 5)]
    assert settings[0].database == f"sqlite:///{tmp_path / 'new' / 'games.sqlite'}"


@pytest.mark.parametrize(
    "names",
    [
        ("SKEP_MOVE_TIME", "SKEP_ANALYSIS_TIME", "SKEP_GAMES_PER_HOUR"),
        ("SKEP_THINKING", "SKEP_ANALYSING", "SKEP_GAMES_AN_HOUR"),
    ],
)
def test_the_server_accepts_old_and_new_variables(
    names: tuple[str, ...], settings: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in zip(names, "345", strict=True):
        monkeypatch.setenv(name, value)
    assert skep("serve").code == 0
    assert [(one.move_seconds, one.analysis_seconds, one.games_per_hour) for one in settings] == [(3, 4, 5)]


def test_a_command_without_the_new_option_rejects_the_old_name() -> None:
    assert skep("show", "--thinking", "3").err.startswith("skep: No such option: --thinking")
