"""Laws that hold in every position, checked on seeded random positions in all editions and game types."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from skep.editions import EDITIONS, GAME_TYPES, Edition
from skep.hexes import SYMMETRIES
from skep.moves import PASS, Move
from skep.pieces import PIECES
from skep.position import Position
from skep.rules import PathKind, explain, legal_moves, outcome, path, play, reachable
from tests.sizes import small_and_large

from .random_positions import around, in_order, random_game, random_position
from .symmetry import image

pytestmark = pytest.mark.parametrize("edition", EDITIONS, ids=str)


@cache
def positions_of_games(edition: Edition) -> tuple[Position, ...]:
    """Return the positions of a random game of each game type."""
    rng = random.Random(edition.id)
    return tuple(position for game_type in GAME_TYPES for position in random_game(rng, game_type, edition, 60))


def positions(edition: Edition, *, hives: int) -> Iterator[Position]:
    """Yield positions of random games, and random hives of each game type."""
    yield from positions_of_games(edition)
    yield from random_hives(edition, hives)


def random_hives(edition: Edition, number: int) -> Iterator[Position]:
    rng = random.Random(edition.id)
    for game_type in GAME_TYPES:
        for _ in range(number):
            yield random_position(rng, game_type, edition)


@small_and_large("number", 3, 20)
def test_explain_agrees_with_legal_moves(edition: Edition, number: int) -> None:
    rng = random.Random(7)
    games, hives = positions_of_games(edition), list(random_hives(edition, 3))
    for position in (*rng.sample(games, number), *rng.sample(hives, number)):
        legal = legal_moves(position)
        unexplained = {
            move
            for move in (PASS, *(Move(piece, to) for piece in PIECES for to in around(position)))
            if explain(position, move) is None
        }
        assert unexplained == legal


def test_pass_only_without_other_moves(edition: Edition) -> None:
    for position in positions(edition, hives=4):
        legal = legal_moves(position)
        assert (PASS in legal) is (legal == {PASS})
        assert (not legal) is (outcome(position) is not None)


def test_play_keeps_the_position_consistent(edition: Edition) -> None:
    for position in positions(edition, hives=4):
        assert position.faults() == []
    rng = random.Random(8)
    for position in random_hives(edition, 4):
        for move in rng.sample(in_order(legal_moves(position)), k=min(10, len(legal_moves(position)))):
            after = play(position, move)
            assert after.faults() == []
            assert after.turn is position.turn.other
            assert (after.just_moved is None) or after.just_moved == move.piece


def test_every_legal_move_has_a_path(edition: Edition) -> None:
    rng = random.Random(9)
    for position in positions(edition, hives=6):
        if rng.random() < 0.9 and position.ply < 60:
            continue
        for move in legal_moves(position):
            check_path(position, move)


def check_path(position: Position, move: Move) -> None:
    route = path(position, move)
    if move.is_pass:
        assert route.hexes == ()
        return
    start = position.where(move.piece)
    assert route.hexes[-1] == move.to
    assert len(set(route.hexes)) == len(route.hexes)
    assert all(a.is_beside(b) for a, b in zip(route.hexes, route.hexes[1:], strict=False))
    assert (route.kind is PathKind.PLACE) is (start is None)
    assert start is None or route.hexes[0] == start
    between = route.hexes[1:-1]
    if route.kind is PathKind.SLIDE:
        assert not any(position.height(hex_) for hex_ in route.hexes[1:])
    if route.kind is PathKind.JUMP:
        assert between
        assert all(position.height(hex_) for hex_ in between)
    assert (route.kind is PathKind.THROW) is (route.thrower is not None)
    if route.thrower is not None:
        assert between == (position.where(route.thrower),)
        assert route.thrower.color is position.turn


def test_reachable_lists_the_legal_destinations(edition: Edition) -> None:
    for position in random_hives(edition, 2):
        legal = legal_moves(position)
        destinations = {Move(piece, to) for piece in PIECES for to in reachable(position, piece)}
        assert destinations == legal - {PASS}


def test_symmetries_preserve_the_legal_moves(edition: Edition) -> None:
    for position in random_hives(edition, 2):
        legal = legal_moves(position)
        for symmetry in SYMMETRIES:
            images = {move if move.is_pass else Move(move.piece, symmetry(move.to)) for move in legal}
            assert legal_moves(image(position, symmetry)) == images
