"""What makes a position impossible, one value a fault, told in every language."""

from __future__ import annotations

import string

import pytest

from skep.faults import FAULTS_IN_ENGLISH, Fault, FaultCode
from skep.hexes import Hex
from skep.notation.position import parse_position
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import Language, fault_sentence
from skep.rules.english import ENGLISH
from skep.rules.french import FRENCH
from tests.random_play import positions

Q, B = Piece.parse("wQ"), Piece.parse("wB1")


def position(text: str) -> Position:
    return parse_position(text, check=False)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Base White[3] 0,0:wS1bS1wS1", Fault(FaultCode.TWO_PLACES, (Piece.parse("wS1"),), (Hex(0, 0), Hex(2, 0)))),
        (
            "Base White[2] 0,0:wS1bS1 (wQbQwS1wS2)",
            Fault(FaultCode.IN_HAND_TOO, (Piece.parse("wS1"),), (Hex(0, 0),)),
        ),
        (
            "Base White[2] 0,0:wS2bS1",
            Fault(FaultCode.LOWER_NUMBER_FIRST, (Piece.parse("wS2"), Piece.parse("wS1")), (Hex(0, 0),)),
        ),
        (
            "Base White[2] 0,0:wMbS1",
            Fault(FaultCode.NOT_IN_GAME_TYPE, (Piece.parse("wM"),), (Hex(0, 0),), game_type="Base"),
        ),
        ("Base White[2] 0,0:wS1bS1 (bQ)", Fault(FaultCode.QUEEN_MISSING, (Q,), color=Color.WHITE)),
        (
            "Base White[5] 0,0:wS1wB1wG1wA1bQbB1bG1bA1",
            Fault(FaultCode.QUEEN_DUE, (Q,), color=Color.WHITE),
        ),
        (
            "Base+P White[4] 0,0:wS1bQ^wB1/wQ !bQ",
            Fault(FaultCode.JUST_MOVED_NOT_ON_TOP, (Piece.parse("bQ"),), (Hex(1, 0),)),
        ),
        (
            "Base White[4] 0,0:wS1bQ^wB1/wQ !wB1",
            Fault(FaultCode.JUST_MOVED_NO_PILLBUG, (B,), (Hex(1, 0),), game_type="Base"),
        ),
        ("Base White[3] 0,0:wS1^bA1", Fault(FaultCode.CANNOT_CLIMB, (Piece.parse("bA1"),), (Hex(0, 0),))),
        (
            "Base White[2] 0,0:wS1bS1bB1",
            Fault(FaultCode.TOO_MANY_PIECES, color=Color.BLACK, turns=1, needed=2),
        ),
        ("Base White[2] 0,0:wS1", Fault(FaultCode.NO_PIECE, color=Color.BLACK, turns=1)),
        ("Base White[2] 0,0:wS1..bS1", Fault(FaultCode.APART, hexes=(Hex(0, 0),))),
    ],
    ids=lambda value: value.code.value if isinstance(value, Fault) else "",
)
def test_a_position_that_cannot_be_played_on(text: str, fault: Fault) -> None:
    assert fault in position(text).faults()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Base White[2] 0,0:wQbS1", Fault(FaultCode.QUEEN_FIRST, (Q,), (Hex(0, 0),), Color.WHITE)),
        (
            "Base White[4] 0,0:wS1^wB1bQbS1",
            Fault(FaultCode.QUEEN_BEFORE_MOVING, (B, Q), (Hex(0, 0),), Color.WHITE),
        ),
        (
            "Base+P Black[3] 0,0:wS1wB1bS1 !wB1",
            Fault(FaultCode.QUEEN_BEFORE_MOVING, (B, Q), (Hex(1, 0),), Color.WHITE),
        ),
        (
            "Base+P White[5] 0,0:wB1wQbS1bQ !wB1",  # Black moved last and has no pillbug in play
            Fault(FaultCode.JUST_MOVED_BY_NOBODY, (B,), (Hex(0, 0),), Color.BLACK),
        ),
        (
            "Base White[4] 0,0:wS1wQbS1^wB1bQ",
            Fault(FaultCode.TOO_FEW_TURNS, color=Color.WHITE, turns=3, needed=4),
        ),
        (
            "Base White[4] 0,0:wS1bS1bQ",
            Fault(FaultCode.TOO_MANY_TURNS, color=Color.WHITE, turns=3, needed=1),
        ),
    ],
    ids=lambda value: value.code.value if isinstance(value, Fault) else "",
)
def test_a_position_that_no_game_leads_to(text: str, fault: Fault) -> None:
    found = position(text)
    assert found.faults() == []
    assert fault in found.history_faults()


@pytest.mark.parametrize(
    "text",
    [
        "hive-2016 Base White[2] 0,0:wQbQ",  # the older books let a queen bee begin
        "Base+P White[5] 0,0:wB1bPwQ/bQ !wB1",  # Black's pillbug threw it
        "Base+MP White[6] 0,0:bPbMwB1/bQwQwS1 !wB1",  # Black's mosquito did, touching the pillbug
        "Base White[5] 0,0:wS1wQbS1^wB1bQ",
        "ultimate-2024 Base+MLP White[1] -",
    ],
)
def test_a_position_that_can_occur_has_no_fault(text: str) -> None:
    found = position(text)
    assert (found.faults(), found.history_faults()) == ([], [])


def test_an_empty_stack_shows_where() -> None:
    [fault] = Position({Hex(2, -1): ()}, Position.start().hands).faults()
    assert fault == Fault(FaultCode.EMPTY_STACK, hexes=(Hex(2, -1),))
    assert str(fault) == "an empty stack at (2, -1)"


def test_no_position_of_a_game_has_faults_of_either_kind() -> None:
    for board, _ in positions(61, 1_500):
        found = board.position()
        assert (found.faults(), found.history_faults()) == ([], [])


def test_every_fault_has_a_sentence_in_every_language_with_the_same_fields() -> None:
    fields = {
        code: {name for _, name, _, _ in string.Formatter().parse(pattern) if name}
        for code, pattern in FAULTS_IN_ENGLISH.items()
    }
    assert set(ENGLISH.faults) == set(FRENCH.faults) == set(FaultCode)
    for code, pattern in FRENCH.faults.items():
        assert {name for _, name, _, _ in string.Formatter().parse(pattern) if name} == fields[code]


def test_sentences() -> None:
    [fault] = position("Base White[2] 0,0:wQbS1").history_faults()
    assert fault_sentence(fault) == "The queen bee wQ cannot be the first piece that White placed."
    assert (
        fault_sentence(fault, Language.FR)
        == "La reine abeille wQ ne peut pas être la première pièce placée par les Blancs."
    )
    assert fault_sentence(Fault(FaultCode.APART), Language.FR) == "La ruche est en plusieurs morceaux."
