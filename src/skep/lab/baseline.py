"""A baseline that learns to play from scratch with PyTorch: ``python -m skep.lab.baseline FOLDER``.

Thousands of games are played at a time. Each move is chosen by looking one ply ahead with a small network, which begins
with random weights and learns from the games by temporal differences, as TD-Gammon did. The network has the form of the
engine's evaluation, so the environment evaluates with it, and ``Engine(network=…)`` plays with the file. The folder
gets ``network.npz`` and ``curve.jsonl``, with a line per evaluation against the levels.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from skep.board import Board
from skep.editions import GAME_TYPES, GameType
from skep.engine import Engine, Limit
from skep.engine.scores import SCALE
from skep.engine.weights import Network
from skep.kernel.evaluate import FINENESS, FULL, UNITS
from skep.kernel.features import NOTHING
from skep.lab.batch import BatchEnv
from skep.lab.training.network import write_network
from skep.pieces import Color

__all__ = ["Examples", "SelfPlay", "TrainingSettings", "ValueNetwork", "learn", "score_against", "train"]

_MAX_WEIGHT: Final = 240 / FULL
"""The bound on the weights of the features, so that a sum of them fits into 16 bits."""
_OPENING_PLIES: Final = 4


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings of a training. The defaults are meant for one large GPU."""

    game_types: tuple[str, ...] = ("Base+MLP",)
    """The game types, in turn for each game. One that is named twice is played twice as often."""
    games: int = 65_536
    """Games played at the same time."""
    steps: int = 32
    """Moves of each game between two updates."""
    ply_limit: int = 160
    """The length at which a game is a draw."""
    width: int = 0
    """The number of moves whose replies are examined as well."""
    noise: int = 20
    """The largest random bonus of a move, in hundredths of a unit, which makes games differ."""
    random_share: float = 0.02
    """The share of moves that are chosen at random, which shows the network what it would not play."""
    trace: float = 0.8
    """Lambda: how far the result of a game reaches back, compared with what looking ahead says."""
    minibatch: int = 16_384
    epochs: int = 1
    """The number of times that each position is used."""
    rate: float = 2e-3
    """The learning rate at the beginning, which falls to zero with the time."""
    decay: float = 0.1
    """The weight decay, which keeps the weights of rare features close to zero."""
    seed: int = 1


