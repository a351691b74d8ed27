from __future__ import annotations

import pickle
import re

import pytest

from skep import Bug, Color, GameType, Hex, ImpossiblePosition, Piece, Position
from skep.notation.diagram import parse_diagram
from tests.random_play import positions

BASE = GameType()


def pieces(names: str) -> tuple[Piece, ...]:
    return tuple(Piece.parse(name) for name in names.split())


def position(stacks: dict[tuple[int, int], str], ply: int, **fields: object) -> Position:
    """Return a Base position with the other pieces in hand, unless ``fields`` override this."""
    table = {Hex(*hex_): pieces(names) for hex_, names in stacks.items()}
    placed = {piece for stack in table.values() for piece in stack}
    settings = {"hands": Position.start(BASE).hands - placed, "game_type": BASE, **fields}
    return Position(table, ply=ply, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (position({(0, 0): "wS1", (1, 0): "wS1 bS1"}, 2), "wS1 is in two places"),
        (position({(0, 0): "wS1"}, 1, hands=Position.start(BASE).hands), "wS1 is both in play and in hand"),
        (position({(0, 0): "wM"}, 1), "wM is not part of Base"),
        (position({(0, 0): "wS2"}, 1), "wS2 is in play, but wS1 is still in hand"),
        (position({}, 0, hands=frozenset()), "wQ is missing; bQ is missing"),
        (
            position({(i, 0): name for i, name in enumerate("wS1 wB1 wG1 wA1 bQ bB1 bG1 bA1".split())}, 8),
            "White has placed more than three pieces, but not the queen bee",
        ),
        (
            position({(0, 0): "wS1"}, 1, just_moved=Piece.parse("wQ")),
            "wQ is marked as just moved, but it is not",
        ),
        (position({(0, 0): "wS1"}, 1, just_moved=Piece.parse("wS1")), "there is no pillbug in Base"),
        (position({(0, 0): "wS1 bA1"}, 2), "bA1 is on top of another piece"),
        (
            position({(0, 0): "wS1", (1, 0): "bS1", (2, 0): "bB1"}, 2),
            "Black has more pieces in play (2) than turns taken (1)",
        ),
        (position({}, 1), "White has taken turns (1), but has no piece in play"),
        (position({(0, 0): "wS1", (2, 0): "bS1"}, 2), "the hive is in more than one part"),
    ],
)
def test_each_fault_has_a_message(wrong: Position, fault: str) -> None:
    assert fault in "; ".join(map(str, wrong.faults()))
    with pytest.raises(ImpossiblePosition, match=re.escape(fault)):
        wrong.check()


def test_empty_stack_is_a_fault() -> None:
    wrong = Position({Hex(0, 0): ()}, Position.start(BASE).hands, 0, game_type=BASE)
    assert "there is an empty stack at 0,0" in map(str, wrong.faults())


def test_positions_of_a_game_have_no_faults() -> None:
    for board, _moves in positions(21, 1_500):
        assert board.position().faults() == []
        assert board.position().history_faults() == []


def test_queries() -> None:
    drawn = parse_diagram(
        """
        wS1 wB1*
          wQ

        wB1* on bQ
        """
    )
    assert drawn.where(Piece.parse("bQ")) == drawn.where(Piece.parse("wB1")) == Hex(1, 0)
    assert drawn.stack(Hex(1, 0)) == pieces("bQ wB1")
    assert (drawn.height(Hex(1, 0)), drawn.height(Hex(5, 5))) == (2, 0)
    assert (drawn.top(Hex(1, 0)), drawn.top(Hex(5, 5))) == (Piece.parse("wB1"), None)
    assert drawn.is_top(Piece.parse("wB1"))
    assert not drawn.is_top(Piece.parse("bQ"))
    assert set(drawn.in_play(Color.WHITE)) == set(pieces("wS1 wB1 wQ"))
    assert len(set(drawn.in_play())) == 4
    assert [piece.bug for piece in drawn.hand(Color.BLACK)][:2] == [Bug.SPIDER, Bug.SPIDER]


def test_positions_are_values() -> None:
    one = Position.start(BASE)
    assert one == Position.start(BASE)
    assert hash(one) == hash(Position.start(BASE))
    assert one != Position.start()
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(TypeError):
        one.stacks[Hex(0, 0)] = ()  # type: ignore[index]
