"""Games go in whole and come out whole; the same game is known again, whoever recorded it."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from skep import Board, find_edition
from skep.archive import Added, Archive, Filters
from skep.archive.dates import date_of, shown_date
from skep.errors import SkepError
from skep.game import FORMS, Game, Glyph, Result, ResultCode, parse_records
from skep.hexes import SYMMETRIES
from tests.archive.helpers import fits, image, some_filters, some_games
from tests.game.fixtures import FOLDER, collection
from tests.game.helpers import LAW, facts
from tests.game.helpers import games as any_games

LINE = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def game_of(line: str = LINE, **tags: str) -> Game:
    game = Game.parse(line)
    game.tags.update(tags)
    return game


def tallies(archive: Archive) -> list[tuple[int, ...]]:
    """What is counted of the opening, without empty rows."""
    asked = "SELECT * FROM archive_tallies WHERE white + draws + black + unfinished > 0 ORDER BY 1, 2, 3, 4"
    return [tuple(row) for row in archive._read(lambda connection: connection.execute(text(asked)).all())]


def test_a_game_comes_out_as_it_went_in(archive: Archive) -> None:
    for game in collection():
        added = archive.add(game, source="test")
        assert facts(archive.game(added.id)) == facts(game)
        assert archive.game(added.id).edition == game.edition


def test_whatever_a_game_holds_comes_back(tmp_path: Path) -> None:
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
def test_the_same_game_in_every_dialect_is_one(archive: Archive, order: int) -> None:
    """Bare GameStrings first or last: what is known beside the moves stays."""
    game = collection()[0]
    for form in FORMS[::order]:
        for record in parse_records(game.text(form)):
            assert record.game is not None
            archive.add(record.game, source=form)
    assert archive.count() == 1
    (entry,) = archive.find()
    assert (entry.black, entry.date, entry.event) == ("Børge", "2026-02-03", "a test")
    assert facts(archive.game(entry.id)) == facts(game)


def test_a_bare_game_that_gave_way_is_counted_no_more(tmp_path: Path) -> None:
    named, bare = game_of(White="Ann", Date="2025.03.04"), game_of(LINE.replace("Base;;", "Base;WhiteWins;"))
    bare_classic = parse_records(bare.text("uhp"), edition=find_edition("hive-classic"))
    with (
        Archive.open(f"sqlite:///{tmp_path / 'one.sqlite'}") as one,
        Archive.open(f"sqlite:///{tmp_path / 'two.sqlite'}") as two,
    ):
        one.add(named, source="test")
        two.add(next(record.game for record in bare_classic if record.game), source="test")
        assert two.add(named, source="test") == Added(1, known=True)
        assert tallies(one) == tallies(two)
        assert one.explore(Board("Base")) == two.explore(Board("Base"))
        assert one.add_many([bare, named], source="test") == [Added(1, known=True)] * 2


def test_a_bare_game_gives_way_within_a_batch(archive: Archive) -> None:
    added = archive.add_many([game_of(), game_of(White="Ann"), game_of(White="Bob")], source="test")
    assert added == [Added(1, known=False), Added(1, known=True), Added(2, known=False)]
    assert [entry.white for entry in archive.find()] == ["Bob", "Ann"]
    assert archive.explore(Board("Base")).games == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_a_turned_copy_is_the_same_game(tmp_path: Path, symmetry: object) -> None:
    game = some_games(9, 1, plies=30)[0]
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        archive.add(game, source="test")
        assert archive.add(image(game, symmetry), source="other").known  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("other", "known"),
    [
        (game_of(White="ANN", Black="bob", Date="2025-01-02"), True),
        (game_of(White="Ann", Black="Bob", Date="2025.01.02", Event="said differently", Edition_="x"), True),
        (game_of(), True),
        (game_of(White="?", Black="?", Date="????.??.??"), True),
        (game_of(White="Ann", Black="Bob", Date="2025.01.03"), False),
        (game_of(White="Ann", Black="Cid", Date="2025.01.02"), False),
        (game_of(White="Bob", Black="Ann", Date="2025.01.02"), False),
        (game_of(f"{LINE};wA1 -wQ", White="Ann", Black="Bob", Date="2025.01.02"), False),
        (game_of(LINE.replace("Base", "Base+M"), White="Ann", Black="Bob", Date="2025.01.02"), False),
    ],
)
def test_what_is_the_same_game(tmp_path: Path, other: Game, known: bool) -> None:
    with Archive.open(f"sqlite:///{tmp_path / 'archive.sqlite'}") as archive:
        archive.add(game_of(White="Ann", Black="Bob", Date="2025.01.02"), source="test")
        assert archive.add(other, source="test").known is known


def test_a_source_knows_its_own_games(archive: Archive) -> None:
    first = archive.add(game_of(White="Ann"), source="table", source_key="a")
    assert archive.add(game_of(White="Ann"), source="table", source_key="b").known is False
    assert archive.add(game_of(f"{LINE};wA1 -wQ"), source="table", source_key="a") == Added(first.id, known=True)
    assert archive.add(game_of(White="Ann"), source="file.pgn").known is True
    batch = [game_of(White="Ann"), game_of(White="Ann")]
    assert [one.known for one in archive.add_many(batch, source="file.pgn")] == [True, True]


def test_lists_hold_what_the_filters_say(archive: Archive) -> None:
    games = some_games(11, 120)
    archive.add_many(games, source="test")
    kept = {entry.id: archive.game(entry.id) for entry in archive.find(limit=1000)}
    texts = {id_: game.text() for id_, game in kept.items()}
    assert len(kept) == archive.count()
    rng = random.Random(3)
    for turn in range(120):
        filters = some_filters(rng)
        if rng.random() < 0.3:
            filters = Filters(game_type=Board("Base").game_type, player=filters.player, since=filters.since)
        wanted = {id_ for id_, game in kept.items() if fits(game, filters)}
        found = archive.find(filters, limit=1000)
        assert {entry.id for entry in found} == wanted
        assert archive.count(filters) == len(wanted)
        if turn % 10 == 0:
            assert [game.text() for game in archive.export(filters)] == [texts[id_] for id_ in sorted(wanted)]
        dates = [(entry.date, entry.id) for entry in found]
        assert dates == sorted(dates, key=lambda one: (date_of(one[0]), one[1]), reverse=True)
        assert archive.find(filters, limit=7, offset=5) == found[5:12]


def test_an_entry_tells_the_game(archive: Archive) -> None:
    game = game_of(White="Ann", Date="2025.06.??", Event="a cup")
    game.result = Result(ResultCode.DRAW, "agreement")
    game.end().glyph = Glyph.GOOD
    entry = archive.entry(archive.add(game, source="file.pgn").id)
    assert (entry.white, entry.black, entry.date, entry.event) == ("Ann", "", "2025-06", "a cup")
    assert (entry.result, entry.reason, entry.plies) == (ResultCode.DRAW, "agreement", 4)
    assert (entry.game_type, entry.edition, entry.source) == ("Base", "ultimate-2024", "file.pgn")
    assert entry.reviewed is False
    archive.keep_review("r1", "{}", game=entry.id)
    assert archive.entry(entry.id).reviewed is True
    for ask in (archive.entry, archive.game):
        with pytest.raises(KeyError):
            ask(99)


def test_reviews_and_studies_are_kept(archive: Archive) -> None:
    archive.keep_study("s-1", '{"a": "é"}')
    archive.keep_study("s-1", '{"a": 2}')
    archive.keep_review("r_1", "[]")
    assert (archive.study("s-1"), archive.review("r_1")) == ('{"a": 2}', "[]")
    assert (archive.study("r_1"), archive.review("s-1")) == (None, None)
    for id_, said, why in (("no good", "", "not an id"), ("x", "x" * 4_000_001, "at most"), ("x", "\0", "character 0")):
        with pytest.raises(SkepError, match=why):
            archive.keep_study(id_, said)


def test_many_threads_may_add_at_once(archive: Archive) -> None:
    games = some_games(12, 40)
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
    once = {(game.text()) for game in archive.export()}
    assert len(once) == archive.count() <= 40
    total = sum(archive.explore(Board(game_type)).games for game_type in ("Base", "Base+MLP"))
    assert total == archive.count()


@given(st.text(max_size=20))
def test_any_date_is_read(tag: str) -> None:
    date = date_of(tag)
    assert date_of(shown_date(date)) == date


def test_every_record_of_the_fixtures_goes_in(archive: Archive) -> None:
    report = archive.import_files([FOLDER])
    assert (report.refused, report.added + report.known, report.files) == (0, 24, 7)
    assert archive.count() == report.added
    again = archive.import_files([FOLDER])
    assert (again.added, again.known) == (0, 24)