class ValueNetwork(nn.Module):  # type: ignore[misc]
    """The chance of the side to move: a row of weights per feature, which are added up, clipped and weighted again."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.Parameter(0.08 * torch.randn(NOTHING, UNITS))
        self.bias = nn.Parameter(torch.full((len(GAME_TYPES), UNITS), 0.3))
        self.output = nn.Parameter(0.1 * torch.randn(UNITS))

    def forward(self, features: Tensor, kinds: Tensor) -> Tensor:
        """Return the logits of the expected scores, from features and game types."""
        counts = torch.zeros(len(features), NOTHING + 1, device=features.device)
        counts.scatter_add_(1, features.long(), torch.ones_like(features, dtype=torch.float32))
        return (counts[:, :NOTHING] @ self.rows + self.bias[kinds]).clamp(0, 1) @ self.output

    def round_weights(self) -> Network:
        """Return the integer weights with which the kernel computes the same values in hundredths of a unit."""

        def scale(weights: Tensor, unit: float, dtype: Any) -> Any:
            return (weights.detach() * unit).round().cpu().numpy().astype(dtype)

        return {
            "rows": scale(self.rows, FULL, np.int16),
            "bias": scale(self.bias, FULL, np.int16),
            "output": scale(self.output, SCALE * FINENESS / FULL, np.int32),
        }


@dataclass(slots=True)
class Examples:
    """Positions from which the network learns, with a row per position."""

    features: Tensor
    """Features of each position, in a row that ends with ``NOTHING``."""
    kinds: Tensor
    """The index of the game type in ``GAME_TYPES``."""
    targets: Tensor
    """The expected score of the side to move, from 0 to 1."""

    def batches(self, size: int) -> Iterator[Examples]:
        """Yield all positions in random order."""
        for chosen in torch.randperm(len(self.targets), device=self.targets.device).split(size):
            yield Examples(self.features[chosen], self.kinds[chosen], self.targets[chosen])


class SelfPlay:
    """Games of a network against itself, which continue from one update to the next."""

    def __init__(self, settings: TrainingSettings, device: str) -> None:
        self.settings = settings
        types = [settings.game_types[game % len(settings.game_types)] for game in range(settings.games)]
        self.env = BatchEnv(
            settings.games, types, threefold=True, ply_limit=settings.ply_limit, seed=settings.seed, device=device
        )
        self.kinds = torch.tensor([GAME_TYPES.index(GameType.parse(name)) for name in types], device=device)
        self.black_to_move = torch.zeros(settings.games, dtype=torch.bool, device=device)

    def play(self, network: Network) -> Examples:
        """Play some moves of every game, and compute what each position was worth from what followed.

        The target of a position is its result if the game ends with the next move. Otherwise it lies between what
        looking ahead says and the target of the next position, which is that of the opponent.
        """
        settings, share = self.settings, torch.from_dlpack
        self.env.use_network(network)
        features, chances, targets, ends = [], [], [], []
        for _ in range(settings.steps):
            rows, counts = (share(array) for array in self.env.features())
            features.append(rows[:, : int(counts.max())].clone())
            ahead = self.env.look_ahead(settings.width, noise=settings.noise)
            chances.append(_chance(share(ahead.values)))
            actions = share(ahead.actions).clone()
            at_random = torch.rand(len(actions), device=actions.device) < settings.random_share
            actions = torch.where(at_random, share(self.env.sample()), actions)
            rewards, terminated, truncated = (share(array) for array in self.env.step(actions))
            reward = rewards.gather(1, self.black_to_move.long()[:, None]).squeeze(1)
            over = terminated | truncated
            # what follows a random move says nothing about good play
            targets.append(torch.where(over, (reward + 1) / 2, chances[-1]))
            ends.append(over | at_random)
            self.black_to_move = ~self.black_to_move & ~over
        following = _chance(share(self.env.look_ahead(settings.width).values))
        for step in reversed(range(settings.steps)):
            going_on = (1 - settings.trace) * chances[step] + settings.trace * (1 - following)
            following = targets[step] = torch.where(ends[step], targets[step], going_on)
        longest = max(rows.shape[1] for rows in features)
        padded = [nn.functional.pad(rows, (0, longest - rows.shape[1]), value=NOTHING) for rows in features]
        return Examples(torch.cat(padded), self.kinds.repeat(settings.steps), torch.cat(targets))


def _chance(values: Tensor) -> Tensor:
    """Return the expected scores of values in hundredths of a unit."""
    return torch.sigmoid(values.float() / SCALE)


def learn(network: ValueNetwork, optimizer: Any, positions: Examples, settings: TrainingSettings) -> float:
    """Improve the network with the positions, and return the mean loss."""
    losses = []
    for _ in range(settings.epochs):
        for batch in positions.batches(settings.minibatch):
            loss = nn.functional.binary_cross_entropy_with_logits(network(batch.features, batch.kinds), batch.targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                network.rows.clamp_(-_MAX_WEIGHT, _MAX_WEIGHT)
            losses.append(loss.detach())
    return float(torch.stack(losses).mean())


def score_against(level: int, network: Network, games: int, *, game_type: str, nodes: int, ply_limit: int) -> float:
    """Return the score of the engine with a network against a level: the mean of 1, ½ and 0.

    The engine searches ``nodes`` positions per move. Games come in pairs, which start with the same random moves and
    have the colours swapped. A game that reaches the ply limit is a draw.
    """

    def play_one(game: int) -> float:
        ours = Engine(table_mb=1, network=network)
        theirs = Engine(table_mb=1, level=level, seed=game // 2)
        board = _opening(game_type, game // 2)
        color = Color(game % 2)
        while not board.is_game_over() and board.ply < ply_limit:
            engine, limit = (ours, Limit(nodes=nodes)) if board.turn is color else (theirs, Limit(seconds=10))
            board.push(engine.play(board, limit).move)
        outcome = board.outcome()
        return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner is color)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(play_one, range(games))) / games


def _opening(game_type: str, number: int) -> Board:
    """Return a board after a few random moves, which depend on the number only."""
    rng = random.Random(number)
    board = Board(game_type, threefold=True)
    for _ in range(_OPENING_PLIES):
        board.push(rng.choice(board.legal_moves.list()))
    return board


def train(
    folder: Path,
    settings: TrainingSettings,
    *,
    minutes: float,
    levels: tuple[int, ...] = (1, 3, 5, 7),
    evaluations: int = 10,
    evaluation_games: int = 100,
    nodes: int = 220,
    device: str | None = None,
) -> list[dict[str, Any]]:
    """Train for some minutes, write the network and the learning curve to a folder, and return the curve.

    Evaluations do not count as training. In them, the engine plays games of the first game type with the network and
    searches as many positions per move as level 5 does. The device is a GPU if there is one.
    """
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    games = SelfPlay(settings, device)
    network = ValueNetwork().to(device)
    optimizer = torch.optim.AdamW(network.parameters(), settings.rate, weight_decay=settings.decay)
    score = partial(score_against, game_type=settings.game_types[0], nodes=nodes, ply_limit=settings.ply_limit)
    curve: list[dict[str, Any]] = []
    loss: float | None
    spent, positions, loss = 0.0, 0, None
    with (folder / "curve.jsonl").open("w", encoding="utf-8") as file:
        while True:
            if spent >= len(curve) * 60 * minutes / evaluations:
                rounded = network.round_weights()
                scores = {str(level): score(level, rounded, evaluation_games) for level in levels}
                curve.append({"minutes": spent / 60, "positions": positions, "loss": loss, "scores": scores})
                print(json.dumps(curve[-1]), file=file, flush=True)
                print(_line(curve[-1]), flush=True)
                write_network(folder / "network.npz", rounded)
                if spent >= 60 * minutes:
                    return curve
            began = time.perf_counter()
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * max(1 - spent / (60 * minutes), 0.01)
            played = games.play(network.round_weights())
            loss = learn(network, optimizer, played, settings)
            positions += len(played.targets)
            spent += time.perf_counter() - began


def _line(point: dict[str, Any]) -> str:
    """Return a point of the learning curve for people."""
    scores = ", ".join(f"level {level} {score:.0%}" for level, score in point["scores"].items())
    return f"{point['minutes']:6.1f} min  {point['positions']:14,} positions  {scores}"


def main() -> None:
    """Train, and print the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of the network and the learning curve")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to train (20)")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="by default a GPU if there is one")
    parser.add_argument("--evaluations", type=int, default=10, help="points of the learning curve (10)")
    parser.add_argument("--evaluation-games", type=int, default=100, help="games against each level (100)")
    parser.add_argument("--nodes", type=int, default=220, help="positions searched per move in these games (220)")
    defaults = TrainingSettings()
    names = ("games", "steps", "ply_limit", "width", "noise", "trace", "minibatch", "epochs", "rate", "seed")
    parser.add_argument("--game-type", action="append", dest="game_types", help="can be given several times (Base+MLP)")
    for name in names:
        value = getattr(defaults, name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=f"({value})")
    given = vars(parser.parse_args())
    game_types = tuple(given.pop("game_types") or defaults.game_types)
    settings = TrainingSettings(game_types, **{name: given.pop(name) for name in names})
    train(given.pop("folder"), settings, **given)


if __name__ == "__main__":
    main()
