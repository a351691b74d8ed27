"""The folder of the user's games and databases."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from skep.errors import SkepError

__all__ = ["data_folder", "sqlite_url"]


def data_folder() -> Path:
    """Return the data folder: ``SKEP_DATA_DIR``, or the system's folder for user data."""
    return Path(os.environ.get("SKEP_DATA_DIR") or user_data_path("skep"))


def sqlite_url(folder: Path, file: str) -> str:
    """Return the URL of an SQLite database in a folder, which is created if necessary."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkepError(f"cannot create the folder {folder}: {error.strerror}") from error
    return f"sqlite:///{folder / file}"
