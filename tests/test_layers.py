"""What is laid over the board: drawn positions, and laws on random play."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from skep.hexes import ORIGIN
from skep.layers import (
    LAYERS,
    Layers,
    PinnedBy,
    closed_gates,
    layers_of,
    pinned_pieces,
    placing,
    queens_seen,
    reach,
)
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import PathKind, legal_moves, outcome, path
from skep.rules.one_hive import parts_without
from tests.random_play import positions
from tests.rules.helpers import table
from tests.rules.random_positions import random_position


def names(pieces: object) -> str:
    return " ".join(sorted(map(str, pieces)))  # type: ignore[call-overload]


def random_positions(seed: int, count: int) -> list[Position]:
    """Positions of games, and tables laid at random, which have more stacks and resting pieces."""
    chance = random.Random(seed)
    played = [board.position() for board, _ in positions(seed, 4 * count)][::4]
    return [*played, *(random_position(chance) for _ in range(count))]


# drawn positions


def test_pinned_pieces_of_both_sides_with_what_holds_them() -> None:
    seen = table("wQ  wS1 bS1 bQ", on={"bQ": "wB1"}, just_moved="wQ")
    assert {str(held.piece): held.by for held in pinned_pieces(seen.position)} == {
        "wQ": PinnedBy.JUST_MOVED,
        "wS1": PinnedBy.ONE_HIVE,
        "bS1": PinnedBy.ONE_HIVE,
        "bQ": PinnedBy.COVERED,
    }
    assert all(seen.position.where(held.piece) == held.place for held in pinned_pieces(seen.position))


def test_a_piece_reaches_what_it_could_were_it_its_owners_turn() -> None:
    seen = table(
        """
        *   wS1
          wQ  bQ
            *
        """,
        to_move=Color.BLACK,
    )
    assert reach(seen.position, Piece.parse("wQ")).own == seen.marks
    assert seen.reach("wQ") == frozenset()


def test_a_piece_that_just_moved_rests_only_this_turn() -> None:
    picture = "wQ  wP  bP  bQ"
    rests = table(picture, to_move=Color.WHITE, just_moved="wQ").position
    assert reach(rests, Piece.parse("wQ")).own == frozenset()
    threatens = table(picture, to_move=Color.BLACK, just_moved="wQ").position
    assert reach(threatens, Piece.parse("wQ")).own != frozenset()


def test_both_sides_throw() -> None:
    seen = table(
        """
          *   *
        *   bP  bQ
          wA1 bS1
        *   wP  wQ
          *   *
        """
    )
    assert reach(seen.position, Piece.parse("wA1")).thrown == seen.marks


def test_before_the_queen_bee_nothing_is_reached_but_by_placing() -> None:
    start = Position.start()
    assert reach(start, Piece.parse("wQ")).hexes == frozenset()  # not on the first turn
    assert reach(start, Piece.parse("wA1")).hexes == {ORIGIN}
    assert reach(start, Piece.parse("wA2")).hexes == frozenset()  # wA1 comes first


def test_a_queen_bees_spaces_and_who_could_fill_them() -> None:
    seen = table(
        """
          x   wA1
        y   bQ  bS1
          bG1 z
            wQ
        """,
        game_type="Base",
    )
    white, black = queens_seen(seen.position)
    assert (str(white.piece), str(black.piece)) == ("wQ", "bQ")
    spaces = {space.place: space for space in black.spaces}
    assert len(spaces) == 6
    assert names(space.standing for space in black.spaces if space.standing) == "bG1 bS1 wA1"
    assert spaces.keys() - seen.position.stacks.keys() == seen.hexes("x y z")
    assert {space.place for space in black.open_spaces} == seen.hexes("x y z")
    assert names(spaces[seen.at("x")].white) == "wA1"
    assert names(spaces[seen.at("z")].white) == "wA1 wQ"  # and nothing is placed beside bQ
    assert "bQ" not in names(spaces[seen.at("x")].black)
    assert "bA1" not in names(spaces[seen.at("x")].black)  # it would touch wA1
    assert "bA1" in names(spaces[seen.at("y")].black)


def test_a_gate_is_two_spaces_and_two_posts() -> None:
    seen = table(
        """
          wQ  bQ
        wA1 x   bA1
          wS1 y
        """
    )
    [gate] = closed_gates(seen.position)
    assert {gate.one, gate.two} == seen.hexes("x y")
    assert set(gate.posts) == seen.hexes("wS1 bA1")


def test_where_each_side_may_place() -> None:
    seen = table(
        """
          *   .   x
        *   wQ  bQ  y
          *   .   z
        """
    )
    assert placing(seen.position, Color.WHITE).spaces == seen.marks
    assert placing(seen.position, Color.BLACK).spaces == seen.hexes("x y z")
    assert names(placing(seen.position, Color.BLACK).pieces) == "bA1 bB1 bG1 bL bM bP bS1"


def test_a_queen_bee_that_is_due_is_all_there_is_to_place() -> None:
    due = table("wS1 bS1", game_type="Base").position
    assert names(placing(due, Color.WHITE).pieces) == "wQ"
    assert len(placing(due, Color.WHITE).spaces) == 3


def test_what_was_not_asked_for_is_empty() -> None:
    seen = table("wQ  wS1 bS1 bQ").position
    assert layers_of(seen, []) == Layers()
    assert layers_of(seen, ["pinned"]) == Layers(pinned=pinned_pieces(seen))
    everything = layers_of(seen, LAYERS, Piece.parse("wQ"))
    assert everything.reach == reach(seen, Piece.parse("wQ"))
    assert [side.color for side in everything.placing] == list(Color)


# laws


@pytest.mark.parametrize("seed", [51, 52])
def test_pinned_pieces_stay_and_the_others_are_free_to_leave(seed: int) -> None:
    for position in random_positions(seed, 60):
        held = {pinned.piece for pinned in pinned_pieces(position)}
        assert not any(move.piece in held for move in legal_moves(position) if not move.is_pass)
        for piece in set(position.in_play()) - held:
            assert position.is_top(piece)
            assert piece != position.just_moved
            place = position.where(piece)
            assert place is not None
            assert position.height(place) > 1 or len(parts_without(position, place)) <= 1


@pytest.mark.parametrize("seed", [53, 54])
def test_reach_agrees_with_the_legal_moves(seed: int) -> None:
    for position in random_positions(seed, 40):
        legal = {(move.piece, move.to) for move in legal_moves(position) if not move.is_pass}
        pieces = sorted({*position.in_play(), *position.hands})
        seen = {piece: reach(position, piece) for piece in pieces}
        assert legal <= {(piece, to) for piece, found in seen.items() for to in found.hexes}
        own = {(piece, to) for piece, found in seen.items() for to in found.own if piece.color is position.to_move}
        assert own <= legal


@pytest.mark.parametrize("seed", [55, 56])
def test_placing_agrees_with_the_legal_placements(seed: int) -> None:
    for position in random_positions(seed, 60):
        placed = [move for move in legal_moves(position) if not move.is_pass and move.piece in position.hands]
        found = placing(position, position.to_move)
        assert found.spaces == {move.to for move in placed}
        assert set(found.pieces) == {move.piece for move in placed}
        assert len(placed) == len(found.spaces) * len(found.pieces)


@pytest.mark.parametrize("seed", [57, 58])
def test_who_fills_a_queen_bees_space_could_go_there(seed: int) -> None:
    for position in random_positions(seed, 40):
        legal = {(move.piece, move.to) for move in legal_moves(position) if not move.is_pass}
        for queen in queens_seen(position):
            assert {space.place for space in queen.spaces} == set(queen.place.neighbours())
            for space in queen.open_spaces:
                fillers = (space.white, space.black)[position.to_move]
                assert set(fillers) == {piece for piece, to in legal if to == space.place} - {queen.piece}
        if outcome(position) is not None:
            assert not any(space.white or space.black for queen in queens_seen(position) for space in queen.spaces)


@pytest.mark.parametrize("seed", [59, 60])
def test_no_slide_passes_a_gate_but_a_posts_own(seed: int) -> None:
    slides = 0
    for position in random_positions(seed, 25):
        gates = {frozenset((gate.one, gate.two)): gate.posts for gate in closed_gates(position)}
        assert len(gates) == len(closed_gates(position))
        for move in legal_moves(position):
            way = path(position, move)
            if way.kind is PathKind.SLIDE:
                slides += 1
                for step in pairwise(way.hexes):
                    assert way.hexes[0] in gates.get(frozenset(step), way.hexes)
    assert slides > 100
