"""``skep moves``."""

from __future__ import annotations

from skep.board import Board
from tests.cli.helpers import GAME, PASSING, skep, text

THROWS = "Base+P White[5] 0,0:wQwPbA1/.bQ"
"""White's pillbug can throw its neighbours; the ant bA1 is one of them."""


def test_moves_are_grouped_by_kind_and_piece() -> None:
    game = "Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-"
    assert skep("moves", game) == (
        0,
        "\n".join(
            text(
                r"""
                White to move, turn 3: 22 legal moves
                place  wS1  spider       wS1 -wQ  wS1 /wG1  wS1 /wQ  wS1 \wQ  wS1 wQ/
                       wB1  beetle       wB1 -wQ  wB1 /wG1  wB1 /wQ  wB1 \wQ  wB1 wQ/
                       wG2  grasshopper  wG2 -wQ  wG2 /wG1  wG2 /wQ  wG2 \wQ  wG2 wQ/
                       wA1  ant          wA1 -wQ  wA1 /wG1  wA1 /wQ  wA1 \wQ  wA1 wQ/
                move   wQ   queen bee    wQ /wG1  wQ \wG1
                """
            )
        )
        + "\n",
        "",
    )


def test_uhp_prints_every_legal_move_once_in_one_line() -> None:
    board = Board.from_game_string(GAME)
    ran = skep("moves", GAME, "--uhp")
    assert ran.out.count("\n") == 1
    moves = [board.parse_uhp(move) for move in ran.out.strip().split(";")]
    assert len(moves) == len(set(moves))
    assert set(moves) == set(board.legal_moves)


def test_throws_are_listed_apart_from_moves() -> None:
    assert skep("moves", THROWS).lines[-4:] == text(
        r"""
        move   wQ   queen bee    wQ -bQ  wQ \wP
        throw  wQ   queen bee    wQ wP/
               bQ   queen bee    bQ /wP  bQ wP/  bQ wQ/
               bA1  ant          bA1 -bQ  bA1 wP/  bA1 wQ/
        """
    )
    assert skep("moves", THROWS, "--piece", "bA1", "--uhp").out == "bA1 -bQ;bA1 wP/;bA1 wQ/\n"


def test_piece_limits_the_list_to_one_piece() -> None:
    assert skep("moves", GAME, "--piece", "wM").lines == text(
        r"""
        White to move, turn 4: 7 legal moves of wM
        place  wM   mosquito  wM -wA1  wM -wQ  wM /wQ  wM /wS1  wM \wA1  wM wA1-  wM wA1/
        """
    )
    assert skep("moves", GAME, "--piece", "wS1").lines == ["White to move, turn 4: no legal moves of wS1"]
    assert skep("moves", "Base", "--piece", "wM").err == "skep: wM is not part of Base\n"


def test_a_finished_game_has_no_legal_moves() -> None:
    over = "Base 0,0:.wS1wS2/wA1bQwB1/bA1wQ"
    assert skep("moves", over).lines == ["White wins: queen bee surrounded: no legal moves"]
    assert skep("moves", over, "--uhp") == (0, "\n", "")


def test_a_forced_pass_is_the_only_legal_move() -> None:
    edition = ("--edition", "hive-classic")
    lines = skep("moves", PASSING, *edition).lines
    assert [line.split() for line in lines] == [
        ["White", "to", "move,", "turn", "4:", "1", "legal", "move"],
        ["pass", "pass"],
    ]
    assert skep("moves", PASSING, *edition, "--uhp") == (0, "pass\n", "")
