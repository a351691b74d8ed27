"""Files that survive a crash."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from skep.durable_files import append_durably, read_complete_lines, replace_file


def test_replace_file_writes_the_text_and_the_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    replace_file(path, "old\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    replace_file(path, "½ new\n", mode=0o644)
    assert path.read_text("utf-8") == "½ new\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_failed_replacement_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.json"
    replace_file(path, "old\n")

    def fail(_handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        replace_file(path, "new\n")
    assert [file.name for file in tmp_path.iterdir()] == ["file.json"]
    assert path.read_text() == "old\n"


def test_an_incomplete_last_line_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert read_complete_lines(path) == []
    append_durably(path, "one\n")
    append_durably(path, "two\nthr")
    assert read_complete_lines(path) == [b"one", b"two"]
    append_durably(path, "three\n")
    assert read_complete_lines(path) == [b"one", b"two", b"three"]
