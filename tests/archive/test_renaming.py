"""Giving a stored game other names, because a player has deleted their account."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from skep.archive import Archive, Filters
from skep.archive.tables import games, metadata, players
from skep.game import Game
from tests.archive.helpers import random_games


def named(game: Game, white: str) -> Game:
    copy = Game.parse(game.text())
    copy.tags["White"] = white
    return copy


def contents(archive: Archive) -> dict[str, list[tuple[str, ...]]]:
    """Return all rows of all tables, with the names of players instead of their ids, but not when games were added."""
    with archive._reading.connect() as connection:
        names = {row.id: row.name for row in connection.execute(select(players))}
        found = {}
        for table in metadata.sorted_tables:
            rows = [dict(row._mapping) for row in connection.execute(select(table))]
            for row in rows:
                row.pop("added", None)
                if table is games:
                    row |= {side: names.get(row[side], "") for side in ("white", "black")}
                row["player"] = names.get(row.get("player", 0) // 2, "")
                if table.name == "archive_turns":
                    row["white"] = row["black"] = None
                if table is players:
                    row["id"] = 0
            found[table.name] = sorted(tuple(map(str, row.values())) for row in rows)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_renamed_game_is_stored_as_if_it_had_always_had_the_name(
    archive: Archive, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    played = [named(game, "Ann Account") for game in random_games(seed, 4)]
    later = [named(game, "deleted account") for game in played]
    for key, game in enumerate(played):
        assert not archive.add_or_rename(game, source="here", source_key=str(key)).is_duplicate
    for key, game in enumerate(later):
        assert archive.add_or_rename(game, source="here", source_key=str(key)).is_duplicate
    with Archive.open(f"sqlite:///{tmp_path_factory.mktemp('fresh') / 'archive.sqlite'}") as fresh:
        for key, game in enumerate(later):
            fresh.add(game, source="here", source_key=str(key))
        assert contents(archive) == contents(fresh)


def test_games_of_namesakes_keep_their_name(archive: Archive) -> None:
    mine, other = (named(game, "Annabel") for game in random_games(5, 2))
    archive.add(other, source="file")
    archive.add_or_rename(mine, source="here", source_key="1")
    archive.add_or_rename(named(mine, "deleted account"), source="here", source_key="1")
    assert sorted(entry.white for entry in archive.find()) == ["Annabel", "deleted account"]
    assert archive.count(Filters(player="Annabel")) == 1
