"""Games for training on disk: a folder of files, each with many games, a version and a checksum.

Games are stored as actions, so a file is small and stays usable when observations change. :func:`replay` turns them
into observations.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from skep.editions import EDITIONS, GAME_TYPES
from skep.errors import SkepError
from skep.lab.batch import BatchEnv

__all__ = [
    "ARRAYS",
    "NO_VALUE",
    "PER_PLY",
    "VERSION",
    "GameData",
    "checksum",
    "read_file",
    "read_folder",
    "replay",
    "replay_games",
    "write_file",
]

VERSION: Final = 1
"""The version of the format."""
NO_VALUE: Final = 32_767
"""The value of a position that was not searched, or in which the result is proven."""
ARRAYS: Final[dict[str, Any]] = {
    "game_type": np.int8,
    "edition": np.int8,
    "result": np.int8,
    "length": np.int16,
    "key": np.uint64,
    "actions": np.int16,
    "values": np.int16,
}
"""The arrays of a file with their types, in the order in which the checksum covers them."""
PER_PLY: Final = ("actions", "values")
"""The arrays with an entry per ply; the others have one per game."""


@dataclass(frozen=True, slots=True)
class GameData:
    """Many games as arrays: some with an entry per game, some with an entry per ply of all games in a row."""

    game_type: NDArray[np.int8]
    """The index in ``GAME_TYPES``, per game."""
    edition: NDArray[np.int8]
    """The index in ``EDITIONS``, per game."""
    result: NDArray[np.int8]
    """1 White won, 2 Black won, 3 draw, 4 stopped at the ply limit, per game."""
    length: NDArray[np.int16]
    """The number of plies, per game."""
    key: NDArray[np.uint64]
    """A key that is the same for equal games, even if they were rotated or mirrored, per game."""
    actions: NDArray[np.int16]
    """The action, per ply."""
    values: NDArray[np.int16]
    """The searched value to the side to move in hundredths of a unit, or NO_VALUE, per ply."""

    def __len__(self) -> int:
        return len(self.length)

    @classmethod
    def join(cls, parts: Iterable[GameData]) -> GameData:
        """Return the games of several collections as one."""
        collections = [empty(), *parts]
        return cls(
            **{one.name: np.concatenate([getattr(part, one.name) for part in collections]) for one in fields(cls)}
        )

    def select(self, chosen: NDArray[np.bool_]) -> GameData:
        """Return the games that are true in an array."""
        plies = np.repeat(chosen, self.length)
        return GameData(
            **{one.name: getattr(self, one.name)[plies if one.name in PER_PLY else chosen] for one in fields(GameData)}
        )

    def take(self, order: NDArray[np.integer[Any]]) -> GameData:
        """Return the games with some indices, in that order."""
        length = self.length[order].astype(np.int64)
        starts = (np.cumsum(self.length, dtype=np.int64) - self.length)[order]
        plies = np.arange(length.sum()) + np.repeat(starts - (np.cumsum(length) - length), length)
        return GameData(
            **{one.name: getattr(self, one.name)[plies if one.name in PER_PLY else order] for one in fields(GameData)}
        )

    def without_duplicates(self, known: Collection[int] = ()) -> GameData:
        """Return each game once, and none whose key is known."""
        seen = set(known)
        chosen = np.zeros(len(self), bool)
        for game, key in enumerate(self.key.tolist()):
            chosen[game] = key not in seen
            seen.add(key)
        return self.select(chosen)


def empty() -> GameData:
    """Return a collection without games."""
    return GameData(**{name: np.zeros(0, dtype) for name, dtype in ARRAYS.items()})


def write_file(path: Path, data: GameData) -> None:
    """Write games to a file, completely or not at all."""
    arrays: dict[str, Any] = {name: getattr(data, name).astype(dtype) for name, dtype in ARRAYS.items()}
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, version=VERSION, checksum=checksum(data), **arrays)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_file(path: str | Path) -> GameData:
    """Read the games of a file. Raises SkepError if it is damaged or of another version."""
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            version, written = int(file["version"]), str(file["checksum"])
            if version != VERSION:
                raise SkepError(f"{path}: the format has version {version}, expected {VERSION}")
            data = GameData(**{name: file[name] for name in ARRAYS})
        found = checksum(data)
    except SkepError:
        raise
    except Exception as error:  # damage makes NumPy, zipfile and zlib raise errors of many kinds
        raise SkepError(f"{path}: not a file of games, or damaged ({error})") from error
    if found != written:
        raise SkepError(f"{path}: the checksum is wrong")
    return data


def read_folder(folder: str | Path) -> GameData:
    """Read all games of a folder, each once. Raises SkepError if there is no such folder or a file is damaged."""
    if not Path(folder).is_dir():
        raise SkepError(f"{folder}: there is no such folder")
    return GameData.join(read_file(path) for path in sorted(Path(folder).glob("games-*.npz"))).without_duplicates()


def checksum(data: GameData) -> str:
    """Return the checksum of games: SHA-256 of the name and the little-endian bytes of each array."""
    digest = hashlib.sha256()
    for name, dtype in ARRAYS.items():
        little = np.dtype(dtype).newbyteorder("<")
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(getattr(data, name), little).tobytes())
    return digest.hexdigest()


def replay(data: GameData, observation: str = "planes-v1", *, games_at_a_time: int = 512) -> Iterator[dict[str, Any]]:
    """Yield the positions of games in batches, with observations as arrays.

    Besides the arrays of the observation, a batch has ``actions``, ``values``, ``mask`` and ``outcomes``: 1 if the side
    to move won in the end, -1 if it lost, otherwise 0.
    """
    for env, games, plies, ply in replay_games(data, observation, games_at_a_time=games_at_a_time):
        going = games >= 0
        batch = {name: array[going] for name, array in env.observe().items()}
        white = _white_points(data.result[games[going]])
        yield batch | {
            "mask": env.legal_mask()[going],
            "actions": data.actions[plies[going]],
            "values": data.values[plies[going]],
            "outcomes": white if ply % 2 == 0 else -white,
        }


def replay_games(
    data: GameData, observation: str = "planes-v1", *, games_at_a_time: int = 512
) -> Iterator[tuple[BatchEnv, NDArray[np.int64], NDArray[np.int64], int]]:
    """Yield an environment before every ply of several games, for each of them its index and the index of the ply.

    The index of a game that is over is -1. The last item is the number of the ply in its game.
    """
    length = data.length.astype(np.int64)
    starts = np.cumsum(length) - length
    for first in range(0, len(data), games_at_a_time):
        games = np.arange(first, min(first + games_at_a_time, len(data)))
        env = BatchEnv(
            len(games),
            [GAME_TYPES[number] for number in data.game_type[games].tolist()],
            edition=[EDITIONS[number] for number in data.edition[games].tolist()],
            ply_limit=int(length[games].max()) + 1,
            autoreset=False,
            observation=observation,
        )
        for ply in range(int(length[games].max())):
            going = length[games] > ply
            plies = np.where(going, starts[games] + ply, 0)
            yield env, np.where(going, games, -1), plies, ply
            env.step(np.where(going, data.actions[plies], env.sample()))


def _white_points(result: NDArray[np.int8]) -> NDArray[np.int8]:
    points: NDArray[np.int8] = (result == 1).astype(np.int8) - (result == 2).astype(np.int8)
    return points
