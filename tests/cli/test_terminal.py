"""The game in the terminal, played through its keyboard."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from skep.board import Board
from skep.cli.picture import lettered
from skep.cli.terminal import saves
from skep.cli.terminal.choices import choices_of
from skep.editions import EDITIONS, Edition
from skep.moves import Move
from skep.outcomes import Termination
from skep.pieces import Bug, Piece
from tests.cli.helpers import GAME, PASSING, PROGRAM, Ran, program, sentence, skep

NAMES = ("--white", "Anna", "--black", "Ben")


def play(*typed: str, game: str = "Base", options: tuple[str, ...] = ("--edition", "ultimate-2024")) -> Ran:
    """Play with everything chosen by options."""
    return skep("play", "--terminal", game, *NAMES, *options, stdin="".join(f"{line}\n" for line in typed))


def saved_games() -> list[Path]:
    return sorted(saves.games_folder().glob("*.json"))


def decided_game(edition: Edition) -> list[Move]:
    """Random legal moves that like to stand round the enemy's queen bee, until one queen bee is surrounded."""
    for seed in range(100):
        board, chance = Board(edition=edition), random.Random(seed)
        while not board.is_game_over() and board.ply < 80:
            moves = board.legal_moves.list()
            best = max(moves, key=lambda move: (_pressure(board, move), chance.random()))
            board.push(best if chance.random() < 0.7 else chance.choice(moves))
        outcome = board.outcome()
        if outcome is not None and outcome.termination is Termination.SURROUNDED:
            return list(board.moves)
    raise AssertionError("nobody ever wins")


def _pressure(board: Board, move: Move) -> int:
    board.push(move)
    queens = [board.where(Piece(color, Bug.QUEEN_BEE)) for color in (board.to_move, board.to_move.other)]
    crowd = [sum(board.height(near) > 0 for near in queen.neighbours()) if queen else 0 for queen in queens]
    board.pop()
    return crowd[0] - crowd[1]


