"""The game in the terminal against the computer."""

from __future__ import annotations

import json

import pytest

from skep.board import Board
from skep.cli.terminal.computer import Computer
from skep.cli.terminal.saved_game import SavedGame, games_folder, load_game
from skep.engine import LEVELS
from skep.errors import SkepError
from skep.pieces import Color
from tests.cli.helpers import Ran, program, skep

BOX = ("Base", "--edition", "hive-2016")


def play(*typed: str, options: tuple[str, ...] = ("--level", "1", "--color", "white")) -> Ran:
    return skep("play", "--terminal", *BOX, *options, stdin="".join(f"{line}\n" for line in typed))


def saved() -> SavedGame:
    """Return the only saved game."""
    (path,) = games_folder().glob("*.json")
    return load_game(path)


def test_the_computer_replies() -> None:
    ran = play("wS1", "quit")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith("Hive against the computer.")
    assert "Computer level 1 placed " in ran.out
    assert "Turn 2: White" in ran.out
    assert ran.out.count("which piece?") == 2
    board = saved().board()
    assert (len(board.moves), board.turn) == (2, Color.WHITE)


def test_the_computer_begins_if_you_are_black() -> None:
    ran = play("quit", options=("--level", "1", "--color", "black"))
    assert "Turn 1: Black" in ran.out
    assert len(saved().board().moves) == 1


@pytest.mark.parametrize("level", [1, 5, 10])
def test_every_kind_of_level_makes_legal_moves(level: int) -> None:
    board = Board("Base+MLP")
    computer = Computer(level, Color.WHITE, seconds=0.05)
    for _ in range(4):
        board.push_checked(computer.choose(board))


def test_nothing_is_asked_that_was_given() -> None:
    ran = play("wS1", options=("--level", "1", "--color", "white", "--white", "Anna"))
    assert "Do you play" not in ran.out
    assert "plays White?" not in ran.out
    assert "level, from 1" not in ran.out
    assert "Anna, which piece?" in ran.out


def test_level_and_colour_are_asked_for() -> None:
    ran = play("11", "2", "red", "b", "quit", options=())
    assert "“11” isn't a level. Type a number from 1 to 10." in ran.out
    assert "“red” isn't a colour. Type white or black." in ran.out
    game = saved()
    assert game.computer is not None
    assert (game.computer.level, game.computer.color) == (2, Color.WHITE)
    assert game.names == ("Computer level 2", "Black")


@pytest.mark.parametrize(
    ("options", "typed", "names"),
    [
        (("--level", "3"), ["", "quit"], "White, which"),
        (("--level", "3"), ["noir", "quit"], "Black, which"),
        (("--color", "white"), ["", "x", "3", "quit"], "White, which"),
        (("--level", "3", "--white", "Anna"), ["quit"], "Anna, which"),
        (("--level", "3", "--black", "Ben"), ["quit"], "Ben, which"),
        (("--white", "Anna", "--black", "Ben"), ["quit"], "Anna, which"),
    ],
)
def test_only_what_is_missing_is_asked_for(options: tuple[str, ...], typed: list[str], names: str) -> None:
    ran = play(*typed, options=options)
    assert (ran.code, ran.err) == (0, "")
    assert f"{names} piece?" in ran.out


def test_two_players_press_enter() -> None:
    ran = play("", "Anna", "Ben", "wQ", "quit", options=())
    assert "Hive for two players at one keyboard." in ran.out
    assert "Ben, which piece?" in ran.out
    assert saved().computer is None


def test_undo_takes_back_both_moves() -> None:
    ran = play("wS1", "undo", "undo", "quit")
    assert "> Taken back: wS1." in ran.lines
    assert "> There is no move to take back." in ran.lines
    assert saved().board().moves == ()


def test_the_computers_first_move_cannot_be_taken_back() -> None:
    ran = play("undo", "quit", options=("--level", "1", "--color", "black"))
    assert "> There is no move to take back." in ran.lines
    assert len(saved().board().moves) == 1


