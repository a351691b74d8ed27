"""Writing a game and reading it back loses nothing, in any dialect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.game import Game, ResultCode, parse_records, write_game
from skep.notation.dialects import FORMS, Form
from tests.game.helpers import LAW, facts, games
from tests.sizes import first_and_all

PGN: tuple[Form, ...] = ("pgn", "mzinga", "hivegame")


def read(text: str) -> Game:
    [record] = parse_records(text)
    assert record.error is None
    assert record.game is not None
    return record.game


@pytest.mark.parametrize("form", PGN)
@LAW
@given(game=games())
def test_pgn_round_trip(form: Form, game: Game) -> None:
    text = write_game(game, form)
    again = read(text)
    assert write_game(again, form) == text
    assert facts(again) == facts(game)
    assert not again.remarks
    assert not again.edition_found


@LAW
@given(game=games(set_up=False))
def test_game_string_round_trip_preserves_moves_and_result(game: Game) -> None:
    [record] = parse_records(write_game(game, "uhp"), edition=game.edition)
    assert record.game is not None
    assert record.error is None
    assert record.game.mainline_moves() == game.mainline_moves()
    assert record.game.result.code is game.result.code


@first_and_all("form", *FORMS)
@LAW
@given(collection=st.lists(games(plies=8, set_up=False), min_size=2, max_size=4))
def test_collection_round_trip(form: Form, collection: list[Game]) -> None:
    text = "".join(write_game(game, form) for game in collection)
    records = list(parse_records(text))
    assert [record.number for record in records] == list(range(1, len(collection) + 1))
    moves = [record.game.mainline_moves() if record.game else None for record in records]
    assert moves == [game.mainline_moves() for game in collection]


@LAW
@given(game=games())
def test_each_line_suits_line_based_readers(game: Game) -> None:
    """Mzinga expects one tag, comment, result or move per line; hivegame.com, no comment that begins with a digit."""
    for form in PGN:
        for text in write_game(game, form).split("\n"):
            if text.startswith("{"):
                assert text.endswith("}")
                assert "[" in text or not any(character.isdigit() for character in text.split()[0])
            elif text and not text.startswith("["):
                number, _, move = text.partition(". ")
                assert text in {code.value for code in ResultCode} or (number.isdigit() and move)
