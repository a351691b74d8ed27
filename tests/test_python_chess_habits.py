"""Board, Move and errors behave as users of python-chess expect."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path

import pytest

import skep
from skep import (
    PASS,
    Board,
    Bug,
    Color,
    Hex,
    IllegalMove,
    ImpossiblePosition,
    Move,
    NotationError,
    Outcome,
    Piece,
    SkepError,
    Termination,
)
from skep.rules import Rule

OPENING = "Base;InProgress;White[2];wS1;bS1 wS1-"


def test_turn_is_a_colour_and_turn_number_a_number() -> None:
    board = Board("Base")
    assert (board.turn, board.turn_number) == (Color.WHITE, 1)
    assert board.turn != Color.BLACK
    board.push_uhp("wS1")
    assert (board.turn, board.turn_number) == (Color.BLACK, 1)
    assert (board.position().turn, board.position().turn_number) == (Color.BLACK, 1)


@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize("number", [0, 1, 0.0, True, False])
def test_a_colour_never_equals_a_number(color: Color, number: object) -> None:
    assert color != number
    assert number != color
    assert color not in [number]
    assert number not in {color}


def test_a_colour_is_an_index_and_survives_copies() -> None:
    assert [("White", "Black")[color] for color in Color] == ["White", "Black"]
    for color in Color:
        assert pickle.loads(pickle.dumps(color)) is copy.deepcopy(color) is color
        assert {color: 1}[color] == 1
        assert eval(repr(color)) is color


def agreed() -> Board:
    board = Board.from_game_string(OPENING)
    board.agree_draw()
    return board


def resigned() -> Board:
    board = Board.from_game_string(OPENING, edition="pocket-2012", threefold=True)
    board.resign(Color.WHITE)
    return board


def resigned_after_set_up() -> Board:
    board = Board.from_position_string(Board.from_game_string(OPENING).position_string())
    board.resign(Color.BLACK)
    return board


@pytest.mark.parametrize("ended", [agreed(), resigned(), resigned_after_set_up()])
def test_repr_and_equality_know_how_a_game_ended(ended: Board) -> None:
    again = eval(repr(ended))
    assert again == ended
    assert again.outcome() == ended.outcome()
    in_progress = Board.from_position(ended.position(), threefold=ended.threefold)
    assert in_progress.outcome() is None
    assert in_progress != ended


def test_only_endings_that_are_not_on_the_board_can_be_given() -> None:
    with pytest.raises(SkepError, match="only an agreed draw or a resignation"):
        Board.from_game_string(OPENING, ending=Outcome(Color.WHITE, Termination.SURROUNDED))


def test_str_of_a_move_is_readable() -> None:
    assert str(Move(Piece.parse("wA1"), Hex(1, -2))) == "wA1 to (1, -2)"
    assert str(PASS) == "pass"
    assert f"{Move(Piece.parse('bQ'), Hex(0, 0))}" == "bQ to (0, 0)"


def test_pieces_and_hexes_can_be_text_and_tuples() -> None:
    board = Board.from_game_string(OPENING)
    assert board.where("bS1") == board.where(Piece.parse("bS1")) == Hex(1, 0)
    assert board.where("wQ") is None
    assert board.stack((1, 0)) == (Piece.parse("bS1"),)
    assert board.top((1, 0)) == Piece.parse("bS1")
    assert board.height((5, 5)) == 0
    with pytest.raises(NotationError, match="'wX'"):
        board.where("wX")


def test_move_strings_can_be_looked_up_in_the_legal_moves() -> None:
    board = Board.from_game_string(OPENING)
    for move in board.legal_moves:
        assert board.uhp(move) in board.legal_moves
    assert "wQ bS1-" not in board.legal_moves
    assert "wS1" not in board.legal_moves, "a bare piece is only a first move"
    assert "pass" not in board.legal_moves
    with pytest.raises(NotationError, match="'Qxe5'"):
        assert "Qxe5" in board.legal_moves


@pytest.mark.parametrize("to", [Hex(5_000, 0), Hex(0, -40), Hex(32, 0)])
def test_push_refuses_a_hex_that_is_far_away(to: Hex) -> None:
    board = Board.from_game_string(OPENING)
    before = board.copy()
    with pytest.raises(IllegalMove, match="too far away") as caught:
        board.push(Move(Piece.parse("wQ"), to))
    assert caught.value.move == Move(Piece.parse("wQ"), to)
    assert board == before


def test_an_illegal_move_has_its_data() -> None:
    board = Board.from_game_string(OPENING)
    with pytest.raises(IllegalMove) as caught:
        board.push_uhp("wQ bS1-")
    error = pickle.loads(pickle.dumps(caught.value))
    assert str(error) == str(caught.value)
    assert error.move == Move(Piece.parse("wQ"), Hex(2, 0))
    assert error.position == board.position()
    assert error.reason.rule is Rule.PLACED_NEXT_TO_ENEMY
    assert error.reason.pieces == (Piece.parse("bS1"),)
    assert error.reason.source.title


def test_an_illegal_move_of_a_game_string_has_its_data() -> None:
    with pytest.raises(IllegalMove, match="move 3 of the game") as caught:
        Board.from_game_string(f"{OPENING};wQ bS1-")
    assert caught.value.reason is not None
    assert caught.value.position == Board.from_game_string(OPENING).position()


def test_an_impossible_position_has_its_faults() -> None:
    position = skep.Position({Hex(0, 0): (Piece.parse("wQ"),), Hex(5, 0): (Piece.parse("bQ"),)}, frozenset(), 20)
    with pytest.raises(ImpossiblePosition) as caught:
        position.check()
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.faults == tuple(position.faults()) != ()
    assert str(error) == "; ".join(map(str, position.faults()))


@pytest.mark.parametrize("size", [-10, 0, 20_001])
def test_a_picture_of_an_impossible_size_is_refused(size: int) -> None:
    with pytest.raises(SkepError, match=f"not {size}"):
        Board("Base").svg(size=size)


def test_no_public_name_shadows_a_common_one() -> None:
    import builtins
    import pathlib

    common = {*dir(builtins), *pathlib.__all__, "Any", "Enum"}
    assert not common & set(skep.__all__)


def test_bugs_have_evaluable_reprs() -> None:
    assert eval(repr(Bug.SOLDIER_ANT)) is Bug.SOLDIER_ANT
    assert eval(repr(Outcome(None, Termination.AGREEMENT))) == Outcome(None, Termination.AGREEMENT)


def test_threefold_repetition_is_off_by_default_everywhere() -> None:
    from skep.game import Game
    from skep.match.plan import Plan
    from skep.server.schemas.lobby import NewGame
    from skep.server.schemas.study import StudyPosition

    assert not Board("Base").threefold
    assert not Game("Base").board().threefold
    assert NewGame().threefold is False
    assert StudyPosition(start="").threefold is False
    assert Plan.__dataclass_fields__["threefold"].default is False


def test_pop_without_moves_is_both_errors() -> None:
    with pytest.raises(IndexError, match="no move to take back"):
        Board("Base").pop()
    with pytest.raises(SkepError):
        Board("Base").pop()


PACKAGE = Path(skep.__file__).parent
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "server"]


def built_in_errors(path: Path) -> set[str]:
    """Return the built-in errors that a module raises and should not."""
    raised = {
        node.exc.func.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name)
    }
    allowed = {"__init__.py": {"AttributeError"}, "state.py": {"TypeError"}}.get(path.name, set())
    return raised & {"ValueError", "RuntimeError", "KeyError", "IndexError", "TypeError", "Exception"} - allowed


def test_deliberate_errors_of_the_library_are_skep_errors() -> None:
    """Built-in errors are raised only where Python itself expects them, or caught in the same file."""
    assert SOURCES
    assert {path: errors for path in SOURCES if (errors := built_in_errors(path))} == {}
