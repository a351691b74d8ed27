"""The finished games of unfinished files: one small file per game, until the other games of its file are played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from skep.errors import SkepError
from skep.lab.data import GameData, read_file, write_file

__all__ = ["UnfinishedFiles"]

_NAME: Final = re.compile(r"game-(\d+)\.npz", re.ASCII)


class UnfinishedFiles:
    """The games by number, in a subfolder that only exists while there are some."""

    def __init__(self, folder: Path) -> None:
        """``folder`` is the folder of the complete files."""
        self._folder = folder / "unfinished"

    def read(self) -> dict[int, GameData]:
        """Return all games. A file that is not one, or that is damaged, is deleted: its game is played again."""
        games = dict[int, GameData]()
        for path in sorted(self._folder.iterdir()) if self._folder.exists() else ():
            match = _NAME.fullmatch(path.name)
            try:
                if match is not None:
                    games[int(match[1])] = read_file(path)
                    continue
            except SkepError:
                pass
            path.unlink()
        return games

    def add(self, number: int, game: GameData) -> None:
        """Store a game. It is on the disk when this returns."""
        self._folder.mkdir(exist_ok=True)
        write_file(self._path(number), game)

    def remove(self, numbers: Iterable[int]) -> None:
        """Delete games, whose file is complete."""
        for number in numbers:
            self._path(number).unlink(missing_ok=True)
        if self._folder.exists() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def _path(self, number: int) -> Path:
        return self._folder / f"game-{number:06}.npz"
