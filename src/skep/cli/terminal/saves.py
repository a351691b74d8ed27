"""Games on disk: a GameString and what it does not say, as a small JSON file that is never half written."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from platformdirs import user_data_path

from skep.errors import SkepError
from skep.outcomes import Termination
from skep.pieces import Color

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["SavedGame", "games_folder", "last_game", "new_path", "read", "readable_name", "write"]

_FORMAT: Final = "skep game 1"
_LONGEST: Final = 1_000_000
_LONGEST_NAME: Final = 24


def readable_name(text: str) -> str:
    """A name as it can be printed: no signs that steer a terminal, and not too long."""
    return " ".join("".join(sign for sign in text if sign.isprintable()).split())[:_LONGEST_NAME].strip()


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a file holds."""

    game: str
    edition: str
    threefold: bool
    names: tuple[str, str]
    ending: str | None = None
    """``agreement`` or ``resignation`` when that ended the game; the GameString says who won."""

    @classmethod
    def of(cls, board: Board, names: tuple[str, str]) -> SavedGame:
        """The present state of a game."""
        outcome = board.outcome()
        talked = outcome is not None and outcome.termination in (Termination.AGREEMENT, Termination.RESIGNATION)
        ending = outcome.termination.value if outcome is not None and talked else None
        return cls(board.game_string(), board.edition.id, board.threefold, names, ending)

    @classmethod
    def parse(cls, text: str) -> SavedGame:
        """Read the JSON; raises SkepError when it is damaged. Moves are checked by :meth:`board`."""
        try:
            fields = json.loads(text)
            white, black = fields["names"]
            saved = cls(fields["game"], fields["edition"], fields["threefold"], (white, black), fields["ending"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise SkepError(f"not a saved game: {type(error).__name__}: {error}") from error
        if not saved._is_sound() or fields.get("format") != _FORMAT:
            raise SkepError("not a saved game: a field has an unknown value")
        return replace(saved, names=(readable_name(white), readable_name(black)))

    def _is_sound(self) -> bool:
        texts = (self.game, self.edition, *self.names)
        sound = all(isinstance(text, str) for text in texts) and isinstance(self.threefold, bool)
        return sound and self.ending in (None, Termination.AGREEMENT.value, Termination.RESIGNATION.value)

    def json(self) -> str:
        """The text of the file."""
        fields: dict[str, Any] = {
            "format": _FORMAT,
            "game": self.game,
            "edition": self.edition,
            "threefold": self.threefold,
            "names": list(self.names),
            "ending": self.ending,
        }
        return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"

    def board(self) -> Board:
        """The game replayed, every move checked."""
        from skep.board import Board

        board = Board.from_game_string(self.game, edition=self.edition, threefold=self.threefold)
        if self.ending == Termination.AGREEMENT.value:
            board.agree_draw()
        elif self.ending == Termination.RESIGNATION.value:
            board.resign(Color.BLACK if ";WhiteWins;" in self.game else Color.WHITE)
        return board


def games_folder() -> Path:
    """Where games are kept: ``games`` in the user's data folder."""
    return Path(os.environ.get("SKEP_DATA_DIR") or user_data_path("skep")) / "games"


def new_path() -> Path:
    """A file name for a game that begins now, which no other game has."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return games_folder() / f"{stamp}-{os.getpid()}.json"


def last_game() -> Path | None:
    """The file of the game that was played last, or None."""
    try:
        files = list(games_folder().glob("*.json"))
        return max(files, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
    except OSError:
        return None


def write(path: Path, saved: SavedGame) -> None:
    """Write a file whole or not at all."""
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


def read(path: Path) -> SavedGame:
    """Read a file; raises SkepError that names it when it is damaged."""
    try:
        with path.open(encoding="utf-8") as file:
            return SavedGame.parse(file.read(_LONGEST))
    except (SkepError, UnicodeDecodeError) as error:
        raise SkepError(f"{path}: {error}") from error
