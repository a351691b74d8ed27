"""The game in the terminal, played by typing."""

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
from skep.cli.terminal.menu import menu_items
from skep.cli.terminal.saved_game import games_folder, load_game
from skep.cli.terminal_board import letter_spaces
from skep.editions import EDITIONS, Edition
from skep.i18n import Language
from skep.moves import Move
from skep.outcomes import Termination
from skep.pieces import Bug, Piece
from tests.cli.helpers import GAME, PASSING, PROGRAM, Ran, named, program, reason_sentence, skep

NAMES = ("--white", "Anna", "--black", "Ben")


def play(*typed: str, game: str = "Base", options: tuple[str, ...] = ("--edition", "ultimate-2024")) -> Ran:
    """Play a game whose options are all given."""
    return skep("play", "--terminal", game, *NAMES, *options, stdin="".join(f"{line}\n" for line in typed))


def saved_files() -> list[Path]:
    return sorted(games_folder().glob("*.json"))


def decided_game(edition: Edition) -> list[Move]:
    """Return a random game that prefers moves next to the enemy's queen bee, until one queen bee is surrounded."""
    for seed in range(100):
        board, rng = Board(edition=edition), random.Random(seed)
        while not board.is_game_over() and board.ply < 80:
            moves = board.legal_moves.list()
            best = max(moves, key=lambda move: (_pressure(board, move), rng.random()))
            board.push(best if rng.random() < 0.7 else rng.choice(moves))
        outcome = board.outcome()
        if outcome is not None and outcome.termination is Termination.SURROUNDED:
            return list(board.moves)
    raise AssertionError("no game was decided")


def _pressure(board: Board, move: Move) -> int:
    board.push(move)
    queens = [board.where(Piece(color, Bug.QUEEN_BEE)) for color in (board.turn, board.turn.other)]
    neighbours = [sum(board.height(near) > 0 for near in queen.neighbours()) if queen else 0 for queen in queens]
    board.pop()
    return neighbours[0] - neighbours[1]


def typed_for(moves: list[Move], edition: Edition) -> list[str]:
    """Return what two players type: numbers and letters, and every third turn a MoveString."""
    board, typed = Board(edition=edition), list[str]()
    for move in moves:
        if move.is_pass:
            typed.append("")
        elif board.ply % 3 == 2:
            typed.append(board.uhp(move))
        else:
            typed.append(next(str(item.number) for item in menu_items(board) if item.piece == move.piece))
            if board.stacks:
                typed.append(letter_spaces(board.reachable(move.piece), board.position())[move.to])
        board.push(move)
    return typed


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_plays_a_whole_game_in_every_edition(edition: Edition) -> None:
    moves = decided_game(edition)
    typed = [str(EDITIONS.index(edition) + 1), "", "", "Anna", "Ben", *typed_for(moves, edition), ""]
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
    assert end.endswith("Press Enter to leave, or type undo, save FILE or help.\n> Goodbye.\n")
    assert [load_game(path).game for path in saved_files()] == [board.game_string()]


def test_the_first_screens() -> None:
    ran = skep("play", "--terminal", stdin="9\n4\nx\nm\n\nAnna\n\n2\n")
    assert ran.code == 0
    assert ran.lines[:12] == [
        "Which box do you have? The rules differ slightly between editions.",
        "  1  Hive Ultimate Pocket (2024): with mosquito, ladybug and pillbug",
        "  2  Hive Pocket (2012): with mosquito and ladybug",
        "  3  Hive Pocket (French): with mosquito and ladybug, French rulebook",
        "  4  Hive (2016): without extra bugs",
        "  5  Hive (classic): without extra bugs, older rulebook",
        "Number of the box (not sure? press Enter for 1)",
        "> “9” isn't on the list. Type a number from 1 to 5.",
        "Number of the box (not sure? press Enter for 1)",
        "> Extra bugs in this box: none.",
        "Play with m (mosquito), l (ladybug), p (pillbug), for example mlp, or none "
        "(Enter for all that are in the box)",
        "> “x” isn't a choice of bugs. Type any of the letters m, l and p, or none.",
    ]
    turn = ran.out.index("Turn 1: Black ")
    assert [line.rstrip() for line in ran.out[turn:].splitlines()][1:] == [
        f"Anna placed {named('wS1')}.",
        "",
        "     wS1",
        "",
        "Anna's hand: queen bee, spider, beetle ×2, grasshopper ×3, ant ×3, mosquito",
        "In hand    1 queen bee          2 spider ×2          3 beetle ×2",
        "           4 grasshopper ×3     5 ant ×3             6 mosquito",
        "Black, which piece? (number, or help)",
        ">",
        "Goodbye. Your game is saved. To continue it: skep play --terminal --resume",
    ]


