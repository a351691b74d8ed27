"""What the evaluation lists, on positions one can read, and its laws on random play."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from skep import Board
from skep.engine.weights import network_for, stored
from skep.hexes import SYMMETRIES, Hex
from skep.kernel import entry
from skep.kernel.evaluate import FINENESS, FULL
from skep.kernel.features import NAMES, NOTHING, ROOM
from skep.kernel.worker import new_worker
from tests.kernel.test_laws import image
from tests.random_play import positions


def listed(board: Board) -> Counter[str]:
    workers = new_worker(network_for(board.game_type))
    found = int(entry.find_features(board.kernel_state.array, workers))
    assert found % 4 == 0
    assert found <= ROOM
    return Counter(NAMES[number] for number in workers[0]["features"][:found] if number != NOTHING)


def round_a_queen_bee(board: Board, side: str) -> set[str]:
    words = ("neighbours", "runs", "closed", "held", "under", "throws", "stunned", "lands", "drop", "on ")
    return {
        name.removeprefix(f"{side} ")
        for name in listed(board)
        if name.startswith(f"{side} ") and ":" not in name and "spaces" not in name and any(w in name for w in words)
    }


def after(game_type: str, *moves: str) -> Board:
    board = Board(game_type)
    for move in moves:
        board.push_uhp(move)
    return board


def test_the_hands_and_the_ply_are_listed() -> None:
    hand = {"queen bee": 1, "spider": 2, "beetle": 2, "grasshopper": 3, "soldier ant": 3, "pillbug": 1}
    expected = Counter({f"{side} {bug}: in hand": hand[bug] for side in ("own", "enemy's") for bug in hand})
    expected["enemy's grasshopper: in hand"] = 2
    expected["enemy's grasshopper: free, 5 steps from the enemy's"] = 1
    expected["enemy's 6 spaces to place on"] = 1
    expected["own 0 spaces to place on"] = 1
    expected["from ply 0"] = 1
    assert listed(after("Base+P", "wG1")) == expected


def test_pieces_are_listed_by_how_they_stand() -> None:
    board = after("Base", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ")
    pieces = {name for name in listed(board) if "steps" in name}
    assert pieces == {
        "own queen bee: free, 3 steps from the enemy's",
        "own spider: held, beside its own queen bee, 2 steps from the enemy's",
        "enemy's queen bee: held, 3 steps from the enemy's",
        "enemy's spider: held, beside its own queen bee, 2 steps from the enemy's",
        "enemy's soldier ant: free, beside its own queen bee, 4 steps from the enemy's",
    }
    assert round_a_queen_bee(board, "own") == {"1 neighbours", "1 runs of neighbours"}
    assert round_a_queen_bee(board, "enemy's") == {"2 neighbours", "2 runs of neighbours", "queen bee held"}


def test_a_pillbug_can_throw_its_queen_bee() -> None:
    board = after("Base+P", "wP", "bS1 wP-", "wQ \\wP", "bQ bS1-")
    assert "pillbug throws its own queen bee" in round_a_queen_bee(board, "own")
    assert listed(board)["own space beside the pillbug"] == 4
    assert not any("throws" in name for name in round_a_queen_bee(board, "enemy's"))


def test_a_beetle_on_the_queen_bee_makes_room_to_drop() -> None:
    moves = "wS1; bS1 wS1-; wB1 \\wS1; bQ bS1-; wQ -wS1; bA1 \\bQ; wB1 wS1; bA1 /bQ; wB1 bS1; bA1 \\bQ; wB1 bQ; bA1 /bQ"
    board = after("Base", *moves.split("; "))
    assert {"on top", "on the enemy's queen bee", "drop"} <= round_a_queen_bee(board, "own")
    assert "queen bee under an enemy" in round_a_queen_bee(board, "enemy's")


def test_the_twelve_images_list_the_same() -> None:
    chance = random.Random(5)
    for board, _moves in positions(5, 1_500):
        if board.ply < 2 or chance.random() > 0.05:
            continue
        for turn in SYMMETRIES:
            shift = Hex(chance.randrange(-40, 40), chance.randrange(-40, 40))
            assert listed(Board.from_position(image(board.position(), turn, shift))) == listed(board)


def test_the_evaluation_is_the_network_of_what_is_listed() -> None:
    numbers = {name: number for number, name in enumerate(NAMES)}
    for board, _moves in positions(6, 1_000):
        weights = network_for(board.game_type)
        sums = weights["bias"].astype(np.int64)
        for name, times in listed(board).items():
            sums = sums + times * weights["rows"][numbers[name]].astype(np.int64)
        value = int(np.clip(sums, 0, FULL) @ weights["output"].astype(np.int64)) // FINENESS
        assert entry.evaluate(board.kernel_state.array, new_worker(weights)) == value


def test_no_sum_of_rows_leaves_sixteen_bits() -> None:
    network = stored()
    assert network["rows"].shape[0] == len(NAMES) == NOTHING
    assert int(np.abs(network["rows"]).max()) * ROOM + int(np.abs(network["bias"]).max()) < 1 << 15
