"""Mining many games, resumably: a folder with a journal of the games that were looked through.

``mined.jsonl``    one game a line with the puzzles found in it; the truth that mining is resumed from
``puzzles.jsonl``  the puzzles of all these games, each once; made anew whenever mining ends or is interrupted

A game is appended and forced to the disk before anybody is told of it. What a crash left half written at the end of
the journal is cut off, and that game looked through again. Neither how many processes mine nor where they were
interrupted changes what is found.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec
from filelock import FileLock, Timeout

from skep.board import Board
from skep.editions import GAME_TYPES, GameType
from skep.errors import SkepError
from skep.game import Record
from skep.learn.mining import mine, play_game
from skep.learn.parallel import parallel_map
from skep.learn.puzzles import Puzzle, write_puzzles

__all__ = ["MinedGame", "MiningFolder", "MiningJob", "generate", "recorded_games", "self_play"]


@dataclass(frozen=True, slots=True)
class MiningJob:
    """A game to be looked through."""

    name: str
    """Told in the puzzles as their source."""
    key: str
    """The same for the same game, whatever file it comes from."""
    board: Board | None = None
    """A recorded game; one of self-play is played by the process that looks through it."""
    game_types: tuple[GameType, ...] = GAME_TYPES

    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles found in it."""
        board = play_game(self.key, self.game_types) if self.board is None else self.board
        return tuple(mine(board, self.name))


class MinedGame(msgspec.Struct, frozen=True):
    """A game that was looked through."""

    key: str
    puzzles: tuple[Puzzle, ...]


def self_play(seed: int | str, games: int, game_types: Sequence[GameType] = GAME_TYPES) -> Iterator[MiningJob]:
    """Games of the engine against itself; a seed and a number give the same game every time."""
    chosen = tuple(game_types)
    kinds = "" if chosen == GAME_TYPES else f"/{','.join(map(str, chosen))}"
    for number in range(games):
        key = f"{seed}{kinds}/{number}"
        yield MiningJob(f"self-play {key}", key, game_types=chosen)


def recorded_games(records: Iterable[Record], refused: list[str]) -> Iterator[MiningJob]:
    """The games of a collection, of broken ones the readable part; what was wrong is added to ``refused``."""
    for record in records:
        if record.error is not None:
            refused.append(str(record.error))
        if record.game is not None and record.game.variations:
            board = record.game.end().board()
            yield MiningJob(f"{Path(record.file).name}, game {record.number}", _key(board), board)


def _key(board: Board) -> str:
    """A word for a game: its start and its moves."""
    start = Board.from_position(board.start).position_string()
    return hashlib.blake2b(f"{start} {board.moves}".encode(), digest_size=12).hexdigest()


class MiningFolder:
    """Where mining is kept. One process at a time may hold it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal: Final = path / "mined.jsonl"
        self._lock = FileLock(path / "lock")

    def __enter__(self) -> Self:
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise SkepError(f"{self.path} is in use by another program that is mining") from None
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def mined(self) -> list[MinedGame]:
        """The games in the journal; a last line that was not finished is cut off."""
        if not self._journal.exists():
            return []
        data = self._journal.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(self._journal, len(whole))
        games = list[MinedGame]()
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                games.append(_decoder.decode(line))
            except msgspec.MsgspecError as error:
                raise SkepError(f"{self._journal}, line {number} is damaged: {error}") from error
        return games

    def add(self, mined: MinedGame) -> None:
        """Keep a game that was looked through; when this returns it is on the disk."""
        with self._journal.open("ab") as file:
            file.write(_encoder.encode(mined) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def save_puzzles(self) -> list[Puzzle]:
        """Write the puzzles of all games, each once, and return them."""
        found = dict[str, Puzzle]()
        for mined in sorted(self.mined(), key=lambda mined: mined.key):
            for puzzle in mined.puzzles:
                found.setdefault(puzzle.id, puzzle)
        write_puzzles(self.path / "puzzles.jsonl", found.values())
        return list(found.values())


_decoder: Final = msgspec.json.Decoder(MinedGame)
_encoder: Final = msgspec.json.Encoder()


def generate(folder: MiningFolder, games: Iterable[MiningJob], processes: int = 1) -> Generator[MinedGame]:
    """Look through games that the folder does not know yet; yields each when it is kept."""
    known = {mined.key for mined in folder.mined()}
    with closing(parallel_map(_mined, _fresh(games, known), processes)) as results:
        for mined in results:
            folder.add(mined)
            yield mined


def _fresh(games: Iterable[MiningJob], known: set[str]) -> Iterator[MiningJob]:
    """The games that were not looked through, each once."""
    for work in games:
        if work.key not in known:
            known.add(work.key)
            yield work


def _mined(work: MiningJob) -> MinedGame:
    return MinedGame(work.key, work.puzzles())
