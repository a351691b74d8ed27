"""Games as a dataset for PyTorch, which needs the package ``torch``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from skep.errors import SkepError
from skep.lab.data import GameData, read_folder, replay
from skep.lab.symmetries import ACTION_IMAGES, transform_actions, transform_observation

__all__ = ["PositionDataset"]


class PositionDataset(IterableDataset):  # type: ignore[misc]
    """Batches of positions of recorded games: dictionaries of tensors with the names that :func:`replay` yields.

    A batch is every position of ``games_at_a_time`` games at one ply, so use ``DataLoader(dataset, batch_size=None)``.
    Workers of the loader share the games. With a seed, games come in another random order each time, and each batch is
    rotated or mirrored at random.
    """

    def __init__(
        self,
        games: GameData | str | Path,
        observation: str = "planes-v1",
        *,
        games_at_a_time: int = 512,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        if games_at_a_time < 1:
            raise SkepError(f"a batch is of at least one game, not {games_at_a_time}")
        self.games = games if isinstance(games, GameData) else read_folder(games)
        self.observation = observation
        self.games_at_a_time = games_at_a_time
        self.seed = seed
        self.epoch = 0
        """How often the dataset has been read. It selects the random order, so set it to continue a training."""

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        order, random = np.arange(len(self.games)), None
        if self.seed is not None:
            random = np.random.default_rng((self.seed, self.epoch))
            random.shuffle(order)
        self.epoch += 1
        worker = get_worker_info()
        if worker is not None:
            order = order[worker.id :: worker.num_workers]
        for batch in replay(self.games.take(order), self.observation, games_at_a_time=self.games_at_a_time):
            if random is not None:
                symmetry = int(random.integers(12))
                batch = transform_observation(batch, symmetry)
                batch["mask"] = transform_actions(batch["mask"], symmetry)
                batch["actions"] = ACTION_IMAGES[symmetry][batch["actions"]]
            yield {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in batch.items()}