def test_draw_and_resign() -> None:
    ran = play("wS1", "draw", "resign", "y", "")
    assert "> Computer level 1 declined the draw." in ran.lines
    assert "Computer level 1 (Black) wins.\nWhite resigned.\n" in ran.out


def test_resume_continues_against_the_computer() -> None:
    play("wS1", "quit")
    before = len(saved().board().moves)
    ran = skep("play", "--terminal", "--resume", stdin="moves\nquit\n")
    assert ran.lines[0].startswith("Hive against the computer.")
    assert len(saved().board().moves) == before
    assert skep("play", "--terminal", "--resume", "--level", "3").err == (
        "skep: --resume continues the game with its own players: leave out --level and --color\n"
    )


def test_a_saved_game_can_be_continued_against_the_computer() -> None:
    play("wS1", "quit")
    (path,) = games_folder().glob("*.json")
    ran = skep("play", "--terminal", str(path), stdin="quit\n")
    assert ran.lines[0].startswith("Hive against the computer.")


def test_a_game_is_played_to_the_end() -> None:
    over = r"Base;;;wG1;bA1 wG1\;wA1 wG1/;bQ bA1-;wB1 wA1-;bA2 bQ\;wQ -wG1;bA3 bQ-;wA2 -wQ;bA3 \wA2;wA3 -wA1;bB1 bQ-;"
    over += r"wA3 bA2\;bB2 /bA1;wB1 wA1\;bB2 -bA2"
    ran = skep("play", "--terminal", over, "--level", "1", "--color", "white", stdin="wA1 wB1-\n\n")
    assert (ran.code, ran.err) == (0, "")
    assert "White wins.\nThe black queen bee is surrounded.\n" in ran.out


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT", "quitter"])
@pytest.mark.parametrize("typed", [(), ("1",), ("1", ""), ("1", "", "3"), ("1", "", "", "Anna"), ("1", "", "3", "")])
def test_every_question_understands_quit(word: str, typed: tuple[str, ...]) -> None:
    ran = skep("play", "--terminal", stdin="\n".join([*typed, word, ""]))
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1] == "> Goodbye."


def test_the_end_of_the_input_ends_the_game() -> None:
    ran = play("wS1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1] == "Goodbye. Your game is saved. To continue it: skep play --terminal --resume"


def test_plays_in_french() -> None:
    ran = play("wS1", "quitter", options=("--level", "1", "--color", "white", "--lang", "fr"))
    assert "Ordinateur niveau 1 a placé " in ran.out
    assert ran.lines[0].startswith("Hive contre l’ordinateur.")


@pytest.mark.slow
def test_the_program_plays_through_a_pipe(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path))
    ran = program("play", "--terminal", *BOX, "--level", "3", "--color", "white", stdin="wS1\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Computer level 3 placed " in ran.out


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--terminal", "--level", "11"], "skep: Invalid value for '--level'"),
        (["--terminal", "--color", "red"], "skep: Invalid value for '--color'"),
        (["--terminal", "--time", "inf"], "skep: --time inf: expected a finite number"),
        (["--level", "3"], "skep: GAME and the options from --game to --black need --terminal"),
        (["--color", "white"], "skep: GAME and the options from --game to --black need --terminal"),
    ],
)
def test_invalid_options_are_reported(options: list[str], error: str) -> None:
    ran = skep("play", *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)


@pytest.mark.parametrize("computer", [{"level": 11, "color": "white"}, {"level": 1, "color": "red"}, {"level": 1}, 7])
def test_a_damaged_computer_player_is_reported(computer: object) -> None:
    fields = {**json.loads(SavedGame.from_board(Board("Base"), ("a", "b")).json()), "computer": computer}
    with pytest.raises(SkepError, match="not a saved game"):
        SavedGame.parse(json.dumps(fields))


def test_a_search_that_fails_raises_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(1, Color.WHITE)

    def fail(*_arguments: object) -> None:
        raise MemoryError("out of memory")

    monkeypatch.setattr("skep.engine.Engine.play", fail)
    with pytest.raises(MemoryError, match="out of memory"):
        computer.choose(Board("Base"))
    assert computer.level is LEVELS[0]
