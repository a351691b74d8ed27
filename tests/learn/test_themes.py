"""Themes, on positions drawn by hand: each holds for the reason a player would give, and not without it."""

from __future__ import annotations

import pytest

from skep.board import Board
from skep.learn.puzzles import Kind
from skep.learn.themes import find_themes
from skep.moves import PASS
from skep.rules import play

# The black queen bee at 0,0 lacks only the space below her to the right:
#
#      bS1 bG1 wQ
#    wS1 bQ  bB1
#      wG1  .
LAST_SPACE = "White[9] -1,-1:.bS1bG1wQ/wS1bQbB1{}/wG1{}"


def themes(position: str, kind: Kind, *line: str, feared: tuple[str, ...] = ()) -> set[str]:
    """The themes of a line, with ``...`` for any piece placed; what is feared could be played if the solver passed."""
    board = Board.from_position_string(position)
    replay = board.copy()
    moves = [replay.push_uhp(replay.uhp(replay.legal_moves.list()[-1]) if text == "..." else text) for text in line]
    idle = Board.from_position(play(board.position(), PASS))
    return set(find_themes(board, kind, moves, [idle.parse_uhp(text) for text in feared]))


@pytest.mark.parametrize(
    ("east", "south", "bugs", "move", "expected"),
    [
        ("wA1", "", "Base", "wA1 /bB1", {"surround"}),
        ("^wB1", "", "Base", "wB1 /bB1", {"drop"}),
        ("^wM", "", "Base+M", "wM /bB1", {"drop"}),
        ("^wB1", ".bA1/wA1bA2", "Base", "wB1 /bB1", {"drop", "ring"}),
    ],
)
def test_how_the_last_space_is_filled(east: str, south: str, bugs: str, move: str, expected: set[str]) -> None:
    assert themes(f"{bugs} {LAST_SPACE.format(east, south)}", "win", move) == expected


def test_a_jump_into_a_ring_surrounds() -> None:
    # the grasshopper wG2 jumps over bA1 into the hole
    position = "Base White[9] -1,-1:.bS1bG1wQ/wS1bQbB1/wG1.bA1wG2/wA1bA2"
    assert themes(position, "win", "wG2 /bB1") == {"surround", "ring"}


def test_a_throw_surrounds_in_its_own_way() -> None:
    # the pillbug in wG1's place lifts the enemy's ant beside it and sets it down in the last space
    position = "Base+P White[9] -2,-1:..bS1bG1wQ/.wS1bQbB1/.wP/bA1"
    assert themes(position, "win", "bA1 /bB1") == {"throw"}


def test_coming_down_elsewhere_or_in_a_save_is_no_drop() -> None:
    position = f"Base {LAST_SPACE.format('^wB1', '')}"
    assert "drop" not in themes(position, "win", "wB1 bB1-")
    assert "drop" not in themes(position, "save", "wB1 /bB1")


PIN = "Base White[6] 0,0:wA1wS1wQbQbA1"


def test_a_pin_holds_the_piece_that_would_have_answered() -> None:
    # wA1 goes to the far end: without bA1 it would hang in the air
    assert themes(PIN, "save", "wA1 bA1-", feared=("bA1 /wQ",)) == {"pin"}


def test_a_pinned_piece_that_matters_to_nobody_is_no_pin() -> None:
    assert themes(PIN, "save", "wA1 bA1-") == {"escape"}


def test_a_beetle_upon_a_piece_holds_it_too() -> None:
    position = "Base White[6] 0,0:wS1wQbQbA1/..wB1"
    assert themes(position, "save", "wB1 bA1", feared=("bA1 -wS1",)) == {"pin"}


# The black queen bee may slip out below, until wA1 closes the gate beneath her:
#
#         bA1 bG1
#       bS1 .  bB1
#     wS1 bQ  wQ
#   wA1 .   .
GATE = "Base White[9] -2,-2:...bA1bG1/..bS1.bB1/.wS1bQwQ/wA1"


def test_a_gate_shuts_the_queen_bee_in() -> None:
    assert themes(GATE, "win", "wA1 /bQ", "...", "...") == {"gate", "surround"}
    assert themes(GATE, "win", "wA1 wQ-", "...", "...") == {"surround"}


def test_a_pin_holds_the_piece_that_would_have_made_room() -> None:
    # bA1 stands beside its queen bee and could leave, until wA1 hangs on it
    assert themes(PIN, "win", "wA1 bA1-", "...", "...") == {"pin", "surround"}
    assert themes(PIN, "win", "wA1 /wS1", "...", "...") == {"surround"}


def test_a_gate_shuts_a_piece_out() -> None:
    # bA1 would slide in below the white queen bee; with wA1 on the other side of the space there is no room
    #
    #   bQ  wQ  wS1 wA1
    # bA1 bS1 .   wG1
    #           .
    position = "Base White[6] -2,0:.bQwQwS1wA1/bA1bS1.wG1"
    assert themes(position, "save", "wA1 /wG1", feared=("bA1 bS1-",)) == {"gate"}
    assert themes(position, "save", "wA1 wG1\\", feared=("bA1 bS1-",)) == {"escape"}


ESCAPE = "Base White[6] 0,0:wQwS1bS1bQ/wA1"


def test_an_escape_is_a_queen_bee_that_leaves_or_a_piece_that_lets_her() -> None:
    assert themes(ESCAPE, "save", r"wQ \wS1") == {"escape"}
    assert themes(ESCAPE, "save", "wA1 bQ-") == {"escape"}


def test_themes_come_in_their_order_and_there_is_always_one() -> None:
    board = Board.from_position_string(f"Base {LAST_SPACE.format('^wB1', '.bA1/wA1bA2')}")
    assert find_themes(board, "win", [board.parse_uhp("wB1 /bB1")]) == ("drop", "ring")
    quiet = Board.from_position_string(PIN)
    assert find_themes(quiet, "save", [quiet.parse_uhp("wG1 -wA1")]) == ("escape",)
