"""Undoing an import removes exactly the games that it added, and all that was computed from them."""

from __future__ import annotations

import io
from typing import Any

from sqlalchemy import select

from skep import Board
from skep.archive import STARTER_IMPORT, Archive, Filters, Origin, Report
from skep.archive.tables import digests, metadata, players
from skep.game import Game
from tests.archive.helpers import game_of, random_games


def import_games(archive: Archive, games: list[Game], report: Report | None = None) -> Report:
    """Import games as a PGN file."""
    file = io.BytesIO("".join(game.text() for game in games).encode())
    return archive.import_file(file, name="games.pgn", report=report)


def contents(archive: Archive) -> dict[str, list[Any]]:
    """Return all rows of all tables, except the players, who stay."""
    kept = [table for table in metadata.sorted_tables if table is not players]
    with archive._reading.connect() as connection:
        return {table.name: sorted(map(tuple, connection.execute(select(table)))) for table in kept}


def test_undoing_an_import_restores_the_database(archive: Archive) -> None:
    games = random_games(7, 12)
    import_games(archive, games[:6])
    before = contents(archive)
    report = import_games(archive, games[3:])
    assert report.added > 0
    assert report.duplicates > 0
    assert archive.undo_import(report.import_id) == report.added
    after = contents(archive)
    # the hashes of known games are written again when they are imported again, with the same content
    assert after == before
    assert archive.undo_import(report.import_id) == 0


def test_games_that_were_known_stay_and_every_import_has_its_own_id(archive: Archive) -> None:
    first = import_games(archive, random_games(8, 4))
    again = import_games(archive, random_games(8, 4))
    assert first.import_id != again.import_id
    assert archive.undo_import(again.import_id) == 0
    assert archive.count() == first.added
    assert archive.undo_import("nonsense") == 0
    assert archive.undo_import(first.import_id) == first.added
    assert archive.count() == 0
    assert archive.explore(Board("Base")).moves == ()
    assert import_games(archive, random_games(8, 4)).added == first.added


def test_several_files_can_be_one_import(archive: Archive) -> None:
    report = import_games(archive, [game_of(White="Ann")])
    added_on_the_server = archive.add(game_of(White="Bob"), source="table")
    report = import_games(archive, [game_of(White="Zoë")], report)
    assert report.added == 2
    assert archive.undo_import(report.import_id) == 2
    assert [entry.id for entry in archive.find()] == [added_on_the_server.id]


def test_a_game_that_replaces_a_bare_record_belongs_to_the_import_of_the_record(archive: Archive) -> None:
    bare = import_games(archive, [game_of()])
    named = import_games(archive, [game_of(White="Ann", Date="2026.11.15")])
    assert (named.added, named.duplicates) == (0, 1)
    assert archive.undo_import(named.import_id) == 0
    assert [entry.white for entry in archive.find()] == ["Ann"]
    assert archive.undo_import(bare.import_id) == 1
    assert archive.count() == 0


def test_a_review_does_not_pass_to_the_next_game_with_the_id(archive: Archive) -> None:
    report = import_games(archive, [game_of(White="Ann")])
    archive.save_review("review", "{}", game=report.games[0])
    archive.undo_import(report.import_id)
    other = archive.add(game_of(White="Bob"), source="test")
    assert other.id == report.games[0]
    assert not archive.entry(other.id).reviewed
    assert archive.review("review") == "{}"


def test_more_games_than_fit_into_one_transaction(archive: Archive, monkeypatch: Any) -> None:
    monkeypatch.setattr("skep.archive.archive._UNDO_GAMES", 2)
    report = import_games(archive, random_games(9, 7))
    assert archive.undo_import(report.import_id) == report.added
    assert archive.count() == 0
    with archive._reading.connect() as connection:
        assert connection.execute(select(digests)).all() == []


def test_the_starter_set_has_a_source_and_can_be_removed(archive: Archive, monkeypatch: Any) -> None:
    archive.add(game_of(White="Ann"), source="table")
    archive.add(game_of(White="Bob"), source="games.pgn")
    text = "".join(game.text() for game in random_games(10, 3))
    monkeypatch.setattr("skep.archive.archive.open_starter_set", lambda: io.BytesIO(text.encode()))
    report = archive.add_starter_set()
    assert report.import_id == STARTER_IMPORT
    assert archive.add_starter_set().added == 0
    counts = {origin: archive.count(Filters(origin=origin)) for origin in Origin}
    assert counts == {Origin.PLAYED: 1, Origin.IMPORTED: 1, Origin.STARTER: report.added}
    assert archive.undo_import(STARTER_IMPORT) == report.added
    assert archive.count() == 2
