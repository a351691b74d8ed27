"""Training the evaluation: features and targets are those of the engine, and training finds a better network."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from skep import EDITIONS, GAME_TYPES, Board, Color, GameType, SkepError
from skep.engine import Engine, Limit
from skep.engine.scores import SCALE
from skep.engine.weights import default_network, read_network
from skep.kernel.evaluate import FINENESS, FULL
from skep.kernel.features import NAMES, NOTHING, ROOM
from skep.lab.actions import move_of
from skep.lab.batch import BatchEnv
from skep.lab.data import NO_VALUE, GameData
from skep.lab.selfplay import SelfPlayOptions, continue_games, play_game
from skep.lab.training.network import losses, train, train_network, write_network
from skep.lab.training.positions import Positions, count_features, positions_of
from tests.cli.helpers import skep
from tests.lab.games import every_game


@pytest.fixture(scope="module")
def games() -> GameData:
    """A few games of different types."""
    engine, rng = Engine(table_mb=1), random.Random(8)
    return GameData.join(
        play_game(engine, rng, GameType.parse(kind), SelfPlayOptions(nodes=20)) for kind in ("Base", "Base+MLP", "Base")
    )


def test_features_agree_with_the_evaluation() -> None:
    """The network applied to the features of positions has the engine's static value."""
    env = every_game(3)
    env.play(40)
    rows, counts = env.features()
    assert rows.shape[1] == ROOM
    features = count_features(rows, counts).astype(np.int64)
    network = default_network()
    kinds = np.array([GAME_TYPES.index(env.position(game).game_type) for game in range(len(env))])
    units = np.clip(features @ network["rows"].astype(np.int64) + network["bias"][kinds], 0, FULL)
    values = units @ network["output"].astype(np.int64) / FINENESS
    assert (np.abs(values - env.evaluate()) <= 1).all()
    assert len(NAMES) == NOTHING


def test_positions_have_the_targets_of_their_games(games: GameData) -> None:
    positions = positions_of(games)
    expected: list[tuple[int, float, bytes]] = []
    starts = np.cumsum(games.length) - games.length
    for game in range(len(games)):
        edition, game_type = EDITIONS[games.edition[game]], GAME_TYPES[games.game_type[game]]
        board = Board(game_type, edition=edition)
        for ply in range(starts[game], starts[game] + games.length[game]):
            value = int(games.values[ply])
            if value != NO_VALUE and abs(value) < 3000:
                points = {1: 1.0, 2: 0.0}.get(int(games.result[game]), 0.5)
                points = points if board.turn is Color.WHITE else 1 - points
                env = BatchEnv(1, game_type, edition=edition, threads=1)
                env.set_positions([(0, board.position())])
                row = count_features(*env.features())[0].tobytes()
                expected.append((game, round((points + 1 / (1 + np.exp(-value / SCALE))) / 2, 5), row))
            board.push(move_of(board, int(games.actions[ply])))
    found = zip(positions.game.tolist(), positions.target.tolist(), positions.features, strict=True)
    assert sorted((game, round(target, 5), row.tobytes()) for game, target, row in found) == sorted(expected)


@pytest.mark.slow
def test_training_learns_and_repeats_itself() -> None:
    """Positions whose result is the sign of a feature: the trained network tells them apart."""
    rng = np.random.default_rng(1)
    features = (rng.random((2000, NOTHING)) < 0.02).astype(np.int8)
    target = np.where(features[:, 3] > 0, 0.95, 0.5).astype(np.float32)
    positions = Positions(features, target, np.arange(2000) // 10, np.zeros(2000, np.int8))
    network = train(positions, epochs=150, seed=2)
    untrained = train(positions, epochs=1, seed=2)
    chosen = positions.select(features[:, 3] > 0)
    assert losses(network, chosen).mean() < losses(untrained, chosen).mean() - 0.1
    again = train(positions, epochs=150, seed=2)
    assert all((network[name] == again[name]).all() for name in network)


def test_some_games_are_needed(games: GameData) -> None:
    with pytest.raises(SkepError, match="at least 20 are needed"):
        train_network(positions_of(games.take(np.array([0]))))


def test_a_network_is_trained_and_played_with(tmp_path: Path) -> None:
    options = SelfPlayOptions(nodes=5, game_types=("Base", "Base+MLP"))
    continue_games(tmp_path / "games", 40, options)
    file = tmp_path / "network.npz"
    ran = skep("lab", "train", str(tmp_path / "games"), str(file), "--epochs", "1")
    assert ran.code == 0, ran.err
    assert ran.lines[-1].startswith(f"{file}: trained on ")
    board = Board("Base+MLP")
    analysis = Engine(table_mb=1, network=file).play(board, Limit(nodes=50))
    assert board.is_legal(analysis.move)
    network = read_network(file)
    write_network(tmp_path / "copy.npz", network)
    assert (tmp_path / "copy.npz").read_bytes()
    assert any((network[name] != default_network()[name]).any() for name in network)
    ran = skep("lab", "train", str(tmp_path / "games"), str(tmp_path / "none" / "network.npz"))
    assert ran.code == 2
    assert "does not exist" in ran.err