def test_a_space_is_chosen_by_its_letter_on_the_board() -> None:
    ran = play("wS1", "1", "s1", "", "bS1", "c", game="Base")
    assert f"> {reason_sentence('Base;;;wS1', 'bQ wS1-')}" in ran.lines
    selected = ran.out[ran.out.index("> \n         a     b\n") :]
    assert [line.rstrip() for line in selected.splitlines()[:6]] == [
        ">",
        "         a     b",
        "      c    wS1    d",
        "         e     f",
        "",
        f"Where does {named('bS1')} go? (letter, or Enter to choose another piece)",
    ]
    assert f"Ben placed {named('bS1')}." in ran.lines


def test_why_explains_illegal_moves_and_stuck_pieces() -> None:
    ran = play("why", "why wS1 bQ-", "why 1", "why nonsense", "why wA1 bA1-", "wS1 bQ-", "2", game=GAME)
    assert ran.code == 0
    assert "> Say which move or piece you mean, for example: why wA1 -bQ" in ran.lines
    assert ran.out.count(reason_sentence(GAME, "wS1 bQ-")) == 3
    assert ran.out.count("Rule: Hive Ultimate Pocket (2024), One Hive Rule") == 4
    assert "    wA1 2   ·     ·   bQ  1" in ran.lines
    assert "       1   2   the parts the hive would split into" in ran.lines
    assert "> wA1 bA1- is legal." in ran.lines
    assert any(line.startswith("> “nonsense” isn't a move here. ") for line in ran.lines)


def test_invalid_input_is_explained() -> None:
    ran = play("dance", "99", "wS1", "2", "zz", "bX", "wA1 -bQ", game="Base")
    assert "> “dance” isn't a command, a piece or a move. Type help to see what you can type." in ran.lines
    assert "> There is no piece number 99 on the list." in ran.lines
    assert "> There is no space “zz” on the board." in ran.lines
    assert any(line.startswith("> “wA1 -bQ” isn't a move here. ") for line in ran.lines)
    assert ran.code == 0


def test_moves_and_help() -> None:
    ran = play("moves", "help", "?")
    assert "> You have 4 legal moves." in ran.lines
    assert "place  wS1  spider       wS1" in ran.lines
    assert ran.out.count("  why wA1 -bQ     why a move isn't allowed, shown on the board") == 2


def test_undo() -> None:
    ran = play("undo", "wS1", "bS1 wS1-", "undo", "undo", "undo")
    assert ran.lines.count("> There is no move to take back.") == 2
    assert "> Taken back: bS1 wS1-." in ran.lines
    assert "> Taken back: wS1." in ran.lines
    assert [load_game(path).game for path in saved_files()] == ["Base;NotStarted;White[1]"]


def test_a_forced_pass_waits_for_enter_and_is_undone_with_the_move_before_it() -> None:
    classic = ("--edition", "hive-classic")
    ran = play("1", "", "quit", game=PASSING, options=classic)
    assert f"> {reason_sentence(PASSING, 'wQ -bQ', edition='hive-classic')}" in ran.lines
    assert ran.out.count("Anna can't place or move a bug and has to pass. (Enter to pass)") == 2
    assert "Anna passed." in ran.lines
    assert load_game(saved_files()[0]).game.endswith(";bB1 wQ;pass")
    assert "> Taken back: bB1 wQ." in play("", "undo", game=PASSING, options=classic).lines


