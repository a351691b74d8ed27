"""Hive for Gymnasium: one agent against a level of skep's engine.

>>> env = HiveEnv("Base", level=1)
>>> observation, info = env.reset(seed=1)
>>> sorted(observation), int(info["action_mask"].sum()) > 0
(['planes', 'scalars'], True)
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
from gymnasium import spaces
from numpy.typing import NDArray

from skep.board import Board
from skep.engine import Engine, EngineProtocol, Limit
from skep.errors import SkepError
from skep.lab import boards
from skep.lab.actions import ACTIONS, move_of
from skep.lab.observations import check_ply_limit, find_observation
from skep.lab.skep_v0 import picture
from skep.pieces import Color

__all__ = ["ENV_ID", "HiveEnv"]

ENV_ID: Final = "skep/Hive-v0"
"""The id under which importing this module registers the environment."""


class HiveEnv(gymnasium.Env[dict[str, NDArray[Any]], int]):
    """A game against an engine. ``info["action_mask"]`` has the legal actions.

    The reward is 1 for a win, -1 for a loss and otherwise 0. An illegal action raises IllegalMove.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        game_type: str | None = None,
        *,
        edition: str = "ultimate-2024",
        level: int = 1,
        opponent: EngineProtocol | None = None,
        limit: Limit | None = None,
        color: Color | None = None,
        threefold: bool = True,
        ply_limit: int = 300,
        observation: str = "planes-v1",
        render_mode: str | None = None,
    ) -> None:
        """Play against a level, or against another engine. Without ``color``, each game draws it at random.

        ``limit`` bounds the opponent's search; levels below 10 do not need one.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise SkepError(f"unknown render mode {render_mode!r}: use one of {self.metadata['render_modes']}")
        check_ply_limit(ply_limit)
        self.render_mode = render_mode
        self.color = color
        self.opponent: EngineProtocol = opponent or Engine(level=level, table_mb=1)
        self.limit = limit or Limit(seconds=1.0)
        self.ply_limit = ply_limit
        self.observation = find_observation(observation).name
        self._start = Board(game_type, edition=edition, threefold=threefold)
        self.board = self._start.copy()
        self.agent = color or Color.WHITE
        """The colour of the agent in the present game."""
        arrays = find_observation(observation).arrays
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {name: spaces.Box(one.low, one.high, one.shape, one.dtype.type) for name, one in arrays.items()}
        )
        self.action_space = spaces.Discrete(ACTIONS)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Start a new game. The seed decides the agent's colour and the choices of a level."""
        super().reset(seed=seed, options=options)
        self.board = self._start.copy()
        self.agent = self.color or Color(int(self.np_random.integers(2)))
        if isinstance(self.opponent, Engine):
            self.opponent.seed = int(self.np_random.integers(1 << 31))
        self.opponent.new_game()
        self._reply()
        return self._observe()

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Make the agent's move and the opponent's reply."""
        self.board.push(move_of(self.board, int(action)))
        self._reply()
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner is self.agent else -1.0
        is_truncated = outcome is None and self.board.ply >= self.ply_limit
        observation, info = self._observe()
        return observation, reward, outcome is not None, is_truncated, info

    def _reply(self) -> None:
        """Make the opponent's move if it is its turn."""
        if self.board.turn is not self.agent and not self.board.is_game_over() and self.board.ply < self.ply_limit:
            self.board.push(self.opponent.play(self.board, self.limit).move)

    def _observe(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        arrays = boards.observe(self.board, self.observation, ply_limit=self.ply_limit)
        return arrays, {"action_mask": boards.legal_mask(self.board), "color": str(self.agent)}

    def render(self) -> Any:
        """Return the board as text or as a picture, depending on the render mode."""
        if self.render_mode == "rgb_array":
            return picture(self.board)
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close the opponent."""
        self.opponent.close()


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, f"{__name__}:{HiveEnv.__name__}")
