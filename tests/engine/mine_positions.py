"""Find forced wins and positions with one saving move, for tests/data.

``python -m tests.engine.mine_positions`` plays games of the engine against itself in every game type and edition,
with few nodes per move and every fifth move at random. It gives promising positions to the solver and writes
``forced_wins.csv`` and ``saving_moves.csv``. The games depend on the seed and on the engine's evaluation: an engine
that plays differently finds other positions, which are equally good.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from skep import Board, Bug, Color, Move, Piece
from skep.engine import Engine, Limit, Score
from skep.engine.solver import SearchLimitReached, safe_moves, solve
from tests.random_play import EVERY_GAME

DATA = Path(__file__).parent.parent / "data"
WINS = DATA / "forced_wins.csv"
SAVES = DATA / "saving_moves.csv"

MAX_GAME_PLIES = 80
NODES_PER_MOVE = 1_500
MAX_SOLVER_NODES = 60_000_000
"""Nodes after which the solver abandons a position."""
WIN_COUNTS = {2: 20, 3: 28, 4: 12}
"""The number of positions to choose for each number of moves to the win."""
SPECIAL = 10
"""The number of wins to choose that need a throw, and that need a beetle to climb down, if there are enough."""
TRIED = 4
"""The number of moves of each position after which to look for a position with one saving move."""
SAVE_COUNT = 20
THREAT = 4
"""Plies within which every move but the saving one loses."""
HORIZON = 6
"""Plies within which the saving move does not lose."""


@dataclass(frozen=True, slots=True)
class MinedPosition:
    """A position and the moves that win it or save it."""

    position: str
    plies: int
    moves: tuple[str, ...]
    line: tuple[str, ...]
    means: str
    """The special kind of move that the win needs: ``throw``, ``drop`` or an empty string."""
    game: str

    @property
    def own_moves(self) -> int:
        return (self.plies + 1) // 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=260)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wins, saves = mine(options.seed, options.games)
    write(WINS, [("position", "moves", "first_moves", "line"), *map(win_row, choose_wins(wins))])
    write(SAVES, [("position", "plies", "move"), *map(save_row, choose(saves, SAVE_COUNT))])


def win_row(win: MinedPosition) -> tuple[str, ...]:
    return win.position, str(win.own_moves), "; ".join(win.moves), "; ".join(win.line)


def save_row(save: MinedPosition) -> tuple[str, ...]:
    return save.position, str(save.plies), *save.moves


def write(path: Path, rows: list[tuple[str, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    print(f"{path}: {len(rows) - 1} positions")


def mine(seed: int, games: int) -> tuple[list[MinedPosition], list[MinedPosition]]:
    """Play games and return all forced wins and all positions with one saving move, each position once."""
    wins: dict[int, MinedPosition] = {}
    saves: dict[int, MinedPosition] = {}
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        lengths = set[int | None]()
        for board, score in game(rng, number):
            # at most one win of each length per game, because positions before a win are similar
            if score.wins_in in WIN_COUNTS and score.wins_in not in lengths:
                lengths.add(score.wins_in)
                keep(wins, board, forced_win(board))
            for child in threatened(rng, board):
                keep(saves, child, one_saving_move(child))
        counts = Counter((win.own_moves, win.means) for win in wins.values())
        print(f"game {number + 1}: wins {dict(sorted(counts.items()))}, saves {len(saves)}", flush=True)
    return list(wins.values()), list(saves.values())


def keep(positions: dict[int, MinedPosition], board: Board, found: MinedPosition | None) -> None:
    """Add a position unless a rotated or mirrored image of it is there already."""
    if found:
        positions.setdefault(board.symmetric_key(), found)


def game(rng: random.Random, number: int) -> Iterator[tuple[Board, Score]]:
    """Yield the positions of one game, without history, with their scores."""
    edition, game_type = EVERY_GAME[number % len(EVERY_GAME)]
    board = Board(game_type, edition=edition)
    engine = Engine(table_mb=1)
    while len(board.moves) < MAX_GAME_PLIES and not board.is_game_over():
        *_, analysis = engine.analyse(board, Limit(nodes=round(NODES_PER_MOVE * rng.uniform(0.5, 2))))
        here = Board.from_position(board.position())
        yield here, deep_score(here) if sides_taken(here, here.turn.other) >= 3 else analysis.score.relative
        is_random = len(board.moves) < 6 or rng.random() < 0.2
        board.push(rng.choice(board.legal_moves.list()) if is_random else analysis.move)


def deep_score(board: Board) -> Score:
    """Return the score of a position after a longer search."""
    *_, analysis = Engine(table_mb=1).analyse(board, Limit(nodes=20 * NODES_PER_MOVE))
    return analysis.score.relative


def threatened(rng: random.Random, board: Board) -> Iterator[Board]:
    """Yield positions after one move in which the engine sees only one move that does not lose."""
    engine = Engine(table_mb=1)
    moves = board.legal_moves.list()
    for move in rng.sample(moves, min(TRIED, len(moves))):
        board.push(move)
        child = Board.from_position(board.position())
        board.pop()
        if not child.is_game_over() and sides_taken(child, child.turn) >= 3:
            *_, analysis = engine.analyse(child, Limit(nodes=2 * NODES_PER_MOVE), lines=2)
            best, *others = analysis.lines
            if best.score.relative.plies_to_end is None and any(line.score.relative.loses_in for line in others):
                yield child


def sides_taken(board: Board, color: Color) -> int:
    """Return how many sides of a queen bee are occupied."""
    queen = board.where(Piece(color, Bug.QUEEN_BEE))
    return 0 if queen is None else sum(board.height(near) > 0 for near in queen.neighbours())


def forced_win(board: Board) -> MinedPosition | None:
    """Return the position if the solver proves a win of a suitable length with at most three first moves."""
    try:
        solution = solve(board, 2 * max(WIN_COUNTS) - 1, nodes=MAX_SOLVER_NODES)
    except SearchLimitReached:
        return None
    if solution is None or solution.score.relative.wins_in not in WIN_COUNTS or len(solution.first_moves) > 3:
        return None
    return describe(board, solution.plies, solution.first_moves, solution.line)


def one_saving_move(board: Board) -> MinedPosition | None:
    """Return the position if exactly one move avoids a quick loss, also holds longer, and does not win."""
    if len(board.legal_moves) < 10:
        return None
    try:
        safe = safe_moves(board, THREAT, nodes=MAX_SOLVER_NODES)
        if len(safe) != 1 or safe_moves(board, HORIZON, nodes=MAX_SOLVER_NODES) != safe:
            return None
        return None if solve(board, HORIZON - 1, nodes=MAX_SOLVER_NODES) else describe(board, THREAT, safe, safe)
    except SearchLimitReached:
        return None


def describe(board: Board, plies: int, moves: tuple[Move, ...], line: tuple[Move, ...]) -> MinedPosition:
    game = f"{board.game_type} {board.edition}"
    means = means_of(board, moves, line)
    return MinedPosition(
        board.position_string(), plies, tuple(map(board.uhp, moves)), tuple(board.uhp_line(line)), means, game
    )


def means_of(board: Board, best: Collection[Move], line: tuple[Move, ...]) -> str:
    """Return ``throw`` or ``drop`` if only such a move wins in time at some turn of a line, otherwise "".

    ``best`` are the best moves of the first turn. A drop is a beetle that climbs down into a space.
    """
    replay = board.copy()
    means = set()
    for number, move in enumerate(line):
        if number % 2 == 0:
            if number:
                solution = solve(replay, len(line) - number)
                assert solution is not None
                best = solution.first_moves
            words = {means_of_move(replay, good) for good in best}
            means |= words if len(words) == 1 else set()
        replay.push(move)
    return next((word for word in ("throw", "drop") if word in means), "")


def means_of_move(board: Board, move: Move) -> str:
    origin = None if move.is_pass else board.where(move.piece)
    if origin is None:
        return ""
    if board.path(move).thrower is not None:
        return "throw"
    return "drop" if board.height(origin) > 1 and board.height(move.to) == 0 else ""


def choose_wins(wins: list[MinedPosition]) -> list[MinedPosition]:
    """Return the intended number of wins of each length, throws and drops first."""
    chosen: list[MinedPosition] = []
    for length, count in WIN_COUNTS.items():
        suitable = [win for win in wins if win.own_moves == length]
        share = round(SPECIAL * count / sum(WIN_COUNTS.values()))
        special = [win for word in ("throw", "drop") for win in choose([w for w in suitable if w.means == word], share)]
        rest = [win for win in suitable if win not in special]
        chosen += special + choose(rest, count - len(special))
    return chosen


def choose(candidates: list[MinedPosition], count: int) -> list[MinedPosition]:
    """Return ``count`` candidates from as many different game types and editions as possible."""
    seen = Counter[str]()
    ranked: list[tuple[int, int, MinedPosition]] = []
    for candidate in candidates:
        seen[candidate.game] += 1
        ranked.append((seen[candidate.game], len(ranked), candidate))
    return [candidate for *_, candidate in sorted(ranked, key=lambda entry: entry[:2])[:count]]


if __name__ == "__main__":
    main()
