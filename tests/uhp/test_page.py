"""docs/uhp.md matches the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skep.uhp.options import EngineOptions, Option
from skep.uhp.session import COMMANDS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "uhp.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without its two header lines."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [
        [cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines
    ]


def values(option: Option) -> str:
    if option.kind == "bool":
        return "True, False"
    return ", ".join(option.bounds) if option.kind == "enum" else " to ".join(option.bounds)


def test_the_table_of_options_is_complete() -> None:
    options = EngineOptions().all()
    assert [row[:4] for row in rows("Options")] == [[o.name, o.kind, o.default, values(o)] for o in options]


def test_the_table_of_commands_is_complete() -> None:
    assert [row[0] for row in rows("Commands")] == [f"{name} {c.arguments}".strip() for name, c in COMMANDS.items()]


@pytest.mark.parametrize("option", EngineOptions().all(), ids=lambda option: option.name)
def test_the_flag_of_every_option_is_documented(option: Option) -> None:
    flag = {"TableMB": "table-mb", "Repetition": "threefold"}.get(option.name, option.name.lower())
    assert f"--{flag}" in PAGE
