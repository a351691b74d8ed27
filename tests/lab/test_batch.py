"""Batches of games against boards, and the laws of an environment."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from skep import EDITIONS, Board, Color, IllegalMove, Outcome, SkepError, Termination
from skep.engine.weights import default_network, network_for
from skep.kernel import entry
from skep.kernel.worker import new_worker
from skep.lab import BatchEnv
from skep.lab.actions import PASS_ACTION, action_of_uhp, legal_actions, move_of
from skep.lab.boards import observe
from tests.lab.games import EVERY_GAME, every_game, new_board, play_along

REWARDS = {Color.WHITE: [1.0, -1.0], Color.BLACK: [-1.0, 1.0], None: [0.0, 0.0]}
SHUFFLE = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
"""White's fourth turn repeats the position after Black's second."""


def test_every_legal_move_has_one_action_and_every_action_a_move() -> None:
    env = every_game(seed=1)
    for boards in play_along(env, 130):
        mask = env.legal_mask()
        for game, board in enumerate(boards):
            actions = legal_actions(board).tolist()
            assert len(set(actions)) == len(actions)
            assert set(np.flatnonzero(mask[game]).tolist()) == set(actions), repr(board)


def test_games_end_as_on_a_board() -> None:
    env = every_game(seed=2, threefold=True, ply_limit=70)
    ends = set()
    boards = [new_board(game, threefold=True) for game in range(len(env))]
    for _ in range(600):
        actions = env.sample().copy()
        for board, action in zip(boards, actions.tolist(), strict=True):
            board.push(move_of(board, action))
        result = env.step(actions)
        for game, board in enumerate(boards):
            outcome = board.outcome()
            assert bool(result.terminated[game]) == (outcome is not None), repr(board)
            assert bool(result.truncated[game]) == (outcome is None and board.ply == 70)
            assert result.rewards[game].tolist() == REWARDS[outcome.winner if outcome else None]
            if outcome is not None or board.ply == 70:
                ends.add(outcome)
                boards[game] = new_board(game, threefold=True)
    assert ends >= {None, Outcome(Color.WHITE, Termination.SURROUNDED), Outcome(Color.BLACK, Termination.SURROUNDED)}


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    for threefold in (True, False):
        env = BatchEnv(1, "Base", threefold=threefold, autoreset=False)
        board = Board("Base", threefold=threefold)
        repetitions = []
        for text in [*SHUFFLE, *SHUFFLE[4:]]:
            action = action_of_uhp(board, text)
            board.push_uhp(text)
            env.step([action])
            repetitions.append(int(env.status().repetitions[0]))
        assert repetitions[3::4] == ([1, 2, 3] if threefold else [1, 1, 1])
        assert (bool(env.terminated[0]), bool(env.status().over[0])) == (threefold, threefold)
        assert env.legal_mask().any() == (not threefold)
        assert board.is_game_over() == threefold


def test_a_game_that_is_over_waits_for_a_reset() -> None:
    env = BatchEnv(2, "Base", ply_limit=3, autoreset=False, seed=4)
    for _ in range(3):
        env.step(env.sample())
    assert env.truncated.tolist() == [True, True]
    assert env.sample().tolist() == [-1, -1]
    env.step([5, 5])  # skipped
    assert env.status().ply.tolist() == [3, 3]
    env.reset(games=[False, True])
    assert env.status().ply.tolist() == [3, 0]
    assert env.legal_mask().sum(axis=1).tolist() == [0, 4]
    assert env.status().finished.tolist() == [1, 1]


def test_an_automatic_reset_starts_the_next_game_in_the_same_step() -> None:
    env = BatchEnv(3, "Base+M", ply_limit=2, seed=5)
    env.step(env.sample())
    env.step(env.sample())
    assert env.truncated.all()
    assert not env.terminated.any()
    status = env.status()
    assert status.ply.tolist() == [0, 0, 0]
    assert status.length.tolist() == [2, 2, 2]
    assert status.result.tolist() == [4, 4, 4]
    assert env.position(0).ply == 0


def test_an_illegal_action_is_refused_before_any_move_is_made() -> None:
    env = BatchEnv(3, "Base", seed=6)
    actions = env.sample().copy()
    actions[1] = PASS_ACTION
    with pytest.raises(IllegalMove, match=r"game 1: action 5488 is illegal"):
        env.step(actions)
    for action in (-1, PASS_ACTION + 1, 7, 10**6):
        actions[1] = action
        with pytest.raises(IllegalMove):
            env.step(actions)
    legal = env.sample()[1]
    for number in (np.int64(1 << 32) + legal, np.uint32(1 << 31), np.uint64((1 << 64) - 1)):
        wide = actions.astype(number.dtype)
        wide[1] = number
        with pytest.raises(IllegalMove, match=f"game 1: action {number} is illegal"):
            env.step(wide)
    assert env.status().ply.tolist() == [0, 0, 0]


def test_an_action_with_another_reference_piece_is_an_alias_and_refused() -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1")
    env = BatchEnv(1, "Base")
    env.set_positions([(0, board.position())])
    mask = env.legal_mask()[0]
    accepted = set()
    for action in range(PASS_ACTION + 1):
        try:
            env.step([action])
        except IllegalMove:
            continue
        accepted.add(action)
        env.set_positions([(0, board.position())])
    assert accepted == set(np.flatnonzero(mask).tolist())
    assert len(accepted) == board.legal_moves.count()


def test_the_same_seed_plays_the_same_games_in_any_batch() -> None:
    one, many = BatchEnv(4, "Base+MLP", seed=7, threads=1), BatchEnv(300, "Base+MLP", seed=7, threads=3)
    for _ in range(60):
        few, all_ = one.sample().copy(), many.sample().copy()
        assert few.tolist() == all_[:4].tolist()
        one.step(few)
        many.step(all_)
    other = BatchEnv(4, "Base+MLP", seed=8)
    other.play(60)
    assert [other.position(game) for game in range(4)] != [one.position(game) for game in range(4)]
    one.reset(seed=7)
    many.reset(seed=7)
    one.play(25)
    for _ in range(25):
        many.step(many.sample())
    assert one.position(3) == many.position(3)
    again = BatchEnv(4, "Base+MLP", seed=np.uint32(7))
    again.play(25)
    assert again.position(3) == one.position(3)


@pytest.mark.parametrize("threefold", [False, True])
def test_a_saved_batch_continues_exactly(threefold: bool, tmp_path: Path) -> None:
    env = every_game(seed=9, threefold=threefold)
    env.play(47)
    env.save(tmp_path / "games.npz")
    again = BatchEnv.load(tmp_path / "games.npz", threads=2)
    for _ in range(70):
        assert (env.legal_mask() == again.legal_mask()).all()
        for name, array in env.observe().items():
            assert (array == again.observe()[name]).all()
        actions = env.sample().copy()
        assert actions.tolist() == again.sample().tolist()
        first, second = env.step(actions), again.step(actions)
        assert all((a == b).all() for a, b in zip(first, second, strict=True))
    assert all((a == b).all() for a, b in zip(env.status(), again.status(), strict=True))


def test_a_file_that_is_not_a_saved_batch_is_refused() -> None:
    file = io.BytesIO()
    np.savez(file, version=1)
    file.seek(0)
    with pytest.raises(SkepError, match="not a saved batch"):
        BatchEnv.load(file)
    file = io.BytesIO()
    np.savez(file, version=99)
    file.seek(0)
    with pytest.raises(SkepError, match="version 99, expected 1"):
        BatchEnv.load(file)


def test_a_damaged_file_is_refused_or_continues_exactly(tmp_path: Path) -> None:
    """Change a byte anywhere: loading it fails, or the byte meant nothing."""

    def saved(env: BatchEnv) -> dict[str, bytes]:
        env.save(path)
        with np.load(path) as arrays:
            return {name: arrays[name].tobytes() for name in arrays}

    env = BatchEnv(3, ["Base", "Base+MLP", "Base+P"], threefold=True, seed=3, threads=1)
    env.play(33)
    path, rng, refused = tmp_path / "games.npz", random.Random(1), 0
    expected = saved(env)
    whole = path.read_bytes()
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        try:
            assert saved(BatchEnv.load(path, threads=1)) == expected
        except SkepError:
            refused += 1
    assert refused > 150
    for contents in (b"", b"text", whole[:-1]):
        path.write_bytes(contents)
        with pytest.raises(SkepError, match="not a saved batch"):
            BatchEnv.load(path)
    with pytest.raises(SkepError, match="No such file"):
        BatchEnv.load(tmp_path / "missing.npz")


IMPOSSIBLE: dict[str, tuple[str, int | None, Any, str]] = {
    "a cell beyond the table": ("state_place", 1, 1025, "state_place is not between 0 and 1024"),
    "a negative cell": ("state_place", 1, -1, "state_place has the type|state_place is not between"),
    "a piece apart": ("state_place", 1, 600, "its pieces are not connected"),
    "a piece of another game": ("state_place", 12, 5, "a piece is in play that the game does not have"),
    "two pieces on one space": ("state_place", 1, "the cell of 17", "two pieces are on one space"),
    "a piece below that does not exist": ("state_below", 4, 32, "state_below is not between 0 and 31"),
    "a stack with itself": ("state_below", 1, 1, "a stack is wrong|two pieces are on one space"),
    "a pile on an ant": ("state_below", 9, 1, "a stack is wrong"),
    "a ply before the first": ("state_ply", None, -1, "state_ply is not between 0"),
    "a hand of unknown pieces": ("state_hand", 0, 1 << 15, "state_hand is not between"),
    "a hand of another game": ("state_hand", 0, 1 << 12, "a piece is in hand that the game does not have"),
    "a piece that just moved from nowhere": ("state_just_moved", None, 12, "the piece that just moved is in hand"),
    "pieces of another game": ("game_kinds", None, 0, "its pieces are those of another game type"),
    "the network of no game": ("game_network", None, 8, "game_network is not between 0 and 7"),
    "the network of another game": ("game_network", None, 3, "its network is that of another game type"),
    "no random word": ("game_word", None, 0, "game_word is not between 1"),
    "a huge ply limit": ("game_ply_limit", None, 1 << 20, "the ply limit is 1 to 16384"),
    "more positions than plies": ("game_recorded", None, 90, "more positions are recorded than have occurred"),
    "a negative count": ("game_recorded", None, -1, "game_recorded is not between 0"),
    "an unknown result": ("game_result", None, 5, "game_result is not between 0 and 4"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_file_with_impossible_numbers_is_refused(name: str) -> None:
    """Compiled code uses them as indices: without a check, a file could make it write anywhere."""
    array, piece, number, problem = IMPOSSIBLE[name]
    arrays = saved_game()
    numbers = arrays[array].astype(np.uint64 if array == "game_word" else np.int64)
    if number == "the cell of 17":
        number = numbers[0, 17]
    numbers[(0,) if piece is None else (0, piece)] = number
    with pytest.raises(SkepError, match=problem):
        load_arrays({**arrays, array: numbers})


def saved_game() -> dict[str, NDArray[Any]]:
    """Return the arrays of a saved game of Base in which both queen bees are in play."""
    env = BatchEnv(1, "Base", threefold=True, seed=2, threads=1)
    env.play(24)
    file = io.BytesIO()
    env.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        return dict(arrays)


def load_arrays(arrays: dict[str, NDArray[Any]]) -> BatchEnv:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    file.seek(0)
    return BatchEnv.load(file, threads=1)


def test_arrays_of_another_form_are_refused() -> None:
    arrays = saved_game()
    assert load_arrays(arrays).status().ply.tolist() == [24]
    for name, array in arrays.items():
        if array.dtype.kind in "iu" and name != "version":
            for other in (array.astype(np.float64), array[:0], np.concatenate([array, array])):
                with pytest.raises(SkepError, match="of the saved batch ha"):
                    load_arrays({**arrays, name: other})
    nothing = {name: array if array.ndim == 0 else array[:0] for name, array in arrays.items()}
    with pytest.raises(SkepError, match="the saved batch has no games"):
        load_arrays(nothing)


def test_a_house_rule_can_be_played_but_not_saved(tmp_path: Path) -> None:
    own = replace(EDITIONS[0], id="own", queen_from_turn=1)
    env = BatchEnv(1, "Base", edition=own)
    assert env.board(0).legal_moves.count() == 5
    with pytest.raises(SkepError, match="the edition own cannot be saved"):
        env.save(tmp_path / "games.npz")
    assert not (tmp_path / "games.npz").exists()


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_finished_position_waits_for_a_reset(autoreset: bool) -> None:
    rng = random.Random(1)
    board = Board("Base")
    while not board.is_game_over():
        board = Board("Base") if board.ply > 100 else board
        board.push(rng.choice(board.legal_moves.list()))
    env = BatchEnv(2, "Base", autoreset=autoreset, seed=1)
    env.set_positions([(1, board.position())])
    assert env.status().over.tolist() == [0, 1]
    assert (env.sample()[1], env.legal_mask()[1].any()) == (-1, False)
    env.step(env.sample())
    assert env.status().ply.tolist() == [1, board.ply]
    env.reset(games=env.status().over)
    env.step(env.sample())
    assert env.status().ply.tolist() == [2, 1]
    env.set_positions([(0, board.position())])
    env.set_positions([(0, Board("Base").position())])
    assert env.status().over.tolist() == [0, 0]


def test_positions_can_be_set_and_read() -> None:
    env = every_game(seed=10)
    env.play(60)
    for game in range(len(env)):
        other = every_game(seed=1)
        position = env.position(game)
        other.set_positions([(game, position)])
        assert other.position(game) == position
        assert len(position.stacks) == len(env.board(game).stacks)
        assert sorted(map(str, position.hands)) == sorted(map(str, env.board(game).position().hands))
        assert EVERY_GAME[game] == (position.game_type, position.edition)
    with pytest.raises(SkepError, match="the position is of another"):
        env.set_positions([(0, Board("Base+MLP").position())])


def test_options_are_checked() -> None:
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: BatchEnv(0), "at least one game"),
        (lambda: BatchEnv(1, ply_limit=0), "ply limit"),
        (lambda: BatchEnv(2, ["Base"]), "2 games need 2"),
        (lambda: BatchEnv(1, observation="planes"), "unknown observation 'planes'"),
        (lambda: BatchEnv(1, device="tpu"), "unknown device 'tpu'"),
        (lambda: BatchEnv(1, threads=0), "at least one thread"),
        (lambda: BatchEnv(2).step([1]), "expected 2 integers"),
        (lambda: BatchEnv(1).step([0.5]), "expected 1 integers"),
        (lambda: BatchEnv(2).reset(games=[True]), "which games to reset"),
        (lambda: BatchEnv(1).use_network({}), r"its arrays are \[\]"),
        (
            lambda: BatchEnv(1).use_network(default_network() | {"rows": default_network()["rows"][:10]}),
            "rows are int16 of shape",
        ),
        (lambda: observe(Board("Base"), ply_limit=1 << 16), "ply limit"),
    ]
    for make, text in attempts:
        with pytest.raises(SkepError, match=text):
            make()


def test_rules_come_in_sequences_of_any_kind() -> None:
    env = BatchEnv(2, np.array(["Base", "Base+P"]), edition=(EDITIONS[0], "hive-2016"))  # type: ignore[arg-type]
    assert [str(env.position(game).game_type) for game in range(2)] == ["Base", "Base+P"]
    assert [env.position(game).edition.id for game in range(2)] == ["ultimate-2024", "hive-2016"]


def test_arrays_cannot_be_written_to() -> None:
    env = BatchEnv(1, "Base")
    for array in (env.legal_mask(), env.legal_pairs(), env.sample(), *env.observe().values(), *env.step(env.sample())):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert len(EVERY_GAME) == 16


def test_values_are_those_of_the_engine() -> None:
    env = every_game(seed=11)
    for boards in play_along(env, 45):
        values = env.evaluate().tolist()
        expected = [
            entry.evaluate(board.kernel_state.array, new_worker(network_for(board.game_type))) for board in boards
        ]
        assert values == expected


def test_keys_and_lists_are_those_of_the_kernel() -> None:
    env = every_game(seed=12)
    for game in range(len(env)):
        env.set_positions([(game, new_board(game).position())])
    env.play(33)
    lists, status = env.move_lists(), env.status()
    for game in range(len(env)):
        board = env.board(game)
        assert status.moves[game] == board.legal_moves.count()
        assert np.count_nonzero(lists[game]) == sum(not move.is_pass for move in board.legal_moves)
    again = every_game(seed=12)
    again.play(33)
    assert (again.keys() == env.keys()).all()
