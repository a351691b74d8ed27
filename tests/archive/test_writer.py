"""Adding games: records are stored completely, and duplicates are detected whichever program recorded them."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from hypothesis import given
from sqlalchemy import text

from skep import Board, find_edition
from skep.archive import AddResult, Archive
from skep.errors import SkepError
from skep.game import FORMS, Game, parse_records
from skep.hexes import SYMMETRIES
from tests.archive.helpers import LINE, game_of, image, random_games
from tests.game.fixtures import FOLDER, collection
from tests.game.helpers import LAW, facts
from tests.game.helpers import games as any_games


def tallies(archive: Archive) -> list[tuple[int, ...]]:
    """Return the rows of the tallies table that are not zero."""
    query = "SELECT * FROM archive_tallies WHERE white + draws + black + unfinished > 0 ORDER BY 1, 2, 3, 4"
    return [tuple(row) for row in archive._read(lambda connection: connection.execute(text(query)).all())]


def test_games_are_stored_completely(archive: Archive) -> None:
    for game in collection():
        added = archive.add(game, source="test")
        assert facts(archive.game(added.id)) == facts(game)
        assert archive.game(added.id).edition == game.edition


def test_any_annotated_game_is_stored_completely(tmp_path: Path) -> None:
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:

        @LAW
        @given(any_games())
        def law(game: Game) -> None:
            if not game.variations:
                with pytest.raises(SkepError, match="without moves"):
                    archive.add(game, source="test")
                return
            added = archive.add(game, source="test", source_key=str(archive.count()))
            assert facts(archive.game(added.id)) == facts(game)

        law()


@pytest.mark.parametrize("order", [1, -1])
def test_duplicates_in_different_dialects(archive: Archive, order: int) -> None:
    """Tags and annotations are kept, whether the bare GameString is added first or last."""
    game = collection()[0]
    for form in FORMS[::order]:
        for record in parse_records(game.text(form)):
            assert record.game is not None
            archive.add(record.game, source=form)
    assert archive.count() == 1
    (entry,) = archive.find()
    assert (entry.black, entry.date, entry.event) == ("Børge", "2026-02-03", "a test")
    assert facts(archive.game(entry.id)) == facts(game)


def test_replaced_bare_game_is_no_longer_counted(tmp_path: Path) -> None:
    named, bare = game_of(White="Ann", Date="2025.03.04"), game_of(LINE.replace("Base;;", "Base;WhiteWins;"))
    bare_classic = parse_records(bare.text("uhp"), edition=find_edition("hive-classic"))
    with (
        Archive.open(f"sqlite:///{tmp_path / 'one.sqlite'}") as one,
        Archive.open(f"sqlite:///{tmp_path / 'two.sqlite'}") as two,
    ):
        one.add(named, source="test")
        two.add(next(record.game for record in bare_classic if record.game), source="test")
        assert two.add(named, source="test") == AddResult(1, is_duplicate=True)
        assert tallies(one) == tallies(two)
        assert one.explore(Board("Base")) == two.explore(Board("Base"))
        assert one.add_many([bare, named], source="test") == [AddResult(1, is_duplicate=True)] * 2


def test_bare_game_is_replaced_within_a_batch(archive: Archive) -> None:
    added = archive.add_many([game_of(), game_of(White="Ann"), game_of(White="Bob")], source="test")
    assert added == [
        AddResult(1, is_duplicate=False),
        AddResult(1, is_duplicate=True),
        AddResult(2, is_duplicate=False),
    ]
    assert [entry.white for entry in archive.find()] == ["Bob", "Ann"]
    assert archive.explore(Board("Base")).games == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_rotated_and_mirrored_games_are_duplicates(tmp_path: Path, symmetry: object) -> None:
    game = random_games(9, 1, plies=30)[0]
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        archive.add(game, source="test")
        assert archive.add(image(game, symmetry), source="other").is_duplicate  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("other", "is_duplicate"),
    [
        (game_of(White="ANN", Black="bob", Date="2025-01-02"), True),
        (game_of(White="Ann", Black="Bob", Date="2025.01.02", Event="another event", Edition_="x"), True),
        (game_of(), True),
        (game_of(White="?", Black="?", Date="????.??.??"), True),
        (game_of(White="Ann", Black="Bob", Date="2025.01.03"), False),
        (game_of(White="Ann", Black="Cid", Date="2025.01.02"), False),
        (game_of(White="Bob", Black="Ann", Date="2025.01.02"), False),
        (game_of(f"{LINE};wA1 -wQ", White="Ann", Black="Bob", Date="2025.01.02"), False),
        (game_of(LINE.replace("Base", "Base+M"), White="Ann", Black="Bob", Date="2025.01.02"), False),
    ],
)
def test_which_games_are_duplicates(tmp_path: Path, other: Game, is_duplicate: bool) -> None:
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        archive.add(game_of(White="Ann", Black="Bob", Date="2025.01.02"), source="test")
        assert archive.add(other, source="test").is_duplicate is is_duplicate


def test_source_keys_take_precedence(archive: Archive) -> None:
    first = archive.add(game_of(White="Ann"), source="table", source_key="a")
    assert archive.add(game_of(White="Ann"), source="table", source_key="b").is_duplicate is False
    assert archive.add(game_of(f"{LINE};wA1 -wQ"), source="table", source_key="a") == AddResult(
        first.id, is_duplicate=True
    )
    assert archive.add(game_of(White="Ann"), source="file.pgn").is_duplicate is True
    batch = [game_of(White="Ann"), game_of(White="Ann")]
    assert [one.is_duplicate for one in archive.add_many(batch, source="file.pgn")] == [True, True]


def test_concurrent_threads(archive: Archive) -> None:
    games = random_games(12, 40)
    failures = list[BaseException]()

    def work(seed: int) -> None:
        mine = games.copy()
        random.Random(seed).shuffle(mine)
        try:
            for game in mine[:20]:
                archive.add(game, source="test")
                archive.explore(Board("Base"))
            archive.add_many(mine[20:], source="test")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    texts = {game.text() for game in archive.export()}
    assert len(texts) == archive.count() <= 40
    total = sum(archive.explore(Board(game_type)).games for game_type in ("Base", "Base+MLP"))
    assert total == archive.count()


def test_fixtures_can_be_imported(archive: Archive) -> None:
    report = archive.import_files([FOLDER])
    assert (report.refused, report.added + report.duplicates, report.files) == (0, 24, 7)
    assert archive.count() == report.added
    again = archive.import_files([FOLDER])
    assert (again.added, again.duplicates) == (0, 24)
