"""Self-play of many games together, on the processor or a GPU: moves are chosen by looking ahead with a network.

A file of games is played at a time, and depends on its number and the options only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES, GameType, find_edition
from skep.engine.weights import Network, default_network
from skep.kernel.scores import SURE
from skep.lab.batch import BatchEnv
from skep.lab.data import NO_VALUE, GameData, read_file, write_file
from skep.lab.selfplay import PLY_LIMIT, file_of, key_of_game, reserve

__all__ = ["BatchOptions", "continue_batches", "play_batch"]

ROUNDS: Final = 4
"""The number of games that each slot of a batch plays. Slots that are done wait for the others."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """The options of a folder of games. All of its games are played with the same ones."""

    look_ahead: int = 6
    """The number of moves whose replies are examined; with 0, a move is judged by the position after it."""
    noise: int = 15
    """The largest random bonus of a move, in hundredths of a unit, which makes games differ."""
    random_plies: int = 8
    """Each game starts with up to this many random moves, and at least two."""
    game_types: tuple[str, ...] = ("Base+MLP",)
    edition: str = DEFAULT_EDITION.id
    seed: int = 1
    slots: int = 4096
    """The number of games that are played at the same time. A file has four times as many."""


def continue_batches(
    folder: Path,
    games: int,
    options: BatchOptions,
    *,
    network: Network | None = None,
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int], None] = lambda _games: None,
) -> int:
    """Play until a folder has ``games`` games, rounded up to whole files, and return how many it has.

    An interrupted run loses the file that is being played. Raises SkepError if the folder was started with other
    options or another network, or if another process is adding games to it.
    """
    network = default_network() if network is None else network
    with reserve(folder, asdict(options) | {"network": _digest(network)}):
        total, known, env = 0, set[int](), None
        for number in range(-(-games // (options.slots * ROUNDS))):
            path = file_of(folder, number)
            if path.exists():
                data = read_file(path)
            else:
                env = env or _new_env(options, network, device, threads)
                data = play_batch(env, options, number).without_duplicates(known)
                write_file(path, data)
            known.update(data.key.tolist())
            total += len(data)
            progress(total)
    return total


def _digest(network: Network) -> str:
    return hashlib.sha256(b"".join(network[name].tobytes() for name in sorted(network))).hexdigest()


def _new_env(options: BatchOptions, network: Network, device: str, threads: int | None) -> BatchEnv:
    types = [options.game_types[slot % len(options.game_types)] for slot in range(options.slots)]
    env = BatchEnv(
        options.slots,
        types,
        edition=options.edition,
        threefold=True,
        ply_limit=PLY_LIMIT,
        autoreset=False,
        device=device,
        threads=threads,
    )
    env.use_network(network)
    return env


def play_batch(env: BatchEnv, options: BatchOptions, number: int) -> GameData:
    """Play the games of a file."""
    env.reset(seed=options.seed * 1_000_003 + number)
    rng = np.random.default_rng([options.seed, number])
    slots = len(env)
    random_plies = rng.integers(2, max(2, options.random_plies) + 1, (ROUNDS + 1, slots))
    rounds, started = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
    record = _Record([], [], [env.keys(symmetric=True)])
    games = list[_Game]()
    while (rounds < ROUNDS).any():
        at_random = len(record.actions) - started < random_plies[rounds, np.arange(slots)]
        record.add(env, *_choose(env, options, at_random))
        status = env.status()
        done = (status.over != 0) & (rounds < ROUNDS)
        for slot in np.flatnonzero(done).tolist():
            games.append(_Game(slot, int(started[slot]), int(status.length[slot]), int(status.result[slot])))
        rounds[done] += 1
        started[done] = len(record.actions)
        env.reset(games=done & (rounds < ROUNDS))
    return record.data(games, options)


def _choose(env: BatchEnv, options: BatchOptions, at_random: NDArray[np.bool_]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the actions of all games and the values to store, some of them chosen at random."""
    actions, values = map(_on_host, env.look_ahead(options.look_ahead, noise=options.noise))
    known = ~at_random & (np.abs(values) < SURE)
    actions = np.where(at_random, _on_host(env.sample()), actions)
    return actions, np.where(known, values, NO_VALUE).astype(np.int16)


def _on_host(array: Any) -> NDArray[Any]:
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


class _Game(NamedTuple):
    """The place of a finished game in the record of a batch, and its result."""

    slot: int
    start: int
    length: int
    result: int


@dataclass(frozen=True, slots=True)
class _Record:
    """The moves in the slots of a batch, with an array per step."""

    actions: list[NDArray[Any]]
    values: list[NDArray[Any]]
    keys: list[NDArray[Any]]
    """The keys before the first step and after each."""

    def add(self, env: BatchEnv, actions: NDArray[Any], values: NDArray[Any]) -> None:
        """Make a move in each slot and record it."""
        env.step(actions)
        self.actions.append(actions)
        self.values.append(values)
        self.keys.append(env.keys(symmetric=True))

    def data(self, games: Sequence[_Game], options: BatchOptions) -> GameData:
        """Return the finished games."""
        types = [GameType.parse(name) for name in options.game_types]
        edition = find_edition(options.edition)
        actions, values, keys = np.array(self.actions), np.array(self.values), np.array(self.keys)

        def rows(game: _Game) -> slice:
            return slice(game.start, game.start + game.length)

        def key(game: _Game) -> int:
            after_moves = keys[1:][rows(game), game.slot]
            return key_of_game(types[game.slot % len(types)], edition, np.concatenate([keys[0][:1], after_moves]))

        return GameData(
            game_type=np.array([GAME_TYPES.index(types[game.slot % len(types)]) for game in games], np.int8),
            edition=np.full(len(games), EDITIONS.index(edition), np.int8),
            result=np.array([game.result for game in games], np.int8),
            length=np.array([game.length for game in games], np.int16),
            key=np.array([key(game) for game in games], np.uint64),
            actions=np.concatenate([actions[rows(game), game.slot] for game in games]).astype(np.int16),
            values=np.concatenate([values[rows(game), game.slot] for game in games]),
        )