def typed_for(moves: list[Move], edition: Edition) -> list[str]:
    """What two players type: numbers and letters, and every third turn a MoveString."""
    board, typed = Board(edition=edition), list[str]()
    for move in moves:
        if move.is_pass:
            typed.append("")
        elif board.ply % 3 == 2:
            typed.append(board.uhp(move))
        else:
            typed.append(next(str(choice.number) for choice in choices_of(board) if choice.piece == move.piece))
            if board.stacks:
                typed.append(lettered(board.reachable(move.piece), board.position())[move.to])
        board.push(move)
    return typed


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_a_whole_game_in_every_edition(edition: Edition) -> None:
    moves = decided_game(edition)
    typed = [str(EDITIONS.index(edition) + 1), "", "Anna", "Ben", *typed_for(moves, edition), ""]
    ran = skep("play", "--terminal", stdin="".join(f"{line}\n" for line in typed))
    assert (ran.code, ran.err) == (0, "")
    board = Board(edition=edition)
    for move in moves:
        board.push_checked(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    name = ("Anna", "Ben")[outcome.winner]
    loser = ("white", "black")[outcome.winner.other]
    end = ran.out[ran.out.index("The game is over") :]
    assert f"\n{name} ({outcome.winner}) wins.\nThe {loser} queen bee is surrounded.\n{board.game_string()}\n" in end
    assert end.endswith("Enter to leave; or undo, save FILE, help\n> Goodbye.\n")
    assert [saves.read(path).game for path in saved_games()] == [board.game_string()]


def test_the_first_screens() -> None:
    ran = skep("play", "--terminal", stdin="9\n4\nx\nm\nAnna\n\n2\n")
    assert ran.code == 0
    assert ran.lines[:12] == [
        "Which box do you have? The rules differ a little from one to the next.",
        "  1  Hive Ultimate Pocket (2024): with mosquito, ladybug and pillbug",
        "  2  Hive Pocket (2012): with mosquito and ladybug",
        "  3  Hive Pocket (French): with mosquito and ladybug, French rulebook",
        "  4  Hive (2016): without extra bugs",
        "  5  Hive (classic): without extra bugs, older rulebook",
        "Number of the box (not sure? press Enter for 1)",
        "> «9» is no box of the list: type a number from 1 to 5.",
        "Number of the box (not sure? press Enter for 1)",
        "> Extra bugs in this box: none.",
        "Play with m (mosquito), l (ladybug), p (pillbug), for example mlp, or none (Enter: those of the box)",
        "> «x» is not understood: type some of the letters m, l and p, or none.",
    ]
    turn = ran.out.index("Turn 1: Black ")
    assert [line.rstrip() for line in ran.out[turn:].splitlines()][1:] == [
        "Anna placed the spider wS1.",
        "",
        "     wS1",
        "",
        "Anna's hand: queen bee, spider, beetle ×2, grasshopper ×3, soldier ant ×3, mosquito",
        "In hand    1 queen bee          2 spider ×2          3 beetle ×2",
        "           4 grasshopper ×3     5 soldier ant ×3     6 mosquito",
        "Black, which piece? (number, or help)",
        ">",
        "Goodbye. Your game is kept; to go on with it: skep play --terminal --resume",
    ]


def test_a_space_is_chosen_by_the_letter_on_the_table() -> None:
    ran = play("wS1", "1", "s1", "", "bS1", "c", game="Base")
    assert f"> {sentence('Base;;;wS1', 'bQ wS1-')}" in ran.lines
    chosen = ran.out[ran.out.index("> \n         a     b\n") :]
    assert [line.rstrip() for line in chosen.splitlines()[:6]] == [
        ">",
        "         a     b",
        "      c    wS1    d",
        "         e     f",
        "",
        "Where does the spider bS1 go? (letter, or Enter to choose another piece)",
    ]
    assert "Ben placed the spider bS1." in ran.lines


def test_why_not() -> None:
    ran = play("why", "why wS1 bQ-", "why 1", "why nonsense", "why wA1 bA1-", "wS1 bQ-", "2", game=GAME)
    assert ran.code == 0
    assert "> Say which move or piece you mean, as in: why wA1 -bQ" in ran.lines
    assert ran.out.count(sentence(GAME, "wS1 bQ-")) == 3
    assert ran.out.count("Rule: Hive Ultimate Pocket (2024), One Hive Rule") == 4
    assert "    wA1 2   ·     ·   bQ  1" in ran.lines
    assert "       1   2   the parts that the hive would fall into" in ran.lines
    assert "> wA1 bA1- is legal." in ran.lines
    assert any(line.startswith("> «nonsense» is no move here: ") for line in ran.lines)


def test_what_is_not_understood() -> None:
    ran = play("dance", "99", "wS1", "2", "zz", "bX", "wA1 -bQ", game="Base")
    assert "> «dance» was not understood. Type help to see what you can type." in ran.lines
    assert "> There is no piece number 99 in the list." in ran.lines
    assert "> There is no space «zz» on the table." in ran.lines
    assert any(line.startswith("> «wA1 -bQ» is no move here: ") for line in ran.lines)
    assert ran.code == 0


def test_moves_and_help() -> None:
    ran = play("moves", "help", "?")
    assert "> You can play 4 moves." in ran.lines
    assert "place  wS1  spider       wS1" in ran.lines
    assert ran.out.count("  why wA1 -bQ     why a move is not allowed, shown on the table") == 2


def test_undo() -> None:
    ran = play("undo", "wS1", "bS1 wS1-", "undo", "undo", "undo")
    assert ran.lines.count("> There is no move to take back.") == 2
    assert "> Taken back: bS1 wS1-." in ran.lines
    assert "> Taken back: wS1." in ran.lines
    assert [saves.read(path).game for path in saved_games()] == ["Base;NotStarted;White[1]"]


def test_a_forced_pass_waits_for_enter_and_is_undone_with_the_move_before_it() -> None:
    classic = ("--edition", "hive-classic")
    ran = play("1", "", "quit", game=PASSING, options=classic)
    assert "> Covered piece. The queen bee wQ " in ran.out
    assert ran.out.count("Anna can neither place nor move a bug and has to pass. (Enter to pass)") == 2
    assert "Anna passed." in ran.lines
    assert saves.read(saved_games()[0]).game.endswith(";bB1 wQ;pass")
    assert "> Taken back: bB1 wQ." in play("", "undo", game=PASSING, options=classic).lines


def test_a_draw_needs_both() -> None:
    ran = play("wS1", "draw", "maybe", "n", "draw", "yes", "")
    assert ran.out.count("Anna, Ben offers a draw. Do you accept? (y or n)") == 3
    assert "> Anna plays on." in ran.lines
    assert "A draw.\nBoth players agreed to it.\nBase;Draw;Black[1];wS1\n" in ran.out
    assert saves.read(saved_games()[0]).board().outcome() is not None


def test_resigning_and_taking_it_back() -> None:
    ran = play("wS1", "resign", "n", "resign", "y", "undo", "resign", "y", "quit")
    assert ran.out.count("Ben, do you really give the game up? (y or n)") == 2
    assert "Anna (White) wins.\nBen gave the game up.\nBase;WhiteWins;Black[1];wS1\n" in ran.out
    assert "Black wins" not in ran.out
    assert "Ben (Black) wins.\nAnna gave the game up.\n" in ran.out


def test_repetition_ends_the_game_where_it_was_asked_for() -> None:
    turns = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *[r"wQ \wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2]
    ran = play(*turns, options=("--edition", "ultimate-2024", "--threefold"))
    assert "A draw.\nThe same position came up for the third time.\n" in ran.out


def test_save_and_go_on_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.json"
    ran = play("save", f"save {file}", "wS1", f"save {file}", "n", f"save {file}", "y", f"save {tmp_path}/no/", "quit")
    assert ran.code == 0
    assert "> Say where, as in: save our-game.json" in ran.lines
    assert f"> Saved. To go on with it: skep play --terminal @{file}" in ran.lines
    assert ran.out.count(f"{file} exists already. Replace it? (y or n)") == 2
    assert saves.read(file).game == "Base;InProgress;Black[1];wS1"
    again = skep("play", "--terminal", f"@{file}", stdin="bS1 wS1-\nquit\n")
    assert "Ben placed the spider bS1." in again.lines


def test_a_folder_is_no_file_to_save_in(tmp_path: Path) -> None:
    ran = play(f"save {tmp_path}", "y", "quit")
    assert any(line.startswith("> Not saved: ") for line in ran.lines)


def test_resume() -> None:
    assert skep("play", "--terminal", "--resume") == (2, "", "skep: there is no game to go on with\n")
    play("wS1", "quit")
    ran = skep("play", "--terminal", "--resume", stdin="bS1 wS1-\n")
    assert "Turn 1: Ben (Black)" in ran.out
    assert "Turn 2: Anna (White)" in ran.out
    assert ran.lines[-1] == "Goodbye. Your game is kept; to go on with it: skep play --terminal --resume"
    offered = skep("play", "--terminal", stdin="y\n")
    assert offered.lines[0] == "The last game was not finished: Anna against Ben, turn 2. Go on with it? (y or n)"
    assert "Ben placed the spider bS1." in offered.lines
    assert [saves.read(path).game for path in saved_games()] == ["Base;InProgress;White[2];wS1;bS1 wS1-"]


def test_a_declined_game_stays_and_a_finished_one_is_not_offered() -> None:
    play("wS1", "quit")
    declined = skep("play", "--terminal", *NAMES, stdin="n\n\n\nwG1\nresign\ny\n\n")
    assert "Which box do you have?" in declined.out
    assert [saves.read(path).game for path in saved_games()] == [
        "Base;InProgress;Black[1];wS1",
        "Base+MLP;WhiteWins;Black[1];wG1",
    ]
    assert skep("play", "--terminal").lines[0].startswith("Which box do you have?")


def test_a_damaged_save_is_told_and_kept() -> None:
    play("wS1", "quit")
    path = saved_games()[0]
    path.write_text(path.read_text(encoding="utf-8").replace("wS1", "wQ"), encoding="utf-8")
    damaged = path.read_bytes()
    ran = skep("play", "--terminal", "--resume")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"skep: {path}: move 1 of the game: wQ")
    ran = skep("play", "--terminal", stdin="\n\n\n\nwS1\n")
    assert ran.code == 0
    assert ran.lines[0].startswith(f"The last game cannot be read and is left as it is. {path}: move 1 of the game")
    assert path.read_bytes() == damaged
    assert len(saved_games()) == 2


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path / "file"))
    ran = play("wS1", "bS1 wS1-")
    assert ran.code == 0
    assert ran.out.count("The game cannot be kept for later: ") == 1
    assert ran.lines[-1] == "Goodbye."


