"""``--json``: the output of every command is one document of its type, and the schemas describe it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer.main

from skep.board import Board
from skep.cli.app import app
from skep.cli.documents import (
    DOCUMENTS,
    AnalysisDocument,
    BenchDocument,
    ExplanationDocument,
    ExplorerDocument,
    MovesDocument,
    PerftDocument,
    PositionDocument,
    PuzzleDocument,
    PuzzlesDocument,
    ReviewDocument,
    RulesDocument,
    json_schema,
)
from skep.errors import SkepError
from skep.learn.puzzles import all_puzzles
from skep.review import efforts
from tests.cli.helpers import GAME, Ran, program, skep
from tests.review.helpers import GLANCE

POSITION = "ultimate-2024 Base Black[1] 0,0:wS1"
OVER = "Base 0,0:.wS1wS2/wA1bQwB1/bA1wQ"

COMMANDS: dict[str, list[list[str]]] = {
    "admin expire": [[], ["--guest-days", "30"]],
    "admin recompute-ratings": [[]],
    "admin dump": [["dumps"]],
    "admin list accounts": [[]],
    "admin list games": [[], ["--state", "ended"]],
    "admin list moderators": [[]],
    "admin list sanctions": [[]],
    "show": [[GAME], [GAME, "--destinations", "wA1"], [OVER], [POSITION], []],
    "moves": [[GAME], [GAME, "--piece", "wA1"], [OVER], []],
    "explain": [[GAME, "wA1 -bQ"], [GAME, "wS1 bQ-"], [GAME, "pass"], [GAME, "wA1 bA1-", "--lang", "fr"]],
    "rules": [[], ["one-hive"], ["gate", "--lang", "fr"]],
    "analyse": [[GAME, "--nodes", "500"], [GAME, "--depth", "1", "--lines", "1"]],
    "review": [[GAME, "--effort", "quick"], ["Base", "--effort", "quick"]],
    "explore": [["Base"], ["Base;;;wS1", "--games", "0"], ["Base", "--nodes", "100"]],
    "perft": [["Base", "2"], ["Base", "2", "--divide"], ["Base", "0"]],
    "bench": [["--depth", "1"]],
    "puzzles list": [[], ["--theme", "throw", "--game-type", "Base+MLP", "--rating", "1200-", "--count", "3"]],
    "puzzles show": [[], ["--solution"]],
}


@pytest.fixture(autouse=True)
def faster_quick_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(efforts.EFFORTS, "quick", GLANCE)


def document(command: str, *arguments: str, code: int = 0) -> Any:
    """Run a command with ``--json`` and decode its document strictly."""
    return decode(command, skep(*command.split(), *arguments, "--json"), code)


def decode(command: str, ran: Ran, code: int = 0) -> Any:
    assert (ran.code, ran.err) == (code, "")
    assert ran.out.endswith("\n")
    assert ran.out.count("\n") == 1
    decoded = msgspec.json.decode(ran.out, type=DOCUMENTS[command])
    # a nested type ignores unknown fields, so compare what it kept with what was printed
    assert json.loads(msgspec.json.encode(decoded)) == json.loads(ran.out)
    return decoded


def commands_with_json() -> set[str]:
    found = set[str]()

    def walk(command: Any, path: tuple[str, ...]) -> None:
        for name, child in getattr(command, "commands", {}).items():
            walk(child, (*path, name))
        if any("--json" in parameter.opts for parameter in command.params):
            found.add(" ".join(path))

    walk(typer.main.get_command(app), ())
    return found


def test_every_command_with_the_option_has_a_document_and_a_test() -> None:
    # the report of a match is described in docs/matches.md
    assert commands_with_json() == {*DOCUMENTS, "match play"}
    assert set(COMMANDS) == set(DOCUMENTS)


@pytest.mark.usefixtures("imported", "server_database")
@pytest.mark.parametrize(
    ("command", "arguments"), [(command, arguments) for command, runs in COMMANDS.items() for arguments in runs]
)
def test_the_output_is_a_document_of_its_type(command: str, arguments: list[str]) -> None:
    ran = skep(*command.split(), *arguments, "--json")
    decode(command, ran, ran.code if command == "explain" else 0)


@pytest.mark.parametrize("command", DOCUMENTS)
def test_every_document_has_a_schema(command: str) -> None:
    schema = json_schema(command)
    name = DOCUMENTS[command].__name__
    assert schema["$ref"] == f"#/$defs/{name}"
    definition = schema["$defs"][name]
    assert definition["additionalProperties"] is False
    assert set(definition["required"]) == set(definition["properties"]) == set(DOCUMENTS[command].__struct_fields__)
    assert definition["description"].startswith(f"``skep {command}``: ")


def test_other_commands_have_no_schema() -> None:
    with pytest.raises(SkepError, match="skep uhp prints no JSON document: expected one of admin dump, admin expire, "):
        json_schema("uhp")


def test_show() -> None:
    shown: PositionDocument = document("show", "Base;;;wS1;bS1 wS1-;wQ -wS1", "--destinations", "bQ")
    assert shown.scene.position == "ultimate-2024 Base Black[2] -1,0:wQwS1bS1"
    assert shown.game == "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"
    assert (shown.last_move, shown.outcome) == ("wQ -wS1", None)
    assert set(shown.destinations or ()) == {(2, 0), (2, -1), (1, 1)}
    over: PositionDocument = document("show", OVER)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.reason) == ("white", "queen bee surrounded")
    assert (over.game, over.last_move, over.destinations) == (None, None, None)


def test_moves_are_those_of_the_text() -> None:
    listed: MovesDocument = document("moves", GAME)
    assert [move.uhp for move in listed.moves] == skep("moves", GAME, "--uhp").out.strip().split(";")
    board = Board.from_game_string(GAME)
    assert {move.move for move in listed.moves} == set(board.legal_moves)
    assert (listed.turn, listed.turn_number) == ("white", 4)


def test_explain() -> None:
    legal: ExplanationDocument = document("explain", GAME, "wA1 bA1-")
    assert legal.move.path is not None
    assert (legal.move.legal, legal.move.why, legal.move.path.kind) == (True, None, "slide")
    illegal: ExplanationDocument = document("explain", GAME, "wS1 bQ-", code=1)
    assert illegal.move.why is not None
    assert (illegal.move.legal, illegal.move.why.rule, illegal.move.path) == (False, "one-hive", None)


def test_analyse_prints_only_the_last_iteration() -> None:
    analysis: AnalysisDocument = document("analyse", GAME, "--depth", "3", "--lines", "2")
    assert (analysis.depth, analysis.turn, len(analysis.lines)) == (3, "white", 2)
    for line in analysis.lines:
        board = Board.from_game_string(GAME)
        board.push_line(line.moves)
        assert 0 <= line.win_probability <= 1


def test_review() -> None:
    reviewed: ReviewDocument = document("review", GAME, "--effort", "quick")
    assert [move.uhp for move in reviewed.review.moves] == GAME.split(";")[3:]
    assert (reviewed.game_type, reviewed.edition) == ("Base+MLP", "ultimate-2024")


@pytest.mark.usefixtures("imported")
def test_explore() -> None:
    explored: ExplorerDocument = document("explore", "Base", "--games", "1")
    assert (explored.games, explored.white, explored.black) == (2, 1, 1)
    assert [move.uhp for move in explored.moves] == ["wS1"]
    assert [entry.white for entry in explored.latest_games] == ["Cid"]


def test_perft() -> None:
    counted: PerftDocument = document("perft", "Base", "3")
    assert [(count.depth, count.nodes) for count in counted.depths] == [(0, 1), (1, 4), (2, 96), (3, 1440)]
    divided: PerftDocument = document("perft", "Base", "2", "--divide")
    assert [(count.depth, count.nodes) for count in divided.depths] == [(2, 96)]
    assert divided.moves is not None
    assert {move.move: move.nodes for move in divided.moves} == dict.fromkeys(["wA1", "wB1", "wG1", "wS1"], 24)


def test_bench() -> None:
    measured: BenchDocument = document("bench", "--depth", "1")
    assert measured.signature == measured.nodes == sum(one.nodes for one in measured.positions)


def test_rules() -> None:
    one: RulesDocument = document("rules", "one-hive")
    assert [rule.id for rule in one.rules] == ["one-hive"]
    every: RulesDocument = document("rules", "--lang", "fr")
    assert every.language == "fr"
    assert one.rules[0].id in {rule.id for rule in every.rules}


def test_puzzles() -> None:
    listed: PuzzlesDocument = document("puzzles list", "--theme", "throw", "--rating", "1200-1500", "--count", "5")
    assert len(listed.puzzles) == 5
    assert all("throw" in puzzle.themes and 1200 <= puzzle.rating <= 1500 for puzzle in listed.puzzles)
    shown: PuzzleDocument = document("puzzles show", listed.puzzles[0].id)
    assert (shown.puzzle, shown.solution) == (listed.puzzles[0], None)
    solved: PuzzleDocument = document("puzzles show", shown.puzzle.id, "--solution")
    assert tuple(solved.solution or ()) == all_puzzles()[shown.puzzle.id].line


def test_a_pipe_gets_one_line_without_styles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path))
    ran = program("explain", GAME, "wA2 bA1-", "--lang", "fr", "--json")
    assert "\x1b" not in ran.out
    explained = decode("explain", ran, 1)
    assert "touche" in explained.move.why.text or "touch" in explained.move.why.text


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["show", "nonsense", "--json"], "skep: not a game: 'nonsense'"),
        (["moves", GAME, "--uhp", "--json"], "skep: choose one of --uhp and --json"),
        (["explain", GAME, "wX", "--json"], "skep: not a piece: 'wX'"),
        (["explain", GAME, "wQ", "--svg", "-", "--json"], "skep: choose one of --svg and --json"),
        (["analyse", OVER, "--json"], "skep: the game is over: White wins"),
        (["explore", "--database", "nowhere.sqlite", "--json"], "skep: nowhere.sqlite: there is no such game database"),
        (["perft", "Base", "2", "--compare", "x", "--json"], "skep: choose one of --json and --compare"),
        (["rules", "nowhere", "--json"], "skep: "),
        (["puzzles", "show", "nowhere", "--json"], "skep: there is no puzzle 'nowhere'"),
        (["puzzles", "show", "--svg", "-", "--json"], "skep: choose one of --svg and --json"),
        (["puzzles", "list", "--rating", "hard", "--json"], "skep: --rating hard: expected a range such as 1200-1500"),
        (["review", "nowhere.pgn", "--json"], "skep: nowhere.pgn: No such file or directory"),
    ],
)
def test_errors_are_text_on_stderr(arguments: list[str], error: str) -> None:
    ran = skep(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
    assert ran.err.count("\n") == 1
