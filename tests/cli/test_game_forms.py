"""Every command that takes a game reads it in every form."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from skep.board import Board
from skep.cli.terminal.saved_game import SavedGame, save_game
from skep.game import Game
from skep.review import efforts
from tests.cli.helpers import Ran, skep
from tests.review.helpers import GLANCE
from tests.sizes import first_and_all, slow

MOVES = ("wM", "bL wM-", "wP -wM", "bQ bL/")
"""Moves with all three expansion bugs, from which the game type of a record without tags is inferred."""
OTHER = ("wA1", "bA1 wA1-")
BOARD = Board("Base+MLP")
BOARD.push_line(MOVES)
SGF = Path(__file__).parents[1] / "data" / "records" / "person.sgf"


def pgn(*games: tuple[str, ...]) -> str:
    """Return the records of games."""
    texts = []
    for moves in games:
        game = Game("Base+MLP")
        game.add_line(moves)
        texts.append(game.text())
    return "\n".join(texts)


FORMS = {
    "game-string": BOARD.game_string(),
    "moves": ";".join(MOVES),
    "moves-with-spaces": "; ".join(MOVES) + ";",
    "lines": "\n".join(MOVES) + "\n",
    "position": BOARD.position_string(),
    "diagram": str(BOARD),
    "pgn": pgn(MOVES),
    "numbered": " ".join(f"{number}. {move}" for number, move in enumerate(MOVES, 1)),
}
FILES = {
    **FORMS,
    "two-games": pgn(MOVES, OTHER),
    "two-game-strings": "\n".join([BOARD.game_string(), "Base+MLP;;;wA1"]),
    "comment": f"# a game\n{BOARD.game_string()}\n",
}
COMMANDS = {
    "show": ["show", "GAME", "--position"],
    "moves": ["moves", "GAME", "--uhp"],
    "explain": ["explain", "GAME", "wA1 -wP"],
    "perft": ["perft", "GAME", "1", "--divide"],
    "analyse": ["analyse", "GAME", "--depth", "1", "--lines", "1", "--json"],
    "review": ["review", "GAME", "--effort", "quick", "--json"],
    "explore": ["explore", "GAME"],
    "picture": ["picture", "GAME", "hive.txt"],
    "play": ["play", "--terminal", "GAME", "--white", "Anna", "--black", "Ben"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with a quick review."""
    monkeypatch.setitem(efforts.EFFORTS, "quick", GLANCE)
    monkeypatch.chdir(tmp_path)


def run(command: str, game: str, *options: str, stdin: str = "") -> Ran:
    """Run a command on a game, with a database of games for the explorer."""
    if command == "explore":
        assert skep("import", "-", stdin=pgn(MOVES, OTHER)).code == 0
    return skep(*[game if word == "GAME" else word for word in COMMANDS[command]], *options, stdin=stdin)


def check(command: str, ran: Ran, *, has_moves: bool = True) -> None:
    """Check that a command read the position."""
    assert (ran.code, ran.err) == (0, "")
    legal = {BOARD.uhp(move) for move in BOARD.legal_moves}
    position = BOARD.position_string()
    match command:
        case "show":
            assert ran.out == f"{position}\n"
        case "moves":
            assert set(ran.out.strip().split(";")) == legal
        case "perft":
            assert {line.split(":")[0] for line in ran.lines[:-1]} == legal
        case "analyse":
            assert f'"position":"{position}"' in ran.out
        case "explain":
            assert ran.out.startswith("wA1 -wP is legal")
        case "review":
            assert ran.out.count('"judgement":') == (len(MOVES) if has_moves else 0)
        case "explore":
            assert ran.out.startswith("Games: 1.") or not has_moves
        case "picture":
            assert Path("hive.txt").read_text(encoding="utf-8") == f"{BOARD}\n"
        case "play":
            assert "Turn 3: Anna (White)" in ran.out


def has_moves(form: str) -> bool:
    return form not in ("position", "diagram")


def commands_and_forms(forms: Iterable[str]) -> pytest.MarkDecorator:
    """Run a test with every form for one command and every command for one form; the other pairs are slow."""
    return pytest.mark.parametrize(
        ("command", "form"),
        [
            (command, form) if command == "show" or form == "game-string" else slow(command, form)
            for command in COMMANDS
            for form in forms
        ],
    )


def skip_positions_for_play(command: str, form: str) -> None:
    if command == "play" and not has_moves(form):
        pytest.skip("a game in the terminal is saved as a GameString, which a position does not have")


@commands_and_forms(FORMS)
def test_an_argument(command: str, form: str) -> None:
    skip_positions_for_play(command, form)
    check(command, run(command, FORMS[form]), has_moves=has_moves(form))


@commands_and_forms(FILES)
def test_a_file(command: str, form: str) -> None:
    skip_positions_for_play(command, form)
    Path("game").write_text(FILES[form], encoding="utf-8")
    check(command, run(command, "game"), has_moves=has_moves(form))


@commands_and_forms(["game-string", "pgn"])
def test_an_at_sign_and_a_file(command: str, form: str) -> None:
    Path("game").write_text(FILES[form], encoding="utf-8")
    check(command, run(command, "@game"), has_moves=has_moves(form))


