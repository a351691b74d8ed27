"""The help of every command: plain text, one name and one help text for each option, and an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import typer.main

from skep.cli.app import app
from tests.cli.helpers import Ran, skep

OTHER_MEANINGS = {
    "--clock": {"bot"},  # of a challenge
    "--count": {"match book"},  # openings, not puzzles
    # the server's games, not the game database
    "--database": {
        *("serve", "admin appoint", "admin dismiss", "admin ban", "admin unban", "admin rename"),
        *("admin delete-account", "admin delete-game", "admin expire", "admin backup", "admin restore"),
        *(
            "admin recompute-ratings",
            "admin dump",
            "admin list accounts",
            "admin list moderators",
            "admin list games",
            "admin list sanctions",
        ),
    },
    "--days": {"bot"},  # of a challenge, not of a ban
    "--depth": {"match play", "match ladder"},  # a limit for each player
    "--game-type": {"bot"},  # of a challenge
    "--games": {"bot", "explore", "match ladder", "match play", "puzzles generate", "lab selfplay"},  # listed or played
    "--nodes": {"match book", "match ladder", "match play", "lab selfplay"},  # a limit for each player or opening
    "--out": {"match book", "match ladder", "match play", "puzzles choose", "puzzles generate"},
    "--resume": {"match play"},  # needs the folder of the match
    "--theme": {"puzzles list"},  # the subject of a puzzle, not the look of a picture
    "--time": {"match ladder", "match play"},  # a limit for each player
    "--timeout": {"bot", "match play"},  # counts from the end of the time limit
}
"""Commands in which an option means something else."""
OLD_NAMES = {"--type", "--seconds", "--search-time", "--duration", "--jobs", "--gametype", "--lines-count"}


def commands() -> dict[str, Any]:
    """Return all commands and groups by their path, such as ``puzzles show``."""
    found = dict[str, Any]()

    def walk(command: Any, path: tuple[str, ...]) -> None:
        found[" ".join(path)] = command
        for name, child in getattr(command, "commands", {}).items():
            walk(child, (*path, name))

    walk(typer.main.get_command(app), ())
    return found


COMMANDS = commands()


def options() -> Iterator[tuple[str, str, Any]]:
    """Yield every option with its command."""
    for path, command in COMMANDS.items():
        for parameter in command.params:
            for name in parameter.opts:
                if name.startswith("--"):
                    yield path, name, parameter


@cache
def help_of(path: str, width: int) -> Ran:
    """Return what a command prints as its help in a terminal of this width."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(width))
        return skep(*path.split(), "--help")


@pytest.mark.parametrize("path", COMMANDS)
@pytest.mark.parametrize("width", [50, 80])
def test_help_is_plain_text(path: str, width: int) -> None:
    ran = help_of(path, width)
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: skep {path}" in ran.out
    assert not re.search(r"<\w+( range)?>|[│╭]|…|\.\.\.$", ran.out.replace("[ARGS]...", "").replace("[FILES]...", ""))
    for line in ran.lines:
        # a long word, such as a URL, and an example are not broken
        assert len(line) <= width or line.startswith("  Example: ") or len(line.split()[-1]) > width // 3


@pytest.mark.parametrize("path", COMMANDS)
def test_a_paragraph_is_wrapped_only_once(path: str) -> None:
    text = help_of(path, 50).out
    for paragraph in (COMMANDS[path].help or "").split("\n\n"):
        assert " ".join(paragraph.split()) in " ".join(text.split())
        assert "\n" not in paragraph


@pytest.mark.parametrize("path", [path for path in COMMANDS if path])
def test_every_command_has_an_example_on_one_line(path: str) -> None:
    assert f"Example: skep {path}" in COMMANDS[path].help
    examples = [line for line in help_of(path, 80).lines if line.startswith("  Example: ")]
    assert len(examples) == 1
    assert examples[0].startswith(f"  Example: skep {path}")


def test_the_first_sentence_of_the_help_fits_the_list_of_commands() -> None:
    first = {path: command.help.split("\n\n")[0] for path, command in COMMANDS.items() if path}
    assert {path: sentence for path, sentence in first.items() if len(sentence) > 66} == {}


def test_an_option_has_the_same_help_everywhere() -> None:
    helps = dict[str, dict[str, set[str]]]()
    for path, name, parameter in options():
        if path not in OTHER_MEANINGS.get(name, set()):
            helps.setdefault(name, {}).setdefault(parameter.help, set()).add(path)
    assert {name: texts for name, texts in helps.items() if len(texts) > 1} == {}


def test_an_option_with_another_meaning_exists() -> None:
    found = {(name, path) for path, name, _ in options()}
    assert {(name, path) for name, paths in OTHER_MEANINGS.items() for path in paths} <= found


def test_names_of_options_are_consistent() -> None:
    names = {name for _, name, _ in options()}
    assert {"--game-type", "--time", "--threads", "--edition", "--level", "--json"} <= names
    assert not OLD_NAMES & names


def test_every_value_has_a_name() -> None:
    valued = [
        (path, name, parameter)
        for path, name, parameter in options()
        if not parameter.is_flag and not getattr(parameter.type_descriptor, "is_choice", False)
    ]
    assert valued
    assert [f"skep {path} {name}" for path, name, parameter in valued if not parameter.metavar] == []


def test_every_option_and_argument_has_help() -> None:
    parameters = [(path, parameter) for path, command in COMMANDS.items() for parameter in command.params]
    assert parameters
    assert [f"skep {path} {each.name}" for path, each in parameters if len(each.help or "") <= 10] == []
