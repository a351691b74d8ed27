"""Damaged SQLite files are reported in one line that names the file and says what to do."""

from __future__ import annotations

import asyncio
import pickle
import random
import shutil
from pathlib import Path

import pytest

from skep.archive import Archive
from skep.database.damage import DamagedDatabase, check_undamaged
from skep.database.engines import read_url
from skep.errors import SkepError
from skep.server.run import check
from skep.server.settings import Settings
from skep.server.store import SqlStore
from skep.server.store.records import StoreUnavailable
from tests.archive.helpers import random_games
from tests.cli.helpers import skep
from tests.server.store.helpers import RUNNING, after, move, new_game, opened, with_store

PAGE = 4096
NAMES = ("games.sqlite", "archive.sqlite")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of live games and one of archived games."""
    folder = tmp_path_factory.mktemp("whole")

    async def fill(store: SqlStore) -> None:
        await store.key()
        games = [new_game() for _ in range(60)]
        await asyncio.gather(*(store.create(game, RUNNING) for game in games))
        await asyncio.gather(*(store.append(move(game.id, 1), after(1)) for game in games))

    with_store(f"sqlite:///{folder / 'games.sqlite'}", fill)
    with Archive.open(f"sqlite:///{folder / 'archive.sqlite'}") as archive:
        archive.add_many(random_games(1, 60), source="test")
    return folder


def damage(path: Path, page: int, how: str) -> None:
    """Overwrite a page, counted from 0."""
    size = {"zeros": PAGE, "noise": PAGE, "header": 8}[how]
    data = bytes(size) if how == "zeros" else random.Random(page).randbytes(size)
    with path.open("r+b") as file:
        # The first 100 bytes of the file identify it as a database.
        file.seek(page * PAGE or 100)
        file.write(data[: size - 100] if page == 0 else data)


def pages(path: Path) -> list[int]:
    """Return some pages of a file, the first and last ones included."""
    count = path.stat().st_size // PAGE
    return sorted({0, 1, 2, 3, 5, 8, count // 3, count // 2, count - 2, count - 1})


@pytest.mark.parametrize("how", ["zeros", "noise", "header"])
@pytest.mark.parametrize("name", NAMES)
def test_a_server_reports_a_damaged_file(files: Path, tmp_path: Path, name: str, how: str) -> None:
    errors = dict[int, str]()
    for page in pages(files / name):
        for file in tmp_path.iterdir():
            file.unlink()
        for one in NAMES:
            shutil.copy(files / one, tmp_path / one)
        damage(tmp_path / name, page, how)
        try:
            check(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}"))
        except SkepError as error:
            errors[page] = str(error)
    assert len(errors) >= 8
    for page, text in errors.items():
        assert str(tmp_path / name) in text, page
        assert "\n" not in text, page
        assert ".recover" in text or "cannot keep games" in text, (page, text)


@pytest.mark.parametrize("how", ["noise", *(pytest.param(how, marks=pytest.mark.slow) for how in ("zeros", "header"))])
def test_commands_report_a_damaged_archive(files: Path, tmp_path: Path, how: str) -> None:
    path = tmp_path / "archive.sqlite"
    failed = 0
    for page in pages(files / "archive.sqlite")[::2]:
        for command in (
            ("explore", "Base+MLP"),
            ("export", "--to", "uhp"),
            ("import", "-"),
        ):
            for file in tmp_path.iterdir():
                file.unlink()
            shutil.copy(files / "archive.sqlite", path)
            damage(path, page, how)
            ran = skep(*command, "--database", str(path), stdin="Base;;;wS1;bS1 wS1-\n")
            assert "Traceback" not in ran.err
            if ran.code != 0:
                failed += 1
                assert ran.err.count("\n") == 1, (page, command, ran.err)
                assert str(path) in ran.err, (page, command, ran.err)
    assert failed >= 3


def test_a_whole_file_and_other_files_pass(files: Path, tmp_path: Path) -> None:
    for name in NAMES:
        check_undamaged(read_url(f"sqlite:///{files / name}"))
        check_undamaged(read_url(f"sqlite:///{files / name}"), seconds=-1.0)
    check_undamaged(read_url(f"sqlite:///{tmp_path / 'missing.sqlite'}"))
    check_undamaged(read_url("postgresql://host/name"))
    assert not list(tmp_path.iterdir())


def test_the_error_says_what_to_do() -> None:
    error = DamagedDatabase("games.sqlite", "Tree 5 page 7: btreeInitPage() returns error code 11")
    assert str(error) == (
        "games.sqlite is damaged: Tree 5 page 7: btreeInitPage() returns error code 11. Restore a backup, or rescue "
        "what can be read with: sqlite3 games.sqlite .recover | sqlite3 rescued.sqlite"
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_damage_that_is_found_while_the_server_runs(files: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copy(files / "games.sqlite", path)
    count = path.stat().st_size // PAGE

    async def run() -> None:
        async with opened(f"sqlite:///{path}") as store:
            for page in range(1, count):
                damage(path, page, "noise")
            with pytest.raises(StoreUnavailable, match=r"is damaged: .*\.recover"):
                await store.live()
            with pytest.raises(StoreUnavailable, match=r"is damaged: .*\.recover"):
                await store.create(new_game(), RUNNING)

    asyncio.run(run())
