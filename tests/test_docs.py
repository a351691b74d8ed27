"""The documents are correct: the commands of the README run, pictures are up to date, and links work."""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]
ILLEGAL = 1
"""The exit status of ``skep explain`` for an illegal move."""
BROWSER_KEYS = {"skep.school", "skep.puzzles", "skep.puzzle-stock", "skep.puzzle-history"}
"""Keys of the browser's local storage, which look like names of modules."""


def test_the_readme_starts_with_a_picture_and_the_commands() -> None:
    assert COMMANDS[:3] == ["pip install .", "make play", "make test"]
    assert README.index("![") < README.index("pip install") < README.index("make play") < 800


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 110


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_readme_run(command: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(tmp_path),
    }
    shutil.copy(ROOT / "tests" / "data" / "records" / "person.sgf", tmp_path / "games.sgf")
    words = shlex.split(command)
    if words == ["make", "test"]:
        words.insert(1, "--dry-run")  # because it runs this test
    if words[0] == "pip":
        words[2:] = ["--dry-run", "--no-deps", "--no-index", "--no-build-isolation", str(ROOT)]
    if words[0] == "make":
        words[1:1] = ["--directory", str(ROOT)]
    if words[-1] == "play" or words[:2] == ["skep", "serve"]:
        check_server(words, {**environment, "SKEP_DATA_DIR": str(tmp_path), "BROWSER": "true"})
        return
    if words[:2] in (["skep", "explore"], ["skep", "export"]):
        importing = ["skep", "import", "games.sgf"]
        subprocess.run(importing, cwd=tmp_path, env=environment, capture_output=True, check=True)
    done = subprocess.run(
        words, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == (ILLEGAL if words[:2] == ["skep", "explain"] else 0), done.stderr
    assert "Traceback" not in done.stderr


def check_server(words: list[str], environment: dict[str, str]) -> None:
    """Check that a command prints its address, serves the page there and ends when it is interrupted."""
    process = subprocess.Popen(
        words,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    output = ""
    try:
        for line in process.stdout:
            output += line
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                with urllib.request.urlopen(address[0], timeout=60) as response:
                    assert b"<title>skep" in response.read()
                break
        os.killpg(process.pid, signal.SIGINT)
        output += process.communicate(timeout=60)[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert address, output
    assert "Traceback" not in output


def test_pictures_are_up_to_date() -> None:
    script = ROOT / "docs" / "pictures" / "draw.py"
    spec = importlib.util.spec_from_file_location("draw", script)
    assert spec is not None
    assert spec.loader is not None
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    for name, svg in draw.pictures().items():
        assert (script.parent / name).read_text() == svg, f"{name}: run docs/pictures/draw.py"


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]


def named(pattern: str) -> set[tuple[Path, str]]:
    """Return what matches a pattern in the documents, with the page."""
    found = {(page, match) for page in PAGES for match in re.findall(pattern, page.read_text(encoding="utf-8"))}
    assert found
    return found


def test_links_point_to_files() -> None:
    links = named(r"\]\((?!https?:)([^)#]+)")
    assert [(page, target) for page, target in links if not (page.parent / target).exists()] == []


def test_source_files_that_are_named_exist() -> None:
    """A path is relative to the repository or, as in the architecture, to a package."""
    bases = [ROOT, ROOT / "src" / "skep", ROOT / "src" / "skep" / "server"]
    files = named(r"`([\w./-]+/[\w./-]*\.(?:py|ts|svelte|toml|npz))`")
    assert [(page, path) for page, path in files if not any((base / path).is_file() for base in bases)] == []


def test_modules_that_are_named_exist() -> None:
    for page, name in named(r"`(skep(?:\.[\w-]+)+)"):
        # these two need PyTorch, which the tests do not install
        needs_more = any(name.startswith(f"skep.lab.{module}") for module in ("torch_data", "baseline"))
        if not needs_more or importlib.util.find_spec("torch"):
            assert name in BROWSER_KEYS or pkgutil.resolve_name(name) is not None, page


def test_every_screenshot_is_shown_in_a_document() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in documents for name in re.findall(r"screens/([\w-]+\.jpg)", page.read_text("utf-8"))}
    assert shown == {path.name for path in (ROOT / "docs" / "screens").iterdir()}


def test_every_page_is_in_the_table_of_contents() -> None:
    docs = ROOT / "docs"
    listed = {"index"}
    for index in docs.rglob("index.*"):
        for tree in re.findall(r"toctree.*?\n\n(.*?)(?:```|\Z)", index.read_text(encoding="utf-8"), re.DOTALL):
            listed |= {(index.parent / name).relative_to(docs).as_posix() for name in tree.split()}
    assert listed == {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.[mr][ds]*")}
