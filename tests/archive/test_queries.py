"""Listing, counting and exporting games."""

from __future__ import annotations

import random

import pytest

from skep import Board
from skep.archive import Archive, Filters
from skep.archive.dates import parse_date_tag
from skep.errors import GameNotFound
from skep.game import Glyph, Result, ResultCode
from tests.archive.helpers import game_of, matches, random_filters, random_games
from tests.sizes import small_and_large


@small_and_large("number", 60, 120)
def test_filters(archive: Archive, number: int) -> None:
    games = random_games(11, number)
    archive.add_many(games, source="test")
    stored = {entry.id: archive.game(entry.id) for entry in archive.find(limit=1000)}
    texts = {id_: game.text() for id_, game in stored.items()}
    assert len(stored) == archive.count()
    rng = random.Random(3)
    for round_ in range(number):
        filters = random_filters(rng)
        if rng.random() < 0.3:
            filters = Filters(game_type=Board("Base").game_type, player=filters.player, since=filters.since)
        expected = {id_ for id_, game in stored.items() if matches(game, filters)}
        entries = archive.find(filters, limit=1000)
        assert {entry.id for entry in entries} == expected
        assert archive.count(filters) == len(expected)
        if round_ % 10 == 0:
            assert [game.text() for game in archive.export(filters)] == [texts[id_] for id_ in sorted(expected)]
        dates = [(entry.date, entry.id) for entry in entries]
        assert dates == sorted(dates, key=lambda one: (parse_date_tag(one[0]), one[1]), reverse=True)
        assert archive.find(filters, limit=7, offset=5) == entries[5:12]


def test_entry_summarises_the_game(archive: Archive) -> None:
    game = game_of(White="Ann", Date="2025.06.??", Event="a cup")
    game.result = Result(ResultCode.DRAW, "agreement")
    game.end().glyph = Glyph.GOOD
    entry = archive.entry(archive.add(game, source="file.pgn").id)
    assert (entry.white, entry.black, entry.date, entry.event) == ("Ann", "", "2025-06", "a cup")
    assert (entry.result, entry.reason, entry.plies) == (ResultCode.DRAW, "agreement", 4)
    assert (entry.game_type, entry.edition, entry.source) == ("Base", "ultimate-2024", "file.pgn")
    assert entry.reviewed is False
    archive.save_review("r1", "{}", game=entry.id)
    assert archive.entry(entry.id).reviewed is True
    for lookup in (archive.entry, archive.game):
        with pytest.raises(GameNotFound, match="there is no game"):
            lookup(99)
