"""``skep match`` on the command line."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

from skep.cli.match import match
from skep.match.book import book_lines
from skep.match.plan import Plan
from skep.match.report import MatchReport
from tests.cli.helpers import skep

PAGE = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
OLD_NAMES = {"--patience"}
"""Options that are still accepted, but no longer documented."""
COMMANDS: Any = typer.main.get_command(match)


@pytest.mark.parametrize("name", ["play", "ladder", "book"])
def test_every_command_has_help_with_an_example(name: str) -> None:
    command = COMMANDS.commands[name]
    assert f"Example: skep match {name}" in command.help
    assert all(len(parameter.help) > 10 for parameter in command.params)
    assert f"Usage: skep match {name}" in skep("match", name, "--help").out


def test_every_option_is_documented() -> None:
    for name, command in COMMANDS.commands.items():
        for parameter in command.params:
            for option in (option for option in parameter.opts if option.startswith("--") and option not in OLD_NAMES):
                assert f"`{option}" in PAGE, f"{name} {option}"


@pytest.mark.slow
def test_match_without_a_subcommand_plays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--games", "2", "--depth", "1", "--max-plies", "9", "--type", "Base", "--out", str(out)]
    result = skep("match", "level:1", "level:2", *options)
    assert (result.code, result.lines[-1]) == (0, f"Games, journal and report: {out}")
    assert result.lines[2].startswith("games              2 of 2, ")
    repeated = skep("match", "play", "level:1", "level:2", *options, "--json")
    assert json.loads(repeated.out)["games"] == 2
    assert json.loads(skep("match", "--resume", str(out), "--json").out) == json.loads(repeated.out)
    assert json.loads(skep("match", "--resume", str(out), "--games", "3", "--json").out)["games"] == 3


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """Record the plans of matches instead of playing them."""
    recorded = list[Plan]()

    def record(_folder: Path, plan: Plan, **_options: object) -> MatchReport:
        recorded.append(plan)
        return MatchReport.from_records(plan, [])

    # the ladder first: importing it after the runner is patched would make the patch permanent
    monkeypatch.setattr("skep.match.ladder.run_match", record)
    monkeypatch.setattr("skep.match.runner.run_match", record)
    return recorded


@pytest.mark.parametrize("command", re.findall(r"^skep (match .*)", PAGE, re.MULTILINE))
def test_every_command_in_the_documentation_runs(
    command: str, plans: list[Plan], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skep.match.generate.generate_openings", lambda *_: iter(["Base"]))
    assert skep(*shlex.split(command)).code == 0
    assert plans or "book" in command


def test_options_become_the_plan(tmp_path: Path, plans: list[Plan]) -> None:
    command = f"""
        match skep:threads=2 "name=x engine" --games 8 --clock 60+1/30 --type Base,Base+M --edition hive-2016
        --no-threefold --max-plies 99 --margin 0.5 --timeout 9 --seed 4 --sprt 0,10 --alpha 0.1 --beta 0.2
        --out {tmp_path}"""
    assert skep(*shlex.split(command)).code == 0
    (plan,) = plans
    assert (plan.names, plan.games, plan.edition, plan.threefold) == (("skep", "x"), 8, "hive-2016", False)
    assert (str(plan.control_a), str(plan.control_b)) == ("60+1", "30+0")
    assert (plan.max_plies, plan.margin, plan.timeout, plan.seed) == (99, 0.5, 9.0, 4)
    assert {opening.split(";")[0] for opening in plan.openings} == {"Base", "Base+M"}
    assert plan.sprt is not None
    assert (plan.sprt.elo0, plan.sprt.elo1, plan.sprt.alpha, plan.sprt.beta) == (0, 10, 0.1, 0.2)


def test_the_old_name_of_an_option_is_accepted(tmp_path: Path, plans: list[Plan]) -> None:
    assert skep("match", "level:1", "level:2", "--patience", "9", "--out", str(tmp_path)).code == 0
    assert plans[0].timeout == 9


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["level:1"], "a match needs two players"),
        (["level:1", "level:99"], "not a player: 'level:99'"),
        (["level:1", "level:2", "--time", "soon"], "--time soon: expected a limit"),
        (["level:1", "level:2", "--sprt", "5"], "--sprt 5: expected two Elo differences"),
        (["level:1", "level:2", "--sprt", "5,0"], "needs elo0 below elo1"),
        (["level:1", "level:2", "--type", "Basic"], "not a game type"),
        (["level:1", "level:2", "--book", "nowhere.txt"], "nowhere.txt: No such file"),
        (["level:1", "no-such-engine", "--out", "OUT"], "does not start"),
        (["--resume", "nowhere"], "nowhere has no match to resume"),
        (["level:1", "--resume", "nowhere"], "--resume DIR keeps the settings"),
        (["--resume", "nowhere", "--time", "3"], "--resume DIR keeps the settings"),
        (["ladder", "--levels", "5-2"], "--levels 5-2"),
        (["book", "--plies", "many"], "many: expected two numbers"),
    ],
)
def test_invalid_input_is_reported_in_one_line(arguments: list[str], error: str, tmp_path: Path) -> None:
    result = skep("match", *(argument.replace("OUT", str(tmp_path)) for argument in arguments))
    assert (result.code, result.out) == (2, "")
    assert error in result.err
    assert result.err.count("\n") == 1


def test_book_prints_or_writes_openings(tmp_path: Path) -> None:
    result = skep("match", "book", "--type", "Base", "--count", "4", "--nodes", "0", "--plies", "2-3")
    assert result.code == 0
    assert len(list(book_lines(result.out))) == 4
    assert skep("match", "book", "--count", "2", "--nodes", "0", "--out", str(tmp_path / "b")).code == 0
    assert len(list((tmp_path / "b").glob("Base*.txt"))) == 8


@pytest.mark.slow
def test_ladder_prints_a_table(tmp_path: Path) -> None:
    result = skep("match", "ladder", "--levels", "1-2", "--games", "2", "--depth", "1", "--out", str(tmp_path))
    assert result.code == 0
    assert result.lines[-1].startswith("| 2 | 1 | 2 | ")
