"""Faults of positions: each is found, and has a text in every language."""

from __future__ import annotations

import pytest

from skep.faults import Fault, FaultCode
from skep.hexes import Hex
from skep.i18n import Language, PieceNames, catalog
from skep.notation.position import parse_position
from skep.pieces import Color, Piece
from skep.position import Position
from tests.random_play import positions

Q, B = Piece.parse("wQ"), Piece.parse("wB1")


def parse(text: str) -> Position:
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
def test_fault_that_stops_play(text: str, fault: Fault) -> None:
    assert fault in parse(text).faults()


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
def test_fault_that_no_game_can_reach(text: str, fault: Fault) -> None:
    position = parse(text)
    assert position.faults() == []
    assert fault in position.history_faults()


@pytest.mark.parametrize(
    "text",
    [
        "hive-2016 Base White[2] 0,0:wQbQ",  # in the older books the queen bee can be placed first
        "Base+P White[5] 0,0:wB1bPwQ/bQ !wB1",  # Black's pillbug threw it
        "Base+MP White[6] 0,0:bPbMwB1/bQwQwS1 !wB1",  # Black's mosquito threw it, touching the pillbug
        "Base White[5] 0,0:wS1wQbS1^wB1bQ",
        "ultimate-2024 Base+MLP White[1] -",
    ],
)
def test_position_that_can_occur_has_no_fault(text: str) -> None:
    position = parse(text)
    assert (position.faults(), position.history_faults()) == ([], [])


def test_empty_stack_names_its_hex() -> None:
    [fault] = Position({Hex(2, -1): ()}, Position.start().hands).faults()
    assert fault == Fault(FaultCode.EMPTY_STACK, hexes=(Hex(2, -1),))
    assert str(fault) == "there is an empty stack at 2,-1"


def test_positions_of_random_games_have_no_faults() -> None:
    for board, _ in positions(61, 1_500):
        position = board.position()
        assert (position.faults(), position.history_faults()) == ([], [])


@pytest.mark.parametrize("language", Language, ids=lambda language: language.value)
def test_every_fault_has_a_text(language: Language) -> None:
    texts = catalog("faults", language)
    assert set(texts) == {code.value for code in FaultCode}
    assert all(text.endswith(".") for text in texts.values())


def test_texts() -> None:
    [fault] = parse("Base White[2] 0,0:wQbS1").history_faults()
    assert str(fault) == "wQ cannot be the first piece that White placed"
    assert fault.text() == "The queen bee wQ cannot be the first piece that White placed."
    assert fault.text(names=PieceNames.PLAIN) == "The white queen bee cannot be the first piece that White placed."
    assert fault.text(Language.FR) == ("La reine abeille wQ ne peut pas être la première pièce placée par les Blancs.")
    assert Fault(FaultCode.APART).text(Language.FR) == "La ruche est en plusieurs morceaux."
    assert str(Fault(FaultCode.APART)) == "the hive is in more than one part"


def test_plain_text_tells_pieces_of_a_kind_apart() -> None:
    fault = Fault(FaultCode.LOWER_NUMBER_FIRST, (Piece.parse("wS2"), Piece.parse("wS1")))
    assert fault.text(names=PieceNames.PLAIN) == (
        "The white spider is in play, but the other white spider is still in hand: "
        "pieces of a kind are placed in number order."
    )
