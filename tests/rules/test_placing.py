from __future__ import annotations

import pytest

from skep.editions import EDITIONS, GAME_TYPES, Edition, GameType, find_edition
from skep.hexes import ORIGIN
from skep.moves import PASS, Move
from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.rules import Rule, explain, legal_moves, play, reachable
from skep.rules.placing import spaces_to_place

from .cases import IN_HAND, LATE_QUEEN, NO_QUEEN
from .helpers import draw, moves, moves_of, replay


def first_numbers(position: Position, color: Color, *, queen: bool) -> set[Piece]:
    return {
        piece
        for piece in position.game_type.pieces(color)
        if piece.number == 1 and (queen or piece.bug is not Bug.QUEEN_BEE)
    }


@pytest.mark.parametrize(
    ("edition", "count"),
    [("ultimate-2024", 14), ("pocket-2012", 13), ("pocket-fr", 13), ("hive-2016", 11), ("hive-classic", 11)],
)
def test_each_player_starts_with_the_whole_box_in_hand(edition: str, count: int) -> None:
    start = Position.start(edition=find_edition(edition))
    assert start.stacks == {}
    assert [len(start.hand(color)) for color in Color] == [count, count]


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_first_piece_goes_to_the_centre(edition: Edition, game_type: GameType) -> None:
    start = Position.start(game_type, edition)
    pieces = first_numbers(start, Color.WHITE, queen=edition.queen_from_turn == 1)
    assert legal_moves(start) == {Move(piece, ORIGIN) for piece in pieces}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_second_piece_joins_the_first_on_any_side(edition: Edition) -> None:
    position = play(Position.start(GameType.parse("Base"), edition), Move(Piece.parse("wS1"), ORIGIN))
    pieces = first_numbers(position, Color.BLACK, queen=edition.queen_from_turn == 1)
    assert legal_moves(position) == {Move(piece, to) for piece in pieces for to in ORIGIN.neighbours()}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_queen_bee_on_the_first_turn(edition: Edition) -> None:
    start = Position.start(edition=edition)
    reason = explain(start, Move(Piece.parse("wQ"), ORIGIN))
    if edition.id == "ultimate-2024":
        assert reason is not None
        assert reason.rule is Rule.QUEEN_NOT_YET
    else:
        assert reason is None


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_queen_bee_can_be_placed_on_turns_two_to_four(edition: Edition) -> None:
    game = "Base;InProgress;White[1];wA1;bA1 wA1-;wA2 -wA1;bA2 bA1-;wA3 -wA2;bA3 bA2-"
    for turns in (2, 3, 4):
        position = replay(";".join(game.split(";")[: 3 + 2 * (turns - 1)]), edition)
        assert position.turn_number == turns
        assert reachable(position, Piece.parse("wQ")) == spaces_to_place(position) != frozenset()


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_queen_bee_is_due_on_the_fourth_turn(edition: Edition) -> None:
    position = replay("Base;InProgress;White[4];wA1;bA1 wA1-;wA2 -wA1;bQ bA1-;wB1 -wA2;bB1 bQ-", edition)
    queen = ["wQ \\wA1", "wQ /wA1", "wQ \\wA2", "wQ /wA2", "wQ \\wB1", "wQ -wB1", "wQ /wB1"]
    assert legal_moves(position) == moves(position, *queen)


def test_queen_bee_due_is_the_reason() -> None:
    reason = explain(LATE_QUEEN, next(iter(moves(LATE_QUEEN, "wS1 -wB1"))))
    assert reason is not None
    assert reason.rule is Rule.QUEEN_DUE
    assert [str(piece) for piece in reason.pieces] == ["wQ"]
    assert set(reason.spaces) == reachable(LATE_QUEEN, Piece.parse("wQ"))
    assert reason.alternatives == frozenset()


def test_queen_bee_due_without_a_space_is_a_pass() -> None:
    diagram = draw(
        """
          bA1 bS1
        bQ  wA1 bG1
          bA2 bS2
        """,
        on={"wA1": "bB1"},
        game_type="Base",
    )
    assert Piece.parse("wQ") in diagram.position.hands
    assert legal_moves(diagram.position) == {PASS}


def test_no_move_before_the_queen_bee() -> None:
    assert moves_of(NO_QUEEN, "wA1") == frozenset()
    reason = explain(NO_QUEEN, next(iter(moves(NO_QUEEN, "wA1 bA1/"))))
    assert reason is not None
    assert reason.rule is Rule.QUEEN_BEFORE_MOVING
    assert [str(piece) for piece in reason.pieces] == ["wQ"]


def test_touches_own_colour_only() -> None:
    diagram = draw("""
          *   *
        *   wA1 wQ  bQ
          *   *
    """)
    assert diagram.reach("wS1") == diagram.marks


def test_touching_the_enemy_is_the_reason() -> None:
    reason = explain(IN_HAND.position, IN_HAND.move("wB1", "e"))
    assert reason is not None
    assert reason.rule is Rule.PLACED_NEXT_TO_ENEMY
    assert [str(piece) for piece in reason.pieces] == ["bQ", "bA1"]
    assert reason.alternatives == IN_HAND.reach("wB1") != frozenset()


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_figure_of_a_grasshopper_beside_a_spider(edition: Edition) -> None:
    """The figure of ultimate-2024, Placing Restriction: the white grasshopper would touch the black spider."""
    diagram = draw(
        """
          *   x   bS1
        *   wA1 wQ  bQ
          *   *
        """,
        edition=edition,
    )
    assert diagram.reach("wG1") == diagram.marks
    reason = explain(diagram.position, diagram.move("wG1", "x"))
    assert reason is not None
    assert reason.rule is Rule.PLACED_NEXT_TO_ENEMY
    assert [str(piece) for piece in reason.pieces] == ["bS1"]


def test_stack_counts_as_its_top() -> None:
    picture = """
            *   .   .   *
          *   wQ  bQ  bA1 *
            *   .   .   *
    """
    white = draw(picture, on={"bA1": "wB1"})
    assert white.reach("wS1") == white.marks
    black = draw(picture, on={"bA1": "wB1"}, turn=Color.BLACK)
    assert black.reach("bS1") == frozenset()


def test_fills_a_closed_space() -> None:
    diagram = draw("""
          *   *   *
        *   wA1 wG1 *
      *   wS1 *   wB1 *
        *   wQ  wA2
          *   .   bQ
    """)
    assert diagram.reach("wS2") == diagram.marks


def test_beetle_is_placed_on_the_ground_like_the_others() -> None:
    assert IN_HAND.reach("wB1") == IN_HAND.reach("wS1")
    reason = explain(IN_HAND.position, IN_HAND.move("wB1", "wA1"))
    assert reason is not None
    assert reason.rule is Rule.PLACED_ON_HIVE
    assert [str(piece) for piece in reason.pieces] == ["wA1"]
    assert reason.source.section == "Beetle"


def test_lowest_number_first() -> None:
    reason = explain(IN_HAND.position, IN_HAND.move("wG3", "n"))
    assert reason is not None
    assert reason.rule is Rule.LOWER_NUMBER_FIRST
    assert [str(piece) for piece in reason.pieces] == ["wG1"]
    assert explain(IN_HAND.position, IN_HAND.move("wG1", "n")) is None


def test_away_from_the_hive() -> None:
    reason = explain(IN_HAND.position, IN_HAND.move("wB1", "a"))
    assert reason is not None
    assert reason.rule is Rule.PLACED_AWAY
