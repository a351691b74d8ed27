"""The baseline in PyTorch: what it estimates, and that it learns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skep import Bug, Direction, Piece, SkepError
from skep.lab import BatchEnv
from tests.extras import need
from tests.lab.games import every_game

SMALL = {"game_type": "Base", "games": 16, "steps": 8, "ply_limit": 30, "width": 32, "layers": 1, "minibatch": 64}


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Let PyTorch use one thread: on a busy machine, small tensors on several threads wait for each other."""
    torch = need("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_advantages_follow_the_rewards() -> None:
    """With values of zero and a full trace, a move is worth the result of its game to its player."""
    torch = need("torch")
    from skep.lab.baseline import PolicyValueNetwork, TrainingSettings, play

    class Blind(PolicyValueNetwork):
        """Values every position at zero."""

        def forward(self, *seen: Any) -> Any:
            logits, values = super().forward(*seen)
            return logits, torch.zeros_like(values)

    torch.manual_seed(3)
    settings = TrainingSettings(**{**SMALL, "games": 32, "steps": 90, "ply_limit": 80}, trace=1.0, shaping=0.0)  # type: ignore[arg-type]
    env, twin = (BatchEnv(32, "Base", ply_limit=80, seed=2, threads=1) for _ in range(2))
    played = play(env, Blind(16, 1, 2), settings)
    actions = played.actions.view(90, 32)
    expected = torch.zeros(90, 32)
    starts = [0] * 32
    decided = 0
    for step in range(90):
        result = twin.step(actions[step].int().numpy())
        for game in (result.terminated | result.truncated).nonzero()[0].tolist():
            white = float(result.rewards[game, 0])
            decided += white != 0
            for ply in range(starts[game], step + 1):
                expected[ply, game] = white if (ply - starts[game]) % 2 == 0 else -white
            starts[game] = step + 1
    assert decided > 0
    assert torch.equal(played.advantages.view(90, 32), expected)
    assert torch.equal(played.returns, played.advantages)


def test_pressure_counts_the_neighbours_of_the_queen_bees() -> None:
    torch = need("torch")
    from skep.lab.baseline import pressure

    env = every_game(7)
    env.play(30)
    edges = torch.from_dlpack(env.observe("graph-v1")["edges"])
    expected = []
    for game in range(len(env)):
        board = env.board(game)
        counts = [
            0
            if (place := board.where(Piece(color, Bug.QUEEN_BEE, 1))) is None
            else sum(board.top(place.neighbour(direction)) is not None for direction in Direction)
            for color in (board.turn.other, board.turn)
        ]
        expected.append((counts[0] - counts[1]) / 6)
    assert any(expected)
    assert pressure(edges).tolist() == pytest.approx(expected)


def test_learning_prefers_what_was_good() -> None:
    """The action with the advantage becomes more probable, and values approach the returns."""
    torch = need("torch")
    from skep.lab.baseline import PolicyValueNetwork, TrainingSettings, learn, play

    torch.manual_seed(1)
    settings = TrainingSettings(**SMALL, entropy=0.0)  # type: ignore[arg-type]
    network = PolicyValueNetwork(32, 1)
    env = BatchEnv(16, "Base", seed=2, threads=1)
    env.play(6)
    positions = play(env, network, settings)
    good = positions.actions % 2 == 0
    positions.advantages = torch.where(good, 1.0, -1.0)
    positions.returns = torch.where(positions.scalars[:, 0] > 0, 0.5, -0.5)
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3)
    first = learn(network, optimizer, positions, settings)
    for _ in range(10):
        last = learn(network, optimizer, positions, settings)
    assert last < first / 2
    logits, _values = network(positions.tokens, positions.edges, positions.scalars)
    chances = torch.log_softmax(logits.masked_fill(~positions.mask, -1e9), 1)
    gained = chances.gather(1, positions.actions[:, None]).squeeze(1) - positions.chances
    assert gained[good].mean() > 0 > gained[~good].mean()


def test_games_against_a_level_differ() -> None:
    """Every pair of games has an opening and an engine of its own."""
    torch = need("torch")
    from skep.lab.baseline import PolicyValueNetwork, TrainingSettings, play_level

    class Recorder(PolicyValueNetwork):
        """Keeps how many different positions of each size of batch it saw."""

        def forward(self, tokens: Any, *seen: Any) -> Any:
            batches.append((len(tokens), len(torch.unique(tokens, dim=0))))
            return super().forward(tokens, *seen)

    batches: list[tuple[int, int]] = []
    settings = TrainingSettings(**{**SMALL, "ply_limit": 12})  # type: ignore[arg-type]
    score = play_level(Recorder(16, 1, 2), 1, 12, settings)
    assert 0 <= score <= 1
    assert {seen for seen, _different in batches} == {6}  # colours alternate
    assert min(different for _seen, different in batches) >= 5


@pytest.mark.slow
def test_a_training_runs_from_end_to_end(tmp_path: Path) -> None:
    need("torch")
    from skep.lab.baseline import TrainingSettings, load_network, play_level, train

    settings = TrainingSettings(**SMALL)  # type: ignore[arg-type]
    curve = train(tmp_path, settings, minutes=0.05, levels=(1,), evaluations=1, evaluation_games=2, device="cpu")
    assert [line["positions"] > 0 for line in curve] == [False, True]
    assert [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()][1] == curve[1]
    network, loaded = load_network(tmp_path / "network.pt")
    assert loaded == settings
    assert play_level(network, 1, 2, settings) in (0.0, 0.25, 0.5, 0.75, 1.0)
    (tmp_path / "network.pt").write_bytes(b"nonsense")
    with pytest.raises(SkepError, match="not a network of the baseline"):
        load_network(tmp_path / "network.pt")
