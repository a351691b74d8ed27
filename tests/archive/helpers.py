"""Random games to store, and a reference explorer that replays all of them for each query."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from skep import Board, Color, Hex, Move, find_edition, rules
from skep.archive import Filters
from skep.archive.dates import parse_date_tag
from skep.archive.keys import RESULTS, fold_name
from skep.game import Game, Result, ResultCode

NAMES = ("Ann", "Bob", "Zoë", "Ändré", "?")
DATES = ("2024.01.05", "2024.01.31", "2024.02.01", "2024.02.??", "2025.12.31", "2025", "????.??.??", "")
EDITIONS = ("ultimate-2024", "pocket-2012", "hive-2016")
BEFORE_IMPORTS = (
    "DROP INDEX ix_archive_games_import_id",
    *(f"ALTER TABLE archive_games DROP COLUMN {column}" for column in ("opening", "final", "clock", "import_id")),
)
"""SQL statements that undo the fifth migration."""
LINE = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def game_of(line: str = LINE, **tags: str) -> Game:
    """Return the game of a GameString, with tags."""
    game = Game.parse(line)
    game.tags.update(tags)
    return game


def random_games(seed: int, count: int, *, plies: int = 30, types: Iterable[str] = ("Base+MLP", "Base")) -> list[Game]:
    """Return random games that share openings or longer beginnings. Some repeat positions."""
    rng = random.Random(seed)
    game_types = list(types)
    games = list[Game]()
    for _ in range(count):
        board = Board(rng.choice(game_types), edition=rng.choice(EDITIONS))
        if games and rng.random() < 0.5:
            board = beginning(rng.choice(games), rng)
        games.append(_random_game(board, rng, rng.randrange(1, plies)))
    return games


def beginning(game: Game, rng: random.Random) -> Board:
    """Return a board after some or all moves of a game."""
    board, moves = Board(game.game_type, edition=game.edition), game.mainline_moves()
    for move in moves[: rng.randrange(len(moves) + 1)]:
        board.push(move)
    return board


def _random_game(board: Board, rng: random.Random, plies: int) -> Game:
    plies += board.ply // 2
    while board.ply < plies and (moves := board.legal_moves.list()):
        # Few different first moves, then mostly placements. Now and then both sides move a piece there and back.
        board.push(moves[rng.randrange(min(3, len(moves)))] if board.ply < 5 else random_move(board, rng, moves))
        if board.ply > 7 and rng.random() < 0.2:
            move_there_and_back(board, rng)
    game = Game.from_board(board)
    for side, name in zip(("White", "Black"), rng.sample([*NAMES, rng.choice(NAMES)], 2), strict=True):
        game.tags[side] = rng.choice([name, name.upper()])
    if date := rng.choice(DATES):
        game.tags["Date"] = date
    if board.outcome() is None:
        game.result = Result(rng.choice(list(ResultCode)))
    return game


def random_move(board: Board, rng: random.Random, moves: list[Move]) -> Move:
    """Return a random move, most often a placement."""
    placements = [move for move in moves if not move.is_pass and board.where(move.piece) is None]
    return rng.choice(placements if placements and rng.random() < 0.7 else moves)


def move_there_and_back(board: Board, rng: random.Random) -> None:
    """Let both sides move a piece and move it back, if they can."""
    origins = list[tuple[Move, Hex]]()
    for _ in range(2):
        moves = [move for move in board.legal_moves if not move.is_pass and board.where(move.piece) is not None]
        if not moves:
            return
        move = rng.choice(moves)
        before = board.where(move.piece)
        assert before is not None
        origins.append((move, before))
        board.push(move)
    for move, before in origins:
        back = Move(move.piece, before)
        if back not in board.legal_moves:
            return
        board.push(back)


def image(game: Game, symmetry: Callable[[Hex], Hex]) -> Game:
    """Return the same game, rotated or mirrored."""
    board = Board(game.game_type, edition=game.edition)
    for move in game.mainline_moves():
        board.push_checked(move if move.is_pass else Move(move.piece, symmetry(move.to)))
    copy = Game.from_board(board)
    copy.tags.update(game.tags)
    copy.result = game.result
    return copy


def matches(game: Game, filters: Filters) -> bool:
    """Whether a game matches the filters."""
    days, date = filters.days, parse_date_tag(game.tags.get("Date", ""))
    players = [fold_name(game.tags.get(side, "")) for side in ("White", "Black")]
    player = None if filters.player is None else fold_name(filters.player)
    sides = players if filters.side is None else [players[filters.side]]
    return (
        filters.game_type in (None, game.game_type)
        and filters.edition in (None, game.edition)
        and filters.result in (None, game.result.code)
        and (player is None or player in sides)
        and (days is None or days[0] <= date <= days[1])
    )


@dataclass(frozen=True)
class Replayed:
    """A game and the canonical forms of its positions, computed by the rules package."""

    game: Game
    forms: list[object]

    @classmethod
    def of(cls, game: Game) -> Replayed:
        board = Board.from_position(game.start)
        forms: list[object] = [rules.canonical(board.position())]
        for move in game.mainline_moves():
            board.push(move)
            forms.append(rules.canonical(board.position()))
        return cls(game, forms)


Counts = tuple[tuple[int, int, int, int], dict[object, tuple[int, int, int, int]]]
"""Numbers of games by result, in total and for each position that followed."""


def scan(games: Iterable[Replayed], board: Board, filters: Filters) -> Counts:
    """Count how a position was played by checking every position of every game."""
    form = rules.canonical(board.position())
    total: Counter[int] = Counter()
    moves: dict[object, Counter[int]] = {}
    for replayed in games:
        if replayed.game.game_type != board.game_type or not matches(replayed.game, filters):
            continue
        result = RESULTS.index(replayed.game.result.code)
        visits = [at for at, other in enumerate(replayed.forms) if other == form]
        total[result] += bool(visits)
        for after in {replayed.forms[at + 1] for at in visits if at + 1 < len(replayed.forms)}:
            moves.setdefault(after, Counter())[result] += 1
    return _four(total), {after: _four(counts) for after, counts in moves.items()}


def _four(counts: Counter[int]) -> tuple[int, int, int, int]:
    return counts[0], counts[1], counts[2], counts[3]


def random_filters(rng: random.Random) -> Filters:
    """Return a random combination of filters."""

    def maybe(*values: object) -> object:
        return rng.choice(values) if rng.random() < 0.4 else None

    player = maybe(*NAMES[:4], "nobody", "ANN")
    return Filters(
        edition=find_edition(str(edition)) if (edition := maybe(*EDITIONS)) else None,
        player=None if player is None else str(player),
        side=rng.choice([None, *Color]) if player else None,
        result=rng.choice(list(ResultCode)) if rng.random() < 0.2 else None,
        since=str(since) if (since := maybe("2024", "2024-01-06", "2024-02", "2025-12-31")) else None,
        until=str(until) if (until := maybe("2024-01-30", "2024-02", "2025", "2024-01-05")) else None,
    )
