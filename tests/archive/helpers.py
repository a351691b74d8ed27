"""Games to store, and the plain truth about them: every question answered by replaying everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from skep import Board, Color, Hex, Move, find_edition, rules
from skep.archive import Filters
from skep.archive.dates import date_of
from skep.archive.keys import RESULTS, folded
from skep.game import Game, Result, ResultCode

NAMES = ("Ann", "Bob", "Zoë", "Ändré", "?")
DATES = ("2024.01.05", "2024.01.31", "2024.02.01", "2024.02.??", "2025.12.31", "2025", "????.??.??", "")
EDITIONS = ("ultimate-2024", "pocket-2012", "hive-2016")


def some_games(seed: int, count: int, *, plies: int = 30, types: Iterable[str] = ("Base+MLP", "Base")) -> list[Game]:
    """Games that share openings, some much more than that; some come back to positions they had."""
    rng = random.Random(seed)
    kinds = list(types)
    games = list[Game]()
    for _ in range(count):
        board = Board(rng.choice(kinds), edition=rng.choice(EDITIONS))
        if games and rng.random() < 0.5:
            board = beginning(rng.choice(games), rng)
        games.append(_some_game(board, rng, rng.randrange(1, plies)))
    return games


def beginning(game: Game, rng: random.Random) -> Board:
    """The first moves of a game, perhaps all."""
    board, moves = Board(game.game_type, edition=game.edition), game.mainline_moves()
    for move in moves[: rng.randrange(len(moves) + 1)]:
        board.push(move)
    return board


def _some_game(board: Board, rng: random.Random, plies: int) -> Game:
    plies += board.ply // 2
    while board.ply < plies and (moves := board.legal_moves.list()):
        # few first moves, then anything, rather placed than moved; now and then a walk to and fro
        board.push(moves[rng.randrange(min(3, len(moves)))] if board.ply < 5 else placed(board, rng, moves))
        if board.ply > 7 and rng.random() < 0.2:
            walk_to_and_fro(board, rng)
    game = Game.from_board(board)
    for side, name in zip(("White", "Black"), rng.sample([*NAMES, rng.choice(NAMES)], 2), strict=True):
        game.tags[side] = rng.choice([name, name.upper()])
    if date := rng.choice(DATES):
        game.tags["Date"] = date
    if board.outcome() is None:
        game.result = Result(rng.choice(list(ResultCode)))
    return game


def placed(board: Board, rng: random.Random, moves: list[Move]) -> Move:
    """A random move, rather of a piece in hand than of one in play."""
    placing = [move for move in moves if not move.is_pass and board.where(move.piece) is None]
    return rng.choice(placing if placing and rng.random() < 0.7 else moves)


def walk_to_and_fro(board: Board, rng: random.Random) -> None:
    """Let both sides make a move and take it back, where they can."""
    places = list[tuple[Move, Hex]]()
    for _ in range(2):
        moves = [move for move in board.legal_moves if not move.is_pass and board.where(move.piece) is not None]
        if not moves:
            return
        move = rng.choice(moves)
        before = board.where(move.piece)
        assert before is not None
        places.append((move, before))
        board.push(move)
    for move, before in places:
        back = Move(move.piece, before)
        if back not in board.legal_moves:
            return
        board.push(back)


def image(game: Game, symmetry: Callable[[Hex], Hex]) -> Game:
    """The same game, turned or mirrored."""
    board = Board(game.game_type, edition=game.edition)
    for move in game.mainline_moves():
        board.push_checked(move if move.is_pass else Move(move.piece, symmetry(move.to)))
    turned = Game.from_board(board)
    turned.tags.update(game.tags)
    turned.result = game.result
    return turned


def fits(game: Game, filters: Filters) -> bool:
    """Whether a game is one of those asked for."""
    days, date = filters.days, date_of(game.tags.get("Date", ""))
    players = [folded(game.tags.get(side, "")) for side in ("White", "Black")]
    wanted = None if filters.player is None else folded(filters.player)
    sides = players if filters.side is None else [players[filters.side]]
    return (
        filters.game_type in (None, game.game_type)
        and filters.edition in (None, game.edition)
        and filters.result in (None, game.result.code)
        and (wanted is None or wanted in sides)
        and (days is None or days[0] <= date <= days[1])
    )


@dataclass(frozen=True)
class Replayed:
    """A game and the forms of its positions, by the rules alone."""

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


Told = tuple[tuple[int, int, int, int], dict[object, tuple[int, int, int, int]]]
"""Games by result, in all and for each form that followed."""


def scanned(games: Iterable[Replayed], board: Board, filters: Filters) -> Told:
    """How a position was played, by looking at every position of every game."""
    form = rules.canonical(board.position())
    total: Counter[int] = Counter()
    moves: dict[object, Counter[int]] = {}
    for replayed in games:
        if replayed.game.game_type != board.game_type or not fits(replayed.game, filters):
            continue
        result = RESULTS.index(replayed.game.result.code)
        visits = [at for at, its in enumerate(replayed.forms) if its == form]
        total[result] += bool(visits)
        for after in {replayed.forms[at + 1] for at in visits if at + 1 < len(replayed.forms)}:
            moves.setdefault(after, Counter())[result] += 1
    return _four(total), {after: _four(counts) for after, counts in moves.items()}


def _four(counts: Counter[int]) -> tuple[int, int, int, int]:
    return counts[0], counts[1], counts[2], counts[3]


def some_filters(rng: random.Random) -> Filters:
    """Any combination of filters."""

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