def test_french() -> None:
    options = ("--edition", "ultimate-2024", "--lang", "fr")
    ran = play("wS1", "pourquoi 1", "2", "a", "coups", "aide", "annuler", "nulle", "o", "", options=options)
    assert ran.code == 0
    assert "Tour 1 : Ben (Noir)" in ran.out
    assert "Anna a placé l'araignée wS1." in ran.lines
    assert sentence("Base;;;wS1", "bQ wS1-", "fr") in ran.out
    assert "> Coup repris : " in ran.out
    assert "Partie nulle.\nD'un commun accord.\n" in ran.out
    assert ran.lines[-1] == "> Au revoir."


def test_the_language_can_be_changed_in_the_game() -> None:
    ran = play("fr", "en", "quitter")
    assert "> En français, donc." in ran.lines
    assert "Anna, quelle pièce ? (numéro, ou aide)" in ran.lines
    assert "> English it is." in ran.lines
    assert ran.lines[-1] == "> Goodbye."


@pytest.mark.parametrize("lines", range(5))
def test_the_end_of_input_is_polite_at_every_question(lines: int) -> None:
    ran = skep("play", "--terminal", stdin="\n".join(["1", "", "Anna", "Ben", "2"][:lines]))
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1] == "Goodbye."


def test_what_cannot_be_played() -> None:
    assert skep("play", "--terminal", "-").err == "skep: the game cannot come from stdin: the players' moves do\n"
    assert skep("play", "--terminal", "Base", "--resume").err == "skep: choose one of GAME and --resume\n"
    assert skep("play", "Base").err.endswith(" need --terminal\n")
    assert "has no GameString" in skep("play", "--terminal", "0,0:wS1bS1", *NAMES).err


