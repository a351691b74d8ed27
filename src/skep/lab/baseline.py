"""A baseline that learns to play from scratch with PyTorch: ``python -m skep.lab.baseline FOLDER``.

A transformer with one token per piece plays many games against itself and learns from them with proximal policy
optimisation (PPO). The folder gets the network and ``curve.jsonl``, with a line per evaluation against the levels.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from skep.board import Board
from skep.engine import Engine, Limit
from skep.errors import SkepError
from skep.lab import boards
from skep.lab.actions import move_of
from skep.lab.batch import BatchEnv
from skep.lab.observations import EDGE_NAMES, find_observation
from skep.pieces import Color

__all__ = ["PolicyValueNetwork", "TrainingSettings", "load_network", "play_level", "train"]

_SLOTS: Final = 28
_SIDES: Final = 7
_BUGS: Final = 16
_HIDDEN: Final = -1e9
_OPENING_PLIES: Final = 4


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings of a training. The defaults are meant for one large GPU."""

    game_type: str = "Base+MLP"
    games: int = 4096
    """Games played at the same time."""
    steps: int = 32
    """Moves of each game between two updates."""
    ply_limit: int = 120
    width: int = 128
    layers: int = 4
    heads: int = 4
    minibatch: int = 8192
    epochs: int = 2
    """How often each position is used."""
    rate: float = 5e-4
    """The learning rate at the beginning, which falls to zero with the time."""
    clip: float = 0.2
    entropy: float = 0.01
    """The weight of the policy's entropy, which keeps it exploring."""
    shaping: float = 0.5
    """The reward for a surrounded queen bee's neighbours, spread over the moves that put them there.

    Random play hardly ever surrounds a queen bee. A win is still worth 1, because the end of a game takes this back."""
    trace: float = 0.95
    """Lambda of the generalised advantage estimation."""
    seed: int = 1


