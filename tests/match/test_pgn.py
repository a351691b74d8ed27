"""The PGN of the games, and parsing it back."""

from __future__ import annotations

from dataclasses import replace

from skep.game import Game
from skep.match.controls import Control
from skep.match.pgn import format_game
from skep.match.records import Ending, Evidence
from tests.match.helpers import plan, record


def test_tags_and_moves() -> None:
    assert format_game(plan(control_a=Control(seconds=0.1)), record(3, 0.0)).splitlines() == [
        '[Event "level 2 - level 1"]',
        '[Site "skep match"]',
        '[Date "2026.01.02"]',
        '[Round "2.2"]',
        '[White "level 1"]',
        '[Black "level 2"]',
        '[Result "WhiteWins"]',
        '[GameType "Base"]',
        '[Edition "ultimate-2024"]',
        '[TimeControl "depth 1 / 0.1 s per move"]',
        '[Opening "line 1, 4 plies"]',
        '[Termination "queen bee surrounded"]',
        "",
        "1. wS1",
        "2. bS1 wS1-",
        "3. wQ -wS1",
        "4. bQ bS1-",
        "WhiteWins",
        "",
    ]


def test_time_per_move() -> None:
    timed = replace(record(0), opening_plies=2, seconds=(0.25, 61.0, 9.0))
    game = Game.parse(format_game(plan(), timed))
    assert [node.seconds_spent for node in game.mainline()] == [None, None, 0.25, 61.0]


def test_a_failure_becomes_a_comment() -> None:
    evidence = Evidence('a "quoted" engine', "because\nof {this}", "wA1 }", "Base;")
    lost = replace(record(0), ending=Ending.UNREADABLE, evidence=evidence, white='a "quoted" engine')
    pgn = format_game(plan(edition="hive-classic"), lost)
    assert r'[White "a \"quoted\" engine"]' in pgn
    game = Game.parse(pgn)
    assert game.edition.id == "hive-classic"
    assert game.tags["White"] == 'a "quoted" engine'
    assert str(game.result) == "White wins: unreadable answer"
    assert game.end().ply == 4
    assert game.end().comment == ("a \"quoted\" engine: unreadable answer: because\nof {this} (answered 'wA1 }')")
