"""What is kept beside the games: values of positions, reviews, shared studies."""

from __future__ import annotations

import math
import re
from typing import Final

from sqlalchemy import Connection, Table, delete, insert, select, text

from skep.archive.tables import reviews, studies, values
from skep.errors import SkepError, quoted

__all__ = ["keep", "note_value", "review", "study", "values_of"]

_MOST: Final = 4_000_000
"""Characters of a review or a study."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_DEEPER: Final = text(
    f"INSERT INTO {values.name} (key, value, depth) VALUES (:key, :value, :depth) ON CONFLICT (key) "
    f"DO UPDATE SET value = excluded.value, depth = excluded.depth WHERE excluded.depth >= {values.name}.depth"
)


def note_value(connection: Connection, key: int, value: float, depth: int) -> None:
    """Keep what the engine thought of a position, unless it has looked deeper before."""
    if not math.isfinite(value) or not 0 <= depth < 1000:
        raise SkepError(f"not what an engine thinks of a position: {value} at depth {depth}")
    connection.execute(_DEEPER, {"key": key, "value": value, "depth": depth})


def values_of(connection: Connection, keys: list[int]) -> dict[int, tuple[float, int]]:
    """Value and depth of the positions that the engine has looked at."""
    if not keys:
        return {}
    return {row.key: (row.value, row.depth) for row in connection.execute(select(values).where(values.c.key.in_(keys)))}


def keep(connection: Connection, table: Table, id_: str, said: str, now: int, game: int | None = None) -> None:
    """Keep a text under an id, in place of what was kept there."""
    if _ID.fullmatch(id_) is None:
        raise SkepError(f"not an id: {quoted(id_)}: it has at most 64 letters, digits, - and _")
    if len(said) > _MOST:
        raise SkepError(f"{id_}: a text of {len(said):,} characters is not kept: at most {_MOST:,}")
    if "\0" in said:
        raise SkepError(f"{id_}: a text with the character 0 is not kept")
    connection.execute(delete(table).where(table.c.id == id_))
    row: dict[str, object] = {"id": id_, "text": said, "created": now}
    connection.execute(insert(table), [row | {"game": game} if table is reviews else row])


def review(connection: Connection, id_: str) -> str | None:
    """The review of that id."""
    found: str | None = connection.execute(select(reviews.c.text).where(reviews.c.id == id_)).scalar()
    return found


def study(connection: Connection, id_: str) -> str | None:
    """The study of that id."""
    found: str | None = connection.execute(select(studies.c.text).where(studies.c.id == id_)).scalar()
    return found
