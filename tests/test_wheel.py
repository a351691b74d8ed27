"""The wheel works in a new environment: from any folder, with an unwritable home and a read-only cache."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from skep.server.http.pages import PAGE
from tests.services import missing

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "tests" / "data" / "records"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without the network."""
    if not (PAGE / "index.html").exists():
        missing("the page (make page)")
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(ROOT)], dict(os.environ))
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with the wheel; its dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    (packages,) = folder.glob("lib/python*/site-packages")
    shared = [entry for entry in sys.path if entry.endswith("site-packages")]
    (packages / "shared.pth").write_text("\n".join(shared), encoding="utf-8")
    options = ["--no-deps", "--no-index", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(wheel)], environment())
    return folder / "bin"


@pytest.fixture(scope="module")
def cache(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete cache, read-only unless root runs the tests."""
    folder = tmp_path_factory.mktemp("compiled") / "cache"
    run([str(programs / "skep"), "compile"], environment(SKEP_CACHE_DIR=str(folder)))
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    return folder


def environment(**variables: str) -> dict[str, str]:
    """Return an environment without this one's packages and folders, and with a home that not even root can create."""
    hidden = re.compile(r"PYTHON|XDG_|SKEP_|NUMBA_|VIRTUAL_ENV")
    inherited = {name: value for name, value in os.environ.items() if not hidden.match(name)}
    return {**inherited, "HOME": f"{os.devnull}/home", **variables}


def run(
    command: list[str], variables: dict[str, str], *, folder: Path | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command that has to succeed."""
    done = subprocess.run(
        command, env=variables, cwd=folder, input=text, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done


def digests(folder: Path) -> dict[str, str]:
    """Return the files of a folder with their contents."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_the_wheel_has_the_page_the_types_and_the_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"skep/py.typed", "skep/server/page/index.html", "skep/render/icons.json"} <= set(names)
    assert {name.partition("licenses/")[2] for name in names if "/licenses/" in name} == {
        "LICENSE",
        "LICENSES/fonts.txt",
        "LICENSES/game-icons.txt",
        "LICENSES/zxcvbn.txt",
    }
    assert {name.split("/")[0] for name in names} == {"skep", wheel.name.split("-py3")[0] + ".dist-info"}


def test_the_wheel_has_the_documentation_if_it_was_built(wheel: Path) -> None:
    built = (ROOT / "src" / "skep" / "server" / "docs_site" / "index.html").exists()
    assert ("skep/server/docs_site/index.html" in zipfile.ZipFile(wheel).namelist()) == built


def test_the_installed_package_is_used(programs: Path, tmp_path: Path) -> None:
    done = run([str(programs / "python"), "-c", "import skep; print(skep.__file__)"], environment(), folder=tmp_path)
    assert Path(done.stdout.strip()).is_relative_to(programs.parent)


def test_it_plays_analyses_and_converts_without_compiling(programs: Path, cache: Path, tmp_path: Path) -> None:
    before = digests(cache)
    assert before
    shutil.copy(RECORDS / "person.sgf", tmp_path / "games.sgf")
    commands = {
        "uhp": "newgame Base+MLP\nbestmove depth 2\nexit\n",
        "play --terminal Base --edition ultimate-2024 --white Ann --black Bob": "wS1\nbS1 wS1-\nquit\n",
        "analyse Base+MLP --nodes 500": "",
        "convert games.sgf --to mzinga --out games.pgn": "",
    }
    for command, text in commands.items():
        done = run(
            [str(programs / "skep"), *command.split()],
            environment(SKEP_CACHE_DIR=str(cache)),
            folder=tmp_path,
            text=text,
        )
        assert "compiling" not in done.stderr, command
    assert (tmp_path / "games.pgn").stat().st_size > 100
    assert digests(cache) == before
