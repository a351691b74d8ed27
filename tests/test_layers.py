"""Layers: examples, and laws on random positions."""

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
    queen_surroundings,
    reach,
)
from skep.pieces import Color, Piece
from skep.position import Position
from skep.rules import PathKind, legal_moves, outcome, path
from skep.rules.one_hive import parts_without
from tests.random_play import positions
from tests.rules.helpers import draw
from tests.rules.random_positions import random_position


def names(pieces: object) -> str:
    return " ".join(sorted(map(str, pieces)))  # type: ignore[call-overload]


def random_positions(seed: int, count: int) -> list[Position]:
    """Return positions of random games, and random hives, which have more stacks and resting pieces."""
    rng = random.Random(seed)
    played = [board.position() for board, _ in positions(seed, 4 * count)][::4]
    return [*played, *(random_position(rng) for _ in range(count))]


# examples


def test_pinned_pieces_of_both_sides_with_reasons() -> None:
    diagram = draw("wQ  wS1 bS1 bQ", on={"bQ": "wB1"}, just_moved="wQ")
    assert {pin.piece: pin.by for pin in pinned_pieces(diagram.position)} == {
        "wQ": PinnedBy.JUST_MOVED,
        "wS1": PinnedBy.ONE_HIVE,
        "bS1": PinnedBy.ONE_HIVE,
        "bQ": PinnedBy.COVERED,
    }
    assert all(diagram.position.where(Piece.parse(pin.piece)) == pin.place for pin in pinned_pieces(diagram.position))


def test_reach_assumes_that_it_is_the_owners_turn() -> None:
    diagram = draw(
        """
        *   wS1
          wQ  bQ
            *
        """,
        turn=Color.BLACK,
    )
    assert reach(diagram.position, Piece.parse("wQ")).own == diagram.marks
    assert diagram.reach("wQ") == frozenset()


def test_piece_that_just_moved_rests_only_this_turn() -> None:
    picture = "wQ  wP  bP  bQ"
    rests = draw(picture, turn=Color.WHITE, just_moved="wQ").position
    assert reach(rests, Piece.parse("wQ")).own == frozenset()
    threatens = draw(picture, turn=Color.BLACK, just_moved="wQ").position
    assert reach(threatens, Piece.parse("wQ")).own != frozenset()


def test_reach_includes_throws_by_both_sides() -> None:
    diagram = draw(
        """
          *   *
        *   bP  bQ
          wA1 bS1
        *   wP  wQ
          *   *
        """
    )
    assert reach(diagram.position, Piece.parse("wA1")).thrown == diagram.marks


def test_reach_before_the_queen_bee_is_placed() -> None:
    start = Position.start()
    assert reach(start, Piece.parse("wQ")).hexes == frozenset()  # not on the first turn
    assert reach(start, Piece.parse("wA1")).hexes == {ORIGIN}
    assert reach(start, Piece.parse("wA2")).hexes == frozenset()  # wA1 has to be placed first


def test_spaces_of_a_queen_bee_and_their_fillers() -> None:
    diagram = draw(
        """
          x   wA1
        y   bQ  bS1
          bG1 z
            wQ
        """,
        game_type="Base",
    )
    white, black = queen_surroundings(diagram.position)
    assert (white.piece, black.piece) == ("wQ", "bQ")
    spaces = {space.place: space for space in black.spaces}
    assert len(spaces) == 6
    assert names(space.standing for space in black.spaces if space.standing) == "bG1 bS1 wA1"
    assert spaces.keys() - diagram.position.stacks.keys() == diagram.hexes("x y z")
    assert {space.place for space in black.open_spaces} == diagram.hexes("x y z")
    assert names(spaces[diagram.at("x")].white) == "wA1"
    assert names(spaces[diagram.at("z")].white) == "wA1 wQ"  # White cannot place a piece beside bQ
    assert "bQ" not in names(spaces[diagram.at("x")].black)
    assert "bA1" not in names(spaces[diagram.at("x")].black)  # it would touch wA1
    assert "bA1" in names(spaces[diagram.at("y")].black)


