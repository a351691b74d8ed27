"""Saved batches of games: a compressed NumPy archive that does not depend on the kernel's layout.

Compiled code uses what a file says as indices, so everything is checked before it gets there, whoever wrote the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skep.editions import EDITIONS, GAME_TYPES, GameType, find_edition
from skep.errors import SkepError
from skep.faults import CLIMBERS
from skep.kernel import entry, layout
from skep.kernel.tables import SIDES, WORD_BLACK_TO_MOVE
from skep.lab.kernels.records import GAME, PLY_LIMIT
from skep.lab.observations import check_ply_limit
from skep.lab.positions import Rules, kinds_of

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
_KINDS: Final = (1 << 15) - 2
_MANY: Final = (1 << 31) - 1
_RANGES: Final = {
    "state_place": (0, layout.IN_HAND),
    "state_below": (0, 31),
    "state_ply": (0, _MANY),
    "state_hand": (0, _KINDS),
    "state_just_moved": (0, 31),
    "state_queen_not_first": (0, 1),
    "state_gates_above_ground": (0, 1),
    "state_has_pillbug": (0, 1),
    "game_kinds": (0, _KINDS),
    "game_network": (0, len(GAME_TYPES) - 1),
    "game_threefold": (0, 1),
    "game_ply_limit": (1, _MANY),
    "game_autoreset": (0, 1),
    "game_word": (1, (1 << 64) - 1),
    "game_recorded": (0, _MANY),
    "game_repetitions": (0, _MANY),
    "game_over": (0, 1),
    "game_finished": (0, _MANY),
    "game_length": (0, _MANY),
    "game_result": (0, PLY_LIMIT),
}
"""The smallest and the largest number of each array of integers."""
_CAN_CLIMB: Final = np.array([piece is not None and piece.bug in CLIMBERS for piece in layout.KINDS] * 2)
"""Whether the piece with a number can be on top of others."""
_TOUCHES: Final = np.isin(np.arange(layout.CELLS), np.asarray(SIDES) % layout.CELLS)
"""Whether two cells with a difference are the same or neighbours."""
_MAX_HEIGHT: Final = 7


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
        states, games = _read_records(arrays, rules)
        return Saved(states, games, _read_keys(arrays, states, games), rules, str(arrays["observation"]))


def _require(condition: Any, problem: str) -> None:
    """Raise SkepError for the first game that does not meet a condition."""
    wrong = np.flatnonzero(~np.asarray(condition).reshape(-1))
    if wrong.size:
        raise SkepError(f"game {wrong[0]} of the saved batch is impossible: {problem}")


def _read_records(arrays: Any, rules: Sequence[Rules]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the records of the states and of the games."""
    if not rules:
        raise SkepError("the saved batch has no games")
    entry.load()
    states, games = np.repeat(layout.new_state(), len(rules)), np.zeros(len(rules), GAME)
    numbers = {}
    for name, (low, high) in _RANGES.items():
        kind, _, field = name.partition("_")
        records = states if kind == "state" else games
        array = numbers[name] = arrays[name]
        if array.dtype.kind not in "iu" or array.shape != records[field].shape:
            raise SkepError(f"{name} of the saved batch has the type {array.dtype} and the shape {array.shape}")
        inside = (array >= low) & (array <= high)
        _require(inside.reshape(len(rules), -1).all(axis=1), f"{name} is not between {low} and {high}")
        if name not in ("state_place", "state_below"):
            records[field] = array
    check_ply_limit(int(games["ply_limit"].max()))
    _require(games["kinds"] == [kinds_of(one) for one, _edition in rules], "its pieces are those of another game type")
    _require(
        games["network"] == [GAME_TYPES.index(one) for one, _edition in rules],
        "its network is that of another game type",
    )
    places, below = numbers["state_place"].astype(np.int64), numbers["state_below"].astype(np.int64)
    _check_pieces(states, games, places, below)
    _put_pieces(states, places, below)
    return states, games


def _read_keys(arrays: Any, states: NDArray[Any], games: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the keys of the positions since the last placement."""
    most = np.where(games["threefold"], np.minimum(states["ply"], games["ply_limit"]) + 1, 0)
    _require(games["recorded"] <= most, "more positions are recorded than have occurred")
    keys: NDArray[np.uint64] = arrays["keys"]
    if keys.dtype != np.uint64 or keys.shape != (len(games), max(int(games["recorded"].max()), 1)):
        raise SkepError(f"the keys of the saved batch have the type {keys.dtype} and the shape {keys.shape}")
    return keys


def _check_pieces(
    states: NDArray[Any], games: NDArray[Any], places: NDArray[np.int64], below: NDArray[np.int64]
) -> None:
    """Check that the pieces in play and in hand belong to the game and form one hive with possible stacks."""
    in_play, numbers = places != layout.IN_HAND, np.arange(32)
    known = games["kinds"][:, None] >> (numbers & 15) & 1 == 1
    in_hand = states["hand"][:, numbers >> 4] >> (numbers & 15) & 1 == 1
    _require(
        (~in_play | known & ~in_hand).all(axis=1), "a piece is in play that the game does not have, or in hand too"
    )
    _require((~in_hand | known).all(axis=1), "a piece is in hand that the game does not have")
    just_moved = states["just_moved"]
    _require((just_moved == 0) | in_play[np.arange(len(places)), just_moved], "the piece that just moved is in hand")
    on_top = in_play & (below != 0)
    _require((~on_top | _CAN_CLIMB & (np.take_along_axis(places, below, 1) == places)).all(axis=1), "a stack is wrong")
    cells = places.astype(np.int16)
    touching = in_play[:, :, None] & in_play[:, None, :]
    touching &= _TOUCHES[(cells[:, :, None] - cells[:, None, :]) & (layout.CELLS - 1)]
    reached, before = numbers == in_play.argmax(axis=1)[:, None], None
    while before is None or (reached != before).any():
        before = reached
        reached = before | (touching & before[:, None, :]).any(axis=2)
    _require((reached | ~in_play).all(axis=1), "its pieces are not connected")


def _put_pieces(states: NDArray[Any], places: NDArray[np.int64], below: NDArray[np.int64]) -> None:
    """Put the pieces of every game on its table, each stack from the ground up."""
    for index, lower in enumerate(below.tolist()):
        state = states[index : index + 1]
        in_play = np.flatnonzero(places[index] != layout.IN_HAND).tolist()
        for number in sorted(in_play, key=lambda number: _level(number, lower)):
            entry.put(state, number, int(places[index, number]))
        if state["ply"][0] % 2:
            state["key"] ^= WORD_BLACK_TO_MOVE
    same = (states["below"] == below) | (places == layout.IN_HAND)
    _require(same.all(axis=1), "two pieces are on one space")


def _level(number: int, below: list[int]) -> int:
    level = 0
    while below[number] and level < _MAX_HEIGHT:  # a cycle is noticed when the pieces have been put
        number, level = below[number], level + 1
    return level
