"""docs/cli.md: its table lists every JSON document, and its examples run."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from skep.cli.documents import DOCUMENTS
from skep.review import efforts
from tests.cli.helpers import skep
from tests.review.helpers import GLANCE

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([a-z -]+)` \| .* \| `skep (.*)` \|$", PAGE, re.MULTILINE))
COMMANDS = re.findall(r"^\$ skep (.*)$", PAGE, re.MULTILINE)
FORMS = re.findall(r"\| `([^`|]+)` \|$", PAGE.split("## Play")[0], re.MULTILINE)

pytestmark = pytest.mark.usefixtures("imported", "server_database")


@pytest.fixture(scope="module")
def saved_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a game that was saved in the terminal."""
    file = tmp_path_factory.mktemp("saved") / "saved.json"
    ran = skep("play", "--terminal", "Base", "--white", "a", "--black", "b", stdin=f"1\nwS1\nsave {file}\n")
    assert ran.code == 0
    return file.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def games(saved_game: str, three_games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the page names."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(efforts.EFFORTS, "quick", GLANCE)
    Path("games.pgn").write_text(three_games, encoding="utf-8")
    Path("diagram.txt").write_text("wS1 bS1\n  bQ\n", encoding="utf-8")
    Path("saved.json").write_text(saved_game, encoding="utf-8")


def test_the_table_lists_every_document() -> None:
    assert set(ROWS) == set(DOCUMENTS)


@pytest.mark.parametrize("command", ROWS)
def test_the_examples_of_the_table_print_json(command: str) -> None:
    assert ROWS[command].startswith(command)
    ran = skep(*shlex.split(ROWS[command]))
    assert ran.err == ""
    assert set(json.loads(ran.out)) == set(DOCUMENTS[command].__struct_fields__)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_other_examples_run(command: str) -> None:
    ran = skep(*shlex.split(command), stdin="quit\n")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_game_is_read(form: str) -> None:
    ran = skep("show", *shlex.split(form), stdin="Base;;;wS1\n")
    assert (ran.code, ran.err) == (0, "")


def test_the_page_has_examples() -> None:
    assert len(FORMS) == 8
    assert len(COMMANDS) >= 5
