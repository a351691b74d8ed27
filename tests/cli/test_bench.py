"""``skep bench``."""

from __future__ import annotations

import re

from skep import GAME_TYPES
from skep.cli.bench import bench_positions
from tests.cli.helpers import skep


def test_the_signature_is_the_sum_of_all_nodes() -> None:
    ran = skep("bench", "--depth", "4")
    assert (ran.code, ran.err) == (0, "")
    header, *rows, total, signature = ran.lines
    assert header.split()[:3] == ["game", "type", "turn"]
    nodes = [int(row.split()[2].replace(",", "")) for row in rows]
    assert len(rows) == len(bench_positions())
    assert total.split()[:2] == ["all", f"{sum(nodes):,}"]
    assert signature == f"signature: {sum(nodes)}"


def test_the_signature_is_the_same_every_time() -> None:
    first, second = (skep("bench", "--depth", "5").lines[-1] for _ in range(2))
    assert re.fullmatch(r"signature: \d+", first)
    assert first == second


def test_the_positions_cover_every_game_type() -> None:
    boards = bench_positions()
    assert {board.game_type for board in boards} == set(GAME_TYPES)
    assert not any(board.is_game_over() for board in boards)
