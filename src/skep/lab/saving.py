"""Saved batches of games: a compressed NumPy archive that does not depend on the kernel's layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skep.editions import EDITIONS, GameType, find_edition
from skep.errors import SkepError
from skep.kernel import entry, layout
from skep.kernel.tables import WORD_BLACK_TO_MOVE
from skep.lab.kernels.records import GAME
from skep.lab.positions import Rules

__all__ = ["Saved", "read", "write"]

_VERSION: Final = 1
_STATE_FIELDS: Final = (
    "place",
    "below",
    "ply",
    "hand",
    "just_moved",
    "queen_not_first",
    "gates_above_ground",
    "has_pillbug",
)
"""The fields of a state record from which the others follow."""
_GAME_FIELDS: Final = tuple(name for name in GAME.names or () if name not in ("moves", "masked", "paired", "drawn"))


class Saved(NamedTuple):
    """The contents of a file."""

    states: NDArray[Any]
    games: NDArray[Any]
    keys: NDArray[np.uint64]
    rules: list[Rules]
    observation: str


def write(
    file: str | Path | BinaryIO,
    states: NDArray[Any],
    games: NDArray[Any],
    keys: NDArray[np.uint64],
    rules: Sequence[Rules],
    observation: str,
) -> None:
    """Write a batch of games. Raises SkepError for an edition of the user's own, which a file cannot name."""
    for _game_type, edition in rules:
        if edition not in EDITIONS:
            raise SkepError(f"games of the edition {edition} cannot be saved: it is not one of skep.EDITIONS")
    arrays: dict[str, Any] = {f"state_{name}": states[name] for name in _STATE_FIELDS}
    arrays |= {f"game_{name}": games[name] for name in _GAME_FIELDS}
    arrays["game_types"] = [str(game_type) for game_type, _edition in rules]
    arrays["editions"] = [edition.id for _game_type, edition in rules]
    np.savez_compressed(file, version=_VERSION, observation=observation, keys=keys, **arrays)


def read(file: str | Path | BinaryIO) -> Saved:
    """Read a batch of games. Raises SkepError if the file is not one, or is damaged."""
    try:
        if isinstance(file, (str, Path)):
            with open(file, "rb") as opened:
                return _read(opened, str(file))
        return _read(file, str(file))
    except SkepError:
        raise
    except Exception as error:  # damage makes NumPy, zipfile and zlib raise errors of many kinds
        raise SkepError(f"{file}: not a saved batch of games, or damaged ({error})") from error


def _read(file: BinaryIO, name: str) -> Saved:
    with np.load(file, allow_pickle=False) as arrays:
        if int(arrays["version"]) != _VERSION:
            raise SkepError(f"{name}: the format has version {arrays['version']}, expected {_VERSION}")
        if (damaged := arrays.zip.testzip()) is not None:
            raise SkepError(f"{name}: {damaged} is damaged")
        names = zip(arrays["game_types"].tolist(), arrays["editions"].tolist(), strict=True)
        rules = [(GameType.parse(game_type), find_edition(edition)) for game_type, edition in names]
        games = np.zeros(len(rules), GAME)
        for field in _GAME_FIELDS:
            games[field] = arrays[f"game_{field}"]
        return Saved(_read_states(arrays, len(rules)), games, arrays["keys"], rules, str(arrays["observation"]))


def _read_states(arrays: Any, count: int) -> NDArray[Any]:
    """Put the pieces of every game on its table, each stack from the ground up."""
    entry.load()
    states = np.repeat(layout.new_state(), count)
    for name in set(_STATE_FIELDS) - {"place", "below"}:
        states[name] = arrays[f"state_{name}"]
    places, below = arrays["state_place"], arrays["state_below"].tolist()
    for index in range(count):
        state = states[index : index + 1]
        in_play = np.flatnonzero(places[index] != layout.IN_HAND).tolist()
        for number in sorted(in_play, key=lambda number: _level(number, below[index])):
            entry.put(state, number, int(places[index, number]))
        if state["ply"][0] % 2:
            state["key"] ^= WORD_BLACK_TO_MOVE
    return states


def _level(number: int, below: list[int]) -> int:
    level = 0
    while below[number]:
        number, level = below[number], level + 1
    return level
