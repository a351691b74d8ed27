"""Games as Parquet files, which most tools for data read. It needs the package ``pyarrow``, of ``skep[parquet]``.

A file has one row per game, with its actions and values as lists. Its metadata has the version and the checksum of the
same games in skep's own format.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from skep.editions import EDITIONS, GAME_TYPES
from skep.errors import SkepError
from skep.lab.data import ARRAYS, PER_PLY, VERSION, GameData, checksum

__all__ = ["read_parquet", "write_parquet"]

_NAMES: Final[dict[str, list[str]]] = {
    "game_type": [str(game_type) for game_type in GAME_TYPES],
    "edition": [edition.id for edition in EDITIONS],
    "result": ["", "white", "black", "draw", "ply limit"],
}
"""The columns that have names instead of numbers."""


def write_parquet(path: Path, data: GameData) -> None:
    """Write games to a Parquet file."""
    ends = np.concatenate([[0], np.cumsum(data.length, dtype=np.int32)])
    columns: dict[str, Any] = {}
    for name in ARRAYS:
        array = getattr(data, name)
        if name in PER_PLY:
            columns[name] = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), pa.array(array))
        elif name in _NAMES:
            columns[name] = pa.DictionaryArray.from_arrays(pa.array(array), _NAMES[name])
        else:
            columns[name] = pa.array(array)
    metadata = {"skep.version": str(VERSION), "skep.checksum": checksum(data)}
    pq.write_table(pa.table(columns).replace_schema_metadata(metadata), path, compression="zstd")


def read_parquet(path: Path) -> GameData:
    """Read the games of a Parquet file. Raises SkepError if it is damaged or not of this format."""
    try:
        with path.open("rb") as opened:
            table = pq.read_table(opened)
        metadata = table.schema.metadata or {}
        version, written = (metadata[key].decode() for key in (b"skep.version", b"skep.checksum"))
        if version != str(VERSION):
            raise SkepError(f"{path}: the format has version {version}, expected {VERSION}")
        data = GameData(**{name: _array(table[name].combine_chunks(), name) for name in ARRAYS})
    except SkepError:
        raise
    except Exception as error:  # as for skep's own files
        raise SkepError(f"{path}: not a Parquet file of games, or damaged ({error})") from error
    if checksum(data) != written:
        raise SkepError(f"{path}: the checksum is wrong")
    return data


def _array(column: Any, name: str) -> NDArray[Any]:
    if name in PER_PLY:
        column = column.flatten()
    elif name in _NAMES:
        numbers = {text: number for number, text in enumerate(_NAMES[name])}
        return np.array([numbers[text] for text in column.to_pylist()], ARRAYS[name])
    return np.asarray(column.to_numpy(zero_copy_only=False), ARRAYS[name])
