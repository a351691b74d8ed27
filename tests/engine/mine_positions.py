"""Find forced wins and positions with one saving move, for tests/data.

``python -m tests.engine.mine_positions`` plays games of the engine against itself, of every game type and
edition, at few nodes and with every fifth move at random, asks the solver about the positions that look
promising, and writes ``forced_wins.csv`` and ``saving_moves.csv``. The games depend on the seed and on the
engine's judgement: an engine that plays differently finds other positions, which are as good.
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
from skep.engine.solver import Undecided, safe_moves, solve
from tests.random_play import EVERY_GAME

DATA = Path(__file__).parent.parent / "data"
WINS = DATA / "forced_wins.csv"
SAVES = DATA / "saving_moves.csv"

LONGEST_GAME = 80
QUICK = 1_500
"""Nodes that a move of a game is worth."""
PATIENCE = 60_000_000
"""Nodes after which the solver gives a position up."""
WANTED = {2: 20, 3: 28, 4: 12}
"""How many positions for each number of moves to the win."""
SPECIAL = 10
"""How many of the wins are to need a throw, and how many a beetle that climbs down, where so many are found."""
TRIED = 4
"""Moves of each position after which a position with one saving move is looked for."""
SAVES_WANTED = 20
THREAT = 4
"""Plies within which every move but the saving one loses."""
HORIZON = 6
"""Plies within which the saving move does not lose."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position and the moves that win or save it."""

    position: str
    plies: int
    moves: tuple[str, ...]
    line: tuple[str, ...]
    means: str
    """What the win is made with: ``throw``, ``drop`` or nothing special."""
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
    write(SAVES, [("position", "plies", "move"), *map(save_row, choose(saves, SAVES_WANTED))])


def win_row(win: Found) -> tuple[str, ...]:
    return win.position, str(win.own_moves), "; ".join(win.moves), "; ".join(win.line)


def save_row(save: Found) -> tuple[str, ...]:
    return save.position, str(save.plies), *save.moves


def write(path: Path, rows: list[tuple[str, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    print(f"{path}: {len(rows) - 1} positions")


def mine(seed: int, games: int) -> tuple[list[Found], list[Found]]:
    """All that so many games have to offer, each position once."""
    wins: dict[int, Found] = {}
    saves: dict[int, Found] = {}
    for number in range(games):
        chance = random.Random(f"{seed}/{number}")
        lengths = set[int | None]()
        for board, score in game(chance, number):
            # at most one win of each length a game: the moves before a win are much like it
            if score.wins_in in WANTED and score.wins_in not in lengths:
                lengths.add(score.wins_in)
                keep(wins, board, forced_win(board))
            for child in threatened(chance, board):
                keep(saves, child, one_saving_move(child))
        counts = Counter((win.own_moves, win.means) for win in wins.values())
        print(f"game {number + 1}: wins {dict(sorted(counts.items()))}, saves {len(saves)}", flush=True)
    return list(wins.values()), list(saves.values())


def keep(all_found: dict[int, Found], board: Board, found: Found | None) -> None:
    if found:
        all_found.setdefault(board.symmetric_key(), found)


def game(chance: random.Random, number: int) -> Iterator[tuple[Board, Score]]:
    """The positions of one game, without their history, and what the engine thinks of them."""
    edition, game_type = EVERY_GAME[number % len(EVERY_GAME)]
    board = Board(game_type, edition=edition)
    engine = Engine(table_mb=1)
    while len(board.moves) < LONGEST_GAME and not board.is_game_over():
        *_, analysis = engine.analyse(board, Limit(nodes=round(QUICK * chance.uniform(0.5, 2))))
        here = Board.from_position(board.position())
        yield here, careful(here) if sides_taken(here, here.to_move.other) >= 3 else analysis.score
        is_random = len(board.moves) < 6 or chance.random() < 0.2
        board.push(chance.choice(board.legal_moves.list()) if is_random else analysis.move)


def careful(board: Board) -> Score:
    """What the engine thinks of a position after a longer look."""
    *_, analysis = Engine(table_mb=1).analyse(board, Limit(nodes=20 * QUICK))
    return analysis.score


def threatened(chance: random.Random, board: Board) -> Iterator[Board]:
    """Positions one move on in which the engine sees one move that does not lose."""
    engine = Engine(table_mb=1)
    moves = board.legal_moves.list()
    for move in chance.sample(moves, min(TRIED, len(moves))):
        board.push(move)
        child = Board.from_position(board.position())
        board.pop()
        if not child.is_game_over() and sides_taken(child, child.to_move) >= 3:
            *_, analysis = engine.analyse(child, Limit(nodes=2 * QUICK), lines=2)
            best, *others = analysis.lines
            if best.score.plies_to_end is None and any(line.score.loses_in for line in others):
                yield child


def sides_taken(board: Board, color: Color) -> int:
    """How many sides of a queen bee are taken."""
    queen = board.where(Piece(color, Bug.QUEEN_BEE))
    return 0 if queen is None else sum(board.height(near) > 0 for near in queen.neighbours())


def forced_win(board: Board) -> Found | None:
    """The position, if the solver proves a win that is wanted and that few moves begin."""
    try:
        solution = solve(board, 2 * max(WANTED) - 1, nodes=PATIENCE)
    except Undecided:
        return None
    if solution is None or solution.score.wins_in not in WANTED or len(solution.first_moves) > 3:
        return None
    return found(board, solution.plies, solution.first_moves, solution.line)


def one_saving_move(board: Board) -> Found | None:
    """The position, if exactly one move does not lose at once, holds longer, and does not win either."""
    if len(board.legal_moves) < 10:
        return None
    try:
        safe = safe_moves(board, THREAT, nodes=PATIENCE)
        if len(safe) != 1 or safe_moves(board, HORIZON, nodes=PATIENCE) != safe:
            return None
        return None if solve(board, HORIZON - 1, nodes=PATIENCE) else found(board, THREAT, safe, safe)
    except Undecided:
        return None


def found(board: Board, plies: int, moves: tuple[Move, ...], line: tuple[Move, ...]) -> Found:
    game = f"{board.game_type} {board.edition}"
    means = means_of(board, moves, line)
    return Found(board.position_string(), plies, tuple(map(board.uhp, moves)), tuple(board.uhp_line(line)), means, game)


def means_of(board: Board, best: Collection[Move], line: tuple[Move, ...]) -> str:
    """``throw`` or ``drop`` where a line comes to a turn on which nothing else wins in time, else nothing.

    ``best`` are the best moves of the first turn; a drop is a beetle that climbs down into a space.
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


def choose_wins(wins: list[Found]) -> list[Found]:
    """The wanted number of each length, throws and drops first."""
    chosen: list[Found] = []
    for length, count in WANTED.items():
        right = [win for win in wins if win.own_moves == length]
        share = round(SPECIAL * count / sum(WANTED.values()))
        special = [one for word in ("throw", "drop") for one in choose([w for w in right if w.means == word], share)]
        rest = [win for win in right if win not in special]
        chosen += special + choose(rest, count - len(special))
    return chosen


def choose(found: list[Found], count: int) -> list[Found]:
    """So many, from as many different game types and editions as there are."""
    seen = Counter[str]()
    ranked: list[tuple[int, int, Found]] = []
    for one in found:
        seen[one.game] += 1
        ranked.append((seen[one.game], len(ranked), one))
    return [one for *_, one in sorted(ranked, key=lambda entry: entry[:2])[:count]]


if __name__ == "__main__":
    main()
