"""BoardSpace's SGF files."""

from __future__ import annotations

import pytest

from skep.hexes import Hex
from skep.notation.boardspace import parse_boardspace
from skep.notation.records import RecordedGame


def read(*gestures: str, head: str = "RE[?]") -> RecordedGame:
    lines = ["(;GM[27]VV[1]", "SU[HIVE-PLM]", head, 'P0[id "ann"]', 'P1[id "anna"]']
    lines += [f"; P{gesture[0]}[{number} {gesture[2:]}]" for number, gesture in enumerate(gestures)]
    [game] = parse_boardspace(enumerate([*lines, ")"], 1))
    return game


def moves(*gestures: str) -> list[tuple[str, Hex | None]]:
    game = read(*gestures)
    assert game.error is None
    return [(move.piece or move.text, move.to) for move in game.moves]


FIRST = ("0 pick W 0 wS1", "0 dropb wS1 K 10 .", "0 done")


def test_coordinates_count_from_the_first_piece() -> None:
    assert moves(*FIRST, "1 move B bG1 L 10 wS1-", "1 done", "0 movedone W wQ K 9 wS1\\\\") == [
        ("wS1", Hex(0, 0)),
        ("bG1", Hex(1, 0)),
        ("wQ", Hex(0, 1)),
    ]


def test_the_last_drop_counts() -> None:
    assert moves("0 dropb wS1 N 13 .", "0 pickb N 13 wS1", "0 drop W 0 wS1", "0 dropb wA1 C 3 .", "0 done") == [
        ("wA1", Hex(0, 0))
    ]


def test_piece_put_back_is_not_a_move() -> None:
    assert moves(*FIRST, "1 dropb bS1 L 10 wS1-", "1 drop B 4", "1 dropb bA1 L 10 wS1-", "1 done")[1:] == [
        ("bA1", Hex(1, 0))
    ]


def test_undo_takes_back_the_dropped_piece_or_the_last_turn() -> None:
    assert moves(*FIRST, "1 dropb bS1 L 10 wS1-", "1 undo", "1 dropb bA1 L 10 wS1-", "1 done", "1 undo") == [
        ("wS1", Hex(0, 0))
    ]


def test_old_pieces_have_no_colour() -> None:
    assert [
        name for name, _ in moves("0 dropb g1 N 13 .", "0 done", "1 dropb b1 O 13 .", "1 done", "0 move W m1 M 13 .")
    ] == [
        "wG1",
        "bB1",
        "wM1",
    ]


def test_done_without_a_move_is_a_pass_except_after_an_offer() -> None:
    game = read(*FIRST, "1 offerdraw", "1 done", "0 declinedraw", "0 done", "1 done")
    assert [(move.text, move.implied) for move in game.moves] == [("wS1", False), ("pass", True)]


@pytest.mark.parametrize(
    ("gestures", "head", "result"),
    [
        (("0 resign", "0 done"), "RE[?]", "BlackWins"),
        (("0 offerdraw", "0 done", "1 acceptdraw", "1 done"), "RE[?]", "Draw"),
        ((), "RE[Game won by anna]", "BlackWins"),
        ((), "RE[Partie gagnée par ann]", "WhiteWins"),
        ((), "RE[Partie nulle]", "Draw"),
        ((), "RE[aborted]", ""),
    ],
)
def test_results(gestures: tuple[str, ...], head: str, result: str) -> None:
    assert read(*FIRST, *gestures, head=head).result == result


def test_swapped_colours() -> None:
    game = read("1 swap", "1 movedone W wS1 N 13 .", "0 resign", head="C[a note]")
    assert (game.tags["White"], game.tags["Black"], game.result) == ("anna", "ann", "WhiteWins")
    assert game.comment == "a note"


def test_single_and_double_backslashes() -> None:
    texts = [read(*FIRST, f"1 dropb bS1 K 9 wS1{slashes}", "1 done").moves[1].text for slashes in ("\\", "\\\\")]
    assert texts == ["bS1 wS1\\"] * 2