def test_a_draw_needs_both_players() -> None:
    ran = play("wS1", "draw", "maybe", "n", "draw", "yes", "")
    assert ran.out.count("Anna, Ben offers a draw. Do you accept? (y or n)") == 3
    assert "> Anna declined the draw." in ran.lines
    assert "It's a draw.\nBoth players agreed to a draw.\nBase;Draw;Black[1];wS1\n" in ran.out
    assert load_game(saved_files()[0]).board().outcome() is not None


def test_a_resignation_can_be_taken_back() -> None:
    ran = play("wS1", "resign", "n", "resign", "y", "undo", "resign", "y", "quit")
    assert ran.out.count("Ben, do you really want to resign? (y or n)") == 2
    assert "Anna (White) wins.\nBen resigned.\nBase;WhiteWins;Black[1];wS1\n" in ran.out
    assert "Black wins" not in ran.out
    assert "Ben (Black) wins.\nAnna resigned.\n" in ran.out


def test_threefold_repetition_ends_the_game() -> None:
    turns = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *[r"wQ \wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] * 2]
    ran = play(*turns, options=("--edition", "ultimate-2024", "--threefold"))
    assert "It's a draw.\nThe same position came up three times.\n" in ran.out


def test_saves_a_game_and_continues_it_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.json"
    ran = play("save", f"save {file}", "wS1", f"save {file}", "n", f"save {file}", "y", f"save {tmp_path}/no/", "quit")
    assert ran.code == 0
    assert "> Say where to save the game, for example: save our-game.json" in ran.lines
    assert f"> Saved. To continue the game: skep play --terminal @{file}" in ran.lines
    assert ran.out.count(f"{file} already exists. Replace it? (y or n)") == 2
    assert load_game(file).game == "Base;InProgress;Black[1];wS1"
    again = skep("play", "--terminal", f"@{file}", stdin="bS1 wS1-\nquit\n")
    assert f"Ben placed {named('bS1')}." in again.lines


def test_a_game_cannot_be_saved_as_a_folder(tmp_path: Path) -> None:
    ran = play(f"save {tmp_path}", "y", "quit")
    assert any(line.startswith("> Not saved: ") for line in ran.lines)


def test_resume_continues_the_last_game() -> None:
    assert skep("play", "--terminal", "--resume") == (2, "", "skep: there is no saved game to continue\n")
    play("wS1", "quit")
    ran = skep("play", "--terminal", "--resume", stdin="bS1 wS1-\n")
    assert "Turn 1: Ben (Black)" in ran.out
    assert "Turn 2: Anna (White)" in ran.out
    assert ran.lines[-1] == "Goodbye. Your game is saved. To continue it: skep play --terminal --resume"
    offered = skep("play", "--terminal", stdin="y\n")
    assert offered.lines[0] == "Your last game isn't finished: Anna against Ben, turn 2. Continue it? (y or n)"
    assert f"Ben placed {named('bS1')}." in offered.lines
    assert [load_game(path).game for path in saved_files()] == ["Base;InProgress;White[2];wS1;bS1 wS1-"]


def test_a_declined_game_is_kept_and_a_finished_one_is_not_offered() -> None:
    play("wS1", "quit")
    declined = skep("play", "--terminal", *NAMES, stdin="n\n\n\nwG1\nresign\ny\n\n")
    assert "Which box do you have?" in declined.out
    assert [load_game(path).game for path in saved_files()] == [
        "Base;InProgress;Black[1];wS1",
        "Base+MLP;WhiteWins;Black[1];wG1",
    ]
    assert skep("play", "--terminal").lines[0].startswith("Which box do you have?")


def test_a_damaged_file_is_reported_and_kept() -> None:
    play("wS1", "quit")
    path = saved_files()[0]
    path.write_text(path.read_text(encoding="utf-8").replace("wS1", "wQ"), encoding="utf-8")
    damaged = path.read_bytes()
    ran = skep("play", "--terminal", "--resume")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"skep: {path}: move 1 of the game: wQ")
    ran = skep("play", "--terminal", stdin="\n\n\n\n\nwS1\n")
    assert ran.code == 0
    assert ran.lines[0].startswith(
        f"Your last game can't be read. Its file was left unchanged. {path}: move 1 of the game"
    )
    assert path.read_bytes() == damaged
    assert len(saved_files()) == 2


