"""The folder of compiled code: its name, where it is, and when it is refused."""

from __future__ import annotations

import ast
import os
import stat
import tempfile
from pathlib import Path

import llvmlite
import numba
import numpy as np
import pytest

import skep
from skep.kernel import cache
from skep.kernel.cache import find_folder, fingerprint, sources

PACKAGE = Path(skep.__file__).parent
NOT_COMPILED = {"state.py", "decoding.py", "cuda_jit.py"}
"""Modules of the kernel without functions compiled for the processor. Compiled modules do not import them."""
OTHER_USER = 65534


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder, next to an empty folder for temporary files."""
    folder, temporary = tmp_path / "cache", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("SKEP_CACHE_DIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return folder


def pretend_owner(monkeypatch: pytest.MonkeyPatch, owned: Path, user: int) -> None:
    """Let a folder seem to belong to another user, because only root can really give it away."""

    def with_owner(self: Path, status: os.stat_result) -> os.stat_result:
        return os.stat_result((*status[:4], user, *status[5:])) if self == owned else status

    plain_stat, plain_lstat = Path.stat, Path.lstat
    monkeypatch.setattr(Path, "stat", lambda self, **options: with_owner(self, plain_stat(self, **options)))
    monkeypatch.setattr(Path, "lstat", lambda self: with_owner(self, plain_lstat(self)))


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def imported_modules(source: Path) -> set[Path]:
    """Return the modules of skep outside the kernel that a module imports."""
    names = {node.module for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.ImportFrom)}
    files = {PACKAGE / f"{name.split('.')[1]}.py" for name in names if name and name.startswith("skep.")}
    return {file for file in files if file.exists()}


def test_the_sources_include_every_module_whose_values_are_compiled() -> None:
    needed = {path for path in (PACKAGE / "kernel").glob("*.py") if path.name not in NOT_COMPILED}
    exceptions = {PACKAGE / "errors.py"}  # which compiled code does not raise
    while more := {module for path in needed for module in imported_modules(path)} - needed - exceptions:
        needed |= more
    assert PACKAGE / "hexes.py" in needed
    assert needed <= set(sources())


@pytest.mark.parametrize("library", [np, numba, llvmlite])
def test_the_name_depends_on_the_version_of_each_library(library: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(checked=False)
    assert before == fingerprint(checked=False)
    monkeypatch.setattr(library, "__version__", "0.0.1")
    assert fingerprint(checked=False) != before


def test_the_name_depends_on_the_sources_and_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fingerprint(checked=True) != fingerprint(checked=False)
    before, files = fingerprint(checked=False), sources()
    changed = tmp_path / "hexes.py"
    changed.write_text((PACKAGE / "hexes.py").read_text() + "\n")
    monkeypatch.setattr(
        cache, "sources", lambda _extra: [changed if file.name == "hexes.py" else file for file in files]
    )
    assert fingerprint(checked=False) != before


def test_a_new_folder_is_created_and_only_its_owner_can_change_it(root: Path) -> None:
    previous = os.umask(0)
    try:
        found = find_folder("build")
    finally:
        os.umask(previous)
    assert (found.path, found.problem, found.is_complete) == (root / "kernel" / "build", "", False)
    assert permissions(found.path) == 0o755


def test_a_cache_folder_of_another_user_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find_folder("build")
    pretend_owner(monkeypatch, root / "kernel" / "build", OTHER_USER)
    found = find_folder("build")
    assert found.path.parent == Path(tempfile.gettempdir()) / f"skep-{os.getuid()}"
    assert found.problem == f"{root / 'kernel' / 'build'} belongs to another user"


def test_a_cache_folder_of_root_is_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image is built by root and run by another user."""
    find_folder("build").mark_used()
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    for path in (root, root / "kernel", root / "kernel" / "build"):
        pretend_owner(monkeypatch, path, 0)
    found = find_folder("build")
    assert (found.path, found.is_complete) == (root / "kernel" / "build", True)


def test_a_cache_folder_that_everyone_can_change_is_refused(root: Path) -> None:
    root.mkdir()
    root.chmod(0o777)
    found = find_folder("build")
    assert found.path.is_relative_to(tempfile.gettempdir())
    assert found.problem == f"{root} can be changed by other users"


def test_the_temporary_folder_is_private_and_the_same_for_each_process(root: Path) -> None:
    root.write_text("not a folder")
    first, second = find_folder("build"), find_folder("build")
    assert first.path == second.path
    assert permissions(first.path.parent) == 0o700
    assert first.problem.endswith(("Not a directory", "File exists"))


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_planted_temporary_folder_that_others_can_change_is_refused(root: Path, mode: int) -> None:
    root.write_text("not a folder")
    planted = Path(tempfile.gettempdir()) / f"skep-{os.getuid()}"
    planted.mkdir()
    planted.chmod(mode)
    assert_fresh(find_folder("build").path, planted)


def test_a_planted_temporary_folder_of_another_user_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root.write_text("not a folder")
    planted = Path(tempfile.gettempdir()) / f"skep-{os.getuid()}"
    planted.mkdir(mode=0o700)
    pretend_owner(monkeypatch, planted, OTHER_USER)
    assert_fresh(find_folder("build").path, planted)


def test_a_planted_link_is_refused(root: Path, tmp_path: Path) -> None:
    root.write_text("not a folder")
    target = tmp_path / "elsewhere"
    target.mkdir(mode=0o700)
    planted = Path(tempfile.gettempdir()) / f"skep-{os.getuid()}"
    planted.symlink_to(target)
    assert_fresh(find_folder("build").path, planted)


def assert_fresh(found: Path, planted: Path) -> None:
    """Check that a new private folder is used instead of one that someone planted."""
    assert found.parent != planted
    assert found.parent.parent == planted.parent
    assert permissions(found.parent) == 0o700
    assert list(found.parent.iterdir()) == []


def test_systems_without_user_ids_are_supported(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no os.getuid."""
    monkeypatch.delattr(os, "getuid")
    assert find_folder("build").path == root / "kernel" / "build"
    (root / "kernel" / "build").rmdir()
    (root / "kernel").rmdir()
    root.rmdir()
    root.write_text("not a folder")
    assert find_folder("build").path == Path(tempfile.gettempdir()) / "skep" / "build"


def test_old_builds_are_removed(root: Path) -> None:
    old, recent, current = (find_folder(name) for name in ("old", "recent", "current"))
    for folder in (old, recent, current):
        folder.mark_used()
    for folder in (old, current):
        os.utime(folder.path / "complete", (0, 0))
    current.remove_old_builds()
    assert sorted(path.name for path in (root / "kernel").iterdir()) == ["current", "recent"]
