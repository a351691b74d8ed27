"""The kernel's paths are those of the rules: the same kind and length, every step allowed."""

from __future__ import annotations

import random

import msgspec
import pytest

from skep import EDITIONS, Board, Bug, rules
from skep.rules import MovePath, PathKind
from skep.rules.lifted import lift
from skep.rules.moving import routes
from skep.views import path_view
from tests.sizes import small_and_large

GAME_TYPES = ("Base", "Base+M", "Base+MLP")


def is_slide(board: Board, path: MovePath) -> bool:
    """Whether every step of a path is one that a soldier ant could take."""
    lifted = lift(board.position(), board.top(path.hexes[0]) or pytest.fail("no piece at the start of the path"))
    hive = set(lifted.heights)
    for start, end in zip(path.hexes, path.hexes[1:], strict=False):
        left, right = start.beside_step_to(end)
        if end in hive or (left in hive) == (right in hive):
            return False
    return len(set(path.hexes)) == len(path.hexes)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
@pytest.mark.parametrize("game_type", GAME_TYPES)
@small_and_large("games", 2, 6)
def test_paths_agree_with_the_rules(edition: object, game_type: str, games: int) -> None:
    rng = random.Random(f"{edition}/{game_type}")
    for _ in range(games):
        board = Board(game_type, edition=edition)  # type: ignore[arg-type]
        for _ in range(60):
            moves = board.legal_moves.list()
            if not moves:
                break
            position = board.position()
            for move in rng.sample(moves, min(6, len(moves))):
                expected, found = rules.path(position, move), board.path(move)
                assert (found.kind, found.thrower, found.copied) == (expected.kind, expected.thrower, expected.copied)
                assert len(found.hexes) == len(expected.hexes)
                assert board.path_json(move) == msgspec.json.encode(path_view(found))
                if found.kind is PathKind.SLIDE and len(found.hexes) > 4:
                    assert found.hexes[-1] == move.to
                    assert is_slide(board, found)
                elif found.kind in (PathKind.SLIDE, PathKind.CLIMB, PathKind.JUMP):
                    bug = move.piece.bug if found.copied is None else found.copied
                    allowed = {route for by, route in routes(lift(position, move.piece)) if by is bug}
                    assert found.hexes in allowed or (bug is Bug.SOLDIER_ANT and is_slide(board, found))
                else:
                    assert found.hexes == expected.hexes
            board.push(rng.choice(moves))