@first_and_all("command", *[command for command in COMMANDS if command != "play"])
@pytest.mark.parametrize("form", ["game-string", "lines", "position", "two-games"])
def test_stdin(command: str, form: str) -> None:
    check(command, run(command, "-", stdin=FILES[form]), has_moves=has_moves(form))


@first_and_all("command", *COMMANDS)
def test_a_number_chooses_a_game(command: str) -> None:
    Path("games.pgn").write_text(pgn(OTHER, OTHER, MOVES), encoding="utf-8")
    check(command, run(command, "games.pgn", "--game", "3"))
    ran = run(command, "games.pgn", "--game", "4")
    assert (ran.code, ran.out, ran.err) == (2, "", "skep: games.pgn: there is no game 4: found 3 games\n")


@first_and_all("command", *COMMANDS)
def test_a_saved_game_an_archive_and_a_folder(command: str) -> None:
    save_game(Path("saved.json"), SavedGame.from_board(BOARD, ("Anna", "Ben")))
    check(command, run(command, "saved.json"))
    Path("games").mkdir()
    Path("games/one.pgn").write_text(pgn(MOVES), encoding="utf-8")
    check(command, run(command, "games"))
    with zipfile.ZipFile("games.zip", "w") as archive:
        archive.write("games/one.pgn", "one.pgn")
    check(command, run(command, "games.zip"))


@first_and_all("command", *COMMANDS)
def test_boardspace_records(command: str) -> None:
    shutil.copy(SGF, "game.sgf")
    ran = run(command, "game.sgf")
    # the game is over, and the moves of these commands are not legal any more
    assert ran.code in {"explain": (1, 2), "analyse": (0, 2)}.get(command, (0,))
    assert "not a game" not in ran.err


def test_a_game_type_is_never_a_file() -> None:
    Path("Base").write_text("hello", encoding="utf-8")
    assert skep("show", "Base", "--position").out == "ultimate-2024 Base White[1] -\n"
    assert skep("show", "@Base").err.startswith("skep: Base: not a game: 'hello'")


def test_a_utf_16_file() -> None:
    Path("game.pgn").write_bytes(pgn(MOVES).encode("utf-16"))
    check("show", run("show", "game.pgn"))


@first_and_all("command", *COMMANDS)
@pytest.mark.parametrize(
    ("game", "content", "error"),
    [
        ("nowhere.pgn", None, "nowhere.pgn: No such file or directory"),
        ("@nowhere", None, "nowhere: No such file or directory"),
        ("@", None, "'@': expected the name of a file after @"),
        ("bad.pgn", '[GameType "Base"]\n1. wS1\n2. bS1 bQ-\n', "bad.pgn: line 3: ply 2: not a move: 'bS1 bQ-'"),
        ("bad.uhp", "Base;;;wS1;bS1 bQ-", "bad.uhp: "),
        ("bad.txt", "hello there", "bad.txt: not a game: 'hello there'"),
        ("bad.txt", "wS1\nbS1 wS1\n", "bad.txt: "),
        ("bad.txt", " \n", "bad.txt: the file is empty"),
        ("hello there", None, "not a game: 'hello there'"),
        ("wS1;bS1 bQ-", None, ""),
        ("Base;;;wS1;bS1 bQ-", None, ""),
    ],
)
def test_errors_name_the_input(command: str, game: str, content: str | None, error: str) -> None:
    if content is not None:
        Path(game).write_text(content, encoding="utf-8")
    ran = run(command, game)
    if command == "review" and ran.code == 0:
        assert "bQ is not in play" in ran.err, "the readable part of a broken record is reviewed"
        return
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"skep: {error}")
    assert error or "bS1 bQ-" in ran.err
    assert ran.err.count("\n") == 1


def test_a_diagram_is_not_a_list_of_moves() -> None:
    assert skep("show", " wS1\nbS1 wQ", "--position").code == 0
    assert skep("show", "wS1 bS1\n  bQ", "--edition", "hive-2016", "--position").out == (
        "hive-2016 Base White[3] 0,0:wS1bS1/bQ\n"
    )


def test_the_edition_of_a_record_can_be_given_but_not_changed() -> None:
    Path("game.pgn").write_text("1. wQ\n2. bQ wQ-\n", encoding="utf-8")
    assert "pocket-2012" in skep("show", "game.pgn", "--edition", "pocket-2012", "--position").out
    Path("game.pgn").write_text('[Edition "hive-2016"]\n1. wQ\n', encoding="utf-8")
    assert skep("show", "game.pgn", "--edition", "pocket-2012").err == (
        "skep: game.pgn: the game is in edition hive-2016, which contradicts --edition pocket-2012\n"
    )


def test_threefold_applies_to_records() -> None:
    turns = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *[r"wQ \wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2]
    Path("game.pgn").write_text(" ".join(f"{n}. {turn}" for n, turn in enumerate(turns, 1)), encoding="utf-8")
    assert skep("moves", "game.pgn", "--threefold").out == "Draw: threefold repetition: no legal moves\n"
    assert skep("moves", "game.pgn").code == 0