def test_a_dumb_terminal_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    environment = {**os.environ, "TERM": "dumb", "SKEP_DATA_DIR": str(tmp_path)}
    arguments = [*PROGRAM, "play", "--terminal", "Base", "--edition", "hive-2016", *NAMES]
    done = subprocess.run(arguments, input=b"\xff\xfe\n2\n", capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert "Anna placed the spider wS1." in done.stdout.decode()


def test_in_a_real_terminal_with_colours_and_ctrl_c(tmp_path: Path) -> None:
    keyboard, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "SKEP_DATA_DIR": str(tmp_path)}
    arguments = [*PROGRAM, "play", "--terminal", "Base", "--edition", "hive-2016", *NAMES]
    process = subprocess.Popen(
        arguments,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
        start_new_session=True,
        # tests that run in the background inherit an ignored SIGINT
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        os.close(terminal)
        assert "Anna, which piece?" in read_until(keyboard, "which piece?")
        os.write(keyboard, b"2\n")
        seen = read_until(keyboard, "Ben, which piece?")
        assert re.search(r"\x1b\[[0-9;]*m wS1 \x1b\[0m|\x1b\[[0-9;]*mwS1", seen)
        assert interrupted(process) in (130, -2), "a second Ctrl-C may come while it is leaving"
    finally:
        process.kill()
        process.wait()
        os.close(keyboard)
    assert len(list(tmp_path.rglob("*.json"))) == 1


def interrupted(process: subprocess.Popen[bytes]) -> int:
    """The exit code after Ctrl-C, pressed again where it came in the moment before a line is read."""
    for _ in range(40):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=0.5)
    raise AssertionError("Ctrl-C does not end the game")


def read_until(terminal: int, text: str) -> str:
    seen, end = "", time.monotonic() + 60
    while text not in seen:
        assert time.monotonic() < end, seen
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    return seen


def test_the_program_itself_plays_through_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path))
    ran = program("play", "--terminal", "Base", "--edition", "hive-2016", *NAMES, stdin="wQ\nbQ wQ-\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Ben placed the queen bee bQ." in ran.lines
