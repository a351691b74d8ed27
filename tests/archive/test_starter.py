"""The starter set is what its label says: complete games of skep's own engine, levels 3 to 10."""

from __future__ import annotations

import re
from collections import Counter

from skep.archive.starter import STARTER_FILE, open_starter_set
from skep.game import ResultCode, read_unchecked

MAX_BYTES = 300_000


def test_the_label_is_true() -> None:
    """The archive checks the moves when it adds the games."""
    records = [record.recorded for record in read_unchecked(open_starter_set(), name="starter.pgn")]
    players, results, types, first = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for recorded in records:
        assert recorded is not None
        assert recorded.error is None
        assert recorded.tags["Event"] == "Games of skep's own engine, levels 3 to 10"
        players.update((recorded.tags["White"], recorded.tags["Black"]))
        results[recorded.tags["Result"]] += 1
        types[recorded.tags["GameType"]] += 1
        first[" ".join(move.text for move in recorded.moves[:2])] += 1
    assert len(records) >= 300
    assert {int(re.fullmatch(r"skep level (\d+)", name)[1]) for name in players} == set(range(3, 11))  # type: ignore[index]
    assert set(types) == {"Base", "Base+MLP"}
    assert ResultCode.UNFINISHED.value not in results
    assert "*" not in results
    assert len(first) > 100, "the openings vary"
    assert STARTER_FILE.stat().st_size <= MAX_BYTES
