"""Resumable mining of many games: a folder with a journal of the games that have been searched.

``mined.jsonl``    the journal: one game per line, with the puzzles found in it
``puzzles.jsonl``  the distinct puzzles of all these games, rewritten whenever mining ends or is interrupted

A game is appended to the journal and synced to disk before it is reported. If a crash leaves an incomplete line at
the end of the journal, the line is removed and that game is searched again. The result depends neither on the number
of processes nor on interruptions.
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
    """A game to search for puzzles."""

    name: str
    """The source of the puzzles found in the game."""
    key: str
    """A key that identifies the game, whatever file it comes from."""
    board: Board | None = None
    """A recorded game, or None for a self-play game, which is played by the process that searches it."""
    game_types: tuple[GameType, ...] = GAME_TYPES

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the puzzles found in the game."""
        board = play_game(self.key, self.game_types) if self.board is None else self.board
        return tuple(mine(board, self.name))


class MinedGame(msgspec.Struct, frozen=True):
    """A game that has been searched."""

    key: str
    puzzles: tuple[Puzzle, ...]


def self_play(seed: int | str, games: int, game_types: Sequence[GameType] = GAME_TYPES) -> Iterator[MiningJob]:
    """Yield self-play games of the engine. A seed and a number always give the same game."""
    types = tuple(game_types)
    suffix = "" if types == GAME_TYPES else f"/{','.join(map(str, types))}"
    for number in range(games):
        key = f"{seed}{suffix}/{number}"
        yield MiningJob(f"self-play {key}", key, game_types=types)


def recorded_games(records: Iterable[Record], errors: list[str]) -> Iterator[MiningJob]:
    """Yield the games of a collection and the readable part of broken ones. Adds messages to ``errors``."""
    for record in records:
        if record.error is not None:
            errors.append(str(record.error))
        if record.game is not None and record.game.variations:
            board = record.game.end().board()
            yield MiningJob(f"{Path(record.path).name}, game {record.number}", _key(board), board)


def _key(board: Board) -> str:
    """Return a hash of the start position and the moves of a game."""
    start = Board.from_position(board.start).position_string()
    return hashlib.blake2b(f"{start} {board.moves}".encode(), digest_size=12).hexdigest()


class MiningFolder:
    """The folder that stores the results of mining. Only one process at a time can open it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal: Final = path / "mined.jsonl"
        self._lock = FileLock(path / "lock")

    def __enter__(self) -> Self:
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise SkepError(f"{self.path} is in use by another mining process") from None
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def read_journal(self) -> list[MinedGame]:
        """Return the games in the journal. Removes an incomplete last line."""
        if not self._journal.exists():
            return []
        data = self._journal.read_bytes()
        complete = data[: data.rfind(b"\n") + 1]
        if len(complete) < len(data):
            os.truncate(self._journal, len(complete))
        games = list[MinedGame]()
        for number, line in enumerate(complete.splitlines(), 1):
            try:
                games.append(_decoder.decode(line))
            except msgspec.MsgspecError as error:
                raise SkepError(f"{self._journal}, line {number} is damaged: {error}") from error
        return games

    def add(self, game: MinedGame) -> None:
        """Store a game that has been searched. It is on disk when this returns."""
        with self._journal.open("ab") as file:
            file.write(_encoder.encode(game) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def save_puzzles(self) -> list[Puzzle]:
        """Write the distinct puzzles of all games to a file and return them."""
        puzzles = dict[str, Puzzle]()
        for game in sorted(self.read_journal(), key=lambda game: game.key):
            for puzzle in game.puzzles:
                puzzles.setdefault(puzzle.id, puzzle)
        write_puzzles(self.path / "puzzles.jsonl", puzzles.values())
        return list(puzzles.values())


_decoder: Final = msgspec.json.Decoder(MinedGame)
_encoder: Final = msgspec.json.Encoder()


def generate(folder: MiningFolder, jobs: Iterable[MiningJob], processes: int = 1) -> Generator[MinedGame]:
    """Search games that the folder does not know yet. Yields each game when it is stored."""
    known = {game.key for game in folder.read_journal()}
    with closing(parallel_map(_run, _new_jobs(jobs, known), processes)) as games:
        for game in games:
            folder.add(game)
            yield game


def _new_jobs(jobs: Iterable[MiningJob], known: set[str]) -> Iterator[MiningJob]:
    """Yield the jobs whose games are not known, each once."""
    for job in jobs:
        if job.key not in known:
            known.add(job.key)
            yield job


def _run(job: MiningJob) -> MinedGame:
    return MinedGame(job.key, job.puzzles())