def test_gate_has_two_spaces_and_two_posts() -> None:
    diagram = draw(
        """
          wQ  bQ
        wA1 x   bA1
          wS1 y
        """
    )
    [gate] = closed_gates(diagram.position)
    assert {gate.one, gate.two} == diagram.hexes("x y")
    assert set(gate.posts) == diagram.hexes("wS1 bA1")


def test_spaces_where_each_side_can_place() -> None:
    diagram = draw(
        """
          *   .   x
        *   wQ  bQ  y
          *   .   z
        """
    )
    assert placing(diagram.position, Color.WHITE).spaces == diagram.marks
    assert placing(diagram.position, Color.BLACK).spaces == diagram.hexes("x y z")
    assert names(placing(diagram.position, Color.BLACK).pieces) == "bA1 bB1 bG1 bL bM bP bS1"


def test_only_a_due_queen_bee_can_be_placed() -> None:
    due = draw("wS1 bS1", game_type="Base").position
    assert names(placing(due, Color.WHITE).pieces) == "wQ"
    assert len(placing(due, Color.WHITE).spaces) == 3


def test_layers_not_requested_are_empty() -> None:
    position = draw("wQ  wS1 bS1 bQ").position
    assert layers_of(position, []) == Layers()
    assert layers_of(position, ["pinned"]) == Layers(pinned=pinned_pieces(position))
    everything = layers_of(position, LAYERS, Piece.parse("wQ"))
    assert everything.reach == reach(position, Piece.parse("wQ"))
    assert [side.color for side in everything.placing] == list(Color)


# laws


@pytest.mark.parametrize("seed", [51, 52])
def test_pinned_pieces_cannot_move_and_others_can(seed: int) -> None:
    for position in random_positions(seed, 60):
        pinned = {Piece.parse(pin.piece) for pin in pinned_pieces(position)}
        assert not any(move.piece in pinned for move in legal_moves(position) if not move.is_pass)
        for piece in set(position.in_play()) - pinned:
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
        reaches = {piece: reach(position, piece) for piece in pieces}
        assert legal <= {(piece, to) for piece, one in reaches.items() for to in one.hexes}
        own = {(piece, to) for piece, one in reaches.items() for to in one.own if piece.color is position.turn}
        assert own <= legal


@pytest.mark.parametrize("seed", [55, 56])
def test_placing_agrees_with_the_legal_placements(seed: int) -> None:
    for position in random_positions(seed, 60):
        placed = [move for move in legal_moves(position) if not move.is_pass and move.piece in position.hands]
        layer = placing(position, position.turn)
        assert layer.spaces == {move.to for move in placed}
        assert set(layer.pieces) == {move.piece for move in placed}
        assert len(placed) == len(layer.spaces) * len(layer.pieces)


@pytest.mark.parametrize("seed", [57, 58])
def test_fillers_can_reach_the_space(seed: int) -> None:
    for position in random_positions(seed, 40):
        legal = {(move.piece, move.to) for move in legal_moves(position) if not move.is_pass}
        for queen in queen_surroundings(position):
            assert {space.place for space in queen.spaces} == set(queen.place.neighbours())
            for space in queen.open_spaces:
                fillers = (space.white, space.black)[position.turn]
                assert set(fillers) == {str(piece) for piece, to in legal if to == space.place} - {queen.piece}
        if outcome(position) is not None:
            assert not any(
                space.white or space.black for queen in queen_surroundings(position) for space in queen.spaces
            )


@pytest.mark.parametrize("seed", [59, 60])
def test_only_the_posts_slide_through_a_gate(seed: int) -> None:
    slides = 0
    for position in random_positions(seed, 25):
        gates = {frozenset((gate.one, gate.two)): gate.posts for gate in closed_gates(position)}
        assert len(gates) == len(closed_gates(position))
        for move in legal_moves(position):
            route = path(position, move)
            if route.kind is PathKind.SLIDE:
                slides += 1
                for step in pairwise(route.hexes):
                    assert route.hexes[0] in gates.get(frozenset(step), route.hexes)
    assert slides > 100
