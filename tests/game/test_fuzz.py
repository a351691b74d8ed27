"""Damaged files yield games and errors, never crashes, and every game that is read is legal."""

from __future__ import annotations

import io
import random

from hypothesis import given
from hypothesis import strategies as st

from skep.game import Record, parse_records, read_records
from tests.game.fixtures import FOLDER
from tests.game.helpers import LAW
from tests.notation.strategies import corrupted, random_texts

FILES = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}
TEXTS = [data.decode()[start : start + 900] for data in FILES.values() for start in (0, 400)]
TOKENS = [
    *'{}()[];"\\$%!?*.\n\0é',
    "[%var ",
    "]}",
    "{[%var",
    "wA1",
    "1-0",
    "[%clk 9:99:99]",
    "[%u 110000]",
    "(;",
    "done]",
]


def check(records: list[Record]) -> None:
    for record in records:
        assert record.game is not None or record.error is not None
        if record.game is not None:
            assert record.game.end().board().start == record.game.start
            for form in ("pgn", "hivegame"):
                [again] = parse_records(record.game.text(form))
                assert again.error is None
                assert again.game is not None
                assert again.game.mainline_moves() == record.game.mainline_moves()


@LAW
@given(st.one_of(random_texts, corrupted(st.sampled_from(TEXTS))))
def test_corrupted_text(text: str) -> None:
    check(list(parse_records(text)))


@LAW
@given(st.sampled_from(sorted(FILES)), st.integers(0, 2**32 - 1))
def test_damaged_files(name: str, seed: int) -> None:
    """Replace, remove and duplicate bytes, and insert meaningful tokens in the wrong places."""
    rng, data = random.Random(seed), bytearray(FILES[name])
    for _ in range(rng.randint(1, 12)):
        at, length = rng.randrange(len(data) + 1), rng.choice((0, 1, 5, 200))
        part = rng.choice([b"", bytes([rng.randrange(256)]), rng.choice(TOKENS).encode(), bytes(data[:100])])
        data[at : at + length] = part
    check(list(read_records(io.BytesIO(bytes(data)), name=name)))


@LAW
@given(st.binary(max_size=3000))
def test_arbitrary_bytes(data: bytes) -> None:
    check(list(read_records(io.BytesIO(data), name="bytes")))


def test_truncated_files() -> None:
    for name, data in FILES.items():
        for end in range(0, len(data), 97):
            for record in read_records(io.BytesIO(data[:end]), name=name):
                assert record.game is not None or record.error is not None
