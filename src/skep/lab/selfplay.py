"""Self-play: games of the engine against itself, written to a folder that can be continued at any time."""

from __future__ import annotations

import hashlib
import json
import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from skep.board import Board
from skep.durable_files import replace_file
from skep.editions import DEFAULT_EDITION, EDITIONS, GAME_TYPES, Edition, GameType, find_edition
from skep.engine import Engine, Limit
from skep.errors import SkepError
from skep.kernel.scores import SURE
from skep.lab.actions import action_of
from skep.lab.data import NO_VALUE, GameData, read_file, write_file
from skep.lab.unfinished import UnfinishedFiles
from skep.moves import Move
from skep.pieces import Color

__all__ = [
    "GAMES_PER_FILE",
    "PLY_LIMIT",
    "Play",
    "SelfPlayOptions",
    "continue_games",
    "file_of",
    "game_key",
    "key_of_game",
    "play_game",
    "play_numbered_game",
    "reserve",
]

_OPTIONS_FILE: Final = "options.json"
GAMES_PER_FILE: Final = 20
"""The number of games that are written together."""
PLY_LIMIT: Final = 200
"""The length at which a game is stopped."""


@dataclass(frozen=True, slots=True)
class SelfPlayOptions:
    """The options of a folder of games. All of its games are played with the same ones."""

    nodes: int = 1000
    """Positions searched per move."""
    random_plies: int = 8
    """Each game starts with up to this many random moves, and at least two."""
    game_types: tuple[str, ...] = ("Base+MLP",)
    edition: str = DEFAULT_EDITION.id
    seed: int = 1


Play: TypeAlias = Callable[[SelfPlayOptions, Sequence[int]], Iterator[tuple[int, GameData]]]
"""A function that plays the games with some numbers and yields each as soon as it is finished."""


