"""Hive for PettingZoo: an AEC environment with two agents, ``player_0`` (White) and ``player_1``.

The observation is a dictionary. ``observation`` stacks the planes of ``planes-v1`` and one constant plane per scalar,
from the side of the player to move. ``action_mask`` has the legal actions of the agent to move; for the other agent it
is empty.
"""

from __future__ import annotations

import io
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from skep.board import Board
from skep.errors import SkepError
from skep.lab import boards
from skep.lab.actions import ACTIONS, move_of
from skep.lab.observations import SIZE, check_ply_limit, find_observation
from skep.pieces import Color

__all__ = ["env", "raw_env"]

_PIXELS = 600


def env(
    *,
    game_type: str | None = None,
    edition: str = "ultimate-2024",
    threefold: bool = True,
    ply_limit: int = 300,
    render_mode: str | None = None,
) -> Any:
    """Return the environment in PettingZoo's usual wrappers: an illegal move loses the game."""
    wrapped: Any = raw_env(
        game_type=game_type, edition=edition, threefold=threefold, ply_limit=ply_limit, render_mode=render_mode
    )
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment without wrappers."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "skep_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        game_type: str | None = None,
        edition: str = "ultimate-2024",
        threefold: bool = True,
        ply_limit: int = 300,
        render_mode: str | None = None,
    ) -> None:
        """The default game type has the bugs of the edition's box. ``human`` rendering prints the board."""
        EzPickle.__init__(
            self,
            game_type=game_type,
            edition=edition,
            threefold=threefold,
            ply_limit=ply_limit,
            render_mode=render_mode,
        )
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise SkepError(f"unknown render mode {render_mode!r}: use one of {self.metadata['render_modes']}")
        check_ply_limit(ply_limit)
        self.render_mode = render_mode
        self.ply_limit = ply_limit
        self._start = Board(game_type, edition=edition, threefold=threefold)
        self.board = self._start.copy()
        self.possible_agents = [f"player_{color.value}" for color in Color]
        self.agents: list[str] = []
        planes, scalars = find_observation("planes-v1").arrays.values()
        shape = (planes.shape[0] + scalars.shape[0], SIZE, SIZE)
        bounds = np.iinfo(np.int16)
        space = spaces.Dict(
            {
                "observation": spaces.Box(bounds.min, bounds.max, shape, np.int16),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game. There is nothing random in it, so the seed has no effect."""
        self.board = self._start.copy()
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of an agent."""
        arrays = boards.observe(self.board, ply_limit=self.ply_limit)
        planes, scalars = arrays["planes"], arrays["scalars"]
        stacked = np.empty((len(planes) + len(scalars), SIZE, SIZE), np.int16)
        stacked[: len(planes)] = planes
        stacked[len(planes) :] = scalars[:, None, None]
        moves = agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent])
        mask = boards.legal_mask(self.board) if moves else np.zeros(ACTIONS, np.int8)
        return {"observation": stacked, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.board.push(move_of(self.board, int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[self.board.turn]
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                for color in Color:
                    self.rewards[self.possible_agents[color]] = 1.0 if outcome.winner is color else -1.0
        elif self.board.ply >= self.ply_limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text or as a picture, or print it, depending on the render mode."""
        if self.render_mode == "rgb_array":
            return picture(self.board)
        if self.render_mode == "ansi":
            return str(self.board)
        if self.render_mode == "human":
            print(self.board)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def picture(board: Board) -> NDArray[np.uint8]:
    """Return a board as an array of pixels in red, green and blue."""
    from PIL import Image

    with Image.open(io.BytesIO(board.png(size=_PIXELS))) as image:
        return np.asarray(image.convert("RGB"))
