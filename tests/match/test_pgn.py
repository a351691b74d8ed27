"""PGN of the games: well-formed, and its moves replay."""

from __future__ import annotations

import re
from dataclasses import replace

from skep.board import Board
from skep.match.controls import Control
from skep.match.pgn import format_game
from skep.match.records import Ending, Evidence
from tests.match.helpers import plan, record

TAG = re.compile(r'\[(\w+) "([^"\n]*)"\]')


def replayed(pgn: str) -> Board:
    """The board after the moves of one game; every line is a tag, a blank, a numbered ply, a comment or the result."""
    tags = dict(TAG.findall(pgn))
    board = Board(tags["GameType"], edition=tags.get("Edition", "ultimate-2024"))
    rest = TAG.sub("", pgn).strip().splitlines()
    assert rest[-1] == tags["Result"]
    for line in rest[:-1]:
        if line.startswith("{"):
            assert line.endswith("}")
            continue
        number, _, move = line.partition(". ")
        assert int(number) == board.ply + 1
        board.push_uhp(move)
    return board


def test_a_game() -> None:
    assert format_game(plan(control_a=Control(seconds=0.1)), record(3, 0.0)).splitlines() == [
        '[Event "level 2 - level 1"]',
        '[Site "skep match"]',
        '[Date "2026.01.02"]',
        '[Round "2.2"]',
        '[White "level 1"]',
        '[Black "level 2"]',
        '[Result "WhiteWins"]',
        '[GameType "Base"]',
        '[TimeControl "depth 1 / 0.1 s a move"]',
        '[Termination "queen bee surrounded"]',
        '[Opening "line 1, 4 plies"]',
        "",
        "1. wS1",
        "2. bS1 wS1-",
        "3. wQ -wS1",
        "4. bQ bS1-",
        "WhiteWins",
        "",
    ]


def test_a_failure_is_told_in_a_comment() -> None:
    evidence = Evidence('a "quoted" engine', "because\nof {this}", "wA1 }", "Base;")
    lost = replace(record(0), ending=Ending.NONSENSE, evidence=evidence, white='a "quoted" engine')
    pgn = format_game(plan(edition="hive-classic"), lost)
    assert '[Edition "hive-classic"]\n' in pgn
    assert "[White \"a 'quoted' engine\"]\n" in pgn
    assert "\n{a \"quoted\" engine: unreadable answer: because of (this) (answered 'wA1 )')}\nWhiteWins\n" in pgn
    assert replayed(pgn).ply == 4
