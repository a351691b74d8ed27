"""Hive for OpenSpiel: importing this module registers the game ``python_skep_hive``.

Unlike OpenSpiel's own Hive, it has one action per move, finds pinned pieces before White's queen bee is placed, and
does not end a game because the hive is wide. Actions are those of :mod:`skep.lab.actions`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from skep.board import Board
from skep.lab import boards
from skep.lab.actions import ACTIONS, legal_actions, move_of, uhp_of
from skep.lab.observations import SIZE, check_ply_limit, find_observation
from skep.pieces import Color

__all__ = ["GAME_NAME", "HiveGame", "HiveObserver", "HiveState"]

GAME_NAME: Final = "python_skep_hive"
"""The name for ``pyspiel.load_game``."""
_PARAMETERS: Final = {"game_type": "Base+MLP", "edition": "ultimate-2024", "threefold": True, "ply_limit": 300}

_TYPE: Final = pyspiel.GameType(
    short_name=GAME_NAME,
    long_name="Hive by skep",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class HiveGame(pyspiel.Game):  # type: ignore[misc]
    """The game, with the parameters ``game_type``, ``edition``, ``threefold`` and ``ply_limit``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.options = {**_PARAMETERS, **(params or {})}
        check_ply_limit(int(self.options["ply_limit"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=int(self.options["ply_limit"]),
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, _state: Any = None) -> HiveState:
        """Return the state before the first move."""
        return HiveState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """Return an observer of the planes."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return HiveObserver(params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class HiveState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. A game that reaches the ply limit is a draw."""

    def __init__(self, game: HiveGame) -> None:
        super().__init__(game)
        options = game.options
        self.board = Board(options["game_type"], edition=options["edition"], threefold=bool(options["threefold"]))
        self.ply_limit = int(options["ply_limit"])

    def current_player(self) -> int:
        """Return 0 for White, 1 for Black, or OpenSpiel's mark of a game that is over."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.board.turn.value)

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(legal_actions(self.board).tolist())

    def _apply_action(self, action: int) -> None:
        self.board.push(move_of(self.board, action))

    def _action_to_string(self, _player: int, action: int) -> str:
        return uhp_of(self.board, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.board.ply >= self.ply_limit or self.board.is_game_over()

    def returns(self) -> list[float]:
        """Return the rewards of White and Black so far."""
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner is Color.WHITE else [-1.0, 1.0]

    def __str__(self) -> str:
        return str(self.board)


class HiveObserver:
    """The planes of a state and its scalars as constant planes, from the side of the player to move."""

    def __init__(self, _params: dict[str, Any] | None = None) -> None:
        planes, scalars = find_observation("planes-v1").arrays.values()
        self._planes, self._scalars = planes.shape[0], scalars.shape[0]
        self.tensor: NDArray[np.float32] = np.zeros((self._planes + self._scalars) * SIZE * SIZE, np.float32)
        self.dict = {"observation": self.tensor.reshape(-1, SIZE, SIZE)}

    def set_from(self, state: HiveState, _player: int) -> None:
        """Write the observation of a state."""
        arrays = boards.observe(state.board, ply_limit=state.ply_limit)
        self.dict["observation"][: self._planes] = arrays["planes"]
        self.dict["observation"][self._planes :] = arrays["scalars"][:, None, None]

    def string_from(self, state: HiveState, _player: int) -> str:
        """Return the observation as text."""
        return state.board.position_string()


pyspiel.register_game(_TYPE, HiveGame)