class PolicyValueNetwork(nn.Module):  # type: ignore[misc]
    """A transformer over the 28 pieces, with logits of all actions and the value to the side to move.

    It sees ``tokens-v1``, and in its attention how pieces touch each other (the edges of ``graph-v1``). An action is a
    piece, a reference piece and a side of that, so its logit is the product of two vectors: one of the first piece, and
    one of the reference piece for that side.
    """

    def __init__(self, width: int = 128, layers: int = 4, heads: int = 4) -> None:
        super().__init__()
        spec = find_observation("tokens-v1").arrays
        self.heads = heads
        self.bug = nn.Embedding(_BUGS, width)
        self.piece = nn.Parameter(0.02 * torch.randn(_SLOTS, width))
        self.facts = nn.Linear(spec["tokens"].shape[1] - 1, width)
        self.scalars = nn.Linear(spec["scalars"].shape[0], width)
        self.touch = nn.Embedding(len(EDGE_NAMES), layers * heads)
        self.layers = nn.ModuleList(_Layer(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.mover = nn.Linear(width, width)
        self.place = nn.Linear(width, width * _SIDES)
        self.passes = nn.Linear(width, 1)
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1), nn.Tanh())

    def forward(self, tokens: Tensor, edges: Tensor, scalars: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of all actions, legal or not, and the values, from -1 to 1."""
        pieces = self.bug(tokens[..., 0].long()) + self.piece + self.facts(tokens[..., 1:].float() / 8)
        facts = scalars.float()
        pieces = pieces + self.scalars(facts.sign() * facts.abs().log1p())[:, None]
        touches = self.touch(edges.long()).permute(3, 0, 1, 2).unflatten(0, (len(self.layers), self.heads))
        for layer, bias in zip(self.layers, touches, strict=True):
            pieces = layer(pieces, bias.transpose(0, 1))
        pieces = self.norm(pieces)
        places = self.place(pieces).view(len(pieces), _SLOTS * _SIDES, -1)
        logits = self.mover(pieces) @ places.transpose(1, 2) / pieces.shape[2] ** 0.5
        mean = pieces.mean(1)
        return torch.cat([logits.flatten(1), self.passes(mean)], 1), self.value(mean).squeeze(1)


class _Layer(nn.Module):  # type: ignore[misc]
    """Attention and a small network, each added to its input."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mixed, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.body = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, pieces: Tensor, bias: Tensor) -> Tensor:
        heads = self.mixed(self.first(pieces)).unflatten(2, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        attended = nn.functional.scaled_dot_product_attention(*heads, attn_mask=bias)
        pieces = pieces + self.out(attended.transpose(1, 2).flatten(2))
        return pieces + self.body(self.second(pieces))


@dataclass(slots=True)
class Positions:
    """The input and the choices of the network, with a row per position."""

    tokens: Tensor
    edges: Tensor
    scalars: Tensor
    mask: Tensor
    actions: Tensor
    chances: Tensor
    """The logarithm of the probability of the action."""
    advantages: Tensor
    returns: Tensor

    def batches(self, size: int) -> Iterator[Positions]:
        """Yield all positions in random order."""
        for chosen in torch.randperm(len(self.actions), device=self.actions.device).split(size):
            yield Positions(*(getattr(self, name)[chosen] for name in self.__slots__))


def see(env: BatchEnv) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return tokens, edges, scalars and mask, which share the memory of the environment."""
    tokens, graph = env.observe("tokens-v1"), env.observe("graph-v1")
    share = torch.from_dlpack
    return share(tokens["tokens"]), share(graph["edges"]), share(tokens["scalars"]), share(env.legal_mask())


def play(env: BatchEnv, network: PolicyValueNetwork, settings: TrainingSettings) -> Positions:
    """Play some moves of every game with the network, and estimate how good each was."""
    seen: list[tuple[Tensor, ...]] = []
    rewards, ends, values, pressures = [], [], [], []
    network.eval()
    with torch.no_grad():
        for _ in range(settings.steps):
            tokens, edges, scalars, mask = (array.clone() for array in see(env))
            logits, value = network(tokens, edges, scalars)
            policy = torch.distributions.Categorical(logits=logits.masked_fill(~mask, _HIDDEN))
            actions = policy.sample()
            seen.append((tokens, edges, scalars, mask, actions, policy.log_prob(actions)))
            values.append(value)
            pressures.append(settings.shaping * pressure(edges))
            result = env.step(actions.int())
            given, terminated, truncated = (torch.from_dlpack(array) for array in result)
            rewards.append(given.gather(1, scalars[:, :1].long()).squeeze(1))  # column 0: Black is to move
            ends.append((terminated | truncated).clone())
        tokens, edges, scalars, _mask = see(env)
        _logits, after = network(tokens, edges, scalars)
    advantages = []
    following, pressure_after = torch.zeros_like(after), settings.shaping * pressure(edges)
    for reward, end, value, before in reversed(list(zip(rewards, ends, values, pressures, strict=True))):
        # the next position is the opponent's, so what is good there is bad here
        going = (~end).float()
        gained = reward - going * pressure_after - before
        following = gained - going * after - value - settings.trace * going * following
        advantages.append(following)
        after, pressure_after = value, before
    estimated = torch.cat(advantages[::-1])
    tokens, edges, scalars, mask, actions, chances = (torch.cat(column) for column in zip(*seen, strict=True))
    returns = estimated + torch.cat(values)
    return Positions(tokens, edges, scalars, mask, actions, chances, estimated, returns)


def pressure(edges: Tensor) -> Tensor:
    """Return how much more the enemy's queen bee is surrounded than that of the side to move, from -1 to 1."""
    sides = torch.arange(1, _SIDES, device=edges.device)
    taken = [(edges[:, queen, :, None] == sides).any(1).sum(1) for queen in (0, _SLOTS // 2)]
    return (taken[1] - taken[0]).float() / 6


def learn(network: PolicyValueNetwork, optimizer: Any, positions: Positions, settings: TrainingSettings) -> float:
    """Improve the network with the positions, and return the mean error of its values."""
    network.train()
    errors = []
    for _ in range(settings.epochs):
        for batch in positions.batches(settings.minibatch):
            logits, value = network(batch.tokens, batch.edges, batch.scalars)
            policy = torch.distributions.Categorical(logits=logits.masked_fill(~batch.mask, _HIDDEN))
            ratio = (policy.log_prob(batch.actions) - batch.chances).exp()
            advantages = (batch.advantages - batch.advantages.mean()) / batch.advantages.std().clamp(min=0.01)
            bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = torch.minimum(ratio * advantages, bounded * advantages).mean()
            error = (value - batch.returns).square().mean()
            loss = 0.5 * error - gain - settings.entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            errors.append(error.detach())
    return float(torch.stack(errors).mean())


def play_level(network: PolicyValueNetwork, level: int, games: int, settings: TrainingSettings) -> float:
    """Return the network's score against a level of the engine: the mean of 1, ½ and 0.

    Without a search, the network plays its most probable move. Games come in pairs, which start with the same random
    moves and have the colours swapped. A game that reaches the ply limit is a draw.
    """
    device = next(network.parameters()).device
    engines = [Engine(table_mb=1, level=level, seed=game // 2) for game in range(games)]
    going = {game: _opening(settings.game_type, game // 2) for game in range(games)}
    score = 0.0
    while going:
        ours = [game for game, board in going.items() if (board.turn is Color.WHITE) == (game % 2 == 0)]
        if ours:
            for game, action in zip(ours, _best_actions(network, [going[game] for game in ours], device), strict=True):
                going[game].push(move_of(going[game], action))
        for game, board in list(going.items()):
            if game not in ours:
                board.push(engines[game].play(board, Limit(seconds=10)).move)
            outcome = board.outcome()
            if outcome is not None or board.ply >= settings.ply_limit:
                winner = None if outcome is None else outcome.winner
                score += 0.5 if winner is None else float((winner is Color.WHITE) == (game % 2 == 0))
                del going[game]
    return score / games


def _opening(game_type: str, number: int) -> Board:
    """Return a board after a few random moves, which depend on the number only."""
    rng = random.Random(number)
    board = Board(game_type, threefold=True)
    for _ in range(_OPENING_PLIES):
        board.push(rng.choice(board.legal_moves.list()))
    return board


def _best_actions(network: PolicyValueNetwork, positions: list[Board], device: Any) -> list[int]:
    def stack(arrays: list[Any]) -> Tensor:
        return torch.from_numpy(np.stack(arrays)).to(device)

    tokens = [boards.observe(board, "tokens-v1") for board in positions]
    edges = [boards.observe(board, "graph-v1")["edges"] for board in positions]
    mask = stack([boards.legal_mask(board) for board in positions]).bool()
    network.eval()
    with torch.no_grad():
        logits, _values = network(
            stack([one["tokens"] for one in tokens]), stack(edges), stack([one["scalars"] for one in tokens])
        )
    best: list[int] = logits.masked_fill(~mask, _HIDDEN).argmax(1).tolist()
    return best


def train(
    folder: Path,
    settings: TrainingSettings,
    *,
    minutes: float,
    levels: tuple[int, ...] = (1, 3, 5),
    evaluations: int = 10,
    evaluation_games: int = 100,
    device: str | None = None,
) -> list[dict[str, Any]]:
    """Train for some minutes, write the network and the learning curve to a folder, and return the curve.

    Evaluations do not count as training. The device is a GPU if there is one.
    """
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    env = BatchEnv(
        settings.games,
        settings.game_type,
        threefold=True,
        ply_limit=settings.ply_limit,
        seed=settings.seed,
        device=device,
    )
    network = PolicyValueNetwork(settings.width, settings.layers, settings.heads).to(device)
    optimizer = torch.optim.AdamW(network.parameters(), settings.rate, weight_decay=0.01)
    curve: list[dict[str, Any]] = []
    error: float | None
    spent, positions, error = 0.0, 0, None
    with (folder / "curve.jsonl").open("w", encoding="utf-8") as file:
        while True:
            if spent >= len(curve) * 60 * minutes / evaluations:
                scores = {str(level): play_level(network, level, evaluation_games, settings) for level in levels}
                curve.append({"minutes": spent / 60, "positions": positions, "error": error, "scores": scores})
                print(json.dumps(curve[-1]), file=file, flush=True)
                save_network(folder / "network.pt", network, settings)
                if spent >= 60 * minutes:
                    return curve
            began = time.perf_counter()
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * max(1 - spent / (60 * minutes), 0.02)
            played = play(env, network, settings)
            error = learn(network, optimizer, played, settings)
            positions += len(played.actions)
            spent += time.perf_counter() - began


def save_network(path: Path, network: PolicyValueNetwork, settings: TrainingSettings) -> None:
    """Write a network and the settings of its training."""
    torch.save({"settings": asdict(settings), "network": network.state_dict()}, path)


def load_network(path: Path) -> tuple[PolicyValueNetwork, TrainingSettings]:
    """Load what a training wrote. Raises SkepError if the file is something else."""
    try:
        saved = torch.load(path, map_location="cpu", weights_only=True)
        settings = TrainingSettings(**saved["settings"])
        network = PolicyValueNetwork(settings.width, settings.layers, settings.heads)
        network.load_state_dict(saved["network"])
    except Exception as error:  # PyTorch raises errors of many kinds
        raise SkepError(f"{path}: not a network of the baseline ({error})") from error
    return network, settings


def main() -> None:
    """Train, and print the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of the network and the learning curve")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to train (20)")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="by default a GPU if there is one")
    parser.add_argument("--evaluation-games", type=int, default=100, help="games against each level (100)")
    for name in ("game_type", "games", "steps", "ply_limit", "width", "layers", "minibatch", "epochs", "rate", "seed"):
        value = getattr(TrainingSettings(), name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=f"({value})")
    given = vars(parser.parse_args())
    folder, minutes, device = given.pop("folder"), given.pop("minutes"), given.pop("device")
    games = given.pop("evaluation_games")
    for line in train(folder, TrainingSettings(**given), minutes=minutes, device=device, evaluation_games=games):
        scores = ", ".join(f"level {level} {score:.0%}" for level, score in line["scores"].items())
        print(f"{line['minutes']:6.1f} min  {line['positions']:12,} positions  {scores}")


if __name__ == "__main__":
    main()
