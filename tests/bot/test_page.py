"""docs/bot-client.md: its commands, its rules and its service are valid."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from skep.bot import ChallengeRules, read_rules
from skep.cli.app import app
from skep.engine import LEVELS
from tests.services import missing

PAGE = (Path(__file__).parents[2] / "docs" / "bot-client.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^(?:ExecStart=\S+/)?skep (bot .*)$", PAGE, re.MULTILINE)
UNITS = dict(re.findall(r"`/etc/systemd/system/([^`]+)`:\n\n```ini\n(.*?)```", PAGE, re.DOTALL))
RULES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]


def bot_command() -> Any:
    root: Any = typer.main.get_command(app)
    return root.commands["bot"]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_are_valid(command: str) -> None:
    context = bot_command().make_context("bot", shlex.split(command.replace("%i", "10"))[1:])
    assert context.params["url"] == "https://skep.example"
    assert context.params["level"] in (None, 3, 10)


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 7


def test_every_option_is_explained() -> None:
    options = {name for parameter in bot_command().params for name in parameter.opts if name.startswith("--")}
    shared_with_other_commands = {"--help", "--log-level", "--days", "--game-type", "--edition"}
    assert {name for name in options - shared_with_other_commands if name not in PAGE} == set()


def test_the_rules_have_every_key(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(RULES, encoding="utf-8")
    rules = read_rules(path)
    fields = {name for name in ChallengeRules.__dataclass_fields__ if name != "source"}
    named = {key.replace("-", "_") for key in re.findall(r"^([a-z-]+) =", RULES, re.MULTILINE)}
    assert named == fields
    assert (rules.games, rules.allow, rules.max_days) == (4, ("anna", "ben"), 7)


def test_every_level_can_be_a_service() -> None:
    first, last = re.findall(r"systemctl enable --now skep-level@\{(\d+)\.\.(\d+)\}", PAGE)[0]
    assert [*range(int(first), int(last) + 1)] == [level.number for level in LEVELS]


@pytest.mark.parametrize("name", ["skep-bot.service", "skep-level@.service"])
def test_systemd_accepts_the_unit(name: str, tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("skep"))
    unit = tmp_path / name.replace("@", "@10")
    text = UNITS[name].replace("/opt/skep/bin/skep", program).replace("User=skep", "User=root")
    unit.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    except FileNotFoundError:
        missing("systemd")
    assert [line for line in done.stderr.splitlines() if unit.name in line] == []
