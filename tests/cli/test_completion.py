"""Shell completion: editions, levels and game types."""

from __future__ import annotations

from typing import Any

import pytest
import typer.main

from skep.cli.app import app
from skep.cli.options import LEVEL_NUMBERS
from skep.editions import EDITIONS, GAME_TYPES
from skep.engine import LEVELS
from tests.cli.helpers import program
from tests.sizes import slow

EDITION_IDS = [edition.id for edition in EDITIONS]
NAMES = [str(kind) for kind in GAME_TYPES]


def complete(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return what bash would offer for the last word."""
    monkeypatch.setenv("_SKEP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["skep", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    return program().out.splitlines()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("show --edition p", ["pocket-2012", "pocket-fr"]),
        slow("match play --game-type Base+ML", ["Base+ML", "Base+MLP"]),
        slow("play --level 1", ["1", "10"]),
        slow("play --color b", ["black"]),
        ("moves Base+L", ["Base+L", "Base+LP"]),
        slow("puzzles list --theme th", ["throw"]),
        ("ana", ["analyse"]),
    ],
)
def test_the_program_completes_values(words: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(monkeypatch, *words.split()) == expected


def parameters(name: str) -> list[Any]:
    found = list[Any]()

    def walk(command: Any) -> None:
        found.extend(parameter for parameter in command.params if name in (*parameter.opts, parameter.metavar))
        for child in getattr(command, "commands", {}).values():
            walk(child)

    walk(typer.main.get_command(app))
    return found


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("--edition", EDITION_IDS),
        ("--game-type", NAMES),
        ("--level", [str(level.number) for level in LEVELS]),
        ("GAME", NAMES),
    ],
)
def test_every_option_of_a_name_completes_all_values(name: str, values: list[str]) -> None:
    context = typer.Context(typer.main.get_command(app))
    found = parameters(name)
    assert len(found) >= 2
    for parameter in found:
        assert [item.value for item in parameter.shell_complete(context, "")] == values


def test_the_levels_are_those_of_the_engine() -> None:
    assert [level.number for level in LEVELS] == list(LEVEL_NUMBERS)
