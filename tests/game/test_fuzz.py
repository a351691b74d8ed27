"""No file, however damaged, brings anything but games and errors; and what is read is legal."""

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
SIGNS = [
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


def sound(records: list[Record]) -> None:
    for record in records:
        assert record.game is not None or record.error is not None
        if record.game is not None:
            board = record.game.start
            assert record.game.end().board().start == board
            for form in ("pgn", "hivegame"):
                [again] = parse_records(record.game.text(form))
                assert again.error is None
                assert again.game is not None
                assert again.game.mainline_moves() == record.game.mainline_moves()


@LAW
@given(st.one_of(random_texts, corrupted(st.sampled_from(TEXTS))))
def test_smudged_text(text: str) -> None:
    sound(list(parse_records(text)))


@LAW
@given(st.sampled_from(sorted(FILES)), st.integers(0, 2**32 - 1))
def test_damaged_files(name: str, seed: int) -> None:
    """Bytes changed, cut out, doubled; signs that mean something put where they do not belong."""
    chance, data = random.Random(seed), bytearray(FILES[name])
    for _ in range(chance.randint(1, 12)):
        at, length = chance.randrange(len(data) + 1), chance.choice((0, 1, 5, 200))
        part = chance.choice([b"", bytes([chance.randrange(256)]), chance.choice(SIGNS).encode(), bytes(data[:100])])
        data[at : at + length] = part
    sound(list(read_records(io.BytesIO(bytes(data)), name=name)))


@LAW
@given(st.binary(max_size=3000))
def test_any_bytes(data: bytes) -> None:
    sound(list(read_records(io.BytesIO(data), name="bytes")))


def test_every_beginning_of_a_file() -> None:
    for name, data in FILES.items():
        for end in range(0, len(data), 97):
            for record in read_records(io.BytesIO(data[:end]), name=name):
                assert record.game is not None or record.error is not None