def test_a_read_only_data_folder_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path / "file"))
    ran = play("wS1", "bS1 wS1-")
    assert ran.code == 0
    assert ran.out.count("The game can't be saved for later: ") == 1
    assert ran.lines[-1] == "Goodbye."


def test_plays_in_french() -> None:
    options = ("--edition", "ultimate-2024", "--lang", "fr")
    ran = play("wS1", "pourquoi 1", "2", "a", "coups", "aide", "annuler", "nulle", "o", "", options=options)
    assert ran.code == 0
    assert "Tour 1\u00a0: Ben (Noir)" in ran.out
    assert f"Anna a placé {named('wS1', Language.FR)}." in ran.lines
    assert reason_sentence("Base;;;wS1", "bQ wS1-", Language.FR) in ran.out
    assert "> Coup repris\u00a0: " in ran.out
    assert "Partie nulle.\nLes deux joueurs ont accepté la nulle.\n" in ran.out
    assert ran.lines[-1] == "> Au revoir."


def test_the_language_can_be_changed_during_the_game() -> None:
    ran = play("fr", "en", "quitter")
    assert "> Maintenant en français." in ran.lines
    assert "Anna, quelle pièce\u00a0? (numéro, ou aide)" in ran.lines
    assert "> Now in English." in ran.lines
    assert ran.lines[-1] == "> Goodbye."


@pytest.mark.parametrize("lines", range(6))
def test_the_input_can_end_at_every_question(lines: int) -> None:
    ran = skep("play", "--terminal", stdin="\n".join(["1", "", "", "Anna", "Ben", "2"][:lines]))
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1] == "Goodbye."


def test_invalid_options_are_reported() -> None:
    assert (
        skep("play", "--terminal", "-").err
        == "skep: the game cannot be read from stdin, because the players' moves are\n"
    )
    assert skep("play", "--terminal", "Base", "--resume").err == "skep: choose one of GAME and --resume\n"
    assert skep("play", "Base").err.endswith(" need --terminal\n")
    assert "has no GameString" in skep("play", "--terminal", "0,0:wS1bS1", *NAMES).err


@pytest.mark.slow
def test_plays_on_a_dumb_terminal_and_ignores_invalid_bytes(tmp_path: Path) -> None:
    environment = {**os.environ, "TERM": "dumb", "SKEP_DATA_DIR": str(tmp_path)}
    arguments = [*PROGRAM, "play", "--terminal", "Base", "--edition", "hive-2016", *NAMES]
    done = subprocess.run(arguments, input=b"\xff\xfe\n2\n", capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert f"Anna placed {named('wS1')}." in done.stdout.decode()


def test_plays_in_a_terminal_with_colours_and_ctrl_c(tmp_path: Path) -> None:
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
    )
    try:
        os.close(terminal)
        assert "Anna, which piece?" in read_until(keyboard, "which piece?")
        os.write(keyboard, b"2\n")
        output = read_until(keyboard, "Ben, which piece?")
        assert re.search(r"\x1b\[[0-9;]*m wS1 \x1b\[0m|\x1b\[[0-9;]*mwS1", output)
        assert interrupt(process) in (130, -2), "a second Ctrl-C can arrive while the program exits"
    finally:
        process.kill()
        process.wait()
        os.close(keyboard)
    assert len(list(tmp_path.rglob("*.json"))) == 1


def interrupt(process: subprocess.Popen[bytes]) -> int:
    """Press Ctrl-C and return the exit status. Press it again if it arrived just before a line was read."""
    for _ in range(40):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=0.5)
    raise AssertionError("Ctrl-C did not end the game")


def read_until(terminal: int, text: str) -> str:
    """Return the output up to a text."""
    output, end = "", time.monotonic() + 60
    while text not in output:
        assert time.monotonic() < end, output
        if select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 65536).decode(errors="replace")
    return output


def test_the_program_reads_moves_from_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKEP_DATA_DIR", str(tmp_path))
    ran = program("play", "--terminal", "Base", "--edition", "hive-2016", *NAMES, stdin="wQ\nbQ wQ-\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert f"Ben placed {named('bQ')}." in ran.lines
