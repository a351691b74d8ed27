"""BatchEnv: many games in one object, for reinforcement learning."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from skep.board import Board
from skep.editions import DEFAULT_EDITION, GAME_TYPES, Edition, GameType, find_edition
from skep.engine.weights import Network, load_network, network_for
from skep.errors import IllegalMove, SkepError
from skep.kernel import layout
from skep.kernel.evaluate import UNITS
from skep.kernel.features import ROOM as FEATURES
from skep.kernel.state import KernelState
from skep.lab import saving
from skep.lab.backends import Backend, new_backend
from skep.lab.kernels.actions import ACTIONS, PIECES
from skep.lab.kernels.entries import STATUS
from skep.lab.kernels.planes import PLANES
from skep.lab.kernels.records import GAME, LIST, MAX_MOVES, NETWORK, PLAY, REFRESH, RESET, ROOM, STEP
from skep.lab.observations import SIZE, check_ply_limit, find_observation
from skep.lab.positions import Rules, kinds_of, read_position
from skep.position import Position

__all__ = ["MAX_NOISE", "BatchEnv", "LookAhead", "Status", "StepResult"]

MAX_NOISE: Final = 10_000
"""The largest noise of a choice, in hundredths of a unit."""
_GOLDEN: Final = 0x9E3779B97F4A7C15


class StepResult(NamedTuple):
    """The outcome of a step, one entry per game. The next call overwrites the arrays."""

    rewards: Any
    """Of White and Black, in two columns: 1 for a win, -1 for a loss, otherwise 0."""
    terminated: Any
    """Whether the game ended by the rules."""
    truncated: Any
    """Whether the game ended because it reached the ply limit."""


class LookAhead(NamedTuple):
    """The choices of :meth:`skep.lab.BatchEnv.look_ahead`. The next call overwrites the arrays."""

    actions: Any
    """The chosen action of each game, -1 if it is over."""
    values: Any
    """The value of the best move to the side to move, in hundredths of a unit. Wins are worth 29,500 or more."""


class Status(NamedTuple):
    """Facts about each game."""

    ply: NDArray[np.int32]
    moves: NDArray[np.int32]
    """The number of legal moves."""
    repetitions: NDArray[np.int32]
    """How often the position has occurred. It is counted only if threefold repetition ends the game."""
    over: NDArray[np.int32]
    """1 if the game has ended and is not reset automatically."""
    finished: NDArray[np.int32]
    """The number of games that have ended."""
    length: NDArray[np.int32]
    """The plies of the last game that ended."""
    result: NDArray[np.int32]
    """The result of the last game that ended: 1 White won, 2 Black won, 3 draw, 4 ply limit; 0 if there is none."""


class BatchEnv:
    """Games that are played together, on the processor or a GPU.

    >>> env = BatchEnv(4, "Base+MLP", seed=1)
    >>> actions = env.sample()
    >>> bool(env.legal_mask()[0, actions[0]])
    True
    >>> env.step(actions).terminated.tolist()
    [False, False, False, False]

    Arrays that methods return belong to the environment: the next call of the same method overwrites them.
    """

    def __init__(
        self,
        games: int,
        game_type: GameType | str | Sequence[GameType | str] | None = None,
        *,
        edition: Edition | str | Sequence[Edition | str] = DEFAULT_EDITION,
        threefold: bool = False,
        ply_limit: int = 300,
        autoreset: bool = True,
        seed: SupportsIndex = 0,
        observation: str = "planes-v1",
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        """Start games. A sequence of game types or editions has one for each game.

        With ``threefold``, the third occurrence of a position is a draw. A game that reaches ``ply_limit`` is
        truncated. With ``autoreset``, a game that ended is replaced by a new one in the same step. ``threads`` is for
        the processor; by default every core works.
        """
        if games < 1:
            raise SkepError(f"a batch has at least one game, not {games}")
        check_ply_limit(ply_limit)
        editions = [find_edition(one) if isinstance(one, str) else one for one in _spread(edition, games, "editions")]
        types = [GameType.parse(one) if isinstance(one, str) else one for one in _spread(game_type, games, "types")]
        rules = [(edition.box if one is None else one, edition) for one, edition in zip(types, editions, strict=True)]
        options = np.zeros(games, GAME)
        options["kinds"] = [kinds_of(one) for one, _edition in rules]
        options["network"] = [GAME_TYPES.index(one) for one, _edition in rules]
        options["threefold"], options["ply_limit"], options["autoreset"] = threefold, ply_limit, autoreset
        self._set_up(new_backend(device, threads), _start_states(rules), options, rules, observation)
        self.reset(seed=seed)

    def _set_up(
        self, backend: Backend, states: NDArray[Any], games: NDArray[Any], rules: Sequence[Rules], observation: str
    ) -> None:
        """Create the arrays."""
        self.observation = find_observation(observation).name
        self._backend = backend
        self._count = count = len(games)
        self._rules = tuple(rules)
        self._states = backend.from_host(states)
        self._games = backend.from_host(games)
        limit = int(games["ply_limit"].max())
        self._keys_per_game = limit + 2 if games["threefold"].any() else 2
        self._keys = backend.zeros((count * self._keys_per_game,), np.uint64)
        self._moves = backend.zeros((count * MAX_MOVES,), np.uint16)
        self._actions = backend.zeros((count,), np.int32)
        self._given = backend.zeros((count,), np.int32)
        self._chosen = backend.zeros((count,), np.int32)
        self._rewards = backend.zeros((count * 2,), np.float32)
        self._terminated = backend.zeros((count,), np.uint8)
        self._truncated = backend.zeros((count,), np.uint8)
        self._observed: dict[str, tuple[Any, ...]] = {}
        self._networks: Any = None

    @property
    def device(self) -> str:
        """The device that plays the games: ``cpu`` or ``cuda``."""
        return self._backend.device

    def __len__(self) -> int:
        return self._count

    # playing

    def reset(self, *, seed: SupportsIndex | None = None, games: Any = None) -> None:
        """Start new games: all of them, or those that are true in an array. A seed restarts the random numbers."""
        if seed is not None:
            self._seed(seed)
        chosen = np.ones(self._count, bool) if games is None else self._backend.booleans(games)
        if chosen.shape != (self._count,):
            raise SkepError(f"which games to reset needs an array of {self._count}, not of shape {chosen.shape}")
        self._advance(RESET, self._backend.from_host(chosen.astype(np.int32)))

    def _seed(self, seed: SupportsIndex) -> None:
        """Give every game its own sequence of random numbers, which does not depend on the size of the batch."""
        first = operator.index(seed) * _GOLDEN + 1
        games = self._backend.to_host(self._games)
        games["word"] = [_mix(first + game) for game in range(self._count)]
        self._games = self._backend.from_host(games)

    def sample(self) -> Any:
        """Return a random legal action for each game, -1 for a game that is over."""
        self._run("sample", self._states, self._games, self._moves, self._actions)
        return self._backend.share(self._actions)

    def step(self, actions: Any) -> StepResult:
        """Make a move in each game. Games that are over are skipped.

        Raises IllegalMove, before any move is made, if an action is illegal.
        """
        numbers = self._backend.actions(actions, self._given)
        self._run("decode_actions", self._states, self._games, self._moves, numbers, self._chosen)
        if self._backend.any_illegal(self._chosen):
            self._check(numbers)
        return self._advance(STEP, self._chosen)

    def play(self, plies: int) -> StepResult:
        """Make ``plies`` random moves in each game without returning to Python, for example to vary openings."""
        return self._advance(PLAY, self._chosen, plies)

    def _advance(self, command: int, chosen: Any, plies: int = 1) -> StepResult:
        self._run(
            "advance",
            self._states,
            self._games,
            self._keys,
            self._moves,
            chosen,
            command,
            plies,
            self._rewards,
            self._terminated,
            self._truncated,
            self._keys_per_game,
        )
        return self._step_result

    @cached_property
    def _step_result(self) -> StepResult:
        share = self._backend.share
        rewards = share(self._rewards.reshape(self._count, 2))
        return StepResult(rewards, share(self._terminated.view(np.bool_)), share(self._truncated.view(np.bool_)))

    def _check(self, actions: Any) -> None:
        """Raise IllegalMove for the first illegal action of a game that is not over."""
        illegal = (self._backend.to_host(self._chosen) < 0) & (self.status().over == 0)
        for game in np.flatnonzero(illegal).tolist():
            action = int(self._backend.to_host(actions)[game])
            raise IllegalMove(f"game {game}: action {action} is illegal", position=self.position(game))

    @property
    def rewards(self) -> Any:
        """The rewards of White and Black in the last step."""
        return self._step_result.rewards

    @property
    def terminated(self) -> Any:
        """Whether each game ended by the rules in the last step."""
        return self._step_result.terminated

    @property
    def truncated(self) -> Any:
        """Whether each game reached the ply limit in the last step."""
        return self._step_result.truncated

    # what players see

    def legal_mask(self) -> Any:
        """Return which actions are legal, as an array of games and actions."""
        listed, flags = self._buffers("mask", ((MAX_MOVES,), np.int16), ((ACTIONS,), np.uint8))
        self._run("mask", self._states, self._games, self._moves, listed, flags)
        return self._backend.share(flags.reshape(self._count, ACTIONS).view(np.bool_))

    def legal_pairs(self) -> Any:
        """Return which pairs of a piece and a destination are legal, as an array of games, slots, rows and columns.

        A pass has no pair: a game whose entries are all false has to pass, or is over.
        """
        listed, flags = self._buffers("pairs", ((MAX_MOVES,), np.int32), ((PIECES, SIZE, SIZE), np.uint8))
        self._run("pairs", self._states, self._games, self._moves, listed, flags)
        return self._backend.share(flags.reshape(self._count, PIECES, SIZE, SIZE).view(np.bool_))

    def observe(self, observation: str | None = None) -> dict[str, Any]:
        """Return the arrays of an observation by name, by default of the one chosen for the environment."""
        spec = find_observation(observation or self.observation)
        shapes = [(array.shape, array.dtype) for array in spec.arrays.values()]
        if spec.function == "planes":
            picture, scalars, written = self._buffers(spec.name, *shapes, ((PLANES,), np.int32))
            self._run("planes", self._states, self._games, picture, written, scalars)
        else:
            buffers = self._buffers(spec.name, *shapes)
            self._run(spec.function, self._states, self._games, *buffers)
        return {
            name: self._backend.share(buffer.reshape(self._count, *array.shape))
            for (name, array), buffer in zip(spec.arrays.items(), self._observed[spec.name], strict=False)
        }

    def status(self) -> Status:
        """Return facts about each game, as NumPy arrays."""
        (numbers,) = self._buffers("status", ((STATUS,), np.int32))
        self._run("status", self._states, self._games, numbers)
        return Status(*self._backend.to_host(numbers).reshape(self._count, STATUS).T.copy())

    def evaluate(self) -> Any:
        """Return the static value of each position to the side to move, in hundredths of a unit.

        It is the evaluation of the engine, without any search. A finished game has no meaningful value.
        """
        (values,) = self._buffers("evaluate", ((), np.int32))
        self._run("evaluate", self._states, self._games, self._weights(), self._rooms(), values)
        return self._backend.share(values)

    def use_network(self, network: Network | str | Path | None) -> None:
        """Evaluate with another network, or a file with one, or with the one that skep ships."""
        network = None if network is None else load_network(network)
        networks = np.zeros(len(GAME_TYPES), NETWORK)
        for index, game_type in enumerate(GAME_TYPES):
            for name, weights in network_for(game_type, network).items():
                networks[name][index, : weights.size] = weights.ravel()
        networks["units"] = UNITS
        self._networks = self._backend.networks(networks)

    def look_ahead(self, width: int = 0, *, noise: int = 0) -> LookAhead:
        """Choose a move in each game by evaluating the positions after all moves.

        With a ``width``, the replies to that many of the most promising moves are evaluated too, and only those moves
        are considered. ``noise`` raises the value of each move by less than that many hundredths of a unit at random,
        so that games differ.
        """
        if width < 0 or not 0 <= noise <= MAX_NOISE:
            raise SkepError(f"width is at least 0 and noise 0 to {MAX_NOISE}, not {width} and {noise}")
        lists = ((MAX_MOVES,), np.uint16), ((MAX_MOVES,), np.int32)
        replies, values, actions, best = self._buffers("look_ahead", *lists, ((), np.int32), ((), np.int32))
        self._run(
            "look_ahead",
            self._states,
            self._games,
            self._moves,
            replies,
            values,
            self._weights(),
            self._rooms(),
            width,
            noise,
            actions,
            best,
        )
        return LookAhead(self._backend.share(actions), self._backend.share(best))

    def _weights(self) -> Any:
        """Return the weights of the evaluation for each game type."""
        if self._networks is None:
            self.use_network(None)
        return self._networks

    def _rooms(self) -> Any:
        """Return the working space of the evaluation."""
        (rooms,) = self._buffers("rooms", ((), ROOM))
        return rooms

    def features(self) -> tuple[Any, Any]:
        """Return the features of the engine's evaluation: a row of their numbers for each game, and how many it has.

        ``skep.kernel.features.NAMES`` describes them. A row may have a feature several times; it ends with ``NOTHING``.
        """
        rows, counts = self._buffers("features", ((FEATURES,), np.int16), ((), np.int32))
        self._run("features", self._states, self._rooms(), rows, counts)
        return self._backend.share(rows.reshape(self._count, FEATURES)), self._backend.share(counts)

    def keys(self, *, symmetric: bool = False) -> NDArray[np.uint64]:
        """Return the key of each position, as ``Board.key`` does, or the one that rotated and mirrored images share."""
        (keys,) = self._buffers("keys", ((), np.uint64))
        self._run("symmetric_keys_of" if symmetric else "keys_of", self._states, keys)
        return self._backend.to_host(keys)

    def move_lists(self) -> NDArray[np.uint16]:
        """Return the legal moves of each game in the kernel's packed form, in the order of its list, and then zeros."""
        lists = self._backend.to_host(self._moves).reshape(self._count, MAX_MOVES)
        lists[np.arange(MAX_MOVES) >= self.status().moves[:, None]] = 0
        return lists

    def position(self, game: int) -> Position:
        """Return the position of a game, with the mover's queen bee or else its first piece at the origin."""
        game_type, edition = self._rules[game]
        return read_position(self._backend.to_host(self._states[game : game + 1])[0], game_type, edition)

    def board(self, game: int) -> Board:
        """Return a board with the position of a game. It does not know the moves that led to it."""
        return Board.from_position(self.position(game))

    def set_positions(self, positions: Iterable[tuple[int, Position]]) -> None:
        """Continue games from other positions of the same game type and edition.

        A position in which a queen bee is surrounded waits for a reset.
        """
        states = self._backend.to_host(self._states)
        chosen = np.zeros(self._count, np.int32)
        games = self._backend.to_host(self._games)
        for game, position in positions:
            if (position.game_type, position.edition) != self._rules[game]:
                raise SkepError(f"game {game} is {' '.join(map(str, self._rules[game]))}: the position is of another")
            position.check()
            state = KernelState(position)
            states[game], games["over"][game] = state.array[0], state.surrounded() != 0
            chosen[game] = 1
        games["recorded"][chosen != 0] = 0
        self._states, self._games = self._backend.from_host(states), self._backend.from_host(games)
        self._advance(REFRESH, self._backend.from_host(chosen))

    # saving

    def save(self, file: str | Path | BinaryIO) -> None:
        """Write the games, their options and their random numbers, so that :meth:`load` continues exactly here.

        A network is not part of the file: call :meth:`use_network` again after loading.
        """
        states, games = self._backend.to_host(self._states), self._backend.to_host(self._games)
        keys = self._backend.to_host(self._keys).reshape(self._count, -1)[:, : max(int(games["recorded"].max()), 1)]
        saving.write(file, states, games, keys, self._rules, self.observation)

    @classmethod
    def load(cls, file: str | Path | BinaryIO, *, device: str = "cpu", threads: int | None = None) -> BatchEnv:
        """Return the environment that :meth:`save` wrote. The device may be another one."""
        saved = saving.read(file)
        env = cls.__new__(cls)
        env._set_up(new_backend(device, threads), saved.states, saved.games, saved.rules, saved.observation)
        keys = env._backend.to_host(env._keys).reshape(env._count, -1)
        keys[:, : saved.keys.shape[1]] = saved.keys
        env._keys = env._backend.from_host(keys.ravel())
        env._advance(LIST, env._everything())
        return env

    # helpers

    def _everything(self) -> Any:
        return self._backend.from_host(np.ones(self._count, np.int32))

    def _run(self, function: str, *arguments: Any) -> None:
        self._backend.run(function, self._count, *arguments)

    def _buffers(self, name: str, *shapes: tuple[tuple[int, ...], Any]) -> tuple[Any, ...]:
        """Return flat arrays that are kept between calls of a method."""
        if name not in self._observed:
            self._observed[name] = tuple(
                self._backend.zeros((self._count * int(np.prod(shape)),), dtype) for shape, dtype in shapes
            )
        return self._observed[name]


def _spread(one_or_many: Any, count: int, what: str) -> list[Any]:
    """Return one value for each game."""
    if one_or_many is None or isinstance(one_or_many, (str, GameType, Edition)):
        return [one_or_many] * count
    if len(one_or_many) != count:
        raise SkepError(f"{count} games need {count} {what}, not {len(one_or_many)}")
    return list(one_or_many)


def _start_states(rules: Sequence[Rules]) -> NDArray[Any]:
    """Return the kernel's records of new games."""
    start = {pair: KernelState(Position.start(*pair)).array[0] for pair in set(rules)}
    states = np.empty(len(rules), layout.STATE)
    for index, pair in enumerate(rules):
        states[index] = start[pair]
    return states


def _mix(word: int) -> int:
    """Return a well-mixed word other than zero: the finalizer of SplitMix64."""
    word &= (1 << 64) - 1
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    word = (word ^ word >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (word ^ word >> 31) or 1
