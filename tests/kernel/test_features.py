"""The features of simple positions, and laws of the evaluation on random play."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from skep import Board
from skep.engine.weights import default_network, network_for
from skep.hexes import SYMMETRIES, Hex
from skep.kernel import entry
from skep.kernel.evaluate import FINENESS, FULL
from skep.kernel.features import NAMES, NOTHING, ROOM
from skep.kernel.worker import new_worker
from tests.kernel.test_laws import image
from tests.random_play import positions


def features_of(board: Board) -> Counter[str]:
    workers = new_worker(network_for(board.game_type))
    count = int(entry.find_features(board.kernel_state.array, workers))
    assert count % 4 == 0
    assert count <= ROOM
    return Counter(NAMES[number] for number in workers[0]["features"][:count] if number != NOTHING)


def queen_features(board: Board, side: str) -> set[str]:
    """Return the features of a side that concern a queen bee or an attack on one."""
    words = ("neighbours", "runs", "closed", "held", "under", "throws", "stunned", "lands", "drop", "on ")
    return {
        name.removeprefix(f"{side} ")
        for name in features_of(board)
        if name.startswith(f"{side} ") and ":" not in name and "spaces" not in name and any(w in name for w in words)
    }


def after(game_type: str, *moves: str) -> Board:
    board = Board(game_type)
    for move in moves:
        board.push_uhp(move)
    return board


def test_hands_and_ply_are_features() -> None:
    hand = {"queen bee": 1, "spider": 2, "beetle": 2, "grasshopper": 3, "soldier ant": 3, "pillbug": 1}
    expected = Counter({f"{side} {bug}: in hand": hand[bug] for side in ("own", "enemy's") for bug in hand})
    expected["enemy's grasshopper: in hand"] = 2
    expected["enemy's grasshopper: free, 5 steps from the enemy's"] = 1
    expected["enemy's 6 spaces to place on"] = 1
    expected["own 0 spaces to place on"] = 1
    expected["from ply 0"] = 1
    assert features_of(after("Base+P", "wG1")) == expected


def test_each_piece_in_play_is_a_feature_with_its_situation() -> None:
    board = after("Base", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ")
    pieces = {name for name in features_of(board) if "steps" in name}
    assert pieces == {
        "own queen bee: free, 3 steps from the enemy's",
        "own spider: held, beside its own queen bee, 2 steps from the enemy's",
        "enemy's queen bee: held, 3 steps from the enemy's",
        "enemy's spider: held, beside its own queen bee, 2 steps from the enemy's",
        "enemy's soldier ant: free, beside its own queen bee, 4 steps from the enemy's",
    }
    assert queen_features(board, "own") == {"1 neighbours", "1 runs of neighbours"}
    assert queen_features(board, "enemy's") == {"2 neighbours", "2 runs of neighbours", "queen bee held"}


def test_a_pillbug_can_throw_its_queen_bee() -> None:
    board = after("Base+P", "wP", "bS1 wP-", "wQ \\wP", "bQ bS1-")
    assert "pillbug throws its own queen bee" in queen_features(board, "own")
    assert features_of(board)["own space beside the pillbug"] == 4
    assert not any("throws" in name for name in queen_features(board, "enemy's"))


def test_a_beetle_on_the_queen_bee_allows_placements_beside_her() -> None:
    moves = "wS1; bS1 wS1-; wB1 \\wS1; bQ bS1-; wQ -wS1; bA1 \\bQ; wB1 wS1; bA1 /bQ; wB1 bS1; bA1 \\bQ; wB1 bQ; bA1 /bQ"
    board = after("Base", *moves.split("; "))
    assert {"on top", "on the enemy's queen bee", "drop"} <= queen_features(board, "own")
    assert "queen bee under an enemy" in queen_features(board, "enemy's")


def test_the_twelve_images_have_the_same_features() -> None:
    rng = random.Random(5)
    for board, _moves in positions(5, 1_500):
        if board.ply < 2 or rng.random() > 0.05:
            continue
        for symmetry in SYMMETRIES:
            shift = Hex(rng.randrange(-40, 40), rng.randrange(-40, 40))
            assert features_of(Board.from_position(image(board.position(), symmetry, shift))) == features_of(board)


def test_the_evaluation_is_the_output_of_the_network_for_the_features() -> None:
    numbers = {name: number for number, name in enumerate(NAMES)}
    for board, _moves in positions(6, 1_000):
        weights = network_for(board.game_type)
        sums = weights["bias"].astype(np.int64)
        for name, times in features_of(board).items():
            sums = sums + times * weights["rows"][numbers[name]].astype(np.int64)
        value = int(np.clip(sums, 0, FULL) @ weights["output"].astype(np.int64)) // FINENESS
        assert entry.evaluate(board.kernel_state.array, new_worker(weights)) == value


def test_sums_of_rows_fit_in_sixteen_bits() -> None:
    network = default_network()
    assert network["rows"].shape[0] == len(NAMES) == NOTHING
    assert int(np.abs(network["rows"]).max()) * ROOM + int(np.abs(network["bias"]).max()) < 1 << 15
