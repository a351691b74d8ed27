"""Game and GameNode."""

from __future__ import annotations

import math

import pytest

from skep import Board, Color, Game, Hex, IllegalMove, Move, NotationError, RecordError, SkepError
from skep.game import Glyph, Mark, Result, ResultCode, parse_records, write_game
from skep.notation.position import parse_position
from tests.game.helpers import random_game

LINE = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def new_game() -> Game:
    game = Game("Base")
    game.add_line(LINE)
    return game


def test_main_line() -> None:
    game = new_game()
    assert [node.uhp() for node in game.mainline()] == list(LINE)
    assert [node.ply for node in game.mainline()] == [1, 2, 3, 4]
    assert game.end().board() == Board.from_game_string("Base;;;" + ";".join(LINE))
    assert game.board().ply == 0
    assert game.end().game is game
    assert game.next() is game.variations[0]
    assert game.end().next() is None


def test_from_board_and_back() -> None:
    board = random_game(3)
    game = Game.from_board(board)
    assert game.mainline_moves() == list(board.moves)
    assert game.end().board() == board
    assert game.game_string() == board.game_string()


def test_variations() -> None:
    game = new_game()
    second = game.variations[0]
    other = second.add_variation("bG1 wS1-", comment="also good", glyph=Glyph.GOOD, clock=59.9999, seconds_spent=1)
    assert (other.comment, other.glyph, other.clock, other.seconds_spent) == ("also good", Glyph.GOOD, 60.0, 1.0)
    assert not other.is_main
    assert game.end().is_main
    assert second.variation(other.move) is other
    assert [node.uhp() for node in game.nodes()] == [*LINE, "bG1 wS1-"]
    other.promote()
    assert game.end() is other
    other.remove()
    assert game.end().ply == 4
    with pytest.raises(SkepError, match="is not a variation here"):
        second.variation(other.move)


def test_illegal_moves_are_rejected() -> None:
    game = new_game()
    with pytest.raises(IllegalMove):
        game.end().add_variation("wA1 bQ-")
    with pytest.raises(NotationError):
        game.end().add_variation("wA1 bG1-")
    with pytest.raises(IllegalMove):
        game.end().add_variation(Move(Board().legal_moves.list()[0].piece, game.end().move.to))
    with pytest.raises(IllegalMove):
        game.end().add_line(["wA1 -wQ", "bA1 -wQ"])
    assert not game.end().variations


def test_root_node_has_no_move() -> None:
    game = new_game()
    for call in (lambda: game.move, game.uhp, game.promote, game.remove):
        with pytest.raises(SkepError):
            call()


@pytest.mark.parametrize("seconds", [-1.0, math.inf, math.nan, 1e12])
def test_invalid_clock_times(seconds: float) -> None:
    with pytest.raises(SkepError):
        new_game().end().clock = seconds


def test_results() -> None:
    game = new_game()
    assert game.result == Result()
    game.result = Result(ResultCode.WHITE_WINS, "resignation")
    assert (game.result.winner, str(game.result)) == (Color.WHITE, "White wins: resignation")
    assert game.game_string().split(";")[1] == "WhiteWins"
    with pytest.raises(SkepError):
        Result(ResultCode.DRAW, "two\nlines")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1-0", ResultCode.WHITE_WINS),
        ("0-1", ResultCode.BLACK_WINS),
        ("1/2-1/2", ResultCode.DRAW),
        ("*", ResultCode.UNFINISHED),
        *[(code.value, code) for code in ResultCode],
    ],
)
def test_result_can_be_set_as_text(text: str, code: ResultCode) -> None:
    game = new_game()
    game.result = text
    assert game.result == Result(code)
    assert f'[Result "{code.value}"]' in game.text()


@pytest.mark.parametrize("value", ["White", "1:0", "", "White wins", 1, True, ResultCode.DRAW, Color.WHITE])
def test_invalid_results(value: object) -> None:
    game = new_game()
    with pytest.raises(SkepError, match=r"not a result: .*expected a Result or one of InProgress, Draw, WhiteWins"):
        game.result = value  # type: ignore[assignment]
    assert game.result == Result()
    assert '[Result "InProgress"]' in game.text()


def test_result_can_be_reset() -> None:
    game = new_game()
    game.result = "1-0"
    game.result = None
    assert game.result == Result()


def test_unknown_formats() -> None:
    for write in (new_game().text, lambda form: write_game(new_game(), form)):
        with pytest.raises(SkepError, match="unknown format: 'sgf': the formats are pgn, mzinga, hivegame, uhp"):
            write("sgf")  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), [("Result", "x"), ("no name", "x"), ("White", ""), ("White", "a\nb")])
def test_invalid_tags(name: str, value: str) -> None:
    with pytest.raises(SkepError):
        Game().tags[name] = value


def test_game_from_a_position() -> None:
    start = parse_position("ultimate-2024 Base White[4] 0,0:wQbQ/wA1bA1")
    game = Game.from_position(start)
    game.add_variation(game.board().legal_moves.list()[0])
    assert Game.parse(str(game)).start == start
    with pytest.raises(SkepError, match="has no GameString"):
        game.game_string()


def test_parse_expects_exactly_one_game() -> None:
    with pytest.raises(SkepError, match="expected one game, found 2"):
        Game.parse("Base\nBase")
    with pytest.raises(RecordError, match="line 1: ply 1"):
        Game.parse("Base;;;wX1")


def test_variations_nested_too_deeply_to_write() -> None:
    game = Game("Base")
    node = game.add_line(["wS1"])
    for _ in range(60):
        moves = node.board().legal_moves.list()
        node.add_variation(moves[0])
        node = node.add_variation(moves[-1])
    with pytest.raises(SkepError, match="at most 50 deep"):
        str(game)


def test_chess_annotations_are_read() -> None:
    [record] = parse_records("1. wS1! $6 2. bS1 wS1-?? ( {first} 2. bG1 wS1- $14 ; rest of line\n) 3. wQ -wS1 1-0")
    game = record.game
    assert game is not None
    assert record.error is None
    first = game.variations[0]
    assert first.glyph is Glyph.DUBIOUS
    main, other = first.variations
    assert main.glyph is Glyph.BLUNDER
    assert other.comment == "first\n$14\nrest of line"
    assert game.result.code is ResultCode.WHITE_WINS


def test_number_and_distance_of_marks_are_limited() -> None:
    game = Game("Base")
    node = game.add_line(["wS1"])
    node.marks = [Mark(Hex(0, 0))] * 64
    assert len(node.marks) == 64
    with pytest.raises(SkepError, match="at most 64 marks"):
        node.marks = [Mark(Hex(0, 0))] * 65
    with pytest.raises(SkepError, match="too far from the origin"):
        Mark(Hex(0, 0), Hex(100_000, 0))
