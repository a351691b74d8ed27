"""Every parser returns a value or raises SkepError, and does so quickly."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.editions import GAME_TYPES, GameType, find_edition
from skep.errors import NotationError, SkepError
from skep.notation.diagram import parse_diagram
from skep.notation.position import parse_position
from skep.notation.uhp import GameString, parse_move
from skep.pieces import PIECES, Piece
from skep.position import Position

from .strategies import LAW, corrupted, random_texts

HIVE: Position = parse_position("0,0:wS1bQ^wB1/wQ")


def move(text: str) -> object:
    return parse_move(text, HIVE)


PARSERS: dict[str, Callable[[str], object]] = {
    "piece": Piece.parse,
    "game type": GameType.parse,
    "edition": find_edition,
    "move": move,
    "GameString": GameString.parse,
    "position": parse_position,
    "diagram": parse_diagram,
}
GAME = r"Base+MLP;InProgress;White[4];wS1;bG1 -wS1;wA1 wS1/;bB1 \bG1;wQ wS1\;bQ /bG1"

written = st.sampled_from([GAME, "wA1 -bQ", r"wB1 bQ\ ", "pass", "wA1 .", "Base+PLM", "ultimate-2024", "wM1"])


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS.keys())
@LAW
@given(text=st.one_of(random_texts, corrupted(written)))
def test_returns_a_value_or_raises_skep_error(parse: Callable[[str], object], text: str) -> None:
    try:
        value = parse(text)
    except SkepError:
        return
    assert value is not None


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("letter", ["w", " ", ";", "-", "\n", "é"])
def test_a_megabyte_is_rejected_immediately(name: str, letter: str) -> None:
    started = time.process_time()
    with pytest.raises(NotationError) as caught:
        PARSERS[name](letter * 1_000_000)
    assert time.process_time() - started < 0.2
    assert len(str(caught.value)) < 1000


@LAW
@given(st.sampled_from(PIECES))
def test_pieces_round_trip(piece: Piece) -> None:
    assert Piece.parse(str(piece)) == piece
    assert Piece.parse(str(piece).swapcase()) == piece


@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_game_types_round_trip(game_type: GameType) -> None:
    assert GameType.parse(str(game_type)) == game_type


@LAW
@given(corrupted(st.just(GAME)))
def test_game_strings_are_written_canonically(text: str) -> None:
    try:
        game = GameString.parse(text)
    except SkepError:
        return
    assert GameString.parse(str(game)) == game