def continue_games(
    folder: Path,
    games: int,
    options: SelfPlayOptions,
    *,
    play: Play | None = None,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _games: None,
) -> int:
    """Play until a folder has ``games`` games, rounded up to whole files, and return how many it has.

    Finished games are kept, so an interrupted run loses only the games in progress. ``progress`` is called with the
    number of games finished so far. ``play`` plays the games, by default on threads of this process. Raises SkepError
    if the folder was started with other options, or if another process is adding games to it.
    """
    with reserve(folder, asdict(options)):
        return _continue(folder, -(-games // GAMES_PER_FILE), options, play or _on_threads(threads), progress)


@contextmanager
def reserve(folder: Path, options: Mapping[str, Any]) -> Iterator[None]:
    """Keep other processes from adding games to a folder, whose games are all played with the same options.

    Raises SkepError if another process is adding games, or if the folder was started with other options.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise SkepError(f"{folder} is in use: another process is adding games to it") from None
    try:
        _check_options(folder, options)
        for unfinished in folder.glob(".games-*"):
            unfinished.unlink()  # of a process that was killed
        yield
    finally:
        lock.release()


def _continue(folder: Path, files: int, options: SelfPlayOptions, play: Play, progress: Callable[[int], None]) -> int:
    """Play the games of missing files, and write each file as soon as its games are finished."""
    finished = {
        number: read_file(file_of(folder, number)) for number in range(files) if file_of(folder, number).exists()
    }
    known = {key for data in finished.values() for key in data.key.tolist()}
    total = sum(len(data) for data in finished.values())
    stored = UnfinishedFiles(folder)
    unfinished: dict[int, dict[int, GameData]] = {number: {} for number in range(files) if number not in finished}

    def finish_file(number: int) -> int:
        """Write a file if all of its games are there, and return the number of games in it."""
        if len(unfinished[number]) < GAMES_PER_FILE:
            return 0
        done = unfinished.pop(number)
        data = GameData.join(done[game] for game in sorted(done)).without_duplicates(known)
        known.update(data.key.tolist())
        write_file(file_of(folder, number), data)
        stored.remove(done)
        return len(data)

    for game, played in _find_unfinished(folder, stored).items():
        if game // GAMES_PER_FILE in unfinished:
            unfinished[game // GAMES_PER_FILE][game] = played
    total += sum(finish_file(number) for number in list(unfinished))
    progress(total + sum(map(len, unfinished.values())))
    for game, played in play(options, _missing(unfinished)):
        unfinished[game // GAMES_PER_FILE][game] = played
        stored.add(game, played)
        total += finish_file(game // GAMES_PER_FILE)
        progress(total + sum(map(len, unfinished.values())))
    return total


def _find_unfinished(folder: Path, stored: UnfinishedFiles) -> dict[int, GameData]:
    """Return the stored games of unfinished files, and delete those whose file was finished just before the end."""
    games = stored.read()
    done = [game for game in games if file_of(folder, game // GAMES_PER_FILE).exists()]
    stored.remove(done)
    return {number: game for number, game in games.items() if number not in done}


def _missing(unfinished: Mapping[int, Mapping[int, GameData]]) -> list[int]:
    """Return the numbers of the games to play."""
    numbers = (number * GAMES_PER_FILE + game for number in unfinished for game in range(GAMES_PER_FILE))
    return [number for number in numbers if number not in unfinished[number // GAMES_PER_FILE]]


def file_of(folder: Path, number: int) -> Path:
    """Return the path of a file of games."""
    return folder / f"games-{number:06}.npz"


def _on_threads(threads: int) -> Play:
    """Return a function that plays games on threads of this process."""
    local = threading.local()

    def play_one(game: int, options: SelfPlayOptions) -> tuple[int, GameData]:
        if not hasattr(local, "engine"):
            local.engine = Engine(table_mb=1)  # a search clears it, and is short
        return game, play_numbered_game(local.engine, game, options)

    def play(options: SelfPlayOptions, games: Sequence[int]) -> Iterator[tuple[int, GameData]]:
        pool = ThreadPoolExecutor(threads, thread_name_prefix="skep-selfplay")
        try:
            for done in as_completed([pool.submit(play_one, game, options) for game in games]):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return play


def _check_options(folder: Path, options: Mapping[str, Any]) -> None:
    path = folder / _OPTIONS_FILE
    mine = json.loads(json.dumps(options))
    if not path.exists():
        replace_file(path, json.dumps(mine, indent=2) + "\n", mode=0o644)
    elif json.loads(path.read_text(encoding="utf-8")) != mine:
        raise SkepError(f"{folder}: its games were played with other options, which are in {path.name}")


def play_numbered_game(engine: Engine, number: int, options: SelfPlayOptions) -> GameData:
    """Play a game that depends on its number and the options only."""
    rng = random.Random(f"{options.seed}/{number}")
    return play_game(engine, rng, GameType.parse(rng.choice(options.game_types)), options)


def play_game(engine: Engine, rng: random.Random, game_type: GameType, options: SelfPlayOptions) -> GameData:
    """Play one game: a few random moves, then the engine's."""
    edition = find_edition(options.edition)
    board = Board(game_type, edition=edition, threefold=True)
    actions: list[int] = []
    values: list[int] = []

    def make(move: Move, value: int) -> None:
        actions.append(action_of(board, move))
        values.append(value)
        board.push(move)

    for _ in range(rng.randint(2, max(2, options.random_plies))):
        make(rng.choice(board.legal_moves.list()), NO_VALUE)
    limit = Limit(nodes=options.nodes)
    while not board.is_game_over() and board.ply < PLY_LIMIT:
        *_, analysis = engine.analyse(board, limit)
        value = analysis.score.relative.value
        make(analysis.move, value if abs(value) < SURE else NO_VALUE)
    return GameData(
        **_one_game(
            game_type=GAME_TYPES.index(game_type),
            edition=EDITIONS.index(edition),
            result=_result(board),
            length=len(actions),
            key=game_key(board),
        ),
        actions=np.array(actions, np.int16),
        values=np.array(values, np.int16),
    )


def _one_game(**numbers: int) -> dict[str, Any]:
    types: dict[str, Any] = {"length": np.int16, "key": np.uint64}
    return {name: np.array([number], types.get(name, np.int8)) for name, number in numbers.items()}


def _result(board: Board) -> int:
    outcome = board.outcome()
    if outcome is None:
        return 4
    return 3 if outcome.winner is None else 1 if outcome.winner is Color.WHITE else 2


def game_key(board: Board) -> int:
    """Return a hash of the rules and of the keys of all positions, which rotated and mirrored games share."""
    keys, _pieces = Board(board.game_type, edition=board.edition).keys_along(board.moves)
    return key_of_game(board.game_type, board.edition, keys)


def key_of_game(game_type: GameType, edition: Edition, keys: NDArray[np.uint64]) -> int:
    """Return the hash of a game with the symmetric keys of its positions, the first and the last included."""
    digest = hashlib.sha256(f"{game_type} {edition}".encode() + keys.astype("<u8").tobytes()).digest()
    return int.from_bytes(digest[:8], "little")
