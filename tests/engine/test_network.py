"""Engines with another network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skep import Board, SkepError
from skep.engine import Engine, Limit
from skep.engine.weights import FILE, default_network, read_network

GAME = "Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-"


def value(engine: Engine) -> int:
    with engine.analyse(Board.from_game_string(GAME), Limit(nodes=800)) as analyses:
        *_, last = analyses
    return last.score.relative.value


def test_the_shipped_file_changes_nothing() -> None:
    assert value(Engine(table_mb=1, network=FILE)) == value(Engine(table_mb=1))


def test_another_network_judges_and_plays_differently(tmp_path: Path) -> None:
    weights: dict[str, Any] = {**default_network(), "output": -default_network()["output"]}
    np.savez(tmp_path / "other.npz", **weights)
    board = Board.from_game_string(GAME)
    other = Engine(table_mb=1, network=str(tmp_path / "other.npz"))
    assert value(other) != value(Engine(table_mb=1))
    assert value(other) == value(Engine(table_mb=1, network=read_network(tmp_path / "other.npz")))
    levels = {
        Engine(table_mb=1, level=4, seed=1, network=one).play(board, Limit(seconds=1)).move for one in (None, weights)
    }
    assert len(levels) == 2


def test_a_file_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    missing, text, small, wide = (tmp_path / f"{name}.npz" for name in ("missing", "text", "small", "wide"))
    text.write_text("not an archive")
    few_rows: dict[str, Any] = {**default_network(), "rows": default_network()["rows"][:10]}
    np.savez(small, **few_rows)
    wide_bias: dict[str, Any] = {**default_network(), "bias": default_network()["bias"].astype(np.int64)}
    np.savez(wide, **wide_bias)
    for path, reason in ((missing, "not a network"), (text, "not a network"), (small, "shape"), (wide, "int64")):
        with pytest.raises(SkepError, match=reason):
            Engine(network=path)
    text.write_bytes(b"")
    with pytest.raises(SkepError, match="not a network"):
        Engine(network=text)
    for weights, reason in ((few_rows, "shape"), (wide_bias, "int64"), ({}, "its arrays are")):
        with pytest.raises(SkepError, match=reason):
            Engine(network=weights)
