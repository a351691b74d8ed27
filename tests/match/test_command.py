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
from skep.match.report import Report
from tests.cli.helpers import skep

PAGE = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
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
            for option in (option for option in parameter.opts if option.startswith("--")):
                assert f"`{option}" in PAGE, f"{name} {option}"


def test_players_alone_are_a_match(tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--games", "2", "--depth", "1", "--max-plies", "9", "--type", "Base", "--out", str(out)]
    ran = skep("match", "level:1", "level:2", *options)
    assert (ran.code, ran.lines[-1]) == (0, f"Games, journal and report: {out}")
    assert ran.lines[2].startswith("games              2 of 2, ")
    again = skep("match", "play", "level:1", "level:2", *options, "--json")
    assert json.loads(again.out)["games"] == 2
    assert json.loads(skep("match", "--resume", str(out), "--json").out) == json.loads(again.out)
    assert json.loads(skep("match", "--resume", str(out), "--games", "3", "--json").out)["games"] == 3


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The matches that would be played."""
    seen = list[Plan]()

    def note(_folder: Path, plan: Plan, **_options: object) -> Report:
        seen.append(plan)
        return Report.of(plan, [])

    # the ladder first: imported after the runner was patched, it would keep the patched function
    monkeypatch.setattr("skep.match.ladder.run_match", note)
    monkeypatch.setattr("skep.match.runner.run_match", note)
    return seen


@pytest.mark.parametrize("command", re.findall(r"^skep (match .*)", PAGE, re.MULTILINE))
def test_every_command_of_the_page_is_understood(
    command: str, plans: list[Plan], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("skep.match.generate.generate_openings", lambda *_: iter(["Base"]))
    assert skep(*shlex.split(command)).code == 0
    assert plans or "book" in command


def test_what_is_said_becomes_the_plan(tmp_path: Path, plans: list[Plan]) -> None:
    said = f"""
        match skep:threads=2 "name=x engine" --games 8 --clock 60+1/30 --type Base,Base+M --edition hive-2016
        --no-threefold --max-plies 99 --margin 0.5 --timeout 9 --seed 4 --sprt 0,10 --alpha 0.1 --beta 0.2
        --out {tmp_path}"""
    assert skep(*shlex.split(said)).code == 0
    (plan,) = plans
    assert (plan.names, plan.games, plan.edition, plan.threefold) == (("skep", "x"), 8, "hive-2016", False)
    assert (str(plan.control_a), str(plan.control_b)) == ("60+1", "30+0")
    assert (plan.max_plies, plan.margin, plan.patience, plan.seed) == (99, 0.5, 9.0, 4)
    assert {opening.split(";")[0] for opening in plan.openings} == {"Base", "Base+M"}
    assert plan.sprt is not None
    assert (plan.sprt.elo0, plan.sprt.elo1, plan.sprt.alpha, plan.sprt.beta) == (0, 10, 0.1, 0.2)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["level:1"], "a match needs two players"),
        (["level:1", "level:99"], "not a player: 'level:99'"),
        (["level:1", "level:2", "--time", "soon"], "--time soon: not a limit"),
        (["level:1", "level:2", "--sprt", "5"], "--sprt 5: expected two Elo differences"),
        (["level:1", "level:2", "--sprt", "5,0"], "needs elo0 below elo1"),
        (["level:1", "level:2", "--type", "Basic"], "not a game type"),
        (["level:1", "level:2", "--book", "nowhere.txt"], "nowhere.txt: No such file"),
        (["level:1", "no-such-engine", "--out", "OUT"], "does not start"),
        (["--resume", "nowhere"], "nowhere holds no match to resume"),
        (["level:1", "--resume", "nowhere"], "--resume DIR keeps the settings"),
        (["--resume", "nowhere", "--time", "3"], "--resume DIR keeps the settings"),
        (["ladder", "--levels", "5-2"], "--levels 5-2"),
        (["book", "--plies", "many"], "many: expected two numbers"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], error: str, tmp_path: Path) -> None:
    ran = skep("match", *(argument.replace("OUT", str(tmp_path)) for argument in arguments))
    assert (ran.code, ran.out) == (2, "")
    assert error in ran.err
    assert ran.err.count("\n") == 1


def test_a_new_book(tmp_path: Path) -> None:
    ran = skep("match", "book", "--type", "Base", "--count", "4", "--nodes", "0", "--plies", "2-3")
    assert ran.code == 0
    assert len(list(book_lines(ran.out))) == 4
    assert skep("match", "book", "--count", "2", "--nodes", "0", "--out", str(tmp_path / "b")).code == 0
    assert len(list((tmp_path / "b").glob("Base*.txt"))) == 8


def test_a_ladder(tmp_path: Path) -> None:
    ran = skep("match", "ladder", "--levels", "1-2", "--games", "2", "--depth", "1", "--out", str(tmp_path))
    assert ran.code == 0
    assert ran.lines[-1].startswith("| 2 | 1 | 2 | ")
