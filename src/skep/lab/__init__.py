"""The lab: batches of games for reinforcement learning, with actions, observations and symmetries.

>>> from skep.lab import BatchEnv
>>> env = BatchEnv(64, "Base+MLP", seed=1)
>>> result = env.step(env.sample())
>>> result.rewards.shape
(64, 2)

Its functions are compiled on first use, which takes about half a minute, and cached.
"""

from skep.lab.batch import BatchEnv, LookAhead, Status, StepResult
from skep.lab.observations import OBSERVATIONS, ArraySpec, ObservationSpec, find_observation

__all__ = [
    "OBSERVATIONS",
    "ArraySpec",
    "BatchEnv",
    "LookAhead",
    "ObservationSpec",
    "Status",
    "StepResult",
    "find_observation",
]
