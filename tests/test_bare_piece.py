"""Only the first move of a game has no reference piece. Anywhere else, a bare piece is refused and quoted."""

from __future__ import annotations

import pytest

from skep import Board, NotationError, Piece
from skep.game import parse_records
from skep.moves import Move
from skep.notation.uhp import parse_move
from skep.server.schemas.study import StudyPosition
from skep.server.study.lines import InvalidPosition, follow
from skep.uhp.session import skep_session
from tests.cli.helpers import skep

GAME = (
    r"Base;InProgress;White[8];wB1;bG1 wB1/;wS1 /wB1;bG2 bG1-;wS2 -wB1;bQ bG2\;wQ wB1\;bQ /bG2;wA1 \wS2;bS1 bG2/;"
    r"wA1 bQ\;bB1 bS1-;wB1 wS2;bG3 bB1-"
)
ERROR = "not a move: 'wB1': only the first move of a game has no reference piece"


def test_the_first_move_needs_no_reference() -> None:
    assert Board("Base").push_uhp("wB1") == Move(Piece.parse("wB1"), Board("Base").legal_moves.list()[0].to)


@pytest.mark.parametrize("text", ["wB1", " wB1 ", "wB1 ."])
def test_the_board_refuses_a_bare_piece(text: str) -> None:
    board = Board.from_game_string(GAME)
    for parse in (board.parse_uhp, board.push_uhp, board.explain, lambda text: board.push_line([text])):
        with pytest.raises(NotationError, match="only the first move of a game has no reference piece"):
            parse(text)
    assert board == Board.from_game_string(GAME)
    with pytest.raises(NotationError, match="only the first move"):
        parse_move(text, board.position())


def test_a_game_string_refuses_a_bare_piece() -> None:
    with pytest.raises(NotationError, match=f"move 15: {ERROR}"):
        Board.from_game_string(f"{GAME};wB1")


def test_a_record_refuses_a_bare_piece() -> None:
    moves = "\n".join(f"{number}. {move}" for number, move in enumerate([*GAME.split(";")[3:], "wB1"], 1))
    (record,) = parse_records(f'[GameType "Base"]\n\n{moves}\n')
    assert ERROR in str(record.error)


def test_the_uhp_engine_refuses_a_bare_piece() -> None:
    session = skep_session()
    assert list(session.answer(f"newgame {GAME}".encode()))[-1] == "ok"
    refusal, ok = session.answer(b"play wB1")
    assert refusal == f"invalidmove {ERROR}: add one, as in wA1 -bQ"
    assert ok == "ok"


def test_the_command_line_refuses_a_bare_piece() -> None:
    for arguments in (["explain", GAME, "wB1"], ["show", f"{GAME};wB1"]):
        ran = skep(*arguments)
        assert ran.code == 2
        assert ERROR in ran.err


def test_the_server_refuses_a_bare_piece() -> None:
    start = Board("Base").position_string()
    with pytest.raises(InvalidPosition) as caught:
        follow(StudyPosition(start=start, moves=[*GAME.split(";")[3:], "wB1"]))
    assert ERROR in caught.value.refusal.text
