"""Make the page's example of a review anew: ``python web/src/pages/review/fixtures.py``.

A game of the engine against itself, its moves made in haste, and searched a little deeper afterwards. The judgements
are as coarse as a fixture may be; the real ones are the server's.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from skep import Board
from skep.engine import LEVELS, Engine, Limit
from skep.pieces import Color

SEED = 5
WHITE, BLACK = LEVELS[3], LEVELS[4]
THINK = Limit(nodes=12_000)
LONGEST = 80
LINE = 6
STEPS = ((0.01, "best"), (0.05, "good"), (0.10, "inaccuracy"), (0.20, "mistake"), (2.0, "blunder"))


def play() -> list[str]:
    """The MoveStrings of a game between two levels."""
    board, moves = Board("Base+MLP"), []
    players = {Color.WHITE: Engine(level=WHITE, seed=SEED), Color.BLACK: Engine(level=BLACK, seed=SEED + 1)}
    while not board.is_game_over() and board.ply < LONGEST:
        move = players[board.to_move].play(board, Limit(depth=3))
        moves.append(board.uhp(move))
        board.push(move)
    return moves


def think(engine: Engine, board: Board) -> tuple[float, float, int | None, list[str]]:
    """White's value, White's chance, moves to a forced win, and the best line in MoveStrings."""
    sign = 1 if board.to_move is Color.WHITE else -1
    if board.is_game_over():
        outcome = board.outcome()
        winner = outcome and outcome.winner
        chance = 0.5 if winner is None else float(winner is Color.WHITE)
        return 300 * (2 * chance - 1), chance, None, []
    *_, last = engine.analyse(board, THINK)
    score, line, after = last.score, [], board.copy()
    for move in last.lines[0].moves[:LINE]:
        line.append(after.uhp(move))
        after.push(move)
    forced = score.wins_in or score.loses_in
    value = sign * (300.0 if (score.wins_in is not None) else -300.0) if forced else sign * score.value / 100
    chance = score.win_probability if sign > 0 else 1 - score.win_probability
    return round(value, 2), round(chance, 4), forced, line


def judge(lost: float, legal: int, before: float) -> str:
    """A coarse judgement."""
    if legal == 1:
        return "forced"
    judgement = next(name for most, name in STEPS if lost <= most)
    return "missed-win" if judgement == "blunder" and before >= 0.95 else judgement


def review(moves: list[str]) -> dict[str, Any]:
    """The review as the server would tell it."""
    chance_of = random.Random(SEED)
    engine, board = Engine(table_mb=16), Board("Base+MLP")
    start = board.position_string()
    value, white_wins, forced, line = first = think(engine, board)
    nodes, judged = [], []
    for at, uhp in enumerate(moves):
        mover, legal = board.to_move, len(board.legal_moves.list())
        move = board.parse_uhp(uhp)
        board.push(move)
        best, before = line, white_wins
        value, white_wins, forced, line = think(engine, board)
        lost = max(0.0, before - white_wins if mover is Color.WHITE else white_wins - before)
        if best and best[0] == uhp:
            lost = 0.0
        mine = before if mover is Color.WHITE else 1 - before
        spent = round(chance_of.expovariate(1 / (6 + 30 * min(lost, 0.5))) + 1, 1)
        place = {"piece": None if move.is_pass else str(move.piece), "to": None if move.is_pass else list(move.to)}
        origin = board.last_move_from
        told = {"uhp": uhp, **place, "origin": origin and list(origin), "clock": None, "spent": spent}
        nodes.append({"parent": at - 1, **told, "comment": "", "glyph": None, "marks": []})
        judged.append(
            {"ply": at, **told, "value": value, "white_wins": white_wins, "forced": forced}
            | {"judgement": judge(lost, legal, mine), "lost": round(lost, 4), "best": best[0], "line": best}
        )
    outcome = board.outcome()
    winner = outcome and outcome.winner
    result = {Color.WHITE: "WhiteWins", Color.BLACK: "BlackWins", None: "InProgress"}[winner]
    heavy = sorted(judged, key=lambda move: -move["lost"])
    return {
        "review": "example",
        "state": "done",
        "done": len(moves) + 1,
        "total": len(moves) + 1,
        "problem": None,
        "effort": "normal",
        "engine": "skep",
        "tree": {
            "start": start,
            "threefold": False,
            "tags": {"White": "Ada", "Black": "Grace", "Date": "2026.11.15"},
            "result": result,
            "reason": "surrounded",
            "comment": "",
            "marks": [],
            "nodes": nodes,
        },
        "value": first[0],
        "white_wins": first[1],
        "moves": judged,
        "white": side(judged[0::2]),
        "black": side(judged[1::2]),
        "turning_points": [move["ply"] for move in heavy[:4] if move["lost"] > 0.15],
    }


def side(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """How one side played."""
    counts: dict[str, int] = {}
    for move in moves:
        counts[move["judgement"]] = counts.get(move["judgement"], 0) + 1
    lost = sum(move["lost"] for move in moves) / len(moves)
    return {"accuracy": round(100 * max(0.0, 1 - 3 * lost), 1), "counts": counts}


def main() -> None:
    """Write the fixture beside this file."""
    text = json.dumps(review(play()), separators=(",", ":"))
    Path(__file__).with_suffix(".json").write_text(text + "\n")


if __name__ == "__main__":
    main()
