"""Observations contain the whole position: it can be read back from each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from skep import Board, Color, Direction, Edition, Hex, Piece, Position, SkepError
from skep.lab import OBSERVATIONS, BatchEnv, find_observation
from skep.lab import boards as single_boards
from skep.lab.actions import piece_in, slot_of
from skep.lab.observations import EDGE_NAMES, SCALAR_NAMES, TOKEN_NAMES
from tests.lab.games import EVERY_GAME, RECORDED, every_game, play_along

Placed = dict[Piece, tuple[Hex, int]]
"""The hex and the level of each piece in play."""


def read_planes(arrays: Mapping[str, Any], mover: Color) -> tuple[Placed, Piece | None]:
    placed: Placed = {}
    just_moved = None
    for plane, row, column in np.argwhere(arrays["planes"]).tolist():
        hex_ = Hex(column - 16, row - 16)
        if plane == 28:
            just_moved = hex_
        else:
            placed[piece_in(plane, mover)] = hex_, int(arrays["planes"][plane, row, column])
    highest = (
        max((level, piece) for piece, (hex_, level) in placed.items() if hex_ == just_moved) if just_moved else None
    )
    return placed, highest[1] if highest else None


def read_tokens(arrays: Mapping[str, Any], mover: Color) -> tuple[Placed, Piece | None]:
    placed: Placed = {}
    just_moved = None
    for slot, row in enumerate(arrays["tokens"].tolist()):
        facts = dict(zip(TOKEN_NAMES, row, strict=True))
        piece = piece_in(slot, mover)
        assert (facts["bug"], facts["enemy"]) == (piece.bug, piece.color is not mover)
        if facts["in play"]:
            placed[piece] = Hex(row[7], row[8]), facts["level"]
        if facts["just moved"]:
            just_moved = piece
    return placed, just_moved


def read_graph(arrays: Mapping[str, Any], mover: Color) -> tuple[Placed, Piece | None]:
    nodes, edges = arrays["nodes"], arrays["edges"]
    in_play = np.flatnonzero(nodes[:, 3]).tolist()
    hexes = {in_play[0]: Hex(0, 0)} if in_play else {}
    edge = list(hexes)
    while edge:
        slot = edge.pop()
        for other in np.flatnonzero(edges[slot]).tolist():
            if other not in hexes:
                label = EDGE_NAMES[edges[slot, other]]
                hexes[other] = (
                    hexes[slot].neighbour(Direction[label]) if label in Direction.__members__ else hexes[slot]
                )
                edge.append(other)
    just_moved = np.flatnonzero(nodes[:, 6]).tolist()
    placed = {piece_in(slot, mover): (hex_, int(nodes[slot, 4])) for slot, hex_ in hexes.items()}
    return placed, piece_in(just_moved[0], mover) if just_moved else None


READERS = {"planes-v1": read_planes, "tokens-v1": read_tokens, "graph-v1": read_graph}


def read_position(name: str, arrays: Mapping[str, Any], edition: Edition, game: int) -> tuple[Position, int]:
    """Return the position that an observation shows, and how often it has occurred."""
    scalars = dict(zip(SCALAR_NAMES, arrays["scalars"].tolist(), strict=True))
    mover = Color(scalars["black to move"])
    placed, just_moved = READERS[name](arrays, mover)
    stacks: dict[Hex, tuple[Piece, ...]] = {}
    for piece, (hex_, level) in sorted(placed.items(), key=lambda item: item[1][1]):
        stacks[hex_] = (*stacks.get(hex_, ()), piece)
        assert len(stacks[hex_]) == level
    hands = frozenset(piece_in(slot, mover) for slot in range(28) if scalars[f"slot {slot} in hand"])
    game_type = EVERY_GAME[game][0]
    letters = "".join(
        letter for letter, bug in zip("MLP", ("mosquito", "ladybug", "pillbug"), strict=True) if scalars[bug]
    )
    assert str(game_type) == ("Base+" + letters if letters else "Base")
    assert scalars["queen bee not first"] == (edition.queen_from_turn > 1)
    assert scalars["gates above ground"] == edition.gates_above_ground
    position = Position(stacks, hands, scalars["ply"], just_moved, game_type, edition)
    return position, scalars["repetitions"]


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_the_position_can_be_read_back(name: str) -> None:
    """So positions with different legal futures never have the same observation."""
    env = every_game(seed=20, threefold=True)
    stacked = 0
    for ply, boards in enumerate(play_along(env, 120, threefold=True)):
        arrays = env.observe(name)
        for game in range(ply % 3, len(env), 3):
            own = {key: array[game] for key, array in arrays.items()}
            position, repetitions = read_position(name, own, EVERY_GAME[game][1], game)
            assert position == env.position(game)
            assert repetitions == boards[game].repetitions()
            stacked += any(len(stack) > 1 for stack in position.stacks.values())
    assert stacked > 50


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_the_same_observation_has_the_same_legal_actions_one_ply_later(name: str) -> None:
    """In short games of many seeds, positions repeat: what follows is then the same as well."""
    futures: dict[bytes, set[bytes]] = {}
    env = BatchEnv(300, "Base+P", ply_limit=12, seed=21)
    repeated = 0
    for _ in range(24):
        arrays = env.observe(name).values()
        seen = [b"".join(array[game].tobytes() for array in arrays) for game in range(len(env))]
        masks = env.legal_mask()
        for game, key in enumerate(seen):
            repeated += key in futures
            futures.setdefault(key, set()).add(masks[game].tobytes())
        env.step(env.sample())
    assert repeated > 500
    assert {len(masks) for masks in futures.values()} == {1}


DIGESTS = {
    "planes-v1": "60e69025038cab25af9489db1f8c0e763b56682958c8c714618d11567bf6f965",
    "tokens-v1": "0ae76230b5b2e81a5cb20a1073394f945ebbd8006528d58f09cc9bddbe52770e",
    "graph-v1": "45e5be9c2341226cf03220f6c5a0432f574f3bb0725fc2a014130f0c0ab49463",
}
"""SHA-256 of the observations of a recorded game, from its start to its end."""


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_published_observations_never_change(name: str) -> None:
    """Networks depend on them: a change needs a new name."""
    digest, board = hashlib.sha256(), Board("Base+MLP")
    moves = Board.from_game_string(RECORDED).moves
    for ply in range(len(moves) + 1):
        for array in single_boards.observe(board, name).values():
            digest.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
        if ply < len(moves):
            board.push(moves[ply])
    assert digest.hexdigest() == DIGESTS[name]


def test_pairs_are_the_destinations_of_legal_moves() -> None:
    env = every_game(seed=22)
    for boards in play_along(env, 70):
        pairs = env.legal_pairs()
        for game, board in enumerate(boards):
            ours, theirs = env.board(game).legal_moves.list(), board.legal_moves.list()
            expected = {
                (slot_of(move.piece, board.turn), (move.to.r + 16) % 32, (move.to.q + 16) % 32)
                for move in ours
                if not move.is_pass
            }
            assert set(map(tuple, np.argwhere(pairs[game]).tolist())) == expected
            assert len(ours) == len(theirs)


def test_planes_are_centred_on_the_movers_queen_bee() -> None:
    env = BatchEnv(1, "Base")
    env.set_positions([(0, Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").position())])
    planes = env.observe()["planes"][0]
    assert [tuple(place) for place in np.argwhere(planes).tolist()] == [
        (0, 16, 16),
        (1, 16, 17),
        (14, 16, 19),
        (15, 16, 18),
    ]


def test_observations_are_listed_with_their_shapes() -> None:
    env = BatchEnv(3, "Base", observation="graph-v1")
    assert {name: array.shape for name, array in env.observe().items()} == {
        "nodes": (3, 28, 7),
        "edges": (3, 28, 28),
        "scalars": (3, 38),
    }
    for name, spec in OBSERVATIONS.items():
        for key, array in env.observe(name).items():
            assert (array.shape[1:], array.dtype) == (spec.arrays[key].shape, spec.arrays[key].dtype)
            assert spec.arrays[key].low <= array.min() <= array.max() <= spec.arrays[key].high
    with pytest.raises(SkepError, match="unknown observation"):
        find_observation("planes-v0")
