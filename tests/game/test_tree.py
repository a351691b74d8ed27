"""Game and its nodes."""

from __future__ import annotations

import math

import pytest

from skep import Board, Color, Game, Hex, IllegalMove, Move, NotationError, RecordError, SkepError
from skep.game import Glyph, Mark, Result, Score, parse_records
from skep.notation.position import parse_position
from tests.game.helpers import random_game

LINE = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def game() -> Game:
    made = Game("Base")
    made.add_line(LINE)
    return made


def test_the_main_line() -> None:
    made = game()
    assert [node.uhp() for node in made.mainline()] == list(LINE)
    assert [node.ply for node in made.mainline()] == [1, 2, 3, 4]
    assert made.end().board() == Board.from_game_string("Base;;;" + ";".join(LINE))
    assert made.board().ply == 0
    assert made.end().game is made
    assert made.next() is made.variations[0]
    assert made.end().next() is None


def test_from_a_board_and_back() -> None:
    board = random_game(3)
    made = Game.from_board(board)
    assert made.mainline_moves() == list(board.moves)
    assert made.end().board() == board
    assert made.game_string() == board.game_string()


def test_variations() -> None:
    made = game()
    second = made.variations[0]
    other = second.add_variation("bG1 wS1-", comment="also good", glyph=Glyph.GOOD, clock=59.9999, spent=1)
    assert (other.comment, other.glyph, other.clock, other.spent) == ("also good", Glyph.GOOD, 60.0, 1.0)
    assert not other.is_main
    assert made.end().is_main
    assert second.variation(other.move) is other
    assert [node.uhp() for node in made.nodes()] == [*LINE, "bG1 wS1-"]
    other.promote()
    assert made.end() is other
    other.remove()
    assert made.end().ply == 4
    with pytest.raises(KeyError):
        second.variation(other.move)


def test_only_legal_moves_are_added() -> None:
    made = game()
    with pytest.raises(IllegalMove):
        made.end().add_variation("wA1 bQ-")
    with pytest.raises(NotationError):
        made.end().add_variation("wA1 bG1-")
    with pytest.raises(IllegalMove):
        made.end().add_variation(Move(Board().legal_moves.list()[0].piece, made.end().move.to))
    with pytest.raises(IllegalMove):
        made.end().add_line(["wA1 -wQ", "bA1 -wQ"])
    assert not made.end().variations


def test_the_start_is_no_move() -> None:
    made = game()
    for question in (lambda: made.move, made.uhp, made.promote, made.remove):
        with pytest.raises(SkepError):
            question()


@pytest.mark.parametrize("seconds", [-1.0, math.inf, math.nan, 1e12])
def test_impossible_clocks(seconds: float) -> None:
    with pytest.raises(SkepError):
        game().end().clock = seconds


def test_results() -> None:
    made = game()
    assert made.result == Result()
    made.result = Result(Score.WHITE_WINS, "resignation")
    assert (made.result.winner, str(made.result)) == (Color.WHITE, "White wins: resignation")
    assert made.game_string().split(";")[1] == "WhiteWins"
    with pytest.raises(SkepError):
        Result(Score.DRAW, "two\nlines")


@pytest.mark.parametrize(("name", "value"), [("Result", "x"), ("no name", "x"), ("White", ""), ("White", "a\nb")])
def test_tags_that_cannot_be(name: str, value: str) -> None:
    with pytest.raises(SkepError):
        Game().tags[name] = value


def test_a_set_up_position() -> None:
    start = parse_position("ultimate-2024 Base White[4] 0,0:wQbQ/wA1bA1")
    made = Game.from_position(start)
    made.add_variation(made.board().legal_moves.list()[0])
    assert Game.parse(str(made)).start == start
    with pytest.raises(SkepError, match="has no GameString"):
        made.game_string()


def test_parsing_one_game() -> None:
    with pytest.raises(SkepError, match="expected one game, found 2"):
        Game.parse("Base\nBase")
    with pytest.raises(RecordError, match="line 1: ply 1"):
        Game.parse("Base;;;wX1")


def test_too_deep_to_write() -> None:
    made = Game("Base")
    node = made.add_line(["wS1"])
    for _ in range(60):
        moves = node.board().legal_moves.list()
        node.add_variation(moves[0])
        node = node.add_variation(moves[-1])
    with pytest.raises(SkepError, match="more than 50 variations"):
        str(made)


def test_chess_signs_are_read() -> None:
    [record] = parse_records("1. wS1! $6 2. bS1 wS1-?? ( {first} 2. bG1 wS1- $14 ; rest of line\n) 3. wQ -wS1 1-0")
    made = record.game
    assert made is not None
    assert record.error is None
    first = made.variations[0]
    assert first.glyph is Glyph.DUBIOUS
    main, other = first.variations
    assert main.glyph is Glyph.BLUNDER
    assert other.comment == "first\n$14\nrest of line"
    assert made.result.score is Score.WHITE_WINS


def test_marks_are_bounded() -> None:
    game = Game("Base")
    node = game.add_line(["wS1"])
    node.marks = [Mark(Hex(0, 0))] * 64
    assert len(node.marks) == 64
    with pytest.raises(SkepError, match="at most 64 marks"):
        node.marks = [Mark(Hex(0, 0))] * 65
    with pytest.raises(SkepError, match="too far from the origin"):
        Mark(Hex(0, 0), Hex(100_000, 0))
