"""Themes on hand-drawn positions: each is found where a player would name it, and not elsewhere."""

from __future__ import annotations

import pytest

from skep.board import Board
from skep.learn.puzzles import Kind
from skep.learn.themes import find_themes
from skep.moves import PASS
from skep.rules import play

# The black queen bee at 0,0 has one open side, below her to the right:
#
#      bS1 bG1 wQ
#    wS1 bQ  bB1
#      wG1  .
LAST_SPACE = "White[9] -1,-1:.bS1bG1wQ/wS1bQbB1{}/wG1{}"


def themes(position: str, kind: Kind, *line: str, threats: tuple[str, ...] = ()) -> set[str]:
    """Return the themes of a line, with ``...`` for any placement. Threats are moves that are legal after a pass."""
    board = Board.from_position_string(position)
    replay = board.copy()
    moves = [replay.push_uhp(replay.uhp(replay.legal_moves.list()[-1]) if text == "..." else text) for text in line]
    after_pass = Board.from_position(play(board.position(), PASS))
    return set(find_themes(board, kind, moves, [after_pass.parse_uhp(text) for text in threats]))


@pytest.mark.parametrize(
    ("east", "south", "bugs", "move", "expected"),
    [
        ("wA1", "", "Base", "wA1 /bB1", {"surround"}),
        ("^wB1", "", "Base", "wB1 /bB1", {"drop"}),
        ("^wM", "", "Base+M", "wM /bB1", {"drop"}),
        ("^wB1", ".bA1/wA1bA2", "Base", "wB1 /bB1", {"drop", "ring"}),
    ],
)
def test_themes_of_filling_the_last_space(east: str, south: str, bugs: str, move: str, expected: set[str]) -> None:
    assert themes(f"{bugs} {LAST_SPACE.format(east, south)}", "win", move) == expected


def test_a_jump_into_a_ring_surrounds() -> None:
    # the grasshopper wG2 jumps over bA1 into the hole
    position = "Base White[9] -1,-1:.bS1bG1wQ/wS1bQbB1/wG1.bA1wG2/wA1bA2"
    assert themes(position, "win", "wG2 /bB1") == {"surround", "ring"}


def test_a_throw_into_the_last_space_is_only_a_throw() -> None:
    # the pillbug in place of wG1 throws the enemy's ant beside it into the last space
    position = "Base+P White[9] -2,-1:..bS1bG1wQ/.wS1bQbB1/.wP/bA1"
    assert themes(position, "win", "bA1 /bB1") == {"throw"}


def test_climbing_down_elsewhere_or_in_a_save_is_not_a_drop() -> None:
    position = f"Base {LAST_SPACE.format('^wB1', '')}"
    assert "drop" not in themes(position, "win", "wB1 bB1-")
    assert "drop" not in themes(position, "save", "wB1 /bB1")


PIN = "Base White[6] 0,0:wA1wS1wQbQbA1"


def test_a_pin_holds_the_piece_that_would_have_replied() -> None:
    # wA1 goes to the far end, where only bA1 connects it to the hive
    assert themes(PIN, "save", "wA1 bA1-", threats=("bA1 /wQ",)) == {"pin"}


def test_pinning_a_useless_piece_is_not_a_theme() -> None:
    assert themes(PIN, "save", "wA1 bA1-") == {"escape"}


def test_covering_a_piece_pins_it() -> None:
    position = "Base White[6] 0,0:wS1wQbQbA1/..wB1"
    assert themes(position, "save", "wB1 bA1", threats=("bA1 -wS1",)) == {"pin"}


# The black queen bee can slide out below her, until wA1 closes the gate there:
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
    # bA1 is beside its queen bee and could leave, until wA1 depends on it
    assert themes(PIN, "win", "wA1 bA1-", "...", "...") == {"pin", "surround"}
    assert themes(PIN, "win", "wA1 /wS1", "...", "...") == {"surround"}


def test_a_gate_shuts_a_piece_out() -> None:
    # bA1 would slide in below the white queen bee, but wA1 on the other side of the space closes the gate
    #
    #   bQ  wQ  wS1 wA1
    # bA1 bS1 .   wG1
    #           .
    position = "Base White[6] -2,0:.bQwQwS1wA1/bA1bS1.wG1"
    assert themes(position, "save", "wA1 /wG1", threats=("bA1 bS1-",)) == {"gate"}
    assert themes(position, "save", "wA1 wG1\\", threats=("bA1 bS1-",)) == {"escape"}


ESCAPE = "Base White[6] 0,0:wQwS1bS1bQ/wA1"


def test_an_escape_is_a_move_of_the_queen_bee_or_of_a_piece_beside_her() -> None:
    assert themes(ESCAPE, "save", r"wQ \wS1") == {"escape"}
    assert themes(ESCAPE, "save", "wA1 bQ-") == {"escape"}


def test_themes_are_ordered_and_never_empty() -> None:
    board = Board.from_position_string(f"Base {LAST_SPACE.format('^wB1', '.bA1/wA1bA2')}")
    assert find_themes(board, "win", [board.parse_uhp("wB1 /bB1")]) == ("drop", "ring")
    quiet = Board.from_position_string(PIN)
    assert find_themes(quiet, "save", [quiet.parse_uhp("wG1 -wA1")]) == ("escape",)
