"""Saved games: a GameString and the settings it lacks, in a small JSON file that is written atomically."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from skep.cli.data_folder import data_folder
from skep.cli.options import LEVEL_NUMBERS
from skep.errors import SkepError
from skep.outcomes import Termination
from skep.pieces import Color

if TYPE_CHECKING:
    from skep.board import Board

__all__ = [
    "SavedComputer",
    "SavedGame",
    "games_folder",
    "last_saved_game",
    "load_game",
    "new_save_path",
    "printable_name",
    "save_game",
]

_FORMAT: Final = "skep game 1"
_MAX_FILE_LENGTH: Final = 1_000_000
_MAX_NAME_LENGTH: Final = 24


def printable_name(text: str) -> str:
    """Return a name without the characters that control a terminal, quoted if necessary."""
    printable = "".join(character for character in text if character.isprintable())
    return " ".join(printable.split())[:_MAX_NAME_LENGTH].strip()


@dataclass(frozen=True, slots=True)
class SavedComputer:
    """The computer player of a saved game."""

    color: Color
    level: int

    @classmethod
    def parse(cls, fields: Any) -> SavedComputer | None:
        """Return the player, or None if there is none. Raises SkepError, KeyError or TypeError if it is damaged."""
        if fields is None:
            return None
        level = fields["level"]
        if type(level) is not int or level not in LEVEL_NUMBERS:
            raise SkepError(f"there is no level {level!r}")
        return cls(Color[fields["color"].upper()], level)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The contents of a file."""

    game: str
    edition: str
    threefold: bool
    names: tuple[str, str]
    ending: str | None = None
    """``agreement`` or ``resignation`` if the game ended that way. The GameString says who won."""
    computer: SavedComputer | None = None
    """The computer player, if there is one."""

    @classmethod
    def from_board(cls, board: Board, names: tuple[str, str], computer: SavedComputer | None = None) -> SavedGame:
        """Return the current state of a game."""
        outcome = board.outcome()
        ending = None
        if outcome is not None and outcome.termination in (Termination.AGREEMENT, Termination.RESIGNATION):
            ending = outcome.termination.value
        return cls(board.game_string(), board.edition.id, board.threefold, names, ending, computer)

    @classmethod
    def parse(cls, text: str) -> SavedGame:
        """Parse the JSON. Raises SkepError if it is damaged. :meth:`board` checks the moves."""
        try:
            fields = json.loads(text)
            white, black = fields["names"]
            saved = cls(fields["game"], fields["edition"], fields["threefold"], (white, black), fields["ending"])
            computer = SavedComputer.parse(fields.get("computer"))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise SkepError(f"not a saved game: {type(error).__name__}: {error}") from error
        if not saved._is_valid() or fields.get("format") != _FORMAT:
            raise SkepError("not a saved game: a field has an unknown value")
        return replace(saved, names=(printable_name(white), printable_name(black)), computer=computer)

    def _is_valid(self) -> bool:
        texts = (self.game, self.edition, *self.names)
        has_types = all(isinstance(text, str) for text in texts) and isinstance(self.threefold, bool)
        return has_types and self.ending in (None, Termination.AGREEMENT.value, Termination.RESIGNATION.value)

    def json(self) -> str:
        """Return the text of the file."""
        fields: dict[str, Any] = {
            "format": _FORMAT,
            "game": self.game,
            "edition": self.edition,
            "threefold": self.threefold,
            "names": list(self.names),
            "ending": self.ending,
        }
        if self.computer is not None:
            fields["computer"] = {"color": self.computer.color.name.lower(), "level": self.computer.level}
        return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"

    def board(self) -> Board:
        """Replay the game and check every move."""
        from skep.board import Board

        board = Board.from_game_string(self.game, edition=self.edition, threefold=self.threefold)
        if self.ending == Termination.AGREEMENT.value:
            board.agree_draw()
        elif self.ending == Termination.RESIGNATION.value:
            board.resign(Color.BLACK if ";WhiteWins;" in self.game else Color.WHITE)
        return board


def games_folder() -> Path:
    """Return the folder of saved games, ``games`` in the user's data folder."""
    return data_folder() / "games"


def new_save_path() -> Path:
    """Return a unique file name for a game that begins now."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return games_folder() / f"{stamp}-{os.getpid()}.json"


def last_saved_game() -> Path | None:
    """Return the file of the game that was played last, or None."""
    try:
        files = list(games_folder().glob("*.json"))
        return max(files, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
    except OSError:
        return None


def save_game(path: Path, saved: SavedGame) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(saved.json())
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load_game(path: Path) -> SavedGame:
    """Read a file. Raises SkepError with the name of the file if it is damaged."""
    try:
        with path.open(encoding="utf-8") as file:
            return SavedGame.parse(file.read(_MAX_FILE_LENGTH))
    except (SkepError, UnicodeDecodeError) as error:
        raise SkepError(f"{path}: {error}") from error
